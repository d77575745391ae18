//! Judging heuristics against a benchmark.

use plyscope_game::Limits;
use plyscope_judge::judgement::Judgement as Found;
use plyscope_judge::predict::StateWeights;
use plyscope_judge::report::{PageSource, html, metric_svg};
use plyscope_judge::{Grouping, sheet};
use plyscope_truth::player_name;
use plyscope_workbench::{
    JudgeOrder, JudgeRun, Judging, StateFilter, judge as judge_all, usual_heuristics,
};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::benchmark::Benchmark;
use crate::errors::Raise;
use crate::work;

/// What heuristics were found to be worth.
#[pyclass(frozen, module = "plyscope._plyscope")]
pub(crate) struct Judgement {
    found: Found,
    /// The state, its ply and its player of every row of a sheet.
    states: Vec<(usize, u32, &'static str)>,
    /// For every heuristic the scores of every metric on every state.
    scores: Vec<Vec<Vec<Option<f64>>>>,
}

#[pymethods]
impl Judgement {
    /// All of it, as `plyscope judge --json` prints it.
    fn json(&self) -> String {
        serde_json::to_string(&self.found).expect("a judgement is plain data")
    }

    /// The report: a page that needs nothing else.
    fn page(&self, py: Python<'_>) -> String {
        let page = PageSource {
            command: String::new(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        py.detach(|| html(&self.found, &page))
    }

    /// One metric of all heuristics as SVG; nothing if it was not computed.
    fn svg(&self, metric: &str) -> Option<String> {
        metric_svg(&self.found, metric)
    }

    /// What the truth is made of, in words.
    fn truth(&self) -> String {
        self.found.truth_in_words()
    }

    /// The number, ply and player of every judged state.
    fn states(&self) -> Vec<(usize, u32, &'static str)> {
        self.states.clone()
    }

    /// The scores of one heuristic, a list per metric.
    fn scores(&self, heuristic: usize) -> Option<Vec<Vec<Option<f64>>>> {
        self.scores.get(heuristic).cloned()
    }
}

/// Holds heuristics, texts of specs or names of functions, against a benchmark.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    reason = "each is an argument of the package's"
)]
pub(crate) fn judge(
    py: Python<'_>,
    benchmark: &Benchmark,
    heuristics: Vec<String>,
    functions: &Bound<'_, PyList>,
    metrics: Vec<String>,
    by: &str,
    condition: Option<&str>,
    worst: usize,
    seed: u64,
    nodes: Option<u64>,
    time: Option<f64>,
    threads: Option<usize>,
) -> PyResult<Judgement> {
    let call = work::Call::new(functions)?;
    let filter = StateFilter {
        condition: condition
            .map(StateFilter::condition)
            .transpose()
            .raise(py)?,
        ..StateFilter::default()
    };
    let run = JudgeRun {
        seed,
        limits: call.limits(py, Limits::every_move(), nodes, time)?,
        threads: work::threads(threads),
        progress: &|| (),
    };
    call.run(py, &benchmark.truth.meta.game, |game| {
        let heuristics = if heuristics.is_empty() {
            usual_heuristics(game)
        } else {
            heuristics
        };
        let order = JudgeOrder {
            heuristics: &heuristics,
            metrics: &metrics,
            filter: &filter,
            grouping: grouping(by),
            worst,
            name: &benchmark.name,
            weights: StateWeights::Equal,
            run,
        };
        let judging = judge_all(game, &benchmark.truth, &order)?;
        Ok(Judgement::of(judging))
    })
}

fn grouping(by: &str) -> Grouping {
    match by {
        "phase" => Grouping::Phase,
        "player" => Grouping::Player,
        "all" => Grouping::All,
        _ => Grouping::Ply,
    }
}

impl Judgement {
    /// With the score of every heuristic on every state by every metric.
    fn of(judging: Judging) -> Self {
        let truths = &judging.truths;
        let row = |own: &plyscope_judge::TruthRow| (own.state_id, own.ply, player_name(own.player));
        let scores = judging.entries.iter().map(|own| {
            let columns = sheet(truths, &own.guesses, &judging.metrics);
            columns
                .iter()
                .map(|own| own.scores.iter().collect())
                .collect()
        });
        Self {
            states: truths.rows.iter().map(row).collect(),
            scores: scores.collect(),
            found: judging.judgement,
        }
    }
}
