//! Positions such as `x.o/.x./..o` and moves such as `b2`.

use plyscope_game::{Board, Cell, Error, Game, Notation, Player};

use super::rules::{Mnk, Place, State, bit};
use crate::grid::{Grid, Piece, cell_name, first_cell_len};

impl Mnk {
    fn grid(&self) -> Grid {
        Grid {
            width: self.width(),
            height: self.height(),
        }
    }

    /// Whether play can lead here, as far as counts and lines tell.
    fn check(&self, state: &State) -> Result<(), Error> {
        let [first, second] = state.stones.map(u64::count_ones);
        if first != second && first != second + 1 {
            return Err(Error::misread(
                format!("{first} x and {second} o cannot come from taking turns"),
                "x moves first: there are as many x as o, or one more",
            ));
        }
        let mover = self.mover(state);
        if self.has_line(state, mover) {
            let sign = if mover == Player::FIRST { 'x' } else { 'o' };
            return Err(Error::misread(
                format!("{sign} has {} in a row but did not move last", self.k()),
                "the game ends with the first full line: only the player who moved last can have one",
            ));
        }
        if !self.came_at_once(state, mover.opponent()) {
            return Err(Error::misread(
                "no single stone can have completed all these lines",
                "the game ends with the first full line: a second one must share the last stone",
            ));
        }
        Ok(())
    }

    /// Whether some stone of `player` is part of every line he has filled.
    fn came_at_once(&self, state: &State, player: Player) -> bool {
        let stones = state.of(player);
        let filled = self.lines().iter().filter(|&line| stones & line == *line);
        filled.fold(u64::MAX, |shared, line| shared & line) != 0
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
        let mut state = State::default();
        self.grid().read(text, |cell, player| {
            state.stones[player.index()] |= bit(cell.column, cell.row);
        })?;
        self.check(&state)?;
        Ok(state)
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
