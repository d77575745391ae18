//! The agent that plays at random.

use plyscope_game::{Advice, Advised, Agent, Error, Game, Limits, Score, Value, mix_all};

use crate::fit::seen_key;

/// Puts a random value between −1 and 1 on every move and so chooses any with equal probability.
///
/// The value depends on seed, state (as the mover sees it) and move alone: not on the order of the
/// calls, and the same state always gets the same choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Random {
    /// The seed of its values.
    pub seed: u64,
}

impl Random {
    fn value<G: Game>(self, game: &G, key: u64, mv: G::Move) -> Value {
        let bits = mix_all(&[self.seed, key, game.move_index(mv) as u64]);
        // 24 bits are all that a float between 0 and 1 can tell apart.
        (bits >> 40) as Value / (1u32 << 23) as Value - 1.0
    }
}

impl<G: Game> Agent<G> for Random {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        _limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let key = seen_key(game, state);
        let advised = |mv| Advised {
            mv,
            score: Score::Estimate(self.value(game, key, mv)),
            visits: None,
            mean: None,
        };
        let moves = game.moves(state).map(advised).collect();
        Ok(Advice::by_score(&game.facts(), game.mover(state), moves))
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }
}
