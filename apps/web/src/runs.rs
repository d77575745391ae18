//! Finished runs: the judgement, its curves, and the states behind a point of a curve.

use std::cmp::Ordering;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use plyscope_workbench::NamedGame;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::asked::{Params, Place};
use crate::benchmarks::{MOST_SHOWN, cells};
use crate::board::board_json;
use crate::csv_states::{MoveRow, RunStates, StateScores};
use crate::curves::{Curve, draw, score};
use crate::refusal::{Answer, Refusal, answer, typed};

impl App {
    /// The judgement of a run, as `judge --json` printed it.
    pub(crate) fn judgement(&self, id: &str) -> Answer<Value> {
        self.jobs.one(id)?;
        let path = self.jobs.folder(id).join("judgement.json");
        let text = std::fs::read_to_string(path).map_err(|_| {
            let what = format!("the run `{id}` has no judgement");
            Refusal::missing(what, "wait until it is done")
        })?;
        serde_json::from_str(&text).map_err(|error| {
            Refusal::bad(
                format!("its judgement cannot be read: {error}"),
                "judge again",
            )
        })
    }
}

pub(crate) async fn judgement(
    State(app): State<Arc<App>>,
    Place(id): Place<String>,
) -> Answer<Response> {
    app.answered(move |app| Ok(answer(&app.judgement(&id)?)))
        .await
}

#[derive(Deserialize)]
pub(crate) struct OfCurve {
    metric: String,
    width: Option<f64>,
}

/// The curves of all heuristics by one metric, as a picture.
pub(crate) async fn curve(
    State(app): State<Arc<App>>,
    Place(id): Place<String>,
    Params(asked): Params<OfCurve>,
) -> Answer<Response> {
    app.answered(move |app| {
        let judgement = app.judgement(&id)?;
        let heuristics = judgement["heuristics"].as_array().into_iter().flatten();
        let curves: Vec<Curve<'_>> = heuristics
            .filter_map(|own| {
                Some(Curve {
                    name: own["name"].as_str()?.to_owned(),
                    score: score(own, &asked.metric)?,
                    is_shadow: false,
                })
            })
            .collect();
        if curves.is_empty() {
            let what = format!("the run has no metric `{}`", asked.metric);
            return Err(Refusal::missing(what, "its judgement lists those it has"));
        }
        let grouping = judgement["grouping"].as_str().unwrap_or("ply");
        let width = asked.width.unwrap_or(760.0).clamp(280.0, 1200.0);
        Ok(typed(
            "image/svg+xml",
            draw(&curves, &asked.metric, grouping, width),
        ))
    })
    .await
}

/// Which states of a run.
#[derive(Deserialize)]
pub(crate) struct OfStates {
    heuristic: String,
    metric: String,
    /// The number of the group; all states if left out.
    group: Option<u32>,
    /// Only states on which this heuristic chooses another move than the first.
    differs_from: Option<String>,
    #[serde(default)]
    from: usize,
    count: Option<usize>,
}

/// States behind a point of a curve, the worst first.
pub(crate) async fn states(
    State(app): State<Arc<App>>,
    Place(id): Place<String>,
    Params(asked): Params<OfStates>,
) -> Answer<Response> {
    app.answered(move |app| {
        let judgement = app.judgement(&id)?;
        let game = app.game(judgement["game"].as_str().unwrap_or_default())?;
        let run = app.states_of(&id)?;
        let chosen = Chosen::new(&run, &judgement, &asked)?;
        let count = asked.count.unwrap_or(12).min(MOST_SHOWN);
        let all = chosen.sorted(&run, &asked);
        let some = all.iter().skip(asked.from).take(count);
        let shown = some
            .map(|own| chosen.told(&run, &game, own))
            .collect::<Answer<Vec<_>>>()?;
        Ok(answer(&json!({
            "game": game.spec(),
            "total": all.len(),
            "from": asked.from,
            "heuristics": run.heuristics,
            "metric": asked.metric,
            "states": shown,
        })))
    })
    .await
}

/// What was asked for, found among what there is.
struct Chosen {
    heuristic: usize,
    metric: usize,
    other: Option<usize>,
    lower_is_better: bool,
    grouping: String,
    plies: (u32, u32),
}

