//! Playouts that a heuristic steers: most moves are those it likes best.

use plyscope_game::{Chance, Evaluator, Game, Player, Points, Value};

/// Who steers playouts, and how often chance does instead.
pub(super) struct Guide<G: Game> {
    pub(super) evaluator: Box<dyn Evaluator<G>>,
    /// The share of random moves. Without any, all playouts from a state would be alike.
    pub(super) random: f64,
}

impl<G: Game> Guide<G> {
    /// Plays on to the end; the points of the first player.
    pub(super) fn playout(&self, game: &G, mut state: G::State, chance: &mut Chance) -> Points {
        loop {
            if let Some(payoffs) = game.payoffs(&state) {
                return payoffs.of(Player::FIRST);
            }
            let mv = if chance.unit() < self.random {
                game.pick(&state, chance)
            } else {
                self.favourite(game, &state, chance)
            };
            game.play(&mut state, mv);
        }
    }

    /// The move after which the evaluator likes the state best; among equals chance decides.
    fn favourite(&self, game: &G, state: &G::State, chance: &mut Chance) -> G::Move {
        let mover = game.mover(state);
        let mut best = None;
        let mut highest = Value::NEG_INFINITY;
        let mut equal = 0;
        for mv in game.candidates(state) {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let value = self.value(game, &next, mover);
            if best.is_none() || value > highest {
                (best, highest, equal) = (Some(mv), value, 1);
            } else if value >= highest {
                equal += 1;
                if chance.below(equal) == 0 {
                    best = Some(mv);
                }
            }
        }
        best.expect("a state that is not over has moves")
    }

    /// A finished game is better or worse than any estimate, unless it is a draw.
    fn value(&self, game: &G, state: &G::State, mover: Player) -> Value {
        match game.payoffs(state).map(|payoffs| payoffs.of(mover)) {
            Some(1..) => Value::INFINITY,
            Some(..0) => Value::NEG_INFINITY,
            Some(0) => 0.0,
            None => self.evaluator.value(game, state, mover),
        }
    }
}
