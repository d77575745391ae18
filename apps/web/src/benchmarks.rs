//! Benchmarks: those that ship and those in the home; what is in them, state by state.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use plyscope_truth::{Benchmark, BenchmarkSummary, Label, Labelled, player_name};
use plyscope_workbench::{benchmark_at, benchmark_json, find_benchmark, shipped_names};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{App, Recent};
use crate::asked::Params;
use crate::board::board_json;
use crate::home::BENCHMARKS;
use crate::refusal::{Answer, Refusal, answer};

/// Benchmarks that stay in memory.
const KEPT: usize = 6;
/// Summaries of benchmarks that stay in memory.
const SUMMARIES: usize = 500;
/// States that are shown at once.
pub(crate) const MOST_SHOWN: usize = 100;

/// A benchmark with its name.
pub(crate) struct Known {
    pub(crate) name: String,
    pub(crate) benchmark: Benchmark,
}

/// Benchmarks that were read.
pub(crate) struct Benchmarks {
    read: Recent<Known>,
    told: Recent<Value>,
}

impl Benchmarks {
    pub(crate) fn new() -> Self {
        Self {
            read: Recent::new(KEPT),
            told: Recent::new(SUMMARIES),
        }
    }
}

impl App {
    /// The benchmark of a name: one that ships, one of the home, or the one of a game.
    pub(crate) fn benchmark(&self, name: &str) -> Answer<Arc<Known>> {
        self.check_paths(name)?;
        let path = self.home.path().join(name);
        let stamp = stamp(&path);
        self.benchmarks.read.get(&format!("{name} {stamp}"), || {
            let (name, benchmark) = find_benchmark(&self.registry, name)?;
            Ok(Arc::new(Known { name, benchmark }))
        })
    }

    /// What is in the list of benchmarks.
    fn listed(&self) -> Vec<Value> {
        let shipped = shipped_names().map(|name| (name.to_owned(), true));
        let own = self.home.names(BENCHMARKS, ".parquet").into_iter();
        let own = own.map(|name| (format!("{BENCHMARKS}/{name}"), false));
        let told = |(name, ships): (String, bool)| {
            let path = self.home.path().join(&name);
            let told = self
                .benchmarks
                .told
                .get(&format!("{name} {}", stamp(&path)), || {
                    let benchmark = benchmark_at(&path_of(&name, ships, &path))?;
                    let summary = BenchmarkSummary::of(&benchmark);
                    Ok::<_, Refusal>(Arc::new(json!({
                        "name": name,
                        "ships": ships,
                        "game": benchmark.meta.game,
                        "states": summary.states,
                        "moves": summary.rows,
                        "exact": summary.exact,
                        "labeller": benchmark.meta.labeller,
                        "selector": benchmark.meta.selector,
                    })))
                });
            match told {
                Ok(told) => (*told).clone(),
                Err(refusal) => json!({"name": name, "ships": ships, "trouble": refusal.json()}),
            }
        };
        shipped.chain(own).map(told).collect()
    }
}

/// One that ships has no path.
fn path_of(name: &str, ships: bool, path: &std::path::Path) -> std::path::PathBuf {
    if ships { name.into() } else { path.to_owned() }
}

/// When a file was changed and how long it is; nothing of one that ships.
pub(crate) fn stamp(path: &std::path::Path) -> String {
    let meta = std::fs::metadata(path);
    let changed = meta.as_ref().ok().and_then(|own| own.modified().ok());
    format!("{changed:?} {:?}", meta.map(|own| own.len()).ok())
}

pub(crate) async fn list(State(app): State<Arc<App>>) -> Answer<Response> {
    app.answered(|app| Ok(answer(&app.listed()))).await
}

#[derive(Deserialize)]
pub(crate) struct Named {
    name: String,
}

pub(crate) async fn info(
    State(app): State<Arc<App>>,
    Params(asked): Params<Named>,
) -> Answer<Response> {
    app.answered(move |app| {
        let known = app.benchmark(&asked.name)?;
        let summary = BenchmarkSummary::of(&known.benchmark);
        Ok(answer(&benchmark_json(&known.benchmark.meta, &summary)))
    })
    .await
}

/// Which states, and from which on.
#[derive(Deserialize)]
pub(crate) struct Browse {
    name: String,
    #[serde(default)]
    from: usize,
    count: Option<usize>,
    ply: Option<u32>,
    player: Option<String>,
    /// A part of the state's text.
    text: Option<String>,
    /// Only states in which the choice matters so much.
    critical: Option<f64>,
}

impl Browse {
    fn wants(&self, state: &Labelled, level: Option<f64>) -> bool {
        let is = |own: &Option<String>, text: &str| own.as_ref().is_none_or(|own| own == text);
        self.ply.is_none_or(|ply| ply == state.ply)
            && is(&self.player, player_name(state.player))
            && self
                .text
                .as_ref()
                .is_none_or(|own| state.state.contains(own.as_str()))
            && self
                .critical
                .is_none_or(|least| state.spread(level) >= least)
    }
}

pub(crate) async fn states(
    State(app): State<Arc<App>>,
    Params(asked): Params<Browse>,
) -> Answer<Response> {
    app.answered(move |app| {
        let known = app.benchmark(&asked.name)?;
        let game = app.game(&known.benchmark.meta.game)?;
        let level = known.benchmark.meta.level();
        let ids = known.benchmark.state_ids().into_iter();
        let all = ids.zip(&known.benchmark.states);
        let all: Vec<(usize, &Labelled)> =
            all.filter(|(_, own)| asked.wants(own, level)).collect();
        let count = asked.count.unwrap_or(20).min(MOST_SHOWN);
        let mut states = game.rules().states();
        let mut shown = Vec::new();
        for (id, own) in all.iter().skip(asked.from).take(count) {
            states.truncate(0);
            states.push_text_for(&own.state, own.player)?;
            shown.push(json!({
                "state_id": id,
                "state": own.state,
                "ply": own.ply,
                "player": player_name(own.player),
                "board": board_json(&states.board(0)),
                "cells": cells(&*states),
                "moves": own.moves.iter().map(label_json).collect::<Vec<_>>(),
            }));
        }
        Ok(answer(&json!({"name": known.name, "game": game.spec(), "total": all.len(), "from": asked.from, "states": shown})))
    })
    .await
}

pub(crate) fn label_json(label: &Label) -> Value {
    json!({
        "move": label.mv,
        "value": label.value,
        "exact": label.exact,
        "plies": label.plies,
        "visits": label.visits,
        "q": label.q,
    })
}

/// Where the legal moves of the first state are drawn.
pub(crate) fn cells(states: &dyn plyscope_game::any::AnyStates) -> Value {
    let cells = states.cells(0).into_iter();
    let cells = cells.map(|cell| cell.map(|cell| [cell.column, cell.row]));
    json!(cells.collect::<Vec<_>>())
}
