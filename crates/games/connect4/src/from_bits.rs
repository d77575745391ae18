//! States and moves from bits, checked that play could have led to them, as far as the board shows.

use plyscope_game::{Error, Game, Player};

use super::bits::Bits;
use super::line::has_line;
use super::shape::Shape;
use super::{ConnectFour, State, Stone};
use plyscope_grid::cells::{check_sets, legal};

/// Stones of the first and of the second player.
pub(super) type Stones<B> = [B; 2];

impl<S: Shape> ConnectFour<S> {
    /// The state with these stones of the first and of the second player, laid out as in [`State`].
    ///
    /// ```
    /// use plyscope_game::{Game, Notation, Player};
    /// use plyscope_connect4::Standard;
    ///
    /// let game = Standard::default();
    /// let state = game.state_from(0b01 << 21, 0b10 << 21)?;
    /// assert_eq!(game.write_state(&state), "......./......./......./......./...o.../...x...");
    /// assert_eq!(state.of(Player::SECOND), 0b10 << 21);
    /// let stone = game.move_in(&state, 3)?;
    /// assert_eq!((stone.cell(), game.move_on(&state, 23)?), (23, stone));
    /// assert!(game.move_in(&state, 7).is_err());
    /// # Ok::<(), plyscope_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a stone lies beside the board, on another or over an empty cell, or
    /// play cannot lead here, as far as counts and lines tell.
    pub fn state_from(&self, first: S::Bits, second: S::Bits) -> Result<State<S::Bits>, Error> {
        let all = first | second;
        check_sets(
            !(all & !self.shape.cells()).is_empty(),
            !(first & second).is_empty(),
        )?;
        let carried = (all << 1) | self.shape.bottom();
        if !(all & !carried).is_empty() {
            return Err(Error::misuse(
                "a stone hangs over an empty cell",
                "stones fall to the lowest empty cell of their column",
            ));
        }
        checked(&self.shape, [first, second])
    }

    /// The move that comes to rest on the cell with this bit, if it is legal in `state`, which is not over.
    ///
    /// # Errors
    /// When no stone comes to rest there.
    pub fn move_on(&self, state: &State<S::Bits>, bit: u32) -> Result<Stone, Error> {
        let stone = u8::try_from(bit).ok().map(|cell| Stone { cell });
        legal(stone, self.moves(state), || format!("bit {bit}"))
    }

    /// The move in a column, counted from 0 on the left, if it is legal in `state`, which is not over.
    ///
    /// # Errors
    /// When there is no such column, or it is full.
    pub fn move_in(&self, state: &State<S::Bits>, column: u32) -> Result<Stone, Error> {
        let its = |stone: &Stone| stone.column(&self.shape) == column;
        let stone = self.moves(state).find(its);
        legal(stone, self.moves(state), || format!("column {column}"))
    }
}

impl<B: Bits> State<B> {
    /// The stones of one player.
    #[inline]
    pub fn of(&self, player: Player) -> B {
        let is_mover = self.all.is_odd() == (player == Player::SECOND);
        if is_mover {
            self.moving()
        } else {
            self.waiting
        }
    }
}

/// The state with stones that lie one on another, if play can lead there.
pub(super) fn checked<S: Shape>(
    shape: &S,
    stones: Stones<S::Bits>,
) -> Result<State<S::Bits>, Error> {
    let state = in_turn(stones)?;
    check_lines(shape, &state)?;
    Ok(state)
}

/// The state, if the numbers of stones are those of players who alternate.
fn in_turn<B: Bits>([first, second]: Stones<B>) -> Result<State<B>, Error> {
    let all = first | second;
    match (first.count(), second.count()) {
        (x, o) if x == o => Ok(State {
            waiting: second,
            all,
        }),
        (x, o) if x == o + 1 => Ok(State {
            waiting: first,
            all,
        }),
        (x, o) => Err(Error::misuse(
            format!("{x} x and {o} o cannot come from taking turns"),
            "x begins: there are as many x as o, or one more",
        )),
    }
}

/// Whether the lines on the board can be the work of the last move.
fn check_lines<S: Shape>(shape: &S, state: &State<S::Bits>) -> Result<(), Error> {
    let hint = "play stops with the first line; only the last stone can have made it";
    let stone = |odd| if odd { 'x' } else { 'o' };
    let last = stone(state.all.is_odd());
    let other = stone(!state.all.is_odd());
    if has_line(shape, state.moving()) {
        let what = if has_line(shape, state.waiting) {
            "both players have a line".to_string()
        } else {
            format!("{other} has a line, but {last} moved last")
        };
        return Err(Error::misuse(what, hint));
    }
    if has_line(shape, state.waiting) && !one_stone_made_it(shape, state) {
        let what = format!("{last} has lines that no single move can have made");
        return Err(Error::misuse(what, hint));
    }
    Ok(())
}

/// Whether taking back the top stone of some column leaves the last mover without a line.
fn one_stone_made_it<S: Shape>(shape: &S, state: &State<S::Bits>) -> bool {
    // The landing cell of a column, full ones included, is one above its top stone.
    let tops = ((state.all + shape.bottom()) >> 1) & state.waiting;
    let cells = (0..shape.width()).map(|column| tops & shape.column(column));
    cells
        .filter(|top| !top.is_empty())
        .any(|top| !has_line(shape, state.waiting ^ top))
}
