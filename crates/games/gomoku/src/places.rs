//! Cells of the board, and sets of them to move to.

use super::state::{EDGE, ROWS};

/// A cell to put a stone on.
///
/// The number is `32 * row + column`, row 0 at the top, whatever the size of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place(pub(super) u16);

impl Place {
    /// Counted from the left and from the top, both from 0 and below 32.
    #[inline]
    #[must_use]
    pub fn new(column: usize, row: usize) -> Self {
        debug_assert!(column < 32 && row < 32);
        Self((32 * row + column) as u16)
    }

    /// From the left, from 0.
    #[inline]
    pub fn column(self) -> usize {
        usize::from(self.0 % 32)
    }

    /// From the top, from 0.
    #[inline]
    pub fn row(self) -> usize {
        usize::from(self.0 / 32)
    }

    /// The image on a board of `size`×`size`: 4 swaps column and row, then 1
    /// mirrors left and right and 2 top and bottom.
    pub(super) fn image(self, symmetry: u8, size: usize) -> Self {
        let (mut column, mut row) = (self.column(), self.row());
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        if symmetry & 1 != 0 {
            column = size - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = size - 1 - row;
        }
        Self::new(column, row)
    }
}

/// A set of cells, row by row from the top left.
#[derive(Clone, Debug)]
pub struct Places {
    /// Laid out as in [`super::State`].
    rows: [u32; ROWS],
    /// The rows before this one are used up.
    row: usize,
    left: u32,
}

impl Places {
    /// The cells of `rows`, which number `left`.
    #[inline]
    pub(super) fn new(rows: [u32; ROWS], left: u32) -> Self {
        debug_assert_eq!(left, count(&rows));
        Self {
            rows,
            row: EDGE,
            left,
        }
    }

    /// Takes the first cell of the current row, which has one.
    #[inline]
    fn take_first(&mut self) -> Place {
        let cells = &mut self.rows[self.row];
        let column = cells.trailing_zeros() as usize - EDGE;
        *cells &= *cells - 1;
        self.left -= 1;
        Place::new(column, self.row - EDGE)
    }
}

/// How many cells there are in `rows`.
pub(super) fn count(rows: &[u32; ROWS]) -> u32 {
    rows.iter().map(|row| row.count_ones()).sum()
}

impl Iterator for Places {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        if self.left == 0 {
            return None;
        }
        while self.rows[self.row] == 0 {
            self.row += 1;
        }
        Some(self.take_first())
    }

    #[inline]
    fn nth(&mut self, mut before: usize) -> Option<Place> {
        if before >= self.left as usize {
            self.left = 0;
            return None;
        }
        self.left -= before as u32;
        while before >= self.rows[self.row].count_ones() as usize {
            before -= self.rows[self.row].count_ones() as usize;
            self.row += 1;
        }
        let cells = &mut self.rows[self.row];
        for _ in 0..before {
            *cells &= *cells - 1;
        }
        Some(self.take_first())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Places {}
