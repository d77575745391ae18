//! Counting move sequences: the touchstone of any move generator.

use crate::Game;

/// Move sequences from one state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Sequences of exactly the given length.
    pub leaves: u64,
    /// Games that ended earlier.
    pub ended: u64,
}

impl Perft {
    /// Leaves of the tree cut off at the depth: what Othello's tables count.
    pub fn all(&self) -> u64 {
        self.leaves + self.ended
    }

    /// Sequences of two moves from a state that is not over, every move of it made.
    #[inline]
    pub fn of_two<G: Game + ?Sized>(game: &G, state: &G::State) -> Self {
        let mut count = Self::default();
        game.moves(state).for_each(|mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            count.add(game.count_moves(&next));
        });
        count
    }

    /// Counts the moves of one more state, or one more end.
    #[inline]
    pub fn add(&mut self, moves: Option<usize>) {
        match moves {
            Some(moves) => self.leaves += moves as u64,
            None => self.ended += 1,
        }
    }
}

/// Counts the sequences of `depth` moves from `state`; a pass is a move.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> Perft {
    let mut count = Perft::default();
    descend(game, state, depth, &mut count);
    count
}

/// [`perft`] of every first move; `depth` is at least 1 and counts that move.
pub fn perft_by_move<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(G::Move, Perft)> {
    if game.payoffs(state).is_some() {
        return Vec::new();
    }
    let after = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        (mv, perft(game, &next, depth - 1))
    };
    game.moves(state).map(after).collect()
}

fn descend<G: Game>(game: &G, state: &G::State, depth: u32, count: &mut Perft) {
    match depth {
        0 => count.leaves += 1,
        1 => count.add(game.count_moves(state)),
        _ if game.payoffs(state).is_some() => count.ended += 1,
        // Most of the tree is here.
        2 => {
            let two = game.count_two(state);
            count.leaves += two.leaves;
            count.ended += two.ended;
        }
        _ => game.moves(state).for_each(|mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            descend(game, &next, depth - 1, count);
        }),
    }
}
