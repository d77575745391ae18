//! States and moves as plain data.

use super::bits::Bits;
use super::shape::Shape;

/// Where the stones are.
///
/// Bit `(H + 1) * column + row` is a cell; row H stays empty, so that lines do
/// not run from the top of one column into the bottom of the next. On 7×6:
///
/// ```text
///  6 13 20 27 34 41 48   always empty
///  5 12 19 26 33 40 47
///  4 11 18 25 32 39 46
///  3 10 17 24 31 38 45
///  2  9 16 23 30 37 44
///  1  8 15 22 29 36 43
///  0  7 14 21 28 35 42
/// ```
///
/// Adding the bottom bit of a column to all stones carries through that
/// column's stones and stops on the cell where the next one lands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct State<B> {
    /// Stones of the player who does not move: only his last one can have won.
    pub(super) waiting: B,
    /// Stones of both players; an odd number of them means that the second player moves.
    pub(super) all: B,
}

impl<B: Bits> State<B> {
    /// Stones of the player who moves.
    #[inline]
    pub fn moving(&self) -> B {
        self.waiting ^ self.all
    }

    /// Stones of the player who does not move.
    #[inline]
    pub fn waiting(&self) -> B {
        self.waiting
    }

    /// Stones of both players.
    #[inline]
    pub fn all(&self) -> B {
        self.all
    }

    /// Moves made since the empty board.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.all.count()
    }

    /// Puts a stone of the mover on a landing cell; the other player moves next.
    #[inline]
    pub(super) fn drop_on(&mut self, landing: B) {
        self.waiting = (self.waiting ^ self.all) | landing;
        self.all = self.all | landing;
    }
}

/// A move: the cell on which the stone comes to rest.
///
/// The cell rather than the column, because it is what searches need: to play
/// it is to set one bit, and a good cell stays good while its column waits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stone {
    pub(super) cell: u8,
}

impl Stone {
    /// The bit of the cell in [`State`]'s layout.
    #[inline]
    pub fn cell(self) -> u32 {
        u32::from(self.cell)
    }

    /// The column, from 0 on the left.
    #[inline]
    pub fn column<S: Shape>(self, shape: &S) -> u32 {
        self.cell() / shape.stride()
    }

    /// The row, from 0 at the bottom.
    #[inline]
    pub fn row<S: Shape>(self, shape: &S) -> u32 {
        self.cell() % shape.stride()
    }
}
