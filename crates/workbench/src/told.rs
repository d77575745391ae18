//! Games, positions, explanations and benchmarks as the objects that `--json` prints and servers answer with.

use plyscope_game::Facts;
use plyscope_game::any::Position;
use plyscope_truth::{BenchmarkSummary, Meta, player_name};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{Explained, Listing, NamedGame, Param};

/// A game of the list of games: its spec there, what it is, and what can be set.
pub fn listed_game_json(game: &NamedGame, spec: &str, about: &str, params: &[Param]) -> Value {
    json!({
        "game": spec,
        "about": about,
        "facts": facts_json(&game.facts(), game.symmetries()),
        "parameters": params_json(params),
    })
}

/// A game with all that can be named for it.
pub fn game_json(game: &NamedGame) -> Value {
    json!({
        "game": game.spec(),
        "facts": facts_json(&game.facts(), game.symmetries()),
        "remarks": game.remarks(),
        "agents": listings_json(&game.agents()),
        "evaluators": listings_json(&game.evaluators()),
        "heuristics": listings_json(&game.heuristics()),
        "features": features_json(game),
    })
}

/// Players, points and sizes.
pub fn facts_json(facts: &Facts, symmetries: u8) -> Value {
    json!({
        "players": facts.players,
        "zero_sum": facts.is_zero_sum(),
        "sum": facts.sum,
        "simultaneous": facts.simultaneous,
        "points": [facts.points.0, facts.points.1],
        "max_plies": facts.max_plies,
        "max_moves": facts.max_moves,
        "symmetries": symmetries,
    })
}

/// A position, and the text by which it was asked for.
pub fn position_json(game: &NamedGame, text: &str, position: &Position) -> Value {
    json!({
        "game": game.spec(),
        "position": text,
        "state": position.text(),
        "ply": position.is_from_start().then(|| position.ply()),
        "mover": player_name(position.mover()),
        "role": position.player_names().get(position.mover().index()),
        "moves": position.legal(),
        "payoffs": position.points(),
    })
}

/// Where a value comes from; `position` and `by` as they were asked for.
pub fn explained_json(game: &NamedGame, position: &str, by: &str, explained: &Explained) -> Value {
    let explanation = explained.explanation.as_ref();
    let terms = explanation.into_iter().flat_map(|own| &own.terms);
    let terms = terms.map(|term| {
        json!({
            "feature": term.feature.name,
            "about": term.feature.about,
            "amount": term.amount,
            "weight": term.weight,
            "product": term.product(),
        })
    });
    json!({
        "game": game.spec(),
        "position": position,
        "by": by,
        "player": player_name(explained.player),
        "line": explained.line,
        "state": explained.leaf.text(),
        "evaluator": explained.evaluator,
        "value": explanation.map(|own| own.value),
        "payoffs": explained.leaf.points(),
        "terms": terms.collect::<Vec<_>>(),
    })
}

/// What is in a benchmark and how it was made.
pub fn benchmark_json<'a>(meta: &'a Meta, summary: &'a BenchmarkSummary) -> impl Serialize + 'a {
    BenchmarkJson {
        game: &meta.game,
        selector: &meta.selector,
        labeller: &meta.labeller,
        limits: &meta.limits,
        inputs: &meta.inputs,
        seeds: &meta.seeds,
        version: &meta.version,
        plan: &meta.plan,
        reach: meta.reach.as_ref().map(|own| Reached {
            games: own.games,
            shares: (0..own.counts.len() as u32)
                .map(|ply| own.share(ply))
                .collect(),
        }),
        summary,
    }
}

#[derive(Serialize)]
struct BenchmarkJson<'a> {
    game: &'a str,
    selector: &'a str,
    labeller: &'a str,
    limits: &'a str,
    inputs: &'a str,
    seeds: &'a [u64],
    version: &'a str,
    plan: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reach: Option<Reached>,
    #[serde(flatten)]
    summary: &'a BenchmarkSummary,
}

/// How often play comes to each ply.
#[derive(Serialize)]
struct Reached {
    games: u64,
    /// By ply, the share of the games with a choice there.
    shares: Vec<f64>,
}

/// What can be set.
pub fn params_json(params: &[Param]) -> Vec<Value> {
    let one = |param: &Param| {
        json!({
            "name": param.name,
            "values": param.values(),
            "default": param.default,
            "about": param.about,
        })
    };
    params.iter().map(one).collect()
}

fn listings_json(listings: &[Listing]) -> Vec<Value> {
    let one = |own: &Listing| {
        json!({
            "name": own.name,
            "about": own.about,
            "parameters": params_json(&own.params),
        })
    };
    listings.iter().map(one).collect()
}

fn features_json(game: &NamedGame) -> Vec<Value> {
    let sets = game.feature_sets().into_iter();
    sets.map(|(set, features)| {
        let names: Vec<Value> = features
            .iter()
            .map(|feature| json!({"name": feature.name, "about": feature.about}))
            .collect();
        json!({"name": set.name, "about": set.about, "features": names})
    })
    .collect()
}
