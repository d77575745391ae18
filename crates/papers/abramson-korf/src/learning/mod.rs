//! Experiment 3, learning: are coefficients found by regression as good as an expert's?
//!
//! In the paper members of the weighted-squares family met, 100 games per pair at
//! each lookahead from 0 to 3: two with coefficients by experts, two learned
//! from sampled expected outcome, one learned from expected disc differential,
//! and some with random coefficients.

mod coefficients;
mod findings;
mod standing;
mod tournament;

use plyscope_game::{Error, Stop};
use plyscope_parallel::Threads;
use serde::Serialize;

pub use coefficients::{CoefficientSource, Coefficients, LearnedTable};
pub use findings::{Gap, PaperFinding, SAME, Support};
pub use standing::{Standing, TablesMet};
pub use tournament::{DepthLevel, LOOKAHEADS, OPENING_PLIES, Tournament};

/// How much is learned from, and how much is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LearningParams {
    /// States in each sample that coefficients are learned from.
    pub states: u32,
    /// Tournaments: of each, the games between every two players at each lookahead, an even number; at least 4, as one pair of games has no spread.
    pub games: Vec<u64>,
}

/// All of experiment 3.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Learning {
    /// Who plays, and with which coefficients.
    pub players: Vec<Coefficients>,
    /// What they played, tournaments not finished being left out; a longer one begins with the games of a shorter one.
    pub tournaments: Vec<Tournament>,
}

/// Steps of progress in all: states labelled and games played.
pub(super) fn steps(params: &LearningParams) -> u64 {
    let games = params.games.iter().map(|&games| tournament::games(games));
    coefficients::steps(params) + games.sum::<u64>()
}

/// Learns and plays; nothing if stopped before everything is learned.
///
/// # Errors
/// When coefficients cannot be learned from so few states, or no tournament of so many games be played.
pub(super) fn run(
    params: &LearningParams,
    seed: u64,
    threads: &Threads,
    stop: &Stop,
    tick: &(dyn Fn(u64) + Sync),
) -> Result<Option<Learning>, Error> {
    if let Some(games) = params.games.iter().find(|&&games| games < 4) {
        let what = format!("{games} games rate nobody");
        return Err(Error::unsuited(what, "play 4 or more"));
    }
    let players = threads.run(|| coefficients::all(params, seed, stop, tick))?;
    let Some(players) = players else {
        return Ok(None);
    };
    let mut tournaments = Vec::new();
    for &games in &params.games {
        let play = tournament::Play {
            players: &players,
            games,
            seed,
            threads: threads.count(),
        };
        tournaments.extend(play.run(stop, tick)?);
    }
    Ok(Some(Learning {
        players,
        tournaments,
    }))
}
