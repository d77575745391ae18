//! Colours, and boards drawn with them.

use std::fmt::Write as _;

use plyscope_game::{Board, Cell, Player};

/// Puts colours on text, or leaves them off.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    pub(crate) on: bool,
}

/// Blue and orange can be told apart by everybody.
const FIRST: &str = "1;38;5;39";
const SECOND: &str = "1;38;5;208";
const FAINT: &str = "2";
const STRONG: &str = "1";

impl Paint {
    fn coloured(self, code: &str, text: &str) -> String {
        if self.on {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_string()
        }
    }

    /// Of the first player.
    pub(crate) fn first(self, text: &str) -> String {
        self.coloured(FIRST, text)
    }

    /// Of the second player.
    pub(crate) fn second(self, text: &str) -> String {
        self.coloured(SECOND, text)
    }

    /// Less important.
    pub(crate) fn faint(self, text: &str) -> String {
        self.coloured(FAINT, text)
    }

    /// More important.
    pub(crate) fn strong(self, text: &str) -> String {
        self.coloured(STRONG, text)
    }

    /// The piece on a cell in its owner's colour.
    fn piece(self, board: &Board, cell: Cell, is_last: bool) -> String {
        let piece = board.piece(cell);
        let text = piece.to_string();
        let text = match board.owner(piece) {
            Some(Player::FIRST) => self.first(&text),
            Some(_) => self.second(&text),
            None => self.faint(&text),
        };
        // Without colours the last move is not marked: the picture stays plain text.
        if is_last && self.on {
            format!("\x1b[4m{text}")
        } else {
            text
        }
    }

    /// A board with labels; the last move underlined.
    pub(crate) fn board(self, board: &Board, last: Option<Cell>) -> String {
        let notes = |_: Cell| None;
        self.annotated(board, last, 1, notes)
    }

    /// A board with a note on some cells, `width` characters each.
    pub(crate) fn annotated(
        self,
        board: &Board,
        last: Option<Cell>,
        width: usize,
        note: impl Fn(Cell) -> Option<String>,
    ) -> String {
        let margin = board.rows.iter().map(String::len).max().unwrap_or(0);
        // A cell takes its note and a blank.
        let indent = |row: usize| 2 + board.half_cells(row) * (width + 1) / 2;
        let mut text = String::new();
        for (row, label) in board.rows.iter().enumerate() {
            let _ = write!(text, "{:1$}", "", indent(row));
            text.push_str(&self.faint(&format!("{label:>margin$}")));
            for column in 0..board.columns.len() {
                let cell = Cell { column, row };
                let pad = " ".repeat(width - 1);
                let shown = note(cell).map_or_else(
                    || pad + &self.piece(board, cell, last == Some(cell)),
                    |note| self.strong(&format!("{note:>width$}")),
                );
                let _ = write!(text, " {shown}");
            }
            text.push('\n');
        }
        let _ = write!(text, "{:1$}", "", indent(board.rows.len()) + margin);
        for label in &board.columns {
            let _ = write!(text, " {}", self.faint(&format!("{label:>width$}")));
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use plyscope_game::{CellShape, Look};

    use super::*;

    fn board(pieces: &str, look: Look, cells: CellShape) -> Board {
        Board {
            columns: ["a", "b"].map(str::to_owned).into(),
            rows: ["2", "1"].map(str::to_owned).into(),
            pieces: pieces.chars().collect(),
            look,
            cells,
        }
    }

    #[test]
    fn figures_have_their_owners_colours() {
        let paint = Paint { on: true };
        let board = board("k.oP", Look::Figures, CellShape::Squares);
        let drawn = paint.board(&board, None);
        for own in [paint.second("k"), paint.second("o"), paint.first("P")] {
            assert!(drawn.contains(&own), "{drawn}");
        }
    }

    #[test]
    fn plain_boards_are_the_games_pictures_two_blanks_in() {
        for cells in [CellShape::Squares, CellShape::Hexagons] {
            let board = board("x.ox", Look::Marks, cells);
            let drawn = Paint { on: false }.board(&board, None);
            let lines = board.picture();
            let lines = lines.lines().map(|line| format!("  {line}\n"));
            assert_eq!(drawn, lines.collect::<String>());
        }
    }

    #[test]
    fn rows_of_hexagons_with_notes_are_shifted_by_half_a_note() {
        let board = board("x.o.", Look::Marks, CellShape::Hexagons);
        let note = |cell: Cell| (cell.column == 1).then(|| "+0.25".to_owned());
        let drawn = Paint { on: false }.annotated(&board, None, 5, note);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "  2     x +0.25");
        assert_eq!(lines[1], "     1     o +0.25");
        assert_eq!(lines[2], "              a     b");
    }
}
