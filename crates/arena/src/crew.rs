//! A pool of agents: each lives for the contest, not for a game.

use std::collections::VecDeque;

use plyscope_game::Error;
use plyscope_game::any::AnyAgent;

use crate::play::unless_it_panics;
use crate::{Contestant, Fault};

/// Agents that a thread keeps at most: their tables take memory.
const MOST: usize = 8;

/// The agents of one thread, each with its contestant's place; those used last stand at the end.
#[derive(Default)]
pub(crate) struct Crew(VecDeque<(usize, Box<dyn AnyAgent>)>);

/// The maker of agents may ignore seeds, so new agents and used ones take theirs here.
fn with_seed(mut agent: Box<dyn AnyAgent>, seed: u64) -> Result<Box<dyn AnyAgent>, Fault> {
    unless_it_panics(|| agent.reseed(seed))?;
    Ok(agent)
}

impl Crew {
    /// An agent of the contestant at a place, as if it had just been made with the seed.
    pub(crate) fn take(
        &mut self,
        place: usize,
        contestant: &Contestant<'_>,
        seed: u64,
    ) -> Result<Box<dyn AnyAgent>, Fault> {
        let at_rest = self.0.iter().position(|(own, _)| *own == place);
        let Some((_, mut agent)) = at_rest.and_then(|at| self.0.remove(at)) else {
            let made = unless_it_panics(|| (contestant.make)(seed))?;
            let agent = made.map_err(|error: Error| Fault::Crash(error.to_string()))?;
            return with_seed(agent, seed);
        };
        unless_it_panics(|| agent.forget())?;
        with_seed(agent, seed)
    }

    /// Keeps an agent for its contestant's next game. One that did wrong is not kept.
    pub(crate) fn rest(&mut self, place: usize, agent: Box<dyn AnyAgent>) {
        self.0.push_back((place, agent));
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }
}
