//! Agents that play for win, draw or loss in matches that count discs.

use plyscope_game::{Advice, Agent, Error, Limits};
use plyscope_othello::{Move, Othello, State};

/// Asks the agent as if only the result mattered.
pub(super) struct ForResult<A> {
    game: Othello<8>,
    agent: A,
}

impl<A> ForResult<A> {
    pub(super) fn new(agent: A) -> Self {
        Self {
            game: Othello::default(),
            agent,
        }
    }
}

impl<A: Agent<Othello<8>>> Agent<Othello<8>> for ForResult<A> {
    fn advise(
        &mut self,
        _: &Othello<8>,
        state: &State,
        limits: &Limits,
    ) -> Result<Advice<Move>, Error> {
        self.agent.advise(&self.game, state, limits)
    }

    fn forget(&mut self) {
        self.agent.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.agent.reseed(seed);
    }
}
