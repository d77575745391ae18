//! Flat Monte Carlo: as many random playouts after each move, and their mean.
//!
//! There is no tree. The work is cut into tasks with a chance of their own, so
//! the result is the same on any number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use plyscope_game::{
    Advice, Advised, Agent, Chance, Deadline, Error, Game, Limits, Payoffs, Score, Tally, Value,
    mix_all,
};

use crate::fit::refuse_hidden;
use crate::parallel::{Job, side_by_side};

/// How the sampler samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlatParams {
    /// Games to play out after each move; at least 1.
    pub playouts: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads that share the work; at least 1. Does not change the result.
    pub threads: usize,
}

impl Default for FlatParams {
    fn default() -> Self {
        Self {
            playouts: 1000,
            seed: 1,
            threads: 1,
        }
    }
}

/// The sampler as an agent.
///
/// A caller's limit on playouts is shared out evenly among the moves. Limits on
/// time and nodes (moves made in playouts) are looked at between rounds in which
/// every move gets the same number of playouts, so no move is sampled more than
/// another; a stop or the end of time inside a round discards that round.
#[derive(Clone, Debug)]
pub struct Flat {
    params: FlatParams,
}

/// Playouts per move in the first round; each round doubles, up to [`LAST_ROUND`].
const FIRST_ROUND: u64 = 64;
/// Keeps a round short enough for a stop to be heard.
const LAST_ROUND: u64 = 4096;

/// One round: so many playouts from each state, counted as round `number`.
struct Round {
    playouts: u64,
    number: u64,
    seed: u64,
}

impl Flat {
    /// # Errors
    /// When a parameter is out of range; says which.
    pub fn new(params: FlatParams) -> Result<Self, Error> {
        if params.playouts == 0 {
            return Err(Error::unsuited(
                "flat cannot advise on 0 playouts",
                "give at least `playouts=1`; 1000 per move is a good start",
            ));
        }
        if params.threads == 0 || params.threads > 1024 {
            return Err(Error::unsuited(
                format!("flat cannot run on {} threads", params.threads),
                "`threads` is from 1 to 1024",
            ));
        }
        Ok(Self { params })
    }

    /// Plays out from every state; gives the tallies, and whether a limit ended it early.
    fn sample<G: Game>(
        &self,
        game: &G,
        states: &[G::State],
        seed: u64,
        limits: &Limits,
    ) -> (Vec<Tally>, bool) {
        let mut tallies = vec![Tally::default(); states.len()];
        let callers = limits.playouts.map(|all| all / states.len().max(1) as u64);
        let most = callers.map_or(self.params.playouts, |all| all.min(self.params.playouts));
        let deadline = Deadline::of(limits);
        let mut left = most;
        for number in 0.. {
            let plies: u64 = tallies.iter().map(|tally| tally.plies).sum();
            if left == 0 || states.is_empty() {
                break;
            }
            limits.progress.tell(plies);
            if limits.nodes.is_some_and(|nodes| plies >= nodes) || deadline.is_over() {
                return (tallies, true);
            }
            let playouts = (FIRST_ROUND << number.min(32)).min(LAST_ROUND).min(left);
            let round = Round {
                playouts,
                number,
                seed,
            };
            let Some(played) = self.play(game, states, &round, &deadline) else {
                return (tallies, true);
            };
            for (tally, more) in tallies.iter_mut().zip(&played) {
                tally.merge(more);
            }
            left -= playouts;
        }
        (tallies, most < self.params.playouts)
    }

    /// One round on all threads; nothing if the deadline passed meanwhile.
    fn play<G: Game>(
        &self,
        game: &G,
        states: &[G::State],
        round: &Round,
        deadline: &Deadline,
    ) -> Option<Vec<Tally>> {
        let next = AtomicUsize::new(0);
        let work = &|| {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(state) = states.get(index) else {
                    return Some(done);
                };
                if deadline.is_over() {
                    return None;
                }
                let task = round.number << 32 | index as u64;
                let mut chance = Chance::for_task(round.seed, task);
                done.push((index, game.playouts(state, round.playouts, &mut chance)));
            }
        };
        let mut tallies = vec![Tally::default(); states.len()];
        let mut shares = vec![None; self.params.threads];
        let jobs = shares.iter_mut();
        side_by_side(
            jobs.map(|share| Box::new(move || *share = work()) as Job<'_>)
                .collect(),
        );
        for share in shares {
            for (index, tally) in share? {
                tallies[index] = tally;
            }
        }
        Some(tallies)
    }
}

impl<G: Game> Agent<G> for Flat {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let facts = game.facts();
        refuse_hidden("flat", game, state)?;
        let mover = game.mover(state);
        let next = Successors::of(game, state);
        let seed = mix_all(&[self.params.seed, game.key(state)]);
        let (tallies, cut_short) = self.sample(game, &next.open, seed, limits);
        let mut sampled = tallies.iter();
        let advised = |(mv, end): (G::Move, Option<Payoffs>)| {
            let tally = match end {
                Some(_) => None,
                None => sampled.next(),
            };
            let points = end.map(|payoffs| payoffs.of(mover));
            Advised {
                mv,
                score: match (points, tally) {
                    (Some(points), _) => Score::Exact {
                        points,
                        plies: Some(1),
                    },
                    (None, Some(tally)) if tally.playouts > 0 => {
                        Score::Estimate((tally.mean(mover) - facts.level()) as Value)
                    }
                    _ => Score::Unknown,
                },
                visits: Some(tally.map_or(0, |tally| tally.playouts)),
                mean: tally
                    .filter(|tally| tally.playouts > 0)
                    .map(|tally| tally.mean(mover) as Value),
            }
        };
        let moves = next.moves.into_iter().map(advised).collect();
        let mut advice = Advice::by_score(&facts, mover, moves);
        advice.nodes = tallies.iter().map(|tally| tally.plies).sum();
        advice.depth = Some(1);
        advice.cut_short = cut_short;
        Ok(advice)
    }

    fn reseed(&mut self, seed: u64) {
        self.params.seed = seed;
    }
}

/// What the moves of a state lead to.
struct Successors<G: Game> {
    /// Every move, with the payoffs where it ends the game.
    moves: Vec<(G::Move, Option<Payoffs>)>,
    /// The states after the moves that do not, in order.
    open: Vec<G::State>,
}

impl<G: Game> Successors<G> {
    fn of(game: &G, state: &G::State) -> Self {
        let mut open = Vec::new();
        let after = |mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let end = game.payoffs(&next);
            if end.is_none() {
                open.push(next);
            }
            (mv, end)
        };
        let moves = game.moves(state).map(after).collect();
        Self { moves, open }
    }
}
