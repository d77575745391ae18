//! Matches and tournaments.

use std::path::PathBuf;

use plyscope_arena::{Format, Results, Rules};
use plyscope_game::{Error, Limits};
use plyscope_workbench::{
    ContestOrder, ContestReport, NamedGame, OpeningsOrder, OpeningsText, Reading,
    hold as hold_contest,
};
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::json;

use crate::work;

/// Holds a contest between agents, and gives what it came to as JSON.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    reason = "each is an argument of the package's"
)]
pub(crate) fn hold(
    py: Python<'_>,
    game: &str,
    entrants: Vec<String>,
    functions: &Bound<'_, PyList>,
    games: Option<u64>,
    openings: &str,
    gauntlet: bool,
    record: Option<PathBuf>,
    seed: u64,
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<f64>,
    threads: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let call = work::Call::new(functions)?.followed_by(progress)?;
    let told = call.told();
    let progress = |results: &Results| {
        let (done, of) = results.progress();
        told.tell(done, of);
    };
    let usual = Limits {
        depth,
        ..Limits::best_move()
    };
    let limits = call.limits(py, usual, nodes, time)?;
    call.run(py, game, |game| {
        let order = ContestOrder {
            entrants: &entrants,
            format: if gauntlet {
                Format::Gauntlet
            } else {
                Format::RoundRobin
            },
            games,
            openings: openings_of(openings, game)?,
            rules: Rules::default(),
            verdict: None,
            until: None,
            limits,
            seed,
            threads: work::threads(threads),
            record: record.as_deref(),
            progress: &progress,
            games_to: None,
            moves_to: None,
        };
        let held = hold_contest(game, &order)?;
        let has_discs = game.name() == "othello" && !game.facts().is_win_draw_loss();
        let mut data = ContestReport::new(&held.results, has_discs, None).json();
        data["game"] = json!(game.spec());
        data["openings"] = json!(openings);
        data["seed"] = json!(seed);
        data["whole"] = json!(held.results.is_whole());
        Ok(data.to_string())
    })
}

fn openings_of(text: &str, game: &NamedGame) -> Result<OpeningsOrder, Error> {
    match OpeningsText::parse(text)? {
        OpeningsText::Order(order) => Ok(order),
        OpeningsText::File(path, plies) => {
            let read = std::fs::read_to_string(&path);
            let text = read.map_err(|error| {
                Error::misuse(
                    format!("{path} cannot be read: {error}"),
                    "name a file of positions",
                )
            })?;
            let listed = if plyscope_workbench::is_pgn(path.as_ref()) {
                OpeningsOrder::of_pgn(game, &text, plies)
            } else {
                let lines = text.lines().enumerate();
                let filled = lines.filter(|(_, line)| !line.trim().is_empty());
                let numbered = filled.map(|(place, line)| Ok((place + 1, line.to_owned())));
                OpeningsOrder::listed(game, numbered, Reading::Either)
            };
            listed.map_err(|error| error.in_context(path))
        }
    }
}
