//! Material with which no player can ever be mated.

use cozy_chess::{BitBoard, Board, Piece};

const DARK_SQUARES: BitBoard = BitBoard::DARK_SQUARES;

/// Whether no sequence of moves ends in a mate, as far as material alone tells.
///
/// So it is with bare kings, one knight or one bishop more, and any bishops that
/// all stand on squares of one colour.
#[inline]
pub(super) fn cannot_mate(board: &Board) -> bool {
    strong(board).is_empty() && is_too_little(board)
}

/// Whether one move may leave material with which nobody can be mated.
#[inline]
pub(super) fn may_lose_mate(board: &Board) -> bool {
    strong(board).len() < 2
}

/// The pieces of which one is enough for a mate.
#[inline]
fn strong(board: &Board) -> BitBoard {
    board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen)
}

fn is_too_little(board: &Board) -> bool {
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    if knights.is_empty() {
        let dark = bishops & DARK_SQUARES;
        return dark.is_empty() || dark == bishops;
    }
    knights.len() == 1 && bishops.is_empty()
}
