//! What a benchmark says of the position on the board, told as the advice of an agent.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use plyscope_game::any::Position;
use plyscope_truth::{Labelled, player_name};
use serde::Deserialize;
use serde_json::json;

use crate::app::App;
use crate::asked::Params;
use crate::benchmarks::label_json;
use crate::board::At;
use crate::refusal::{Answer, Refusal, answer};

#[derive(Deserialize)]
pub(crate) struct Asked {
    #[serde(flatten)]
    at: At,
    /// The name of the benchmark.
    benchmark: String,
}

/// The labels of a position, in the shape of `advise --json`.
pub(crate) async fn labels(
    State(app): State<Arc<App>>,
    Params(asked): Params<Asked>,
) -> Answer<Response> {
    app.answered(move |app| {
        let (game, position) = asked.at.open(app)?;
        let known = app.benchmark(&asked.benchmark)?;
        let of = &known.benchmark.meta;
        if of.game != game.identity() {
            let what = format!("{} is a benchmark of {}", known.name, of.game);
            return Err(Refusal::bad(what, "choose one of the game on the board"));
        }
        let mut states = known.benchmark.states.iter();
        let found = states.find(|own| is_of(own, &position));
        let found = found.ok_or_else(|| {
            let what = format!("{} has no such state", known.name);
            Refusal::missing(
                what,
                "states of a benchmark lead to the board from its list",
            )
        })?;
        Ok(answer(&json!({
            "game": game.spec(),
            "position": asked.at.text(),
            "mover": player_name(found.player),
            "moves": found.moves.iter().map(label_json).collect::<Vec<_>>(),
            "best": best(found),
            "by": of.labeller,
            "line": [],
            "nodes": 0,
            "depth": null,
            "cut_short": false,
        })))
    })
    .await
}

/// Whether a labelled state is the position, with the same player to move.
fn is_of(own: &Labelled, position: &Position) -> bool {
    let (states, at) = (position.states(), position.at());
    !position.is_over() && own.player == states.mover(at) && own.state == states.text(at)
}

/// The moves of the highest value.
fn best(state: &Labelled) -> Vec<&str> {
    let values = state.moves.iter().filter_map(|own| own.value);
    let most = values.reduce(f64::max);
    let best = state.moves.iter().filter(|own| own.value == most);
    best.filter_map(|own| own.mv.as_deref()).collect()
}
