//! Moves and states as text: columns `1` to `9` and `a`, rows of `x`, `o` and `.` from the top.

use plyscope_game::{Board, Cell, Error, Game, Notation, Player};

use super::bits::Bits;
use super::read_state::read_state;
use super::shape::Shape;
use super::{ConnectFour, State, Stone};

/// Names of the columns, from the left; one letter each, so that `4453` is four moves.
const COLUMNS: [char; 10] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'a'];

impl<S: Shape> Notation for ConnectFour<S> {
    fn write_state(&self, state: &State<S::Bits>) -> String {
        let pieces = self.pieces(state);
        let rows = pieces.chunks(self.shape.width() as usize);
        let rows: Vec<String> = rows.map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    /// Takes numbers for runs of empty cells, too: `7/7/7/3o3/3x3/2ox3`.
    fn read_state(&self, text: &str) -> Result<State<S::Bits>, Error> {
        read_state(&self.shape, text)
    }

    fn write_move(&self, _state: &State<S::Bits>, mv: Stone) -> String {
        COLUMNS[mv.column(&self.shape) as usize].to_string()
    }

    fn read_move(&self, state: &State<S::Bits>, text: &str) -> Result<Stone, Error> {
        let trouble = |what: String| Error::misread(what, self.open_columns(state));
        let name = text.trim();
        let mut letters = name.chars().map(|letter| letter.to_ascii_lowercase());
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err(trouble(format!("`{name}` is not a column")));
        };
        let Some(column) = COLUMNS.iter().position(|&column| column == letter) else {
            return Err(trouble(format!("`{name}` is not a column")));
        };
        if column >= self.shape.width() as usize {
            let width = self.shape.width();
            let what = format!("there is no column {letter} on a board of {width} columns");
            return Err(trouble(what));
        }
        self.moves(state)
            .find(|&mv| self.move_index(mv) == column)
            .ok_or_else(|| trouble(format!("column {letter} is full")))
    }

    fn first_move_len(&self, text: &str) -> usize {
        text.chars().next().map_or(0, char::len_utf8)
    }

    fn board(&self, state: &State<S::Bits>) -> Board {
        let columns = &COLUMNS[..self.shape.width() as usize];
        Board {
            columns: columns.iter().map(char::to_string).collect(),
            rows: vec![String::new(); self.shape.height() as usize],
            pieces: self.pieces(state),
            ..Board::default()
        }
    }

    /// Where the stone lands.
    fn cell(&self, _state: &State<S::Bits>, mv: Stone) -> Option<Cell> {
        Some(Cell {
            column: mv.column(&self.shape) as usize,
            row: (self.shape.height() - 1 - mv.row(&self.shape)) as usize,
        })
    }
}

impl<S: Shape> ConnectFour<S> {
    /// The pieces row by row from the top.
    fn pieces(&self, state: &State<S::Bits>) -> Vec<char> {
        let (moving, waiting) = match self.mover(state) {
            Player::FIRST => ('x', 'o'),
            _ => ('o', 'x'),
        };
        let piece = |row: u32, column: u32| {
            let cell = S::Bits::ONE << (column * self.shape.stride() + row);
            if !(state.waiting & cell).is_empty() {
                waiting
            } else if !(state.all & cell).is_empty() {
                moving
            } else {
                '.'
            }
        };
        let rows = (0..self.shape.height()).rev();
        rows.flat_map(|row| (0..self.shape.width()).map(move |column| piece(row, column)))
            .collect()
    }

    fn open_columns(&self, state: &State<S::Bits>) -> String {
        let names = self.moves(state).map(|mv| self.write_move(state, mv));
        let names: Vec<String> = names.collect();
        if names.is_empty() {
            return "the board is full: no move is left".into();
        }
        format!("open columns: {}", names.join(" "))
    }
}
