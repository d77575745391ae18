//! Reads a benchmark from CSV or JSON lines, as [`Export`](super::Export) writes them.
//!
//! Rows tell the game and its states, but not how they were chosen and who
//! labelled them; what they say of the game is checked by the game itself.

use serde::Deserialize;

use super::{Draft, DraftState};
use crate::{COLUMNS, Error, Label, Meta, read_player};

/// One state, player and move; what may be left out is filled in by the game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    #[serde(default)]
    state_id: Option<u64>,
    game: String,
    state: String,
    #[serde(default)]
    key: Option<u64>,
    ply: u32,
    #[serde(default)]
    player: Option<String>,
    #[serde(default)]
    r#move: Option<String>,
    #[serde(default)]
    value: Option<f64>,
    #[serde(default)]
    exact: Option<bool>,
    #[serde(default)]
    plies: Option<u32>,
    #[serde(default)]
    visits: Option<u64>,
    #[serde(default)]
    q: Option<f64>,
}

/// Reads rows with the names of the columns in the first line.
///
/// # Errors
/// When a column is unknown or missing, or a number is none; says in which line.
pub fn read_csv(text: &str) -> Result<Draft, Error> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut rows = Rows::default();
    let headers = reader.headers().map_err(|error| odd(1, &error))?.clone();
    let mut record = csv::StringRecord::new();
    loop {
        let read = reader.read_record(&mut record);
        let line = reader.position().line() as usize;
        let line = record.position().map_or(line, |at| at.line() as usize);
        if !read.map_err(|error| odd(line, &error))? {
            return rows.draft();
        }
        let row = record.deserialize(Some(&headers));
        rows.add(line, row.map_err(|error| odd(line, &error))?)?;
    }
}

/// Reads one object per line.
///
/// # Errors
/// When a line is no object with the names of the columns; says which.
pub fn read_jsonl(text: &str) -> Result<Draft, Error> {
    let mut rows = Rows::default();
    for (place, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let row = serde_json::from_str(line).map_err(|error| odd(place + 1, &error))?;
        rows.add(place + 1, row)?;
    }
    rows.draft()
}

fn odd(line: usize, what: &dyn std::fmt::Display) -> Error {
    let hint = format!(
        "a row has the columns {}; game, state and ply must be there",
        COLUMNS.join(", ")
    );
    Error::misuse(format!("line {line}: {what}"), hint)
}

/// The states that rows have told of so far.
#[derive(Default)]
struct Rows {
    game: Option<String>,
    last_id: Option<u64>,
    states: Vec<DraftState>,
}

impl Rows {
    /// Adds a move to the last state if it is that state's, else a state.
    fn add(&mut self, line: usize, row: Row) -> Result<(), Error> {
        let game = self.game.get_or_insert_with(|| row.game.clone());
        if *game != row.game {
            let what = format!("the game is {game} in one row and {} in another", row.game);
            return Err(odd(line, &what));
        }
        for (name, number) in [("value", row.value), ("q", row.q)] {
            if number.is_some_and(|number| !number.is_finite()) {
                return Err(odd(line, &format!("`{name}` must be a finite number")));
            }
        }
        let player = match &row.player {
            None => None,
            Some(name) => {
                let no_player = || odd(line, &format!("`{name}` is no player"));
                Some(read_player(name).ok_or_else(no_player)?)
            }
        };
        let label = Label {
            mv: row.r#move,
            value: row.value,
            exact: row.exact.unwrap_or(false),
            plies: row.plies,
            visits: row.visits,
            q: row.q,
        };
        let last = self.states.last_mut();
        let same = last.filter(|last| last.state == row.state && self.last_id == row.state_id);
        if let Some(last) = same {
            if (last.ply, last.key) != (row.ply, row.key) {
                let what = "the rows of a state differ in its ply or key";
                return Err(odd(line, &what));
            }
            // In a round each player has rows of his own.
            if last.player == player {
                last.moves.push(label);
                return Ok(());
            }
        }
        self.last_id = row.state_id;
        self.states.push(DraftState {
            line,
            state: row.state,
            ply: row.ply,
            key: row.key,
            player,
            moves: vec![label],
        });
        Ok(())
    }

    fn draft(self) -> Result<Draft, Error> {
        let Some(game) = self.game else {
            return Err(odd(1, &"there are no rows"));
        };
        Ok(Draft {
            meta: Meta {
                game,
                selector: "unknown".to_string(),
                labeller: "unknown".to_string(),
                limits: String::new(),
                inputs: String::new(),
                seeds: vec![0],
                version: "unknown".to_string(),
                plan: String::new(),
                sum: Some(0),
                reach: None,
            },
            states: self.states,
        })
    }
}
