//! An agent whose moves are watched as they are made.

use std::ops::Range;
use std::sync::Arc;

use plyscope_game::any::{AnyAgent, AnyStates, Choice, Replies};
use plyscope_game::{Advice, Chance, Error, Limits};

/// Told every move that an agent chose: the agent's name, the states, which of them, and the place of the move.
pub type MovesTo = Arc<dyn Fn(&str, &dyn AnyStates, usize, usize) + Send + Sync>;

/// The agent, under its name, and who watches.
pub(crate) struct Watched {
    pub(crate) agent: Box<dyn AnyAgent>,
    pub(crate) name: String,
    pub(crate) moves_to: MovesTo,
}

impl AnyAgent for Watched {
    fn advise(
        &mut self,
        states: &dyn AnyStates,
        at: usize,
        limits: &Limits,
    ) -> Result<Advice<usize>, Error> {
        self.agent.advise(states, at, limits)
    }

    fn choose(
        &mut self,
        states: &dyn AnyStates,
        at: usize,
        limits: &Limits,
        chance: &mut Chance,
    ) -> Result<Choice, Error> {
        let choice = self.agent.choose(states, at, limits, chance)?;
        (self.moves_to)(&self.name, states, at, choice.mv);
        Ok(choice)
    }

    fn advise_each(
        &mut self,
        states: &dyn AnyStates,
        range: Range<usize>,
        limits: &Limits,
        replies: &mut Replies,
        progress: &dyn Fn(),
    ) -> Result<(), Error> {
        self.agent
            .advise_each(states, range, limits, replies, progress)
    }

    fn forget(&mut self) {
        self.agent.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.agent.reseed(seed);
    }
}
