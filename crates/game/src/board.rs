//! Boards as they are drawn: cells in rows, and a letter for the piece on each.

use std::fmt::Write as _;

use crate::Player;

/// A place on a drawn board: column from the left, row from the top, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// From the left.
    pub column: usize,
    /// From the top.
    pub row: usize,
}

/// What the letters on a board stand for, and how pictures show them.
///
/// In every look `.` is an empty cell, and a letter that the look does not know
/// is drawn as it is and belongs to no player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Look {
    /// `x` of the first player, `o` of the second, drawn as a cross and a nought.
    #[default]
    Marks,
    /// `x` of the first player, `o` of the second, drawn as dark and light discs.
    Discs,
    /// Capital letters of the first player, small letters of the second.
    ///
    /// K, Q, R, B, N and P are drawn as chess figures, all others as letters on
    /// discs; the first player's are light. Neighbouring cells are shaded differently.
    Figures,
}

/// The shape of a board's cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum CellShape {
    /// Rows stand exactly below each other.
    #[default]
    Squares,
    /// Each row is half a cell further to the right than the row above it.
    ///
    /// ```text
    ///  a1  b1  c1
    ///    a2  b2  c2
    ///      a3  b3  c3
    /// ```
    /// So `b2` touches `b1`, `c1`, `a2`, `c2`, `a3` and `b3`.
    Hexagons,
}

/// A board as it is drawn: labels along two edges and a piece on each cell.
///
/// ```
/// use plyscope_game::{Board, Look, Player};
///
/// let board = Board {
///     columns: vec!["a".into(), "b".into()],
///     rows: vec!["2".into(), "1".into()],
///     pieces: vec!['k', '.', '.', 'K'],
///     look: Look::Figures,
///     ..Board::default()
/// };
/// assert_eq!(board.picture(), "2 k .\n1 . K\n  a b\n");
/// assert_eq!(board.owner('k'), Some(Player::SECOND));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// One label per column, from the left.
    pub columns: Vec<String>,
    /// One label per row, from the top; empty strings where rows have no names.
    pub rows: Vec<String>,
    /// Row by row from the top, in the letters of the look.
    pub pieces: Vec<char>,
    /// What the letters stand for.
    pub look: Look,
    /// Squares or hexagons.
    pub cells: CellShape,
}

impl Board {
    /// The piece on a cell.
    pub fn piece(&self, cell: Cell) -> char {
        self.pieces[cell.row * self.columns.len() + cell.column]
    }

    /// The player to whom such a piece belongs, by the convention of the look;
    /// `None` for empty cells and for letters that the look does not know.
    pub fn owner(&self, piece: char) -> Option<Player> {
        match (self.look, piece) {
            (Look::Marks | Look::Discs, 'x') => Some(Player::FIRST),
            (Look::Marks | Look::Discs, 'o') => Some(Player::SECOND),
            (Look::Figures, piece) if piece.is_uppercase() => Some(Player::FIRST),
            (Look::Figures, piece) if piece.is_lowercase() => Some(Player::SECOND),
            _ => None,
        }
    }

    /// How many half cells a row is further to the right than the first row.
    ///
    /// `rows.len()` may be asked, too: the column labels below the last row
    /// continue its columns.
    pub fn half_cells(&self, row: usize) -> usize {
        match self.cells {
            CellShape::Squares => 0,
            CellShape::Hexagons => row,
        }
    }

    /// The board in plain text: column labels below, row labels on the left.
    #[must_use]
    pub fn picture(&self) -> String {
        let margin = self.rows.iter().map(String::len).max().unwrap_or(0);
        let mut text = String::new();
        for (row, label) in self.rows.iter().enumerate() {
            // A cell is two characters wide, so that half of one is a blank.
            let _ = write!(text, "{:1$}", "", self.half_cells(row));
            let _ = write!(text, "{label:>margin$}");
            for column in 0..self.columns.len() {
                let _ = write!(text, " {}", self.piece(Cell { column, row }));
            }
            text.push('\n');
        }
        let indent = self.half_cells(self.rows.len()) + margin;
        let _ = write!(text, "{:indent$}", "");
        for label in &self.columns {
            let _ = write!(text, " {label}");
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three by three cells, labelled a, b, c and 1, 2, 3 from the top.
    fn board(pieces: &str, look: Look, cells: CellShape) -> Board {
        Board {
            columns: ["a", "b", "c"].map(str::to_owned).into(),
            rows: ["1", "2", "3"].map(str::to_owned).into(),
            pieces: pieces.chars().collect(),
            look,
            cells,
        }
    }

    #[test]
    fn rows_of_squares_stand_below_each_other() {
        let board = board("x.o.x.o..", Look::Marks, CellShape::Squares);
        assert_eq!(board.picture(), "1 x . o\n2 . x .\n3 o . .\n  a b c\n");
    }

    #[test]
    fn every_row_of_hexagons_is_half_a_cell_further_to_the_right() {
        let board = board("x.o.x.o..", Look::Marks, CellShape::Hexagons);
        let drawn = "1 x . o\n 2 . x .\n  3 o . .\n     a b c\n";
        assert_eq!(board.picture(), drawn);
    }

    #[test]
    fn each_look_knows_whose_a_piece_is() {
        let owner = |look, piece| board("", look, CellShape::Squares).owner(piece);
        for look in [Look::Marks, Look::Discs] {
            assert_eq!(owner(look, 'x'), Some(Player::FIRST));
            assert_eq!(owner(look, 'o'), Some(Player::SECOND));
            assert_eq!(owner(look, 'K'), None);
        }
        for piece in ['K', 'P', 'M', 'X'] {
            let small = piece.to_ascii_lowercase();
            assert_eq!(owner(Look::Figures, piece), Some(Player::FIRST));
            assert_eq!(owner(Look::Figures, small), Some(Player::SECOND));
        }
        for look in [Look::Marks, Look::Discs, Look::Figures] {
            for nobodys in ['.', ' ', '*', '7'] {
                assert_eq!(owner(look, nobodys), None);
            }
        }
    }
}
