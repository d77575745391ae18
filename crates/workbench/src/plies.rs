//! The ply of a state that does not come with its moves.

use plyscope_game::Notation;

/// Counts plies by the pieces that the start has not, in games whose moves each add one.
///
/// A pass adds none: such a state counts as one ply earlier than it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plies {
    at_start: usize,
}

impl Plies {
    /// None if a first move can leave as many pieces as there were.
    pub(crate) fn of<G: Notation>(game: &G) -> Option<Self> {
        let start = game.start();
        let at_start = pieces(game, &start);
        let adds_a_piece = |mv| {
            let mut after = start.clone();
            game.play(&mut after, mv);
            pieces(game, &after) == at_start + 1
        };
        game.moves(&start)
            .all(adds_a_piece)
            .then_some(Self { at_start })
    }

    /// Moves since the start.
    pub(crate) fn ply<G: Notation>(&self, game: &G, state: &G::State) -> u32 {
        pieces(game, state).saturating_sub(self.at_start) as u32
    }
}

fn pieces<G: Notation>(game: &G, state: &G::State) -> usize {
    let board = game.board(state);
    board.pieces.iter().filter(|&&piece| piece != '.').count()
}
