//! A teacher for every game.

use plyscope_eval::patterns::StoneGame;
use plyscope_learn::patterns::Teacher;

/// Knows ends, and nothing before them.
#[derive(Clone, Copy, Debug)]
pub struct Ends;

impl<G: StoneGame> Teacher<G> for Ends {
    fn end(&self, game: &G, state: &G::State) -> Option<f32> {
        let payoffs = game.payoffs(state)?;
        Some(payoffs.of(game.mover(state)) as f32)
    }
}
