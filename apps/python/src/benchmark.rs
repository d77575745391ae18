//! Benchmarks: states with the worth of every move.

use std::path::Path;
use std::sync::Arc;

use plyscope_truth::{Benchmark as Truth, Label, Output, player_name, save};
use plyscope_workbench::find_benchmark;
use pyo3::prelude::*;

use crate::columns::{Column, numbers, optional, texts, truths};
use crate::errors::Raise;

/// A benchmark in memory.
#[pyclass(frozen, module = "plyscope._plyscope")]
pub(crate) struct Benchmark {
    pub(crate) name: String,
    pub(crate) truth: Arc<Truth>,
}

#[pymethods]
impl Benchmark {
    /// The benchmark of a file, one that ships, or that of a game.
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<Self> {
        let found = py.detach(|| find_benchmark(&plyscope_standard::registry(), name));
        let (name, truth) = found.raise(py)?;
        Ok(Self {
            name,
            truth: Arc::new(truth),
        })
    }

    /// The file, or the name of a benchmark that ships.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// How many states it has.
    fn __len__(&self) -> usize {
        self.truth.states.len()
    }

    /// How it came about: game, selector, labeller, limits, inputs, seeds, version.
    #[getter]
    fn meta(&self) -> Vec<(&'static str, String)> {
        let meta = &self.truth.meta;
        let seeds: Vec<String> = meta.seeds.iter().map(u64::to_string).collect();
        vec![
            ("game", meta.game.clone()),
            ("selector", meta.selector.clone()),
            ("labeller", meta.labeller.clone()),
            ("limits", meta.limits.clone()),
            ("inputs", meta.inputs.clone()),
            ("seeds", seeds.join(", ")),
            ("version", meta.version.clone()),
        ]
    }

    /// One state: text, ply, player, and its moves with value, exact, plies, visits and q.
    fn state(&self, at: usize) -> Option<StateRow> {
        let own = self.truth.states.get(at)?;
        let label = |own: &Label| {
            let known = (own.value, own.exact, own.plies, own.visits, own.q);
            (own.mv.clone(), known)
        };
        let moves = own.moves.iter().map(label).collect();
        Some((own.state.clone(), own.ply, own.player.0, moves))
    }

    /// The columns of its file in Arrow's layout, a row per state and move.
    fn columns<'py>(&self, py: Python<'py>) -> Vec<Column<'py>> {
        let game = self.truth.meta.game.as_str();
        let ids = self.truth.state_ids();
        let rows = || {
            let states = ids.iter().copied().zip(&self.truth.states);
            states.flat_map(|(id, own)| own.moves.iter().map(move |label| (id, own, label)))
        };
        vec![
            numbers(
                py,
                "state_id",
                "int64",
                rows().map(|own| (own.0 as i64).to_le_bytes()),
            ),
            texts(py, "game", rows().map(|_| Some(game))),
            texts(py, "state", rows().map(|own| Some(own.1.state.as_str()))),
            numbers(
                py,
                "key",
                "uint64",
                rows().map(|own| own.1.key.to_le_bytes()),
            ),
            numbers(
                py,
                "ply",
                "int32",
                rows().map(|own| (own.1.ply as i32).to_le_bytes()),
            ),
            texts(
                py,
                "player",
                rows().map(|own| Some(player_name(own.1.player))),
            ),
            texts(py, "move", rows().map(|own| own.2.mv.as_deref())),
            optional(
                py,
                "value",
                "float64",
                rows().map(|own| own.2.value.map(f64::to_le_bytes)),
                f64::NAN.to_le_bytes(),
            ),
            truths(py, "exact", rows().map(|own| own.2.exact)),
            optional(
                py,
                "plies",
                "int32",
                rows().map(|own| own.2.plies.map(|plies| (plies as i32).to_le_bytes())),
                (-1i32).to_le_bytes(),
            ),
            optional(
                py,
                "visits",
                "int64",
                rows().map(|own| own.2.visits.map(|visits| (visits as i64).to_le_bytes())),
                (-1i64).to_le_bytes(),
            ),
            optional(
                py,
                "q",
                "float64",
                rows().map(|own| own.2.q.map(f64::to_le_bytes)),
                f64::NAN.to_le_bytes(),
            ),
        ]
    }

    /// Writes it as a Parquet file.
    fn save(&self, py: Python<'_>, path: &str, replace: bool) -> PyResult<()> {
        let save = || save(&self.truth, &Output::new(Path::new(path), replace)?);
        py.detach(save).raise(py)
    }
}

/// A move, and its value, exact, plies, visits and q.
type MoveRow = (
    Option<String>,
    (Option<f64>, bool, Option<u32>, Option<u64>, Option<f64>),
);

/// A state's text, ply, player and moves.
type StateRow = (String, u32, u8, Vec<MoveRow>);
