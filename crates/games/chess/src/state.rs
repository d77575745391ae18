//! A position with all that its future depends on.

use std::hash::{Hash, Hasher};

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use plyscope_game::{Player, mix};

use super::past::Past;

/// A position, its clocks, and the earlier positions that may come again.
///
/// A position that was read from a FEN has no past: the third time of a
/// position is counted from there.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) board: Board,
    pub(super) past: Past,
}

impl State {
    /// A position without a past.
    pub(super) fn new(board: Board) -> Self {
        Self {
            board,
            past: Past::default(),
        }
    }

    /// The board, with castling rights, en passant and clocks.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many earlier positions are remembered because they may come again.
    pub fn remembered(&self) -> usize {
        self.past.len()
    }

    /// Moves since the start of the game, by the number of the move and the mover.
    #[inline]
    pub fn ply(&self) -> u32 {
        2 * (u32::from(self.board.fullmove_number()) - 1)
            + u32::from(self.board.side_to_move() == Color::Black)
    }

    /// Makes a legal move, and remembers the position that it leaves if that can come again.
    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        let mover = self.board.side_to_move();
        let key = self.key_if_left(mv);
        // Those of the opponent go only with a captured rook.
        let rights = *self.board.castle_rights(mover);
        self.board.play_unchecked(mv);
        let can_return =
            self.board.halfmove_clock() > 0 && rights == *self.board.castle_rights(mover);
        match key {
            Some(key) if can_return => self.past.push(key, mv),
            _ => self.past.clear(),
        }
    }

    /// The key of the position, unless it cannot come again after `mv`.
    ///
    /// A pawn never steps back, and what can be captured en passant now cannot
    /// be when the pieces stand here again. Captures and rights are for the caller to see.
    #[inline]
    fn key_if_left(&self, mv: Move) -> Option<u64> {
        if self.board.pieces(Piece::Pawn).has(mv.from) {
            return None;
        }
        let key = position_key(&self.board);
        let passes = self.board.en_passant().is_some() && key == self.board.hash();
        (!passes).then_some(key)
    }

    /// Whether enough moves were made for a third time: twice there and back are eight.
    #[inline]
    pub(super) fn may_be_third_time(&self) -> bool {
        self.past.len() >= 8
    }

    /// The same of the state after one more move.
    #[inline]
    pub(super) fn may_become_third_time(&self) -> bool {
        self.past.len() >= 7
    }

    /// Whether the position is on the board for the third time at least, as far as is known.
    #[inline]
    pub(super) fn is_third_time(&self) -> bool {
        self.may_be_third_time() && self.past.count(position_key(&self.board)) >= 2
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        let clocks = u64::from(self.board.halfmove_clock()) << 32 | u64::from(self.ply());
        mix(position_key(&self.board) ^ mix(clocks.wrapping_add(self.past.sum())))
    }
}

/// Equal if pieces, rights and clocks are, and the same positions were there before, in any order.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        is_same_position(&self.board, &other.board)
            && self.board.halfmove_clock() == other.board.halfmove_clock()
            && self.board.fullmove_number() == other.board.fullmove_number()
            && self.past.len() == other.past.len()
            && self.past.sorted() == other.past.sorted()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key());
    }
}

/// Whether pieces, mover, rights to castle and captures en passant are the same; not the clocks.
pub(super) fn is_same_position(one: &Board, other: &Board) -> bool {
    let sets = |board: &Board| {
        let colors = Color::ALL.map(|color| (board.colors(color), *board.castle_rights(color)));
        (Piece::ALL.map(|piece| board.pieces(piece)), colors)
    };
    sets(one) == sets(other)
        && one.side_to_move() == other.side_to_move()
        && en_passant_square(one) == en_passant_square(other)
}

/// A key of what makes two positions the same to the rule of the third time.
///
/// An en passant square on which no pawn can capture makes no difference.
#[inline]
pub(super) fn position_key(board: &Board) -> u64 {
    if board.en_passant().is_none() || takes_en_passant(board) {
        board.hash()
    } else {
        board.hash_without_ep()
    }
}

/// The square behind a pawn that has just gone two squares, if that pawn can be captured there.
pub(super) fn en_passant_square(board: &Board) -> Option<Square> {
    let square = passed_square(board, board.en_passant()?);
    takes_en_passant(board).then_some(square)
}

fn passed_square(board: &Board, file: File) -> Square {
    Square::new(file, Rank::Sixth.relative_to(board.side_to_move()))
}

/// Whether a pawn that has just gone two squares can be captured.
#[inline]
fn takes_en_passant(board: &Board) -> bool {
    let Some(file) = board.en_passant() else {
        return false;
    };
    let mover = board.side_to_move();
    let to = passed_square(board, file);
    let pawns = get_pawn_attacks(to, !mover) & board.colored_pieces(mover, Piece::Pawn);
    !pawns.is_empty() && is_legal_by_any(board, pawns, to)
}

fn is_legal_by_any(board: &Board, pawns: BitBoard, to: Square) -> bool {
    let capture = |from| Move {
        from,
        to,
        promotion: None,
    };
    pawns.into_iter().any(|from| board.is_legal(capture(from)))
}

/// White is the first player.
#[inline]
pub(super) fn player(color: Color) -> Player {
    match color {
        Color::White => Player::FIRST,
        Color::Black => Player::SECOND,
    }
}

/// The first player is White.
#[inline]
pub(super) fn color(player: Player) -> Color {
    match player {
        Player::FIRST => Color::White,
        _ => Color::Black,
    }
}
