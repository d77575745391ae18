//! States from rows of bits and moves from cells, checked.

use plyscope_game::{Error, Game, Player};

use super::places::{Place, Places, count};
use super::rules::Gomoku;
use super::state::{EDGE, ROWS, State, bit};
use plyscope_grid::cells::{check_sets, legal};

impl Gomoku {
    /// The state with these stones of the first and of the second player.
    ///
    /// One word per row from the top, bit 0 the leftmost column; rows left out are empty.
    ///
    /// ```
    /// use plyscope_game::{Game, Notation, Player};
    /// use plyscope_gomoku::{FiveRule, Gomoku};
    ///
    /// let game = Gomoku::new(5, FiveRule::Freestyle)?;
    /// let state = game.state_from(&[0, 0b00100], &[0, 0b01000])?;
    /// assert_eq!(game.write_state(&state), "5/2xo1/5/5/5");
    /// assert_eq!(state.rows_of(Player::FIRST)[1], 0b00100);
    /// let middle = game.move_on(&state, 2, 2)?;
    /// assert_eq!((middle.column(), middle.row()), (2, 2));
    /// assert!(game.move_on(&state, 2, 1).is_err());
    /// # Ok::<(), plyscope_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a stone lies beside the board or on another, or play cannot lead
    /// here, as far as counts and rows of five tell.
    pub fn state_from(&self, first: &[u32], second: &[u32]) -> Result<State, Error> {
        let row = |rows: &[u32], row: usize| rows.get(row).copied().unwrap_or(0);
        let (size, longest) = (self.size(), first.len().max(second.len()));
        let taken = |at| row(first, at) | row(second, at);
        check_sets(
            (0..longest).any(|at| taken(at) >> size != 0 || at >= size && taken(at) != 0),
            (0..longest).any(|at| row(first, at) & row(second, at) != 0),
        )?;
        let mut state = State::EMPTY;
        for (player, rows) in [(Player::FIRST, first), (Player::SECOND, second)] {
            for at in 0..size {
                let columns = (0..size).filter(|column| row(rows, at) >> column & 1 == 1);
                columns.for_each(|column| self.put(&mut state, player, Place::new(column, at)));
            }
        }
        let counts = [0, 1].map(|player| count(&state.stones[player]));
        self.settle(&mut state, counts)?;
        Ok(state)
    }

    /// The move on a cell counted from the left and from the top, both from 0, if it is legal in `state`.
    ///
    /// `state` is not over.
    ///
    /// # Errors
    /// When there is no such cell, or a stone lies on it.
    pub fn move_on(&self, state: &State, column: usize, row: usize) -> Result<Place, Error> {
        let is_inside = column < self.size() && row < self.size();
        let place = is_inside.then(|| Place::new(column, row));
        legal(place, self.moves(state), || {
            format!("column {column} in row {row}")
        })
    }

    /// Sees who has won; an error unless play can lead here, as far as counts and rows of five tell.
    fn settle(&self, state: &mut State, counts: [u32; 2]) -> Result<(), Error> {
        let [first, second] = counts;
        if first != second && first != second + 1 {
            return Err(Error::misuse(
                format!("{first} x and {second} o cannot come from taking turns"),
                "x moves first: there are as many x as o, or one more",
            ));
        }
        let mover = self.mover(state);
        if !self.winning(&state.stones[mover.index()]).is_empty() {
            let sign = if mover == Player::FIRST { 'x' } else { 'o' };
            return Err(Error::misuse(
                format!("{sign} has five in a row but did not move last"),
                "the game ends with the first five: only the player who moved last can have one",
            ));
        }
        let last = state.stones[mover.opponent().index()];
        let winning = self.winning(&last);
        state.won = !winning.is_empty();
        let may_be_last = |&place: &Place| self.winning(&without(&last, place)).is_empty();
        if state.won && !winning.iter().any(may_be_last) {
            return Err(Error::misuse(
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
