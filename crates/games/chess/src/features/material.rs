//! Material: how many more pieces of each kind.

use cozy_chess::{Board, Color, Piece};
use plyscope_game::{Feature, Features, Player, Value};

use crate::rules::Chess;
use crate::state::{State, color};

/// All pieces but the king, which nobody is without.
pub(super) const COUNTED: [(Piece, &str); 5] = [
    (Piece::Pawn, "pawns"),
    (Piece::Knight, "knights"),
    (Piece::Bishop, "bishops"),
    (Piece::Rook, "rooks"),
    (Piece::Queen, "queens"),
];

/// Own pieces minus the opponent's, kind by kind.
#[derive(Clone, Copy, Debug)]
pub struct Material;

impl Material {
    /// What pieces are worth in most books: 1, 3, 3, 5, 9.
    pub const USUAL: [Value; 5] = [1.0, 3.0, 3.0, 5.0, 9.0];
}

/// How many more pieces of a kind `own` has.
#[inline]
pub(super) fn surplus(board: &Board, own: Color, piece: Piece) -> i32 {
    let count = |color| board.colored_pieces(color, piece).len() as i32;
    count(own) - count(!own)
}

impl Features<Chess> for Material {
    fn list(&self, _game: &Chess) -> Vec<Feature> {
        COUNTED
            .map(|(_, name)| Feature::new(name, format!("own {name} minus the opponent's")))
            .into()
    }

    #[inline]
    fn each(
        &self,
        _game: &Chess,
        state: &State,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        for (index, (piece, _)) in COUNTED.into_iter().enumerate() {
            put(index, surplus(&state.board, color(player), piece) as Value);
        }
    }
}
