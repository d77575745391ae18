//! Agents and evaluators in processes of their own, spoken to in lines of JSON.

use std::time::Duration;

use plyscope_foreign::CommandLine;
use plyscope_foreign::process::{GameCard, ProcessSettings};
use plyscope_game::Error;

use super::common::SEED;
use crate::{Listing, Param, ParamKind, Params};

pub(super) const NAME: &str = "process";

/// The program to start.
pub(crate) const CMD: Param = Param::new(
    "cmd",
    ParamKind::Command,
    "",
    "the program and its arguments, in parentheses",
);
const TIMEOUT: Param = Param::new(
    "timeout",
    ParamKind::Time,
    "30s",
    "how long one answer may take",
);
pub(super) const RESTART: Param = Param::new(
    "restart",
    ParamKind::Count(0, 1000),
    "0",
    "how often to start it again after it did wrong",
);
const BATCH: Param = Param::new(
    "batch",
    ParamKind::Count(1, 65_536),
    "1024",
    "states in one question at the most",
);

pub(super) fn listing() -> Listing {
    let about =
        "a program in any language that answers in lines of JSON (docs/reference/protocol.md)";
    Listing::new(NAME, about, &[CMD, TIMEOUT, RESTART, BATCH, SEED])
}

pub(super) fn settings(
    params: &Params,
    card: GameCard,
    seed: u64,
) -> Result<ProcessSettings, Error> {
    Ok(ProcessSettings {
        command: command(NAME, params)?,
        timeout: params.time("timeout").unwrap_or(Duration::from_secs(30)),
        restarts: params.count("restart").unwrap_or(0) as u32,
        batch: params.count("batch").unwrap_or(1) as usize,
        card,
        seed,
    })
}

/// The command of an agent that needs one, whose program is there.
pub(crate) fn command(owner: &str, params: &Params) -> Result<CommandLine, Error> {
    let Some(text) = params.text("cmd") else {
        let what = format!("the agent `{owner}` needs a program to start");
        let hint = format!("write {owner}:cmd=(PROGRAM ARGUMENT …)");
        return Err(Error::misuse(what, hint));
    };
    let command = CommandLine::parse(text)?;
    command.find()?;
    Ok(command)
}
