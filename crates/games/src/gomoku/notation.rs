//! Positions such as `15/15/7x7/…` and moves such as `h8`.
//!
//! Columns are the letters from a, with i; rows are numbers from 1 at the top.

use plyscope_game::{Board, Cell, Error, Game, Notation, Player};

use super::places::{Place, Places, count};
use super::rules::Gomoku;
use super::state::{EDGE, ROWS, State, bit};
use crate::grid::{Grid, Piece, cell_name, first_cell_len};

impl Gomoku {
    fn grid(&self) -> Grid {
        Grid {
            width: self.size(),
            height: self.size(),
        }
    }

    /// Sees who has won; an error unless play can lead here, as far as counts and rows of five tell.
    fn settle(&self, state: &mut State, counts: [u32; 2]) -> Result<(), Error> {
        let [first, second] = counts;
        if first != second && first != second + 1 {
            return Err(Error::misread(
                format!("{first} x and {second} o cannot come from taking turns"),
                "x moves first: there are as many x as o, or one more",
            ));
        }
        let mover = self.mover(state);
        if !self.winning(&state.stones[mover.index()]).is_empty() {
            let sign = if mover == Player::FIRST { 'x' } else { 'o' };
            return Err(Error::misread(
                format!("{sign} has five in a row but did not move last"),
                "the game ends with the first five: only the player who moved last can have one",
            ));
        }
        let last = state.stones[mover.opponent().index()];
        let winning = self.winning(&last);
        state.won = !winning.is_empty();
        let may_be_last = |&place: &Place| self.winning(&without(&last, place)).is_empty();
        if state.won && !winning.iter().any(may_be_last) {
            return Err(Error::misread(
                "no single stone can have completed all these fives",
                "the game ends with the first five: a second one must share the last stone",
            ));
        }
        Ok(())
    }

    /// The stones that are part of a winning row.
    fn winning(&self, stones: &[u32; ROWS]) -> Vec<Place> {
        Places::new(*stones, count(stones))
            .filter(|&place| self.wins_through(stones, place))
            .collect()
    }
}

fn without(stones: &[u32; ROWS], place: Place) -> [u32; ROWS] {
    let mut rest = *stones;
    rest[place.row() + EDGE] &= !bit(place);
    rest
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
        let mut state = State::EMPTY;
        let mut counts = [0; 2];
        self.grid().read(text, |cell, player| {
            self.put(&mut state, player, place_of(cell));
            counts[player.index()] += 1;
        })?;
        self.settle(&mut state, counts)?;
        Ok(state)
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
