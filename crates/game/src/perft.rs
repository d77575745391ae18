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
    if depth == 0 {
        count.leaves += 1;
        return;
    }
    if game.payoffs(state).is_some() {
        count.ended += 1;
        return;
    }
    let moves = game.moves(state);
    if depth == 1 {
        // The moves need not be made to be counted.
        count.leaves += moves.len() as u64;
        return;
    }
    for mv in moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        descend(game, &next, depth - 1, count);
    }
}
