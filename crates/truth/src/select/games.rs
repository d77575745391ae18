//! States out of games: random ones, or those of agents.
//!
//! Game number `n` is played with random numbers of its own, derived from the seed and
//! `n`; games are played in parallel and used in the order of their numbers,
//! so the choice does not depend on threads.

use std::collections::VecDeque;

use plyscope_game::any::{AnyGame, AnyStates};
use plyscope_game::{Chance, Limits, Stop, mix_all};
use plyscope_parallel::{map, try_map};

use super::all::stopped;
use super::{Chosen, Filter, Taken};
use crate::{Error, MakeAgent};

/// How the games are played.
pub(super) enum Drawing<'a> {
    /// At random, and each gives one state: independent of all others.
    Playouts,
    /// By agents; each gives a state of every ply, because such games are expensive.
    Games {
        makers: [MakeAgent<'a>; 2],
        random: f64,
    },
}

/// Random games in a row that gave a ply nothing new before it counts as used up.
///
/// A ply that one game in a thousand reaches is still found; Connect Four's
/// last ones are of that kind.
const PLAYOUT_PATIENCE: u32 = 20_000;
/// The same for games of agents.
const GAME_PATIENCE: u32 = 500;
/// Games played at once.
const BATCH: usize = 64;

/// Batches played ahead at once, as a share of those played for the ply before: what is not needed
/// in the end is a small part of all, and threads are seldom waited for.
const AHEAD: u64 = 4;
/// Batches played ahead, at the most.
const MOST_AHEAD: u64 = 512;

/// What games offered of one ply, of which some was looked at.
struct Offers {
    states: Box<dyn AnyStates>,
    next: usize,
    /// Whether any game came this far.
    is_reached: bool,
    /// Where the batch in hand ends.
    end: usize,
    /// Where the batches end that were played ahead.
    ahead: VecDeque<usize>,
}

impl Offers {
    /// The next one of the batch in hand that was not looked at.
    fn next(&mut self) -> Option<usize> {
        if self.next == self.end {
            return None;
        }
        self.next += 1;
        self.is_reached = true;
        Some(self.next - 1)
    }

    /// Takes the next batch in hand; when there is none, forgets all and says so.
    fn advance(&mut self) -> bool {
        if let Some(end) = self.ahead.pop_front() {
            self.end = end;
            return true;
        }
        self.states.truncate(0);
        (self.next, self.end) = (0, 0);
        false
    }
}

/// States of each ply, made as they are asked for.
pub(super) struct Supply<'a> {
    game: &'a dyn AnyGame,
    filter: &'a Filter,
    drawing: Drawing<'a>,
    seed: u64,
    stop: &'a Stop,
    offers: Vec<Offers>,
    /// Games played for each ply; for agents, for all plies together in the first place.
    played: Vec<u64>,
    /// The first ply that no game reached: none reaches those behind it either.
    reach: u32,
}

impl<'a> Supply<'a> {
    pub(super) fn new(
        game: &'a dyn AnyGame,
        filter: &'a Filter,
        drawing: Drawing<'a>,
        seed: u64,
        stop: &'a Stop,
    ) -> Self {
        let plies = game.facts().max_plies as usize + 1;
        let none = || Offers {
            states: game.states(),
            next: 0,
            is_reached: false,
            end: 0,
            ahead: VecDeque::new(),
        };
        Self {
            game,
            filter,
            drawing,
            seed,
            stop,
            offers: std::iter::repeat_with(none).take(plies).collect(),
            played: vec![0; plies],
            reach: u32::MAX,
        }
    }

    /// Gives one more state of a ply; false if none is found any more.
    pub(super) fn give(&mut self, ply: u32, taken: &mut Taken<'_>) -> Result<bool, Error> {
        if ply >= self.reach {
            return Ok(false);
        }
        let mut in_vain = 0;
        loop {
            let offers = &mut self.offers[ply as usize];
            while let Some(at) = offers.next() {
                if taken.take(&*offers.states, at, ply) {
                    return Ok(true);
                }
            }
            let patience = match self.drawing {
                Drawing::Playouts => PLAYOUT_PATIENCE,
                Drawing::Games { .. } => GAME_PATIENCE,
            };
            if in_vain >= patience {
                if !offers.is_reached {
                    self.reach = ply;
                }
                return Ok(false);
            }
            if self.stop.is_raised() {
                return Err(stopped());
            }
            in_vain += BATCH as u32;
            if !self.offers[ply as usize].advance() {
                self.play(ply)?;
            }
        }
    }

    /// Plays batches of games for the sake of one ply, and takes the first in hand.
    fn play(&mut self, ply: u32) -> Result<(), Error> {
        match &self.drawing {
            Drawing::Playouts => {
                let first = self.played[ply as usize] / BATCH as u64;
                let batches = (first / AHEAD).clamp(1, MOST_AHEAD);
                self.played[ply as usize] += batches * BATCH as u64;
                let seed = mix_all(&[self.seed, u64::from(ply)]);
                let reached = |batch: usize| {
                    let batch = first + batch as u64;
                    let mut reached = self.game.states();
                    for task in batch * BATCH as u64..(batch + 1) * BATCH as u64 {
                        reached.push_random(ply, &mut Chance::for_task(seed, task));
                    }
                    reached
                };
                let found = map(batches as usize, reached);
                let offers = &mut self.offers[ply as usize];
                for own in found {
                    for at in 0..own.len() {
                        offers.states.push_from(&*own, at);
                    }
                    offers.ahead.push_back(offers.states.len());
                }
                offers.advance();
            }
            Drawing::Games { makers, random } => {
                let first = self.played[0];
                let (last, stop) = (self.filter.plies.1, self.stop);
                let play = |task: usize| {
                    let task = (self.seed, first + task as u64);
                    game_of(self.game, last, stop, task, makers, *random)
                };
                for game in try_map(BATCH, play)? {
                    for (at, &ply) in game.plies.iter().enumerate() {
                        let offers = &mut self.offers[ply as usize];
                        offers.states.push_from(&*game.states, at);
                        offers.end = offers.states.len();
                    }
                }
                self.played[0] += BATCH as u64;
            }
        }
        Ok(())
    }
}

/// All states of a game between agents up to a ply: game number `task` of a seed.
pub(crate) fn game_of(
    game: &dyn AnyGame,
    last: u32,
    stop: &Stop,
    (seed, task): (u64, u64),
    makers: &[MakeAgent<'_>; 2],
    random: f64,
) -> Result<Chosen, Error> {
    let mut chance = Chance::for_task(seed, task);
    let mut agents = [makers[0](chance.bits())?, makers[1](chance.bits())?];
    let limits = Limits {
        stop: stop.clone(),
        values_only: true,
        ..Limits::best_move()
    };
    let mut board = game.states();
    board.push_start();
    let mut found = Chosen::new(game);
    for ply in 0..=last {
        found.push(&*board, 0, ply);
        if board.payoffs(0).is_some() {
            break;
        }
        let mv = if chance.unit() < random {
            board.pick(0, &mut chance)
        } else {
            let agent = &mut agents[board.mover(0).index() % 2];
            agent.choose(&*board, 0, &limits, &mut chance)?.mv
        };
        board.play(0, mv);
    }
    Ok(found)
}
