//! Experiment 3, learning: are coefficients found by regression as good as an expert's?
//!
//! In the paper members of the weighted-squares family met, 100 games a pair at
//! each lookahead from 0 to 3: two with coefficients by experts, two learned
//! from sampled expected outcome, one learned from expected disc differential,
//! and some with random coefficients.

mod coefficients;
mod findings;
mod standing;
mod tournament;

use plyscope_game::{AgentError, Stop};
use rayon::ThreadPool;
use serde::Serialize;

pub use coefficients::{Coefficients, Learned, Source};
pub use findings::{Finding, Gap, SAME, Verdict};
pub use standing::{Encounter, Standing};
pub use tournament::{Level, OPENING_PLIES};

use super::told;
use findings::findings;

/// How much is learned from, and how much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LearningParams {
    /// States in each sample that coefficients are learned from.
    pub states: u32,
    /// Games between each two at each lookahead, an even number; at least 4, as one pair of games has no spread.
    pub games: u64,
}

/// The lookaheads of the paper: how many moves beyond its own a player looks.
pub const LOOKAHEADS: [u32; 4] = [0, 1, 2, 3];

/// All of experiment 3.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Learning {
    /// Who plays, and with which coefficients.
    pub players: Vec<Coefficients>,
    /// What was played at each lookahead; those not finished are left out.
    pub levels: Vec<Level>,
    /// All these games together; nothing if there are none.
    pub all: Option<Standing>,
    /// What the paper found, held against our numbers.
    pub findings: Vec<Finding>,
}

/// Steps of progress in all: states labelled and games played.
pub(super) fn steps(params: &LearningParams) -> u64 {
    coefficients::steps(params) + LOOKAHEADS.len() as u64 * tournament::games(params)
}

/// Learns and plays; nothing if stopped before everything is learned.
///
/// # Errors
/// When coefficients cannot be learned from so few states, or no tournament of so many games be played.
pub(super) fn run(
    params: &LearningParams,
    seed: u64,
    pool: &ThreadPool,
    stop: &Stop,
    tick: &(dyn Fn(u64) + Sync),
) -> Result<Option<Learning>, AgentError> {
    if params.games < 4 {
        let what = format!("{} games rate nobody", params.games);
        return Err(AgentError::new(what, "play 4 or more"));
    }
    let players = pool.install(|| coefficients::all(params, seed, stop, tick))?;
    let Some(players) = players else {
        return Ok(None);
    };
    let threads = pool.current_num_threads();
    let mut levels = Vec::new();
    for lookahead in LOOKAHEADS {
        let play = tournament::Play {
            players: &players,
            lookahead,
            games: params.games,
            seed,
            threads,
        };
        levels.extend(play.run(stop, tick).map_err(told)?);
    }
    let all = Standing::together(players.len(), &levels);
    let findings = all
        .as_ref()
        .map_or(Vec::new(), |all| findings(&players, all));
    Ok(Some(Learning {
        players,
        levels,
        all,
        findings,
    }))
}
