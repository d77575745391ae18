//! H.-C. Lin and C. van Lent, "Win, Lose, or Get Out the Way" (AAAI 2008): their
//! two-tier agent on the 8×8 board at depths 8 and 10, against named opponents.
//!
//! The paper has people as opponents; here programs take their place, so that
//! anybody can play the games again. [`run`] gives the same games for the same
//! [`PaperParams`] on every machine; only the times differ.

use plyscope_connect4::EightByEight;
use plyscope_game::{Error, Stop};
use plyscope_solver_connect4::two_tier::{Goal, TwoTier, TwoTierParams};
use serde::Serialize;

mod contest;
mod opponents;
mod report;
#[cfg(test)]
mod tests;
mod text;

pub use opponents::PaperOpponent;
pub use report::{ContestTotal, OpponentAbout, PaperResult, Report, SearchEffort, SearchTrial};

use contest::{Pairing, Round};

/// What can be chosen about the experiment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PaperParams {
    /// Where all chance begins.
    pub seed: u64,
    /// Games against each opponent, the agent moving first in every other one; the paper's 30.
    pub games: u32,
    /// Plies by chance at the start, the same for both games of a pair; at most [`Self::MAX_OPENING`].
    pub opening: u32,
    /// Moves that the agent looks ahead, one trial each; the paper's 8 and 10.
    pub depths: Vec<u32>,
    /// Playouts per move of the Monte Carlo opponent.
    pub playouts: u64,
}

impl PaperParams {
    /// Nobody can have won earlier.
    pub const MAX_OPENING: u32 = 6;

    fn check(&self) -> Result<(), Error> {
        if self.opening > Self::MAX_OPENING {
            return Err(Error::unsuited(
                format!("an opening of {} plies may already be over", self.opening),
                format!("`opening` is 0 to {}", Self::MAX_OPENING),
            ));
        }
        if self.games == 0 || self.depths.is_empty() {
            return Err(Error::unsuited(
                "there is nothing to play",
                "give at least one game and one depth",
            ));
        }
        Ok(())
    }
}

impl Default for PaperParams {
    fn default() -> Self {
        Self {
            seed: 1,
            games: 30,
            opening: 2,
            depths: vec![8, 10],
            playouts: 2000,
        }
    }
}

/// How far the experiment has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaperProgress {
    /// Games that are finished.
    pub done: u32,
    /// Games in all.
    pub of: u32,
    /// What is being played, in a few words.
    pub what: String,
}

/// Plays the games. Once `stop` is raised the game in hand is given up, and
/// the report holds what was finished before.
///
/// # Errors
/// When a parameter is out of range.
pub fn run(
    params: &PaperParams,
    stop: &Stop,
    progress: &mut dyn FnMut(&PaperProgress),
) -> Result<Report, Error> {
    params.check()?;
    let agents = agents(params);
    let mut told = PaperProgress {
        done: 0,
        of: (agents.len() * PaperOpponent::ALL.len()) as u32 * params.games,
        what: String::new(),
    };
    let mut trials = Vec::new();
    for agent in agents {
        let mut trial = SearchTrial::new(agent.depth, goal_name(agent.goal));
        for opponent in PaperOpponent::ALL {
            told.what = format!(
                "depth {}, {}, against {}",
                trial.depth,
                trial.goal,
                opponent.name()
            );
            let pairing = Pairing { agent, opponent };
            let contest = play_match(params, &pairing, stop, &mut |games| {
                progress(&PaperProgress {
                    done: told.done + games,
                    ..told.clone()
                });
            })?;
            told.done += contest.games;
            trial.add(contest);
        }
        trials.push(trial);
    }
    let about = |opponent: PaperOpponent| OpponentAbout {
        name: opponent.name().to_owned(),
        about: opponent.about(params),
    };
    Ok(Report {
        params: params.clone(),
        finished: told.done == told.of,
        trials,
        opponents: PaperOpponent::ALL.map(about).to_vec(),
    })
}

/// The agent of every trial: each depth, and the first depth with the other goal.
fn agents(params: &PaperParams) -> Vec<TwoTierParams> {
    let goal = Goal::Dominance;
    let dominance = params.depths.iter();
    let mut agents: Vec<_> = dominance
        .map(|&depth| TwoTierParams { depth, goal })
        .collect();
    agents.push(TwoTierParams {
        depth: params.depths[0],
        goal: Goal::Interaction {
            give_up_wins: false,
        },
    });
    agents
}

fn goal_name(goal: Goal) -> &'static str {
    match goal {
        Goal::Dominance => "dominance",
        Goal::Interaction { .. } => "interaction",
    }
}

/// All games of one agent against one opponent.
fn play_match(
    params: &PaperParams,
    pairing: &Pairing,
    stop: &Stop,
    progress: &mut dyn FnMut(u32),
) -> Result<ContestTotal, Error> {
    let game = EightByEight::default();
    let mut agent = TwoTier::new(pairing.agent)?;
    let mut contest = ContestTotal::new(pairing.opponent.name());
    for number in 0..params.games {
        progress(number);
        let round = Round {
            game: &game,
            params,
            number,
            stop,
        };
        let mut opponent = pairing.make_opponent(params, number)?;
        let Some(played) = round.play(&mut agent, &mut *opponent)? else {
            break;
        };
        contest.add(&played);
    }
    progress(contest.games);
    Ok(contest)
}
