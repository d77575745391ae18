//! What stands on squares and what it reaches.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

/// The square behind a pawn that has just gone two squares, if any.
#[inline]
pub(super) fn passed(board: &Board) -> BitBoard {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board
        .en_passant()
        .map_or(BitBoard::EMPTY, |file| Square::new(file, rank).bitboard())
}

/// What a legal move captures.
#[inline]
pub(super) fn victim(board: &Board, mv: Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(mv.to) {
        return board.piece_on(mv.to);
    }
    let is_pawn = board.pieces(Piece::Pawn).has(mv.from);
    (is_pawn && mv.from.file() != mv.to.file()).then_some(Piece::Pawn)
}

/// The squares that a piece attacks, empty or not.
#[inline]
pub(super) fn attacks(piece: Piece, color: Color, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(from, color),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}

/// The squares that all pawns of a colour attack.
#[inline]
pub(super) fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (left, right) = (pawns.0 & NOT_A, pawns.0 & NOT_H);
    BitBoard(match color {
        Color::White => left << 7 | right << 9,
        Color::Black => left >> 9 | right >> 7,
    })
}
