//! What is to be climbed, by which method, and what it may cost.

use std::path::Path;
use std::time::Duration;

use plyscope_game::Limits;
use plyscope_truth::Benchmark;

use crate::{Budget, LearnProgress, OpeningsOrder, StateFilter};

/// Games between the two sides of SPSA per step, unless told otherwise.
pub const USUAL_GAMES_PER_STEP: u64 = 8;

/// How candidates are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClimbMethod {
    /// CMA-ES.
    Cma,
    /// SPSA.
    Spsa,
}

impl ClimbMethod {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cma => "cma",
            Self::Spsa => "spsa",
        }
    }
}

/// What tells how good a candidate is.
pub enum Fitness<'a> {
    /// Games between candidates.
    Games,
    /// A metric on a benchmark.
    Judge {
        /// The benchmark.
        benchmark: &'a Benchmark,
        /// What it is called.
        name: &'a str,
        /// A digest of its file.
        digest: Option<String>,
        /// The metric by name, or `NAME=EXPRESSION`.
        metric: &'a str,
        /// Which of its states.
        filter: &'a StateFilter,
    },
}

/// Weights to be found by climbing.
pub struct ClimbOrder<'a> {
    /// How candidates are made.
    pub method: ClimbMethod,
    /// What tells how good one is.
    pub fitness: Fitness<'a>,
    /// What it may cost; the usual amount if not given.
    pub budget: Option<Budget>,
    /// Candidates per generation of CMA-ES.
    pub population: Option<usize>,
    /// The first step size, in spreads of the features.
    pub step: Option<f64>,
    /// Games between the two sides of SPSA per step; an even number.
    pub games: u64,
    /// The feature set; the game's first if not given.
    pub features: Option<&'a str>,
    /// Only these features of it; all if there are none.
    pub only: &'a [String],
    /// The player; the weights are its evaluator, so that it names none.
    pub by: &'a str,
    /// Where games begin.
    pub openings: OpeningsOrder,
    /// A game of so many plies is a draw.
    pub max_plies: Option<u32>,
    /// A weights file to start from.
    pub start: Option<&'a Path>,
    /// Limits for each move, and the flag that stops the run.
    pub limits: Limits,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// Where games are kept until the weights are written.
    pub journal: Option<&'a Path>,
    /// CPU time of the process.
    pub cpu_time: &'a (dyn Fn() -> Duration + Sync),
    /// Told how far the work is.
    pub progress: &'a (dyn Fn(&LearnProgress<'_>) + Sync),
}
