//! Positions such as `x.o/.x./..o` and moves such as `b2`.

use plyscope_game::{Board, Cell, Error, ErrorKind, Notation, Player};

use super::rules::{Mnk, Place, State, bit};
use plyscope_grid::{Grid, Piece, cell_name, first_cell_len};

impl Mnk {
    fn grid(&self) -> Grid {
        Grid {
            width: self.width(),
            height: self.height(),
        }
    }
}

fn piece_on(state: &State, cell: Cell) -> Piece {
    [Player::FIRST, Player::SECOND]
        .into_iter()
        .find(|&player| state.of(player) & bit(cell.column, cell.row) != 0)
}

fn cell_of(mv: Place) -> Cell {
    Cell {
        column: mv.column(),
        row: mv.row(),
    }
}

impl Notation for Mnk {
    fn write_state(&self, state: &State) -> String {
        self.grid().write_dots(|cell| piece_on(state, cell))
    }

    /// The mover follows from the counts. Numbers stand for so many empty cells.
    fn read_state(&self, text: &str) -> Result<State, Error> {
        let mut stones = [0; 2];
        self.grid().read(text, |cell, player| {
            stones[player.index()] |= bit(cell.column, cell.row);
        })?;
        self.state_from(stones[0], stones[1])
            .map_err(|error| error.of_kind(ErrorKind::Misread))
    }

    fn write_move(&self, _state: &State, mv: Place) -> String {
        cell_name(cell_of(mv))
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Place, Error> {
        let cell = self
            .grid()
            .read_empty_cell(text, |cell| piece_on(state, cell))?;
        Ok(Place::new(cell.column, cell.row))
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
