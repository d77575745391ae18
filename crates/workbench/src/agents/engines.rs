//! Engines of other people as agents: UCI for chess, Gomocup for five in a row, `NBoard` for Othello.

use std::time::Duration;

use plyscope_foreign::TalkSettings;
use plyscope_foreign::uci::{EveryMove, ScoreScale, Tongue, UciAgent, UciSettings};
use plyscope_game::{Error, Notation};

use super::common::TIME;
use super::process::{CMD, RESTART, command};
use crate::shelf::BoxedAgent;
use crate::{Param, ParamKind, Params};

pub(crate) const UCI: &str = "uci";
pub(crate) const UCI_ABOUT: &str =
    "an engine that speaks UCI; its mates are proved up to a few plies, all else are estimates";

const NODES: Param = Param::new(
    "nodes",
    ParamKind::Count(1, u64::MAX),
    "",
    "states for each search",
);
const DEPTH: Param = Param::new(
    "depth",
    ParamKind::Count(1, 1000),
    "",
    "moves to look ahead",
);
const TIMEOUT: Param = Param::new(
    "timeout",
    ParamKind::Time,
    "60s",
    "how long an answer may take, on top of its time",
);

/// What can be set of an engine that speaks UCI.
pub(crate) const UCI_PARAMS: &[Param] = &[
    CMD,
    NODES,
    DEPTH,
    TIME,
    Param::new(
        "option.*",
        ParamKind::Text,
        "",
        "an option of the engine, by its name",
    ),
    Param::new(
        "every",
        ParamKind::Choice(&["lines", "search"]),
        "lines",
        "how every move gets a value: lines of one search (MultiPV), or a search for each",
    ),
    Param::new(
        "scale",
        ParamKind::Choice(&["cp", "wdl"]),
        "cp",
        "values in centipawns, or points to expect by its chances (UCI_ShowWDL)",
    ),
    Param::new(
        "prove",
        ParamKind::Count(0, 9),
        "3",
        "prove mates within so many plies by the rules",
    ),
    TIMEOUT,
    RESTART,
];

/// The engine that parameters name, for a game that is written for it in such a way.
pub(crate) fn uci<G: Notation>(params: &Params, tongue: Tongue<G>) -> Result<BoxedAgent<G>, Error> {
    let settings = UciSettings {
        command: command(UCI, params)?,
        options: params.family("option."),
        nodes: params.count("nodes"),
        depth: params.count("depth").map(|depth| depth as u32),
        time: params.time("time"),
        timeout: params.time("timeout").unwrap_or(Duration::from_secs(60)),
        restarts: params.count("restart").unwrap_or(0) as u32,
        every_move: match params.word("every") {
            "search" => EveryMove::SearchEach,
            _ => EveryMove::OneSearch,
        },
        scale: match params.word("scale") {
            "wdl" => ScoreScale::Points,
            _ => ScoreScale::Centipawns,
        },
        prove: params.count("prove").unwrap_or(0) as u32,
    };
    Ok(Box::new(UciAgent::new(settings, tongue)))
}

/// What can be set of a program that speaks the protocol of the Gomocup.
pub const GOMOCUP_PARAMS: &[Param] = &[CMD, TIME, TIMEOUT, RESTART];
/// What can be set of a program that speaks `NBoard`.
pub const NBOARD_PARAMS: &[Param] = &[CMD, DEPTH, TIMEOUT, RESTART];

/// The program that parameters name; `depth` and `time` where the list has them.
///
/// # Errors
/// When none is named, or there is no such program.
pub fn talk(owner: &str, params: &Params) -> Result<TalkSettings, Error> {
    let is_gomocup = owner == "gomocup";
    Ok(TalkSettings {
        command: command(owner, params)?,
        time: if is_gomocup {
            params.time("time")
        } else {
            None
        },
        depth: if is_gomocup {
            None
        } else {
            params.count("depth").map(|depth| depth as u32)
        },
        timeout: params.time("timeout").unwrap_or(Duration::from_secs(60)),
        restarts: params.count("restart").unwrap_or(0) as u32,
    })
}
