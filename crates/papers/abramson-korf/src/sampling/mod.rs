//! Experiment 2, sampling: does a sampled expected outcome win games?
//!
//! In the paper a sampler met weighted squares on the 8×8 board, neither looking
//! ahead: 48 games won, 2 lost, 1,973 discs against 894, at up to an hour a move.
//! The paper's table of weights was not to be had; published tables stand in for it.

mod players;
mod tally;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plyscope_arena::{Contest, Contestant, Format, Openings, Rules, Schedule};
use plyscope_eval::expected_outcome::StopRule;
use plyscope_game::any::{AgentOf, AnyAgent, Hidden};
use plyscope_game::{Error, Limits, Stop, mix_all};
use plyscope_othello::tables::{SquareTable, table};
use plyscope_othello::{Othello, Payoff};
use serde::Serialize;

pub use tally::{Match, PaperMatch, PlayoutEffort, SampledSpan, SamplerScore};

use tally::Games;

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SamplingParams {
    /// Games of each match, an even number; the paper's 50 are the first of them.
    pub games: u64,
}

/// One match.
struct Pairing {
    sampler: &'static str,
    rule: StopRule,
    table: &'static str,
}

/// The paper's rule against two tables, and a race against the first of them.
const PAIRINGS: [Pairing; 3] = [
    Pairing {
        sampler: "paper's rule",
        rule: StopRule::Converge,
        table: "norvig",
    },
    Pairing {
        sampler: "paper's rule",
        rule: StopRule::Converge,
        table: "sixty-four",
    },
    Pairing {
        sampler: "racing",
        rule: StopRule::Race,
        table: "norvig",
    },
];

/// Steps of progress in all.
pub(super) fn steps(params: &SamplingParams) -> u64 {
    PAIRINGS.len() as u64 * params.games
}

/// Plays the matches; those not begun before `stop` is raised are left out.
///
/// # Errors
/// When no match of so many games can be played.
pub(super) fn run(
    params: &SamplingParams,
    seed: u64,
    threads: usize,
    stop: &Stop,
    tick: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Match>, Error> {
    let mut matches = Vec::new();
    for (number, pairing) in PAIRINGS.iter().enumerate() {
        if stop.is_raised() {
            break;
        }
        let seed = mix_all(&[seed, number as u64]);
        matches.push(pairing.play(params.games, seed, threads, stop, tick)?);
    }
    Ok(matches)
}

impl Pairing {
    fn play(
        &self,
        games: u64,
        seed: u64,
        threads: usize,
        stop: &Stop,
        tick: &(dyn Fn(u64) + Sync),
    ) -> Result<Match, Error> {
        let rules = Arc::new(Othello::<8>::new(Payoff::Discs {
            empties_to_winner: false,
        }));
        let game = Hidden::shared(Arc::clone(&rules));
        let table = table(self.table).expect("a table on the list");
        let playouts = Arc::new(AtomicU64::new(0));
        let contest = Contest {
            game: &*game,
            contestants: self.contestants(&rules, table, &playouts),
            schedule: Schedule::new(Format::RoundRobin, 2, games)?,
            openings: Openings::start(&*game),
            rules: Rules::default(),
            verdict: None,
            until: None,
            seed,
            threads,
            stop: stop.clone(),
        };
        let played = Games::new(tick);
        contest.run(Vec::new(), &played)?;
        let playouts = playouts.load(Ordering::Relaxed);
        Ok(played.total(self.sampler, table, playouts))
    }

    /// The sampler, and who it meets.
    fn contestants<'a>(
        &self,
        rules: &Arc<Othello<8>>,
        table: &'static SquareTable,
        playouts: &Arc<AtomicU64>,
    ) -> Vec<Contestant<'a>> {
        let rule = self.rule;
        let (playouts, game) = (Arc::clone(playouts), Arc::clone(rules));
        let sampler = Contestant {
            name: format!("sampler, {}", self.sampler),
            make: Box::new(move |seed| {
                let agent = players::sampler(players::params(rule, seed), &playouts)?;
                let agent: Box<dyn AnyAgent> = Box::new(AgentOf::new(Arc::clone(&game), agent));
                Ok(agent)
            }),
            limits: Limits::best_move(),
        };
        let name = format!("weighted squares, {}", self.table);
        let squares = Contestant::new(rules, name, move |_| players::squares(table));
        vec![sampler, squares]
    }
}
