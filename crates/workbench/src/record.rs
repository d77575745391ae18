//! A game on file: one JSON object, moves as text.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use plyscope_arena::records::{ContestPlan, Line, is_record, read_game};
use plyscope_truth::Output;
use serde::{Deserialize, Serialize};

use crate::{
    NamedGame, Reading, Registry, ensure_chess, is_pgn, pgn_of_saved, read_pgn, without_mark,
};
use plyscope_game::Error;
use plyscope_game::any::Position;

/// A game as it is saved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedGame {
    /// The spec of the game.
    pub game: String,
    /// The first player: `human`, or an agent's spec.
    pub first: String,
    /// The second player; empty where there is none.
    pub second: String,
    /// The players after the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// The state the moves begin from; the start of the game if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// The seed of all random choices.
    #[serde(default)]
    pub seed: u64,
    /// The points of the players, if the game is over.
    #[serde(default)]
    pub payoffs: Option<Vec<i32>>,
}

impl SavedGame {
    /// Reads a file whose first line is a game, or game `n` of a contest from `FILE:n`.
    ///
    /// # Errors
    /// When it cannot be read or is no saved game.
    pub fn load(path: &Path) -> Result<Self, Error> {
        Ok(Self::load_with_notes(path)?.0)
    }

    /// The same, with all that the record of a contest tells of the game.
    ///
    /// # Errors
    /// When it cannot be read or is no saved game.
    pub fn load_with_notes(path: &Path) -> Result<(Self, Option<Line>), Error> {
        if let Some((path, number)) = game_of_pgn(path) {
            return Ok((Self::of_pgn(&path, number)?, None));
        }
        if let Some((path, id)) = game_of_contest(path) {
            let (plan, line) = read_game(&path, id)?;
            return Ok((Self::of_contest(&plan, &line), Some(line)));
        }
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| {
            Error::misuse(
                format!("the saved game {shown} cannot be read: {error}"),
                "give the file that `save` or --save wrote, or FILE:GAME of a match",
            )
        })?;
        let record = Self::parse(&text).map_err(|error| error.in_context(shown))?;
        Ok((record, None))
    }

    /// A game of a PGN file, to be gone on with by people; `number` counts from 1.
    fn of_pgn(path: &Path, number: usize) -> Result<Self, Error> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| {
            let what = format!("the games in {shown} cannot be read: {error}");
            Error::misuse(what, "give a PGN file, or FILE:GAME of it")
        })?;
        let games = read_pgn(&text).map_err(|error| error.in_context(&shown))?;
        let count = games.len();
        let Some(game) = games.into_iter().find(|game| game.number == number) else {
            let what = format!("{shown} holds {count} games, but no game {number}");
            return Err(Error::misuse(
                what,
                "games of a PGN file are numbered from 1",
            ));
        };
        Ok(Self {
            game: "chess".into(),
            first: "human".into(),
            second: "human".into(),
            others: Vec::new(),
            from: game.tag("FEN").map(str::to_string),
            moves: game.moves.into_iter().map(|(_, word)| word).collect(),
            seed: 0,
            payoffs: None,
        })
    }

    fn of_contest(plan: &ContestPlan, line: &Line) -> Self {
        let spec_of = |name: &str| {
            let entrant = plan.contestants.iter().find(|own| own.name == name);
            entrant.map_or(name.to_string(), |own| own.spec.clone())
        };
        Self {
            first: spec_of(&line.first),
            second: spec_of(&line.second),
            seed: plan.seed,
            ..Self::of_line(&plan.game, line)
        }
    }

    /// A game of a contest, to be replayed; its agents go by their names.
    pub fn of_line(game: &str, line: &Line) -> Self {
        Self {
            game: game.to_string(),
            first: line.first.clone(),
            second: line.second.clone(),
            others: Vec::new(),
            from: line.from.clone(),
            moves: line.moves.clone(),
            seed: 0,
            payoffs: line.points.map(|points| points.to_vec()),
        }
    }

    /// Reads the first line that is not empty.
    ///
    /// # Errors
    /// When it is no saved game; says what is missing.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let line = without_mark(text)
            .lines()
            .find(|line| !line.trim().is_empty());
        serde_json::from_str(line.unwrap_or_default()).map_err(|error| {
            Error::misuse(
                format!("this is no saved game: {error}"),
                "a saved game is one JSON object with game, first, second and moves",
            )
        })
    }

    /// The game as one line of JSON.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("a record is plain data")
    }

    /// Writes the game, at once or not at all: as PGN where the file's name ends so; `position` is where it stands.
    ///
    /// # Errors
    /// When the file cannot be written; what was there before is untouched.
    pub fn save(
        &self,
        game: &NamedGame,
        position: &Position,
        output: &Output,
    ) -> Result<(), Error> {
        let text = if is_pgn(output.path()) {
            ensure_chess(game)?;
            pgn_of_saved(self, position)
        } else {
            self.line() + "\n"
        };
        let saved = output.write(text);
        saved.map_err(|error| error.in_context("the game cannot be saved"))
    }

    /// Plays the moves again on `game`.
    ///
    /// # Errors
    /// When it is a record of another game, or a move is not legal.
    pub fn replay(&self, registry: &Registry, game: &NamedGame) -> Result<Position, Error> {
        // Compared as opened, so that `tic-tac-toe` and `tictactoe` are the same game.
        if registry.open(&self.game)?.identity() != game.identity() {
            let what = format!(
                "the saved game is one of {}, not of {}",
                self.game,
                game.spec()
            );
            return Err(Error::misuse(what, format!("play {} instead", self.game)));
        }
        let mut position = match &self.from {
            Some(state) => game.position(state, Reading::State)?,
            None => game.start(),
        };
        for (place, mv) in self.moves.iter().enumerate() {
            position
                .play(mv)
                .map_err(|error| error.in_context(format!("saved move {}", place + 1)))?;
        }
        Ok(position)
    }
}

/// The PGN file and the game that `FILE:n` names in it; of `FILE` alone, game 1.
fn game_of_pgn(path: &Path) -> Option<(PathBuf, usize)> {
    if is_pgn(path) {
        return Some((path.to_path_buf(), 1));
    }
    let (file, number) = path.to_str()?.rsplit_once(':')?;
    let file = PathBuf::from(file);
    is_pgn(&file).then_some((file, number.parse().ok()?))
}

/// The file of a contest and the game that `FILE:n` names in it; of `FILE` alone, game 0.
fn game_of_contest(path: &Path) -> Option<(PathBuf, u64)> {
    if path.is_file() {
        let mut start = [0; 32];
        let read = File::open(path).ok()?.read(&mut start).ok()?;
        let text = String::from_utf8_lossy(&start[..read]);
        return is_record(&text).then(|| (path.to_path_buf(), 0));
    }
    let (file, number) = path.to_str()?.rsplit_once(':')?;
    Some((PathBuf::from(file), number.parse().ok()?))
}
