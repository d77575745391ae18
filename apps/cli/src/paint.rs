//! Colours, and boards drawn with them.

use std::fmt::Write as _;

use plyscope_game::{Board, Cell};

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

    fn piece(self, piece: char, is_last: bool) -> String {
        let text = piece.to_string();
        let text = match piece {
            'x' => self.first(&text),
            'o' => self.second(&text),
            _ => self.faint(&text),
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
        let mut text = String::new();
        for (row, label) in board.rows.iter().enumerate() {
            let _ = write!(text, "  {}", self.faint(&format!("{label:>margin$}")));
            for column in 0..board.columns.len() {
                let cell = Cell { column, row };
                let pad = " ".repeat(width - 1);
                let shown = note(cell).map_or_else(
                    || pad + &self.piece(board.piece(cell), last == Some(cell)),
                    |note| self.strong(&format!("{note:>width$}")),
                );
                let _ = write!(text, " {shown}");
            }
            text.push('\n');
        }
        let _ = write!(text, "  {:margin$}", "");
        for label in &board.columns {
            let _ = write!(text, " {}", self.faint(&format!("{label:>width$}")));
        }
        text.push('\n');
        text
    }
}
