//! Errors about sets of cells that make no position and cells that are no move.

use plyscope_game::{Error, Player};

/// Refuses stones that lie beside the board, and cells that both players have.
///
/// # Errors
/// When one of them is so.
pub fn check_sets(is_off_board: bool, is_shared: bool) -> Result<(), Error> {
    let hint = "the layout of the bits is drawn where the type `State` is documented";
    if is_off_board {
        return Err(Error::misuse("a piece lies beside the board", hint));
    }
    if is_shared {
        return Err(Error::misuse("both players have a piece on one cell", hint));
    }
    Ok(())
}

/// The move, if it is one of the legal ones; `name` says it in the game's own words.
///
/// # Errors
/// When it is not.
pub fn legal<M: PartialEq>(
    mv: Option<M>,
    mut all: impl Iterator<Item = M>,
    name: impl FnOnce() -> String,
) -> Result<M, Error> {
    mv.filter(|mv| all.any(|legal| legal == *mv))
        .ok_or_else(|| {
            let what = format!("{} is not a legal move here", name());
            Error::misuse(what, "`moves` gives all that are legal")
        })
}

/// Refuses a mover beyond the second player.
///
/// # Errors
/// When it is one.
pub fn check_mover(mover: Player) -> Result<(), Error> {
    if mover.index() < 2 {
        return Ok(());
    }
    let what = format!("there is no player {}", mover.index() + 1);
    Err(Error::misuse(what, "the game has two players"))
}
