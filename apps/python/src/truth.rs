//! Making benchmarks.

use std::path::PathBuf;

use plyscope_game::{Error, Limits};
use plyscope_truth::{Amount, Filter, Selector, Source};
use plyscope_workbench::{Listed, NamedGame, Reading, TruthOrder, TruthRun, make_truth};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::benchmark::Benchmark;
use crate::work;

/// Which states are chosen, as the package hands it over.
#[derive(FromPyObject)]
pub(crate) struct Choice {
    states: Option<u64>,
    per_ply: Option<u64>,
    /// `playouts`, `agents`, `positions` or `all`.
    source: String,
    plies: Option<(u32, u32)>,
    symmetry: bool,
    keep_single: bool,
    critical: f64,
    /// With `agents`: who plays.
    agents: Option<(String, String)>,
    /// With `agents`: the share of random moves.
    random: f64,
    /// With `positions`: the positions.
    positions: Vec<String>,
}

impl Choice {
    /// The selector that it describes, with `usual` states by default.
    pub(crate) fn selector(&self, usual: u64) -> Selector {
        let source = match (self.source.as_str(), &self.agents) {
            ("all", _) => Source::All,
            ("positions", _) => Source::File {
                name: "a list".to_owned(),
            },
            (_, Some((first, second))) => Source::Agents {
                first: first.clone(),
                second: second.clone(),
                random: self.random,
            },
            _ => Source::Playouts,
        };
        let amount = match (self.states, self.per_ply) {
            (Some(states), _) => Amount::States(states),
            (_, Some(per_ply)) => Amount::PerPly(per_ply),
            _ if matches!(source, Source::File { .. } | Source::All) => Amount::Everything,
            _ => Amount::States(usual),
        };
        Selector {
            source,
            amount,
            filter: self.filter(),
        }
    }

    /// What it asks of a state.
    pub(crate) fn filter(&self) -> Filter {
        let usual = Filter::default();
        Filter {
            plies: self.plies.unwrap_or(usual.plies),
            symmetry: self.symmetry,
            keep_single: self.keep_single,
            critical: self.critical,
            ..usual
        }
    }

    /// The positions that it lists.
    pub(crate) fn listed(&self, game: &NamedGame) -> Result<Vec<Listed>, Error> {
        let read = |(place, text): (usize, &String)| {
            let position = game.position(text, Reading::Either);
            let position =
                position.map_err(|error| error.in_context(format!("position {}", place + 1)))?;
            Ok(Listed {
                position,
                ply: None,
            })
        };
        self.positions.iter().enumerate().map(read).collect()
    }
}

/// Chooses states, has every move of each valued, and writes a file; gives the benchmark.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    reason = "each is an argument of the package's"
)]
pub(crate) fn make(
    py: Python<'_>,
    game: &str,
    by: &str,
    functions: &Bound<'_, PyList>,
    choice: Choice,
    output: PathBuf,
    replace: bool,
    seed: u64,
    nodes: Option<u64>,
    time: Option<f64>,
    threads: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Benchmark> {
    const USUAL: u64 = 500;
    let call = work::Call::new(functions)?.followed_by(progress)?;
    let told = call.told();
    let progress = |stage| told.tell_stage(&stage);
    let run = TruthRun {
        seed,
        limits: call.limits(py, Limits::every_move(), nodes, time)?,
        threads: work::threads(threads),
        progress: &progress,
    };
    call.run(py, game, |game| {
        let order = TruthOrder {
            selector: &choice.selector(USUAL),
            positions: choice.listed(game)?,
            by,
            run,
            output: &output,
            replace,
        };
        make_truth(game, order)?;
        Ok(Benchmark {
            name: output.display().to_string(),
            truth: plyscope_truth::load(&output)?.into(),
        })
    })
}
