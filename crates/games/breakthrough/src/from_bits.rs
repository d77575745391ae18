//! States and moves from bits, checked.

use plyscope_game::{Error, Game, Player};

use super::notation::SIGNS;
use super::rules::Breakthrough;
use super::state::{State, Step};
use plyscope_grid::cells::{check_mover, check_sets, legal};

impl Breakthrough {
    /// The state with these pawns of the first and of the second player, laid out as in [`State`].
    ///
    /// ```
    /// use plyscope_game::{Game, Notation, Player};
    /// use plyscope_breakthrough::Breakthrough;
    ///
    /// let game = Breakthrough::new(3, 5)?;
    /// let state = game.state_from(0b111 << 8, 0b111 << 24, Player::SECOND)?;
    /// assert_eq!(game.write_state(&state), "3/xxx/3/ooo/3 o");
    /// let step = game.move_between(&state, 25, 17)?;
    /// assert_eq!((step.from(), step.to()), (25, 17));
    /// assert!(game.move_between(&state, 8, 16).is_err());
    /// # Ok::<(), plyscope_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a pawn stands beside the board or on another, or play cannot lead
    /// here, as far as counts and the far rows tell.
    pub fn state_from(&self, first: u64, second: u64, mover: Player) -> Result<State, Error> {
        check_mover(mover)?;
        check_sets((first | second) & !self.cells() != 0, first & second != 0)?;
        let state = State {
            pawns: [first, second],
            mover,
        };
        self.check(&state)?;
        Ok(state)
    }

    /// The step between the cells with these bits, if it is legal in `state`, which is not over.
    ///
    /// # Errors
    /// When the mover has no such step.
    pub fn move_between(&self, state: &State, from: u32, to: u32) -> Result<Step, Error> {
        let cell = |bit| u8::try_from(bit).ok();
        let step = cell(from).zip(cell(to));
        let step = step.map(|(from, to)| Step { from, to });
        legal(step, self.moves(state), || {
            format!("the step from bit {from} to bit {to}")
        })
    }

    /// Whether play can lead here, as far as counts and the far rows tell.
    fn check(&self, state: &State) -> Result<(), Error> {
        for player in [Player::FIRST, Player::SECOND] {
            let sign = SIGNS[player.index()];
            let pawns = state.of(player).count_ones();
            let most = 2 * self.width() as u32;
            if pawns > most {
                let hint = format!("each side begins with {most} pawns and gets no more");
                return Err(Error::misuse(format!("{sign} has {pawns} pawns"), hint));
            }
            let arrived = (state.of(player) & self.goal(player)).count_ones();
            if arrived > 1 || arrived == 1 && player == state.mover {
                return Err(Error::misuse(
                    format!("{sign} has won before the last move"),
                    "a pawn on the far row ends the game: there is at most one, of the player who moved last",
                ));
            }
        }
        if state.of(state.mover.opponent()) == 0 {
            return Err(Error::misuse(
                "the player who moved last has no pawns",
                "the last pawn is captured by the opponent, after whose move it is one's turn",
            ));
        }
        Ok(())
    }
}
