//! States and moves: two sets of pawns, and a pawn's step from cell to cell.

use plyscope_game::Player;

/// The pawns of both players, and who moves: the pawns do not tell.
///
/// Bit `8 * row + column` is a cell, row 0 at the top, whatever the width. The
/// first player begins there and moves down, to higher bits. Cells of a 3×4 board:
///
/// ```text
///  0  1  2
///  8  9 10
/// 16 17 18
/// 24 25 26
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) pawns: [u64; 2],
    pub(super) mover: Player,
}

impl State {
    /// The pawns of one player as a set of cells.
    #[inline]
    pub fn of(&self, player: Player) -> u64 {
        self.pawns[player.index()]
    }
}

/// A pawn's step, with or without capture, between the bits of two cells in [`State`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Step {
    /// The bit of the cell that the pawn leaves.
    #[inline]
    pub fn from(self) -> u32 {
        u32::from(self.from)
    }

    /// The bit of the cell that the pawn arrives on.
    #[inline]
    pub fn to(self) -> u32 {
        u32::from(self.to)
    }

    /// Columns to the right, plus 1: 0, 1 or 2.
    #[inline]
    pub(super) fn direction(self) -> u8 {
        1 + self.to % 8 - self.from % 8
    }
}

/// The bit of a cell.
pub(super) fn bit(column: usize, row: usize) -> u64 {
    1 << (8 * row + column)
}
