//! How many moves led to a state, as far as the pieces on its board tell.

use plyscope_game::Notation;

/// Counts the pieces that the start has not, in games whose moves add one each.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    at_start: usize,
    /// Whether moves add pieces; at the start all do, or none is believed to.
    are_added: bool,
    /// Whether every move does, so that nobody can pass.
    always: bool,
}

impl Pieces {
    /// Looks at the start and the moves from it.
    pub fn of<G: Notation>(game: &G) -> Self {
        let start = game.start();
        let (at_start, cells) = (on_board(game, &start), game.board(&start).pieces.len());
        let adds_one = |mv| {
            let mut after = start.clone();
            game.play(&mut after, mv);
            on_board(game, &after) == at_start + 1
        };
        Self {
            at_start,
            are_added: game.moves(&start).all(adds_one),
            // Where passing is a move, the longest game is longer than there are cells to fill.
            always: game.facts().max_plies as usize == cells - at_start,
        }
    }

    /// The fewest plies that lead to a state; none where moves add no pieces.
    pub fn plies<G: Notation>(&self, game: &G, state: &G::State) -> Option<u32> {
        let added = on_board(game, state).saturating_sub(self.at_start);
        self.are_added.then_some(added as u32)
    }

    /// Whether that is also the most.
    pub fn are_exact(&self) -> bool {
        self.are_added && self.always
    }
}

fn on_board<G: Notation>(game: &G, state: &G::State) -> usize {
    let board = game.board(state);
    board.pieces.iter().filter(|&&piece| piece != '.').count()
}
