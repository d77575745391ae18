//! Games of a match: a table of them, and each one move by move with what the players thought.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use plyscope_arena::records::{Line, read_games};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::asked::{Params, Place};
use crate::refusal::{Answer, Refusal, answer};

/// Rows of the table that are sent at once.
const MOST_ROWS: usize = 500;

impl App {
    /// The finished games of a match, in the order of their numbers.
    fn games_of(&self, id: &str) -> Answer<Vec<Line>> {
        self.jobs.one(id)?;
        let path = self.jobs.folder(id).join("record.jsonl");
        if !path.exists() {
            return Ok(Vec::new());
        }
        let mut games = read_games(&path)?;
        games.sort_by_key(|own| own.id);
        Ok(games)
    }
}

#[derive(Deserialize)]
pub(crate) struct Range {
    #[serde(default)]
    from: usize,
    count: Option<usize>,
    /// The last ones first.
    #[serde(default)]
    newest: bool,
}

/// The table of games, without their moves.
pub(crate) async fn games(
    State(app): State<Arc<App>>,
    Place(id): Place<String>,
    Params(asked): Params<Range>,
) -> Answer<Response> {
    app.answered(move |app| {
        let mut games = app.games_of(&id)?;
        if asked.newest {
            games.reverse();
        }
        let count = asked.count.unwrap_or(100).min(MOST_ROWS);
        let some = games.iter().skip(asked.from).take(count);
        let rows: Vec<Value> = some.map(row).collect();
        Ok(answer(
            &json!({"total": games.len(), "from": asked.from, "games": rows}),
        ))
    })
    .await
}

fn row(line: &Line) -> Value {
    json!({
        "id": line.id,
        "first": line.first,
        "second": line.second,
        "plies": line.moves.len(),
        "opening": line.opening,
        "winner": line.winner,
        "points": line.points,
        "end": line.end,
        "fault": line.fault,
    })
}

/// One game, whole.
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    Place((id, number)): Place<(String, u64)>,
) -> Answer<Response> {
    app.answered(move |app| {
        let run = app.jobs.one(&id)?;
        let games = app.games_of(&id)?;
        let line = games
            .into_iter()
            .find(|own| own.id == number)
            .ok_or_else(|| {
                let what = format!("the match has no finished game {number}");
                Refusal::missing(what, "its table lists them")
            })?;
        let mut told = serde_json::to_value(&line).unwrap_or_default();
        told["game"] = run.order["game"].clone();
        Ok(answer(&told))
    })
    .await
}