impl Chosen {
    fn new(run: &RunStates, judgement: &Value, asked: &OfStates) -> Answer<Self> {
        let find = |what: &str, names: &[String], name: &str| {
            names.iter().position(|own| own == name).ok_or_else(|| {
                let told = format!("the run has no {what} `{name}`");
                Refusal::missing(told, format!("it has {}", names.join(", ")))
            })
        };
        let other = asked.differs_from.as_deref();
        let metrics = judgement["metrics"].as_array().into_iter().flatten();
        let mut about = metrics.filter(|own| own["name"] == asked.metric.as_str());
        let plies = run.states.iter().map(|own| own.ply);
        Ok(Self {
            heuristic: find("heuristic", &run.heuristics, &asked.heuristic)?,
            metric: find("metric", &run.metrics, &asked.metric)?,
            other: other
                .map(|own| find("heuristic", &run.heuristics, own))
                .transpose()?,
            lower_is_better: about.next().is_some_and(|own| own["better"] == "lower"),
            grouping: judgement["grouping"].as_str().unwrap_or("ply").to_owned(),
            plies: (plies.clone().min().unwrap_or(0), plies.max().unwrap_or(0)),
        })
    }

    /// The states of the group, the worst first; of equal ones the earlier.
    fn sorted<'a>(&self, run: &'a RunStates, asked: &OfStates) -> Vec<&'a StateScores> {
        let is_wanted = |own: &&StateScores| {
            own.heuristic == self.heuristic
                && own.scores[self.metric].is_some()
                && asked
                    .group
                    .is_none_or(|group| self.group(run, own) == group)
                && self
                    .other
                    .is_none_or(|other| differ(run, own.state, self.heuristic, other))
        };
        let mut all: Vec<&StateScores> = run.scores.iter().filter(is_wanted).collect();
        let sign = if self.lower_is_better { -1.0 } else { 1.0 };
        let height = |own: &StateScores| own.scores[self.metric].unwrap_or(0.0) * sign;
        all.sort_by(|one, other| match height(one).total_cmp(&height(other)) {
            Ordering::Equal => one.state.cmp(&other.state),
            order => order,
        });
        all
    }

    fn group(&self, run: &RunStates, own: &StateScores) -> u32 {
        let state = &run.states[own.state];
        match self.grouping.as_str() {
            "ply" => state.ply,
            "phase" => (state.ply - self.plies.0) * 3 / (self.plies.1 - self.plies.0 + 1),
            "player" => u32::from(state.player == "second"),
            _ => 0,
        }
    }

    fn told(&self, run: &RunStates, game: &NamedGame, own: &StateScores) -> Answer<Value> {
        let state = &run.states[own.state];
        let mut states = game.rules().states();
        states.push_text(&state.text)?;
        let said = |heuristic: usize| run.moves.get(&(heuristic, own.state));
        let empty = Vec::new();
        let moves = said(self.heuristic).unwrap_or(&empty).iter().enumerate();
        let moves = moves.map(|(at, row)| {
            let by = run.heuristics.iter().enumerate().map(|(heuristic, name)| {
                let all = said(heuristic).unwrap_or(&empty);
                let told = all.get(at).map(|own| {
                    json!({"guess": own.guess, "proved": own.proved, "chosen": is_chosen(all, own)})
                });
                (name.clone(), told.unwrap_or_default())
            });
            json!({
                "move": row.mv,
                "truth": Some(row.truth).filter(|own| own.is_finite()),
                "exact": row.exact,
                "best": row.best,
                "by": by.collect::<serde_json::Map<_, _>>(),
            })
        });
        Ok(json!({
            "state_id": state.id,
            "state": state.text,
            "ply": state.ply,
            "player": state.player,
            "score": own.scores[self.metric],
            "board": board_json(&states.board(0)),
            "cells": cells(&*states),
            "moves": moves.collect::<Vec<_>>(),
        }))
    }
}

/// Whether a heuristic likes no move better.
fn is_chosen(all: &[MoveRow], own: &MoveRow) -> bool {
    all.iter().all(|other| other.place <= own.place)
}

/// Whether two heuristics choose among different moves.
fn differ(run: &RunStates, state: usize, one: usize, other: usize) -> bool {
    let chosen = |heuristic: usize| -> Vec<bool> {
        let all = run.moves.get(&(heuristic, state));
        let all = all.map(Vec::as_slice).unwrap_or_default();
        all.iter().map(|own| is_chosen(all, own)).collect()
    };
    chosen(one) != chosen(other)
}
