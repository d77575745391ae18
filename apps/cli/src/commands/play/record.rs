//! A game on file: one JSON object, moves as text.

use std::path::Path;

use plyscope_workbench::{AnyGame, AnyPosition, Failure, Reading, open};
use serde::{Deserialize, Serialize};

/// A game as it is saved.
#[derive(Serialize, Deserialize)]
pub(super) struct Record {
    /// The spec of the game.
    pub(super) game: String,
    /// Who played first: `human`, or an agent's spec.
    pub(super) first: String,
    /// Who played second.
    pub(super) second: String,
    /// The state the moves begin from; the start of the game if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
    /// The moves.
    pub(super) moves: Vec<String>,
    /// Where chance began.
    #[serde(default)]
    pub(super) seed: u64,
    /// The points of the players, if the game is over.
    #[serde(default)]
    pub(super) payoffs: Option<Vec<i32>>,
}

impl Record {
    pub(super) fn load(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| {
            Failure::misuse(
                format!("the saved game {shown} cannot be read: {error}"),
                "give the file that `save` or --save wrote",
            )
        })?;
        let first_line = text
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        serde_json::from_str(first_line).map_err(|error| {
            Failure::misuse(
                format!("{shown} is no saved game: {error}"),
                "a saved game is one JSON object with game, first, second and moves",
            )
        })
    }

    /// Writes to a temporary name first, so that a full disk leaves the old file as it was.
    pub(super) fn save(&self, path: &Path) -> Result<(), Failure> {
        let failed = |error: std::io::Error| {
            Failure::failed(format!(
                "the game cannot be saved to {}: {error}",
                path.display()
            ))
        };
        let text = serde_json::to_string(self).expect("a record is plain data") + "\n";
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(".part");
        std::fs::write(&temporary, text).map_err(failed)?;
        std::fs::rename(&temporary, path).map_err(failed)
    }

    /// Plays the moves again on `game`.
    pub(super) fn replay(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPosition>, Failure> {
        // Compared as opened, so that `tic-tac-toe` and `tictactoe` are the same game.
        if open(&self.game)?.spec() != game.spec() {
            let what = format!(
                "the saved game is one of {}, not of {}",
                self.game,
                game.spec()
            );
            return Err(Failure::misuse(what, format!("play {} instead", self.game)));
        }
        let mut position = match &self.from {
            Some(state) => game.position(state, Reading::State)?,
            None => game.start(),
        };
        for (place, mv) in self.moves.iter().enumerate() {
            position
                .play(mv)
                .map_err(|failure| failure.in_context(format!("saved move {}", place + 1)))?;
        }
        Ok(position)
    }
}
