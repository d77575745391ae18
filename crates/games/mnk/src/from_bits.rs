//! States and moves from bits, checked.

use plyscope_game::{Error, Game, Player};

use super::rules::{Mnk, Place, State};
use plyscope_grid::cells::{check_sets, legal};

impl Mnk {
    /// The state with these stones of the first and of the second player, laid out as in [`State`].
    ///
    /// ```
    /// use plyscope_game::{Game, Notation};
    /// use plyscope_mnk::Mnk;
    ///
    /// let game = Mnk::tictactoe();
    /// let state = game.state_from(1 << 9, 1 << 0)?;
    /// assert_eq!(game.write_state(&state), "o../.x./...");
    /// let corner = game.move_on(&state, 18)?;
    /// assert_eq!((corner.column(), corner.row(), corner.bit()), (2, 2, 18));
    /// assert!(game.move_on(&state, 9).is_err());
    /// # Ok::<(), plyscope_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a stone lies beside the board or on another, or play cannot lead
    /// here, as far as counts and lines tell.
    pub fn state_from(&self, first: u64, second: u64) -> Result<State, Error> {
        check_sets((first | second) & !self.cells() != 0, first & second != 0)?;
        let state = State {
            stones: [first, second],
        };
        self.check(&state)?;
        Ok(state)
    }

    /// The move on the cell with this bit, if it is legal in `state`, which is not over.
    ///
    /// # Errors
    /// When there is no such cell, or a stone lies on it.
    pub fn move_on(&self, state: &State, bit: u32) -> Result<Place, Error> {
        let place = u8::try_from(bit).ok().map(Place);
        legal(place, self.moves(state), || format!("bit {bit}"))
    }

    /// Whether play can lead here, as far as counts and lines tell.
    fn check(&self, state: &State) -> Result<(), Error> {
        let [first, second] = state.stones.map(u64::count_ones);
        if first != second && first != second + 1 {
            return Err(Error::misuse(
                format!("{first} x and {second} o cannot come from taking turns"),
                "x moves first: there are as many x as o, or one more",
            ));
        }
        let mover = self.mover(state);
        if self.has_line(state, mover) {
            let sign = if mover == Player::FIRST { 'x' } else { 'o' };
            return Err(Error::misuse(
                format!("{sign} has {} in a row but did not move last", self.k()),
                "the game ends with the first full line: only the player who moved last can have one",
            ));
        }
        if !self.came_at_once(state, mover.opponent()) {
            return Err(Error::misuse(
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
