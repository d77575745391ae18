//! Positions as the page draws them, and where values come from.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use plyscope_game::any::Position;
use plyscope_game::{Board, Cell, CellShape, Feature, Limits, Look, Player};
use plyscope_workbench::{
    NamedGame, Reading, explain, explain_move, explained_json, game_json, listed_game_json,
    position_json, usual_heuristics,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::asked::Params;
use crate::guard::check_text;
use crate::refusal::{Answer, Refusal, answer};

/// How long an explanation by a search may take.
const EXPLAIN_WITHIN: std::time::Duration = std::time::Duration::from_secs(5);
/// How long an evaluator may take to show its weights.
const SUMS_WITHIN: std::time::Duration = std::time::Duration::from_millis(50);
/// Legal moves beyond which the page does not ask where pieces come from.
const MOST_ORIGINS: usize = 512;

/// All games, as `plyscope games --json` lists them.
pub(crate) async fn games(State(app): State<Arc<App>>) -> Answer<Response> {
    app.answered(|app| {
        let mut all = Vec::new();
        for entry in app.registry.games() {
            let own = (entry.listing.name.clone(), entry.listing.about.clone());
            let listed = if entry.listed.is_empty() {
                std::slice::from_ref(&own)
            } else {
                &entry.listed
            };
            for (spec, about) in listed {
                let game = app.game(spec)?;
                let params = &entry.listing.params;
                all.push(listed_game_json(&game, spec, about, params));
            }
        }
        Ok(answer(&all))
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct OfGame {
    game: String,
}

/// One game, as `plyscope games GAME --json` tells it, and what is usual for it.
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    Params(asked): Params<OfGame>,
) -> Answer<Response> {
    app.answered(move |app| {
        let game = app.game(&asked.game)?;
        let mut told = game_json(&game);
        told["player"] = json!(game.player());
        told["usual"] = json!(usual_heuristics(&game));
        told["deciding"] = json!(game.deciding().metric);
        told["roles"] = json!(roles(&game));
        told["sums"] = json!(sums(&game));
        told["solver"] = json!(has_solver(&game));
        Ok(answer(&told))
    })
    .await
}

/// What the players are called.
fn roles(game: &NamedGame) -> Vec<String> {
    let names = game.rules().player_names();
    if !names.is_empty() {
        return names;
    }
    let of_two = match game.start().board().look {
        Look::Figures => ["White", "Black"],
        Look::Discs => ["Dark", "Light"],
        _ => ["x", "o"],
    };
    of_two.map(str::to_owned).to_vec()
}

/// Whether values of this game can be proved in reasonable time, so that the page may ask unbidden.
fn has_solver(game: &NamedGame) -> bool {
    const QUICK: [&str; 2] = ["connect4", "tictactoe"];
    QUICK.contains(&game.spec())
}

/// A place in a game: a position, and moves made from there.
#[derive(Clone, Deserialize)]
pub(crate) struct At {
    game: String,
    /// Moves from the start, or a state.
    #[serde(default)]
    position: String,
    /// `moves`, `state`, or either.
    reading: Option<String>,
    /// Moves from there on.
    #[serde(default)]
    then: String,
}

impl At {
    /// Opens the game and plays the moves.
    pub(crate) fn open(&self, app: &App) -> Answer<(Arc<NamedGame>, Position)> {
        let game = app.game(&self.game)?;
        check_text(&self.position)?;
        check_text(&self.then)?;
        let reading = match self.reading.as_deref() {
            None | Some("either" | "") => Reading::Either,
            Some("moves") => Reading::Moves,
            Some("state") => Reading::State,
            Some(other) => {
                let what = format!("`{other}` is no way to read a position");
                return Err(Refusal::bad(what, "say moves, state or either"));
            }
        };
        let mut position = game.position(&self.position, reading)?;
        position.play_all(&self.then)?;
        Ok((game, position))
    }

    /// The position as one text, where it can be written so.
    pub(crate) fn text(&self) -> String {
        match (self.position.trim(), self.then.trim()) {
            (own, "") => own.to_owned(),
            ("", then) => then.to_owned(),
            (own, then) => format!("{own} {then}"),
        }
    }
}

/// A position with its board.
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Params(at): Params<At>,
) -> Answer<Response> {
    app.answered(move |app| {
        let (game, position) = at.open(app)?;
        let mut told = position_json(&game, &at.text(), &position);
        add_board(&mut told, &game, &position);
        Ok(answer(&told))
    })
    .await
}

fn add_board(told: &mut Value, game: &NamedGame, position: &Position) {
    let place = |cell: Cell| [cell.column, cell.row];
    let cells = position.cells().into_iter();
    told["board"] = board_json(&position.board());
    told["cells"] = json!(cells.map(|own| own.map(place)).collect::<Vec<_>>());
    told["origins"] = json!(origins(position));
    told["last"] = json!(position.last_cell().map(place));
    told["made"] = json!(position.move_texts());
    told["from_start"] = json!(position.is_from_start());
    told["origin"] = json!(position.origin_text());
    told["notes"] = json!(position.notes());
    told["hidden"] = json!(position.is_hidden());
    told["roles"] = json!(roles(game));
    told["mover_index"] = json!(position.mover().index());
    told["standing"] = json!(standing(game, position));
}

/// Who is to move, or how the game ended, in words.
fn standing(game: &NamedGame, position: &Position) -> String {
    let roles = roles(game);
    let name = |player: Player| roles.get(player.index()).cloned().unwrap_or_default();
    let Some(points) = position.points() else {
        return format!("{} to move", name(position.mover()));
    };
    let facts = position.facts();
    let won = match facts.margin(points[0]) {
        _ if !facts.is_rivalry() => "over".to_owned(),
        0 => "drawn".to_owned(),
        1.. => format!("{} has won", name(Player::FIRST)),
        _ => format!("{} has won", name(Player::SECOND)),
    };
    if facts.is_win_draw_loss() {
        return won;
    }
    let each: Vec<String> = roles
        .iter()
        .zip(&points)
        .map(|(role, own)| format!("{role} {own}"))
        .collect();
    format!("{won}: {}", each.join(", "))
}

/// For each legal move the cells that the mover's pieces leave by it.
fn origins(position: &Position) -> Vec<Vec<[usize; 2]>> {
    let (states, at) = (position.states(), position.at());
    let (board, mover) = (position.board(), position.mover());
    let is_whole = board.pieces.len() == board.columns.len() * board.rows.len();
    let count = states.move_count(at);
    if !is_whole || count > MOST_ORIGINS {
        return vec![Vec::new(); count];
    }
    let mut after = states.boxed_clone();
    let leaves = |mv: usize| {
        after.truncate(0);
        after.push_from(states, at);
        after.play(0, mv);
        let then: Board = after.board(0);
        let left = board.pieces.iter().zip(&then.pieces).enumerate();
        let left =
            left.filter(|(_, (own, then))| board.owner(**own) == Some(mover) && **then == '.');
        let width = board.columns.len();
        left.map(|(place, _)| [place % width, place / width])
            .collect()
    };
    (0..count).map(leaves).collect()
}

/// A board as the page draws it.
pub(crate) fn board_json(board: &Board) -> Value {
    json!({
        "columns": board.columns,
        "rows": board.rows,
        "pieces": board.pieces.iter().collect::<String>(),
        "look": match board.look {
            Look::Discs => "discs",
            Look::Figures => "figures",
            _ => "marks",
        },
        "cells": match board.cells {
            CellShape::Hexagons => "hexagons",
            _ => "squares",
        },
    })
}

#[derive(Deserialize)]
pub(crate) struct Explain {
    #[serde(flatten)]
    at: At,
    by: String,
    /// A move to make first; the value is then its maker's.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// Where a value comes from, as `plyscope explain --json` tells it.
pub(crate) async fn explained(
    State(app): State<Arc<App>>,
    Params(asked): Params<Explain>,
) -> Answer<Response> {
    app.answered(move |app| {
        let (game, mut position) = asked.at.open(app)?;
        app.check_question(&game, &asked.by)?;
        let limits = Limits {
            time: Some(EXPLAIN_WITHIN),
            ..Limits::every_move()
        };
        let (by, seed) = (&asked.by, app.options.seed);
        let text = asked.at.text();
        if let Some(mv) = &asked.mv {
            let maker = position.mover();
            position.play(mv)?;
            let explained = explain_move(&game, &position, maker, by, seed, &limits)?;
            let text = format!("{text} {mv}");
            return Ok(answer(&explained_json(&game, text.trim(), by, &explained)));
        }
        if position.is_over() {
            let what = "the game is over there: its value is the result";
            return Err(Refusal::bad(what, "ask for an earlier position"));
        }
        let explained = explain(&game, &position, by, seed, &limits)?;
        Ok(answer(&explained_json(&game, &text, by, &explained)))
    })
    .await
}

/// Evaluators that are weighted sums of a feature set, with their weights: where sliders may begin.
fn sums(game: &NamedGame) -> Vec<Value> {
    let sets = game.feature_sets();
    let limits = Limits {
        time: Some(SUMS_WITHIN),
        ..Limits::every_move()
    };
    let start = game.start();
    let one = |name: String| {
        let mover = start.mover();
        let explained = explain_move(game, &start, mover, &name, 1, &limits).ok()?;
        let terms = explained.explanation?.terms;
        let names: Vec<&str> = terms.iter().map(|own| own.feature.name.as_str()).collect();
        let fits = |features: &[Feature]| {
            let known = |name: &&str| features.iter().any(|own| own.name == **name);
            !names.is_empty() && names.len() == features.len() && names.iter().all(known)
        };
        let set = sets.iter().find(|own| fits(&own.1))?;
        let weights = terms
            .iter()
            .map(|own| (own.feature.name.clone(), json!(own.weight)));
        Some(json!({
            "name": name,
            "features": set.0.name,
            "weights": weights.collect::<serde_json::Map<_, _>>(),
        }))
    };
    usual_heuristics(game).into_iter().filter_map(one).collect()
}
