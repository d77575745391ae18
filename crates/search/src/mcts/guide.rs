//! Playouts that a heuristic steers: most moves are those it likes best.

use std::time::Instant;

use plyscope_game::{Chance, Deadline, Evaluator, Game, Payoffs, Player, Points, Value};

use crate::budget::Pace;

/// The evaluator that steers playouts, and the share of random moves.
pub(super) struct Guide<G: Game> {
    pub(super) evaluator: Box<dyn Evaluator<G>>,
    /// The share of random moves. Without any, all playouts from a state would be alike.
    pub(super) random: f64,
}

impl<G: Game> Guide<G> {
    /// Plays on to the end; the margin of the first player, or nothing if the deadline comes first.
    pub(super) fn playout(
        &self,
        game: &G,
        mut state: G::State,
        chance: &mut Chance,
        deadline: &Deadline,
    ) -> Option<Points> {
        let facts = game.facts();
        let mut watch = Watch {
            deadline,
            pace: Pace::new(),
            values: 0,
        };
        loop {
            if let Some(payoffs) = game.payoffs(&state) {
                return Some(facts.margin(payoffs.of(Player::FIRST)));
            }
            let mv = if chance.unit() < self.random {
                game.pick(&state, chance)
            } else {
                self.favourite(game, &state, chance, &mut watch)?
            };
            game.play(&mut state, mv);
        }
    }

    /// The move after which the evaluator likes the state best; ties are broken at random.
    fn favourite(
        &self,
        game: &G,
        state: &G::State,
        chance: &mut Chance,
        watch: &mut Watch<'_>,
    ) -> Option<G::Move> {
        let mover = game.mover(state);
        let mut best = None;
        let mut highest = Value::NEG_INFINITY;
        let mut equal = 0;
        for mv in game.candidates(state) {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let value = self.value(game, &next, mover, watch.look()?)?;
            if best.is_none() || value > highest {
                (best, highest, equal) = (Some(mv), value, 1);
            } else if value >= highest {
                equal += 1;
                if chance.below(equal) == 0 {
                    best = Some(mv);
                }
            }
        }
        Some(best.expect("a state that is not over has moves"))
    }

    /// A finished game is better or worse than any estimate, unless it is a draw.
    fn value(
        &self,
        game: &G,
        state: &G::State,
        mover: Player,
        deadline: &Deadline,
    ) -> Option<Value> {
        let margin = |payoffs: Payoffs| game.facts().margin(payoffs.of(mover));
        match game.payoffs(state).map(margin) {
            Some(1..) => Some(Value::INFINITY),
            Some(..0) => Some(Value::NEG_INFINITY),
            Some(0) => Some(0.0),
            None => self.evaluator.value_until(game, state, mover, deadline),
        }
    }
}

/// Looks at the clock now and then, for evaluators that do not.
struct Watch<'a> {
    deadline: &'a Deadline,
    pace: Pace,
    values: u64,
}

impl<'a> Watch<'a> {
    /// The deadline for one more value; nothing if it is over.
    #[inline]
    fn look(&mut self) -> Option<&'a Deadline> {
        self.values += 1;
        if self.pace.is_due(self.values) {
            let now = Instant::now();
            if self.deadline.is_over_at(now) {
                return None;
            }
            self.pace.looked(self.values, now);
        }
        Some(self.deadline)
    }
}
