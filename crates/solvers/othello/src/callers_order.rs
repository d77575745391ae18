//! Moves in the order of an evaluator that the caller brings.

use plyscope_game::{Evaluator, Player, Value};
use plyscope_othello::Othello;

/// How promising the state after a move is to the player who made it.
pub(super) struct CallersOrder {
    /// The side of the board that the evaluator knows.
    pub(super) size: u8,
    value: Box<dyn Fn(u64, u64) -> Value + Send + Sync>,
}

impl CallersOrder {
    pub(super) fn new<const N: u8>(
        game: Othello<N>,
        evaluator: impl Evaluator<Othello<N>> + 'static,
    ) -> Self {
        // The search does not know which of the two players it looks at.
        let (next, last) = (Player::FIRST, Player::SECOND);
        let value = move |own, theirs| {
            let state = game.state_from(own, theirs, next);
            state.map_or(0.0, |state| evaluator.value(&game, &state, last))
        };
        Self {
            size: N,
            value: Box::new(value),
        }
    }

    /// A number that is larger where the value is, below those of moves that did best before.
    #[inline]
    pub(super) fn promise(&self, own: u64, theirs: u64) -> i32 {
        let bits = (self.value)(own, theirs).to_bits() as i32;
        // Floats compare like whole numbers once the sizes of negative ones are turned round.
        let in_order = bits ^ ((bits >> 31) as u32 >> 1) as i32;
        in_order.min(i32::MAX - 2)
    }
}
