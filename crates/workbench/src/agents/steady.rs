//! An agent whose spec says its seed keeps it.

use plyscope_game::{Advice, Agent, Error, Game, Limits};

/// An agent that takes no other seed.
pub(super) struct Steady<A>(pub(super) A);

impl<G: Game, A: Agent<G>> Agent<G> for Steady<A> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        self.0.advise(game, state, limits)
    }

    fn advise_each(
        &mut self,
        game: &G,
        states: &[G::State],
        limits: &Limits,
        tell: &mut dyn FnMut(&G::State, &Advice<G::Move>) -> bool,
    ) -> Result<(), Error> {
        self.0.advise_each(game, states, limits, tell)
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}
