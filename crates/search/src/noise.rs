//! An evaluator that knows nothing, always says the same, and never ties by design.

use plyscope_game::{Evaluator, Game, Player, Value, mix};

/// Values from −1 to 1 that look random but depend on the state alone.
///
/// The touchstone for searches: whatever they do wrong shows under it.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    /// Another seed is another evaluator.
    pub seed: u64,
    /// How many different values there are; few make many ties.
    pub levels: u32,
    /// Give all images of a state under the game's symmetries the same value.
    pub symmetric: bool,
}

impl<G: Game> Evaluator<G> for Noise {
    fn value(&self, game: &G, state: &G::State, player: Player) -> Value {
        let key = if self.symmetric {
            game.canonical_key(state).0
        } else {
            game.key(state)
        };
        let level = ((mix(key ^ mix(self.seed)) >> 32) * u64::from(self.levels)) >> 32;
        let value = 2.0 * (level as Value + 0.5) / self.levels as Value - 1.0;
        if player == Player::FIRST {
            value
        } else {
            -value
        }
    }

    fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }
}
