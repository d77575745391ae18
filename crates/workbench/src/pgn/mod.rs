//! Games of chess as other programs exchange them: PGN.
//!
//! Records stay lines of JSON; PGN is for showing games to others and for
//! openings that others collected. Comments, variations and glyphs are passed over.

mod game;
mod lexer;
mod write;

pub use game::{PgnGame, read_pgn};
pub use write::{pgn_of_line, pgn_of_saved};

use std::path::Path;

use plyscope_game::Error;

use crate::NamedGame;

/// Whether a file's name says that it holds PGN.
pub fn is_pgn(path: &Path) -> bool {
    let extension = path.extension().and_then(|own| own.to_str());
    extension.is_some_and(|own| own.eq_ignore_ascii_case("pgn"))
}

/// Refuses PGN where the game is not chess.
///
/// # Errors
/// When it is another game.
pub fn ensure_chess(game: &NamedGame) -> Result<(), Error> {
    if game.name() == "chess" {
        return Ok(());
    }
    let what = format!("PGN holds games of chess, not of {}", game.name());
    Err(Error::misuse(
        what,
        "take `chess`, or a file of another kind",
    ))
}
