//! Boards of stones as text: rows such as `x.o/.x./2o` and cells such as `b2`.
//!
//! Column letters run from the left, row numbers from the top, both from the
//! first; games on such boards share one way to write and read them. [`cells`] has
//! the errors about sets of cells that make no position.
//!
//! ```
//! use plyscope_grid::Grid;
//!
//! let grid = Grid { width: 3, height: 2 };
//! let mut stones = Vec::new();
//! grid.read("x.o/1x1", |cell, player| stones.push((cell, player)))?;
//! let piece = |cell| stones.iter().find(|own| own.0 == cell).map(|own| own.1);
//! assert_eq!(grid.write_runs(piece), "x1o/1x1");
//! assert_eq!(grid.read_empty_cell("b1", piece).map(plyscope_grid::cell_name), Ok("b1".into()));
//! # Ok::<(), plyscope_game::Error>(())
//! ```

pub mod cells;

use plyscope_game::{Board, Cell, Error, Player};

/// The shape of a board, at most 26 columns wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// Whose stone lies on a cell, if any.
pub type Piece = Option<Player>;

impl Grid {
    /// The board as it is drawn.
    pub fn board(self, piece: impl Fn(Cell) -> Piece) -> Board {
        Board {
            columns: (0..self.width).map(|c| letter(c).to_string()).collect(),
            rows: (1..=self.height).map(|row| row.to_string()).collect(),
            pieces: self.cells().map(|cell| sign(piece(cell))).collect(),
            ..Board::default()
        }
    }

    /// Rows from the top with a dot for every empty cell: `x.o/.x./..o`.
    pub fn write_dots(self, piece: impl Fn(Cell) -> Piece) -> String {
        let mut text = String::new();
        for cell in self.cells() {
            if cell.column == 0 && cell.row > 0 {
                text.push('/');
            }
            text.push(sign(piece(cell)));
        }
        text
    }

    /// Rows from the top with a number for every run of empty cells: `x1o/1x1/2o`.
    pub fn write_runs(self, piece: impl Fn(Cell) -> Piece) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for cell in self.cells() {
            let sign = sign(piece(cell));
            empty += usize::from(sign == '.');
            let row_ends = cell.column + 1 == self.width;
            if empty > 0 && (sign != '.' || row_ends) {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            if sign != '.' {
                text.push(sign);
            }
            if row_ends && cell.row + 1 < self.height {
                text.push('/');
            }
        }
        text
    }

    /// Reads rows from the top, dots and numbers for empty cells alike; calls `put` for every stone.
    ///
    /// # Errors
    /// When the text is no such board: what is wrong, where, and how the empty board is written.
    pub fn read(self, text: &str, mut put: impl FnMut(Cell, Player)) -> Result<(), Error> {
        let indent = text.len() - text.trim_start().len();
        let mut at = indent;
        let mut rows = 0;
        for line in text.trim().split('/') {
            if rows == self.height {
                let what = format!("more than {} rows", self.height);
                return Err(Error::misread_at(at, what, self.hint()));
            }
            self.read_row(rows, line, &mut put)
                .map_err(|error| error.shifted(at))?;
            rows += 1;
            at += line.len() + 1;
        }
        if rows < self.height {
            let what = format!("only {rows} of {} rows", self.height);
            return Err(Error::misread_at(at - 1, what, self.hint()));
        }
        Ok(())
    }

    fn read_row(
        self,
        row: usize,
        line: &str,
        put: &mut impl FnMut(Cell, Player),
    ) -> Result<(), Error> {
        let mut column = 0;
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let at = line.len() - rest.len();
            let (length, cells, piece) = match first {
                'x' | 'X' => (1, 1, Some(Player::FIRST)),
                'o' | 'O' => (1, 1, Some(Player::SECOND)),
                '.' => (1, 1, None),
                '1'..='9' => {
                    let digits = digits(rest);
                    // A number too long for the type is too long for the board.
                    (digits, rest[..digits].parse().unwrap_or(usize::MAX), None)
                }
                other => {
                    let what = format!("`{}` is not a cell", other.escape_debug());
                    return Err(Error::misread_at(at, what, self.hint()));
                }
            };
            if cells > self.width - column {
                let what = format!("row {} has more than {} cells", row + 1, self.width);
                return Err(Error::misread_at(at, what, self.hint()));
            }
            if let Some(player) = piece {
                put(Cell { column, row }, player);
            }
            column += cells;
            rest = &rest[length..];
        }
        if column < self.width {
            let what = format!("row {} has {column} of {} cells", row + 1, self.width);
            return Err(Error::misread_at(line.len(), what, self.hint()));
        }
        Ok(())
    }

    fn hint(self) -> String {
        let Self { width, height } = self;
        let rows = vec![width.to_string(); height].join("/");
        format!(
            "write {height} rows of {width} cells from the top, separated by `/`: x and o for stones, \
             dots or numbers for empty cells; the empty board is `{rows}`"
        )
    }

    /// Reads a cell to put a stone on, which must be empty.
    ///
    /// # Errors
    /// When the text is no cell of the board, or a stone lies there.
    pub fn read_empty_cell(self, text: &str, piece: impl Fn(Cell) -> Piece) -> Result<Cell, Error> {
        let cell = self.read_cell(text)?;
        if piece(cell).is_some() {
            let what = format!("{} is taken", cell_name(cell));
            return Err(Error::misread_at(0, what, "stones go on empty cells"));
        }
        Ok(cell)
    }

    /// Reads one cell such as `b2`, which must be on the board.
    ///
    /// # Errors
    /// When it is not, or the text is no cell.
    pub fn read_cell(self, text: &str) -> Result<Cell, Error> {
        let shown = text.escape_debug();
        let Some((column, row)) = split_cell(text) else {
            let what = format!("`{shown}` is not a cell");
            return Err(Error::misread_at(0, what, self.cell_hint()));
        };
        if column < self.width && (1..=self.height).contains(&row) {
            let row = row - 1;
            return Ok(Cell { column, row });
        }
        let what = format!("`{shown}` is not on the board");
        Err(Error::misread_at(0, what, self.cell_hint()))
    }

    fn cell_hint(self) -> String {
        let last = Cell {
            column: self.width - 1,
            row: self.height - 1,
        };
        format!(
            "cells run from a1 at the top left to {} at the bottom right",
            cell_name(last)
        )
    }

    fn cells(self) -> impl Iterator<Item = Cell> {
        let row = move |row| (0..self.width).map(move |column| Cell { column, row });
        (0..self.height).flat_map(row)
    }
}

/// Column letter and row number: `b2`.
pub fn cell_name(cell: Cell) -> String {
    format!("{}{}", letter(cell.column), cell.row + 1)
}

/// Bytes of the first cell name of `text`: one character and the digits after it.
pub fn first_cell_len(text: &str) -> usize {
    let letter = text.chars().next().map_or(0, char::len_utf8);
    letter + digits(&text[letter..])
}

/// Column from 0 and row from 1 of a name such as `b2`, whether or not such a cell is there.
fn split_cell(text: &str) -> Option<(usize, usize)> {
    let letter = text.chars().next()?.to_ascii_lowercase();
    let number = text.get(1..)?;
    let plain = !number.starts_with('0') && digits(number) == number.len();
    if !letter.is_ascii_lowercase() || !plain {
        return None;
    }
    Some((letter as usize - 'a' as usize, number.parse().ok()?))
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn letter(column: usize) -> char {
    (b'a' + column as u8) as char
}

fn sign(piece: Piece) -> char {
    match piece {
        Some(Player::FIRST) => 'x',
        Some(_) => 'o',
        None => '.',
    }
}
