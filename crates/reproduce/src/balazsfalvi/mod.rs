//! G. Balázsfalvi, "A solution for building evaluation functions in two player games" (2004),
//! theirs beside ours.
//!
//! Weights of amoba and of chess are found by games, as the paper did and by a
//! variant that learns from all games; what was found plays matches; the paper's
//! own game is looked at move by move; and its claims are held against all that.
//! Everything goes by names and specs, so that each part is also a command.

pub mod amoba;
pub mod appendix;
pub mod chess;
mod claims;
mod lab;
mod page;
mod pictures;
pub mod shards;
#[cfg(test)]
mod tests;

use std::path::Path;

use plyscope_game::{Error, ErrorKind, Stop};
use plyscope_learn::genetic::Variant;
use plyscope_workbench::Registry;
use serde::Serialize;

use amoba::{AmobaFound, AmobaParams};
use chess::{ChessFound, ChessParams};
pub use claims::{Claim, ClaimVerdict};
use lab::Lab;
pub use lab::{LabTrial, MatchResult, TrialBudget};
pub use page::PICTURES;
use shards::Mode;

/// What can be chosen about the experiments.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PaperParams {
    /// Where all chance begins.
    pub seed: u64,
    /// Amoba.
    pub amoba: AmobaParams,
    /// Chess.
    pub chess: ChessParams,
}

fn effort(runs: u32, population: usize, generations: u32, by: &str) -> TrialBudget {
    TrialBudget {
        runs,
        population,
        generations,
        hall: 8,
        replay: 20,
        by: by.to_string(),
    }
}

/// The same with few games of the replay.
fn quick_effort(runs: u32, generations: u32, by: &str) -> TrialBudget {
    TrialBudget {
        hall: 4,
        replay: 10,
        ..effort(runs, 6, generations, by)
    }
}

impl PaperParams {
    /// All that is promised, in less than an hour of two cores.
    #[must_use]
    pub fn full(seed: u64) -> Self {
        let deep = "negascout:depth=3,table=0";
        let shallow = "negascout:depth=2,table=0";
        Self {
            seed,
            amoba: AmobaParams {
                three: effort(3, 10, 20, shallow),
                more: effort(2, 10, 20, shallow),
                games: 400,
                asked: "negascout:depth=3".to_string(),
            },
            chess: ChessParams {
                material: effort(4, 10, 40, deep),
                attack: effort(2, 10, 30, deep),
                games: 800,
                deep_games: 200,
                deep: 5,
            },
        }
    }

    /// A first impression.
    #[must_use]
    pub fn quick(seed: u64) -> Self {
        let shallow = "negascout:depth=2,table=0";
        let one = "negascout:depth=1,table=0";
        Self {
            seed,
            amoba: AmobaParams {
                three: quick_effort(2, 8, one),
                more: quick_effort(1, 8, one),
                games: 40,
                asked: "negascout:depth=2".to_string(),
            },
            chess: ChessParams {
                material: quick_effort(2, 12, shallow),
                attack: quick_effort(1, 12, shallow),
                games: 60,
                deep_games: 20,
                deep: 3,
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
    /// Amoba.
    pub amoba: AmobaFound,
    /// Chess.
    pub chess: ChessFound,
}

/// How far the experiments have come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaperProgress {
    /// Games that are played.
    pub done: u64,
    /// Games in all.
    pub of: u64,
    /// What is being done, in a few words.
    pub what: String,
}

/// How to run.
pub struct Run<'a> {
    /// Where games and players come from.
    pub registry: &'a Registry,
    /// Cores to use; numbers do not depend on it.
    pub threads: usize,
    /// Raised to end early, with what is known by then.
    pub stop: Stop,
    /// A folder for the games, from which the same run goes on after an interruption.
    pub keep: Option<&'a Path>,
    /// Told of every game.
    pub progress: &'a (dyn Fn(&PaperProgress) + Sync),
}

/// Games of the searches of an effort, for both variants.
fn games_of(effort: &TrialBudget) -> u64 {
    let variants = Variant::ALL.into_iter();
    let games = variants.map(|variant| lab::genetic(effort, variant, 1).games());
    u64::from(effort.runs) * games.sum::<u64>()
}

/// Runs the experiments.
///
/// # Errors
/// When a game or player is not in the registry, or games cannot be kept.
pub fn run(params: &PaperParams, run: &Run<'_>) -> Result<Report, Error> {
    run_as(params, run, Mode::Whole)
}

/// The same, or a part of it.
fn run_as(params: &PaperParams, run: &Run<'_>, mode: Mode<'_>) -> Result<Report, Error> {
    let steps = params.amoba.steps() + params.chess.steps();
    let lab = Lab::new(run, params.seed, steps, mode);
    let mut report = Report {
        params: params.clone(),
        finished: false,
        amoba: AmobaFound::default(),
        chess: ChessFound::default(),
    };
    let done = amoba::run(&lab, &params.amoba, &mut report.amoba)
        .and_then(|()| chess::run(&lab, &params.chess, &mut report.chess));
    match done {
        Ok(()) => report.finished = true,
        // What is known by then is worth a page.
        Err(error) if error.kind == ErrorKind::Stopped => {}
        Err(error) => return Err(error),
    }
    Ok(report)
}
