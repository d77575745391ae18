//! B. Abramson and R. E. Korf, "A Model of Two-Player Evaluation Functions" (AAAI 1987),
//! theirs beside ours.
//!
//! [`decision`] is the first of the paper's experiments, [`sampling`] the second and
//! [`learning`] the third. Each gives plain data; [`Report::page`] makes text, tables and pictures of them. The same
//! [`PaperParams`] give the same numbers on any number of threads; only times differ.
//!
//! ```no_run
//! use plyscope_abramson_korf::{PaperParams, Run, run};
//! use plyscope_game::Stop;
//!
//! let how = Run { threads: 2, stop: Stop::default(), progress: &|_| () };
//! let report = run(&PaperParams::quick(1), &how)?;
//! println!("{}", report.page("plyscope reproduce abramson-korf --quick").text);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

pub mod decision;
mod for_result;
mod graph;
pub mod learning;
mod page;
pub mod sampling;

#[cfg(test)]
mod tests;

use std::sync::Mutex;

use plyscope_game::{Error, Stop};
use plyscope_parallel::Threads;
use serde::Serialize;

use decision::{Decision, LateParams};
use learning::{Learning, LearningParams};
pub use page::{PICTURES, Page, Picture};
use sampling::{Match, SamplingParams};

/// What can be chosen about the experiments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PaperParams {
    /// Where all chance begins.
    pub seed: u64,
    /// Which states of 6×6 Othello are looked at.
    pub late: LateParams,
    /// How many games samplers play.
    pub sampling: SamplingParams,
    /// How much is learned from, and how much those who learned play.
    pub learning: LearningParams,
}

impl PaperParams {
    /// All that is promised, in minutes.
    #[must_use]
    pub fn full(seed: u64) -> Self {
        Self {
            seed,
            late: LateParams {
                fewest: 3,
                most: 12,
                states: 400,
            },
            sampling: SamplingParams { games: 2000 },
            learning: LearningParams {
                states: 20_000,
                games: vec![100, 500],
            },
        }
    }

    /// A first impression.
    #[must_use]
    pub fn quick(seed: u64) -> Self {
        Self {
            seed,
            late: LateParams {
                fewest: 3,
                most: 9,
                states: 200,
            },
            sampling: SamplingParams { games: 60 },
            learning: LearningParams {
                states: 5000,
                games: vec![40],
            },
        }
    }
}

/// What came out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// What was chosen.
    pub params: PaperParams,
    /// Whether nothing is missing.
    pub finished: bool,
    /// Experiment 1.
    pub decision: Decision,
    /// Experiment 2.
    pub sampling: Vec<Match>,
    /// Experiment 3; nothing if stopped before.
    pub learning: Option<Learning>,
}

/// How far the experiments have come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaperProgress {
    /// Steps that are finished: a game known whole, a state looked at, a game played.
    pub done: u64,
    /// Steps in all.
    pub of: u64,
    /// What is being done, in a few words.
    pub what: &'static str,
}

/// How to run.
pub struct Run<'a> {
    /// Cores to use; numbers do not depend on it.
    pub threads: usize,
    /// Raised to end early, with what is known by then.
    pub stop: Stop,
    /// Told of every step.
    pub progress: &'a (dyn Fn(&PaperProgress) + Sync),
}

/// Runs the experiments.
///
/// # Errors
/// When a parameter is out of range, no threads can be started, or there is not enough memory.
pub fn run(params: &PaperParams, run: &Run<'_>) -> Result<Report, Error> {
    let threads = Threads::new(run.threads)?;
    let steps = decision::steps(&params.late)
        + sampling::steps(&params.sampling)
        + learning::steps(&params.learning);
    let now = Mutex::new(PaperProgress {
        done: 0,
        of: steps,
        what: "decision quality",
    });
    let tick = |done| {
        let mut now = now.lock().expect("nobody panics while telling");
        now.done += done;
        (run.progress)(&now);
    };
    tick(0);
    let decision = threads.run(|| decision::run(&params.late, params.seed, &run.stop, &tick))?;
    let begin = |what| {
        now.lock().expect("nobody panics while telling").what = what;
        tick(0);
    };
    begin("sampling");
    let sampling = sampling::run(&params.sampling, params.seed, run.threads, &run.stop, &tick)?;
    begin("learning");
    let learning = learning::run(&params.learning, params.seed, &threads, &run.stop, &tick)?;
    Ok(Report {
        params: params.clone(),
        finished: !run.stop.is_raised(),
        decision,
        sampling,
        learning,
    })
}
