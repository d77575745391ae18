//! States and moves from bits, checked.

use plyscope_game::{Error, Game, Player};

use super::rules::{CENTRE, Othello};
use super::state::{Move, State};
use plyscope_grid::cells::{check_mover, check_sets, legal};

impl<const N: u8> Othello<N> {
    /// The state with these discs of the first and of the second player, laid out as the [module](super) draws it.
    ///
    /// ```
    /// use plyscope_game::{Game, Player};
    /// use plyscope_othello::{Move, Othello};
    ///
    /// let game = Othello::<8>::default();
    /// let start = game.state_from(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, Player::FIRST)?;
    /// assert_eq!(start, game.start());
    /// assert_eq!(start.discs(Player::SECOND), 1 << 27 | 1 << 36);
    /// let d3 = game.move_on(&start, 19)?;
    /// assert_eq!(d3.bit(), Some(19));
    /// assert!(game.move_on(&start, 0).is_err());
    /// # Ok::<(), plyscope_game::Error>(())
    /// ```
    ///
    /// A pass is [`Move::PASS`]; it is legal where [`State::places`] is empty and the game is not over.
    ///
    /// # Errors
    /// When a disc lies beside the board or on another, or one of the four
    /// cells in the middle is empty.
    pub fn state_from(&self, first: u64, second: u64, mover: Player) -> Result<State, Error> {
        check_mover(mover)?;
        let taken = first | second;
        check_sets(taken & !self.cells() != 0, first & second != 0)?;
        if taken & CENTRE != CENTRE {
            return Err(Error::misuse(
                "a cell in the middle is empty",
                "the four cells in the middle are full from the start and stay so",
            ));
        }
        let discs = [first, second];
        let (own, theirs) = (discs[mover.index()], discs[mover.opponent().index()]);
        Ok(self.state(own, theirs, mover))
    }

    /// The move on the cell with this bit, if it is legal in `state`.
    ///
    /// # Errors
    /// When there is no such cell, it is taken, or a disc there flips nothing.
    pub fn move_on(&self, state: &State, bit: u32) -> Result<Move, Error> {
        let mv = (bit < 64).then(|| Move::on(bit));
        legal(mv, self.moves(state), || format!("bit {bit}"))
    }
}
