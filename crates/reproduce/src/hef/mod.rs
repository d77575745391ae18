//! N. Nešić and S. Schiffel, "Heuristic Function Evaluation Framework" (CG 2016), theirs beside ours.
//!
//! The paper asks which metrics of a heuristic keep their meaning when the worth of moves comes
//! from tree search instead of a solver. The same states of Connect Four, solved and searched with
//! two budgets, are inside the program; each file here holds one of the paper's answers against
//! them. The same seed gives the same numbers on any number of threads.

#![allow(
    clippy::float_cmp,
    reason = "equal values are ties, and only equal ones"
)]

mod best;
mod classify;
mod curve;
mod data;
mod differential;
mod expected;
mod export;
mod findings;
mod follow;
mod heuristics;
mod ordering;
mod page;
mod settings;
mod study;
mod survival;

#[cfg(test)]
mod tests;

use plyscope_game::Error;
use serde::Serialize;

pub use best::{Best, Rule, Sets, Strict};
pub use classify::{Categories, Categorised, Classified, Classifier, Guessed};
pub use curve::{Curve, CurvePoint};
use data::Data;
pub use data::Source;
pub use differential::{Differential, Gain, StandIn, Way};
pub use expected::{Level, On, Scores};
pub use findings::{Finding, Verdict};
pub use follow::{Estimate, Follow};
pub use ordering::{Key, Order, Ordered, Orders};
pub use page::PICTURES;
pub use plyscope_plot::page::{Page, Picture};
pub use settings::{Setting, SettingFound, Settings, run_settings};
pub use study::{
    Beyond, Cell, Footing, GameStudy, Grid, Held, Played, STUDY_PICTURES, Study, StudyGame,
    StudyParams, StudyProgress, StudyRun, run_study,
};
pub use survival::{Left, Survival};

/// What came out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The seed of all random choices: resamples, folds and the noise heuristic.
    pub seed: u64,
    /// States in each benchmark.
    pub states: usize,
    /// Their moves.
    pub moves: usize,
    /// The benchmarks, the solved one first.
    pub sources: Vec<Source>,
    /// Figure 1a.
    pub differential: Differential,
    /// Figure 1b.
    pub best: Best,
    /// Section 4.3.
    pub expected: Vec<Scores>,
    /// Section 4.4, the order of moves.
    pub order: Orders,
    /// Section 4.4, the value of moves.
    pub category: Categories,
    /// What is left of every metric.
    pub survivals: Vec<Survival>,
    /// The paper's statements.
    pub findings: Vec<Finding>,
}

/// Computes everything.
///
/// # Errors
/// When no threads can be started.
pub fn run(seed: u64, threads: usize) -> Result<Report, Error> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| {
            let what = format!("no threads can be started: {error}");
            Error::unsuited(what, "ask for fewer with --threads")
        })?;
    Ok(pool.install(|| report(seed)))
}

fn report(seed: u64) -> Report {
    report_of(Data::shipped(), seed)
}

fn report_of(data: Data, seed: u64) -> Report {
    let heuristics = heuristics::all(&data, seed);
    let mut report = Report {
        seed,
        states: data.plies.len(),
        moves: data.moves(),
        differential: differential::run(&data, seed),
        best: best::run(&data, &heuristics, seed),
        expected: expected::run(&data, &heuristics, seed),
        order: ordering::run(&data, &heuristics, seed),
        category: classify::run(&data, &heuristics, seed),
        sources: data.sources,
        survivals: Vec::new(),
        findings: Vec::new(),
    };
    report.survivals = survival::all(&report);
    report.findings = findings::all(&report, &report.survivals);
    report
}
