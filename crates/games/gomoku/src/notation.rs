//! Positions such as `15/15/7x7/…` and moves such as `h8`.
//!
//! Columns are the letters from a, with i; rows are numbers from 1 at the top.

use plyscope_game::{Board, Cell, Error, ErrorKind, Notation};

use super::places::Place;
use super::rules::Gomoku;
use super::state::{MOST, State};
use plyscope_grid::{Grid, Piece, cell_name, first_cell_len};

impl Gomoku {
    fn grid(&self) -> Grid {
        Grid {
            width: self.size(),
            height: self.size(),
        }
    }
}

fn place_of(cell: Cell) -> Place {
    Place::new(cell.column, cell.row)
}

fn cell_of(place: Place) -> Cell {
    Cell {
        column: place.column(),
        row: place.row(),
    }
}

fn piece_on(state: &State, cell: Cell) -> Piece {
    state.stone(place_of(cell))
}

impl Notation for Gomoku {
    fn write_state(&self, state: &State) -> String {
        self.grid().write_runs(|cell| piece_on(state, cell))
    }

    /// The mover follows from the counts. Dots stand for empty cells as well as numbers.
    fn read_state(&self, text: &str) -> Result<State, Error> {
        let mut rows = [[0; MOST]; 2];
        self.grid().read(text, |cell, player| {
            rows[player.index()][cell.row] |= 1 << cell.column;
        })?;
        self.state_from(&rows[0], &rows[1])
            .map_err(|error| error.of_kind(ErrorKind::Misread))
    }

    fn write_move(&self, _state: &State, mv: Place) -> String {
        cell_name(cell_of(mv))
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Place, Error> {
        let cell = self
            .grid()
            .read_empty_cell(text, |cell| piece_on(state, cell))?;
        Ok(place_of(cell))
    }

    fn first_move_len(&self, text: &str) -> usize {
        first_cell_len(text)
    }

    fn board(&self, state: &State) -> Board {
        self.grid().board(|cell| piece_on(state, cell))
    }

    fn cell(&self, _state: &State, mv: Place) -> Option<Cell> {
        Some(cell_of(mv))
    }
}
