//! States out of games: random ones, or those of agents.
//!
//! Game number `n` is played with chance of its own, derived from the seed and
//! `n`; games are played in parallel and used in the order of their numbers,
//! so the choice does not depend on threads.

use std::collections::VecDeque;

use plyscope_game::{Agent, Chance, Limits, Notation, Stop, mix_all};
use rayon::prelude::*;

use super::all::stopped;
use super::{Chosen, Filter, Taken};
use crate::{MakeAgent, Trouble};

/// How the games are played.
pub(super) enum Drawing<'a, G> {
    /// At random, and each gives one state: independent of all others.
    Playouts,
    /// By agents; each gives a state of every ply, because such games are dear.
    Games {
        makers: [MakeAgent<'a, G>; 2],
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

/// States of each ply, made as they are asked for.
pub(super) struct Supply<'a, G: Notation> {
    game: &'a G,
    filter: &'a Filter,
    drawing: Drawing<'a, G>,
    seed: u64,
    stop: &'a Stop,
    /// What games offered and nobody looked at yet, by ply.
    offers: Vec<VecDeque<Chosen<G::State>>>,
    /// Games played for each ply; for agents, for all plies together in the first place.
    played: Vec<u64>,
}

impl<'a, G: Notation> Supply<'a, G> {
    pub(super) fn new(
        game: &'a G,
        filter: &'a Filter,
        drawing: Drawing<'a, G>,
        seed: u64,
        stop: &'a Stop,
    ) -> Self {
        let plies = game.facts().max_plies as usize + 1;
        Self {
            game,
            filter,
            drawing,
            seed,
            stop,
            offers: vec![VecDeque::new(); plies],
            played: vec![0; plies],
        }
    }

    /// Gives one more state of a ply; false if none is found any more.
    pub(super) fn give(&mut self, ply: u32, taken: &mut Taken<'_, G>) -> Result<bool, Trouble> {
        let mut in_vain = 0;
        loop {
            while let Some(own) = self.offers[ply as usize].pop_front() {
                if taken.take(own) {
                    return Ok(true);
                }
            }
            let patience = match self.drawing {
                Drawing::Playouts => PLAYOUT_PATIENCE,
                Drawing::Games { .. } => GAME_PATIENCE,
            };
            if in_vain >= patience {
                return Ok(false);
            }
            if self.stop.is_raised() {
                return Err(stopped());
            }
            in_vain += BATCH as u32;
            self.play(ply)?;
        }
    }

    /// Plays a batch of games for the sake of one ply.
    fn play(&mut self, ply: u32) -> Result<(), Trouble> {
        match &self.drawing {
            Drawing::Playouts => {
                let first = self.played[ply as usize];
                self.played[ply as usize] += BATCH as u64;
                let seed = mix_all(&[self.seed, u64::from(ply)]);
                let reached = |task| self.playout(ply, &mut Chance::for_task(seed, task));
                let tasks = first..first + BATCH as u64;
                let found: Vec<_> = tasks.into_par_iter().map(reached).collect();
                self.offers[ply as usize].extend(found.into_iter().flatten());
            }
            Drawing::Games { makers, random } => {
                let first = self.played[0];
                let play = |task| self.game_of(makers, *random, task);
                let tasks = first..first + BATCH as u64;
                let games: Result<Vec<_>, Trouble> = tasks.into_par_iter().map(play).collect();
                for own in games?.into_iter().flatten() {
                    self.offers[own.ply as usize].push_back(own);
                }
                self.played[0] += BATCH as u64;
            }
        }
        Ok(())
    }

    /// The state at `ply` of a random game, if it lasts so long.
    fn playout(&self, ply: u32, chance: &mut Chance) -> Option<Chosen<G::State>> {
        let mut state = self.game.start();
        for _ in 0..ply {
            if self.game.payoffs(&state).is_some() {
                return None;
            }
            let mv = self.game.pick(&state, chance);
            self.game.play(&mut state, mv);
        }
        Some(Chosen { state, ply })
    }

    /// All states of a game between agents, as far as the filter looks.
    fn game_of(
        &self,
        makers: &[MakeAgent<'_, G>; 2],
        random: f64,
        task: u64,
    ) -> Result<Vec<Chosen<G::State>>, Trouble> {
        let mut chance = Chance::for_task(self.seed, task);
        let mut agents: [Box<dyn Agent<G>>; 2] =
            [makers[0](chance.bits())?, makers[1](chance.bits())?];
        let limits = Limits {
            stop: self.stop.clone(),
            values_only: true,
            ..Limits::best_move()
        };
        let mut state = self.game.start();
        let mut found = Vec::new();
        for ply in 0..=self.filter.plies.1 {
            found.push(Chosen {
                state: state.clone(),
                ply,
            });
            if self.game.payoffs(&state).is_some() {
                break;
            }
            let mv = if chance.unit() < random {
                self.game.pick(&state, &mut chance)
            } else {
                let agent = &mut agents[self.game.mover(&state).index() % 2];
                let best = agent.advise(self.game, &state, &limits)?.best;
                best[chance.below(best.len() as u32) as usize]
            };
            self.game.play(&mut state, mv);
        }
        Ok(found)
    }
}
