//! How we greet a process, and what it says of itself.

use plyscope_game::{Facts, Notation};
use serde_json::{Value as Json, json};

use super::VERSION;
use super::answer::excerpt;

/// What a process is told of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameCard {
    /// Its name, without parameters.
    pub name: String,
    /// The text that names it, with parameters.
    pub spec: String,
    facts: Facts,
    columns: usize,
    rows: usize,
}

impl GameCard {
    /// The card of a game by its name and the text that names it.
    pub fn new<G: Notation>(name: &str, spec: &str, game: &G) -> Self {
        let board = game.board(&game.start());
        Self {
            name: name.to_string(),
            spec: spec.to_string(),
            facts: game.facts(),
            columns: board.columns.len(),
            rows: board.rows.len(),
        }
    }

    /// The first line that a process gets.
    pub(super) fn greeting(&self, seed: u64) -> String {
        let (least, most) = self.facts.points;
        let greeting = json!({
            "plyscope": VERSION,
            "game": self.name,
            "spec": self.spec,
            "players": self.facts.players,
            "points": [least, most],
            "columns": self.columns,
            "rows": self.rows,
            "seed": seed,
        });
        format!("{greeting}\n")
    }
}

/// What a process values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gives {
    /// States: moves are valued by the states they lead to.
    States,
    /// Every legal move of a state.
    Moves,
}

/// What a process said of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)] // one per thing that a program may want
pub(super) struct Manners {
    pub(super) gives: Gives,
    /// Wants the states as text.
    pub(super) states: bool,
    /// Wants the cells of the board.
    pub(super) cells: bool,
    /// Wants the legal moves.
    pub(super) moves: bool,
    /// Wants to be told of other seeds.
    pub(super) seed: bool,
}

impl Manners {
    /// Reads the answer to the greeting.
    ///
    /// # Errors
    /// What the process did wrong, as a clause that follows its name.
    pub(super) fn read(line: &[u8]) -> Result<Self, String> {
        let said: Json = serde_json::from_slice(line)
            .map_err(|_| format!("answered the greeting with {}", excerpt(line)))?;
        if let Some(error) = said.get("error").and_then(Json::as_str) {
            return Err(format!("refused the game: {error}"));
        }
        match said.get("plyscope").and_then(Json::as_u64) {
            Some(VERSION) => {}
            Some(other) => {
                return Err(format!(
                    "speaks version {other} of the protocol, not {VERSION}"
                ));
            }
            None => {
                return Err(format!(
                    "answered the greeting without a version: {}",
                    excerpt(line)
                ));
            }
        }
        let gives = match said.get("gives").and_then(Json::as_str) {
            Some("states") => Gives::States,
            Some("moves") => Gives::Moves,
            _ => return Err("does not say what it gives, `states` or `moves`".to_string()),
        };
        let mut manners = Self {
            gives,
            states: false,
            cells: false,
            // Whoever values moves must know their order.
            moves: gives == Gives::Moves,
            seed: false,
        };
        let wants = said.get("wants").cloned().unwrap_or(json!(["states"]));
        for want in wants.as_array().ok_or("wants what is no list")? {
            match want.as_str() {
                Some("states") => manners.states = true,
                Some("cells") => manners.cells = true,
                Some("moves") => manners.moves = true,
                Some("seed") => manners.seed = true,
                _ => {
                    return Err(format!(
                        "wants {want}; there are states, cells, moves and seed"
                    ));
                }
            }
        }
        Ok(manners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_says_of_itself_is_read_or_refused() {
        let plain = Manners::read(br#"{"plyscope":1,"gives":"states"}"#).unwrap();
        assert!(plain.states && !plain.cells && !plain.moves);
        let moves = r#"{"plyscope":1,"gives":"moves","wants":["cells","seed"],"name":"x"}"#;
        let moves = Manners::read(moves.as_bytes()).unwrap();
        assert!(!moves.states && moves.cells && moves.moves && moves.seed);
        for (line, word) in [
            ("hello", "answered the greeting with `hello`"),
            ("{}", "without a version"),
            (r#"{"plyscope":2,"gives":"states"}"#, "version 2"),
            (r#"{"plyscope":1}"#, "what it gives"),
            (
                r#"{"plyscope":1,"gives":"states","wants":["planes"]}"#,
                "\"planes\"",
            ),
            (r#"{"plyscope":1,"gives":"states","wants":1}"#, "no list"),
            (r#"{"error":"I play chess only"}"#, "I play chess only"),
        ] {
            let error = Manners::read(line.as_bytes()).expect_err(line);
            assert!(error.contains(word), "{error}");
        }
    }
}
