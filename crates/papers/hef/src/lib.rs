//! N. Nešić and S. Schiffel, "Heuristic Function Evaluation Framework" (CG 2016), theirs beside ours.
//!
//! The paper asks which metrics of a heuristic keep their meaning when the worth of moves comes
//! from tree search instead of a solver. The same states of Connect Four, solved and searched with
//! two budgets, are inside the program; each file here holds one of the paper's answers against
//! them. Games and heuristics come from the registry, so the same is asked of other games
//! ([`run_more_games`]), of other searches ([`run_settings`]) and of the paper's whole budgets
//! ([`run_whole`]). The same seed gives the same numbers on any number of threads.
//!
//! ```no_run
//! // Section 4, from the benchmarks that ship.
//! let registry = plyscope_standard::registry();
//! let report = plyscope_hef::run(&registry, 1, 2)?;
//! for finding in &report.findings {
//!     println!("{:?}", finding.verdict);
//! }
//! # Ok::<(), plyscope_game::Error>(())
//! ```

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
mod labels;
mod more;
mod ordering;
mod page;
mod settings;
mod study;
mod survival;
mod verdicts;
mod whole;

#[cfg(test)]
mod tests;

use plyscope_game::Error;
use plyscope_parallel::Threads;
use plyscope_workbench::{NamedGame, Registry};
use serde::Serialize;

pub use best::{Best, BestRule, Sets, Strict};
pub use classify::{Categories, Categorised, Classified, Classifier, Guessed};
pub use curve::{PlyCurve, PlyPoint};
use data::Data;
pub use data::TruthBenchmark;
pub use differential::{Differential, Gain, StandIn, StandInWay};
pub use expected::{On, ScoreLevel, Scores};
pub use findings::{FindingVerdict, PaperFinding};
pub use follow::{Follow, WithInterval};
use heuristics::{NamedSpec, OF_CONNECT4};
pub use more::{MoreFound, MoreGame, MoreGames, run_more_games};
pub use ordering::{Key, OrderFound, Ordered, Orders};
pub use page::PICTURES;
pub use plyscope_plot::page::{Page, Picture};
pub use settings::{Setting, SettingFound, Settings, run_settings};
pub use study::{
    Beyond, Footing, GameStudy, GridCell, HeuristicGrid, STUDY_PICTURES, SteeredMatch, Study,
    StudyGame, StudyHeuristic, StudyParams, StudyProgress, StudyRun, run_study,
};
pub use survival::{Left, Survival};
pub use whole::{PaperBudget, run_whole};

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
    pub sources: Vec<TruthBenchmark>,
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
    pub findings: Vec<PaperFinding>,
}

/// The game of the paper's section 4.
const CONNECT4: &str = "connect4";

/// Computes section 4 from the benchmarks inside the program.
///
/// # Errors
/// When no threads can be started, or the registry lacks Connect Four or its heuristics.
pub fn run(registry: &Registry, seed: u64, threads: usize) -> Result<Report, Error> {
    let game = registry.open(CONNECT4)?;
    let data = Data::of(&game, &data::solved(), data::shipped())?;
    on_threads(threads, || report_of(&game, &OF_CONNECT4, data, seed))
}

/// Runs on so many threads.
fn on_threads<T: Send>(
    threads: usize,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> Result<T, Error> {
    Threads::new(threads)?.run(work)
}

fn report_of(
    game: &NamedGame,
    specs: &[NamedSpec],
    data: Data,
    seed: u64,
) -> Result<Report, Error> {
    let heuristics = heuristics::all(game, specs, &data, seed)?;
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
    Ok(report)
}
