//! Judges heuristics of Connect Four with the library alone: `report PAGE.html [JUDGEMENT.json]`.
//!
//! Four steps: read a benchmark, ask each heuristic about every state, assess
//! what they said by every metric, and write the page.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use std::path::Path;

use plyscope_eval::Linear;
use plyscope_game::{Agent, Evaluator, Features, Game, Limits, Notation, Value};
use plyscope_games::connect4::{Lines, Standard, Threats};
use plyscope_judge::judgement::{Assessment, Deciding, Described, Entry, assess};
use plyscope_judge::{Grouping, Trouble, Truths, ask, metrics, report};
use plyscope_search::OnePly;
use plyscope_truth::{Benchmark, load};

type State = <Standard as Game>::State;

/// What is written in front of the features' names tells whose they are.
fn signed<F: Features<Standard>>(game: &Standard, features: F, stones: Value) -> Linear<F> {
    let weight = |name: &str| stones.powi(name.parse::<i32>().unwrap_or(1) - 1);
    let listed = features.list(game);
    let weights = listed
        .iter()
        .map(|own| match own.name.strip_prefix("own") {
            Some(rest) => weight(rest),
            None => -weight(own.name.trim_start_matches("their")),
        })
        .collect();
    Linear::new(game, features, weights)
}

/// Asks an evaluator about the state after each move.
fn entry<E: Evaluator<Standard> + Clone + 'static>(
    name: &str,
    evaluator: &E,
    states: &[State],
) -> Result<Entry, Trouble> {
    let game = Standard::default();
    let make = || {
        let agent = OnePly {
            evaluator: evaluator.clone(),
        };
        Ok(Box::new(agent) as Box<dyn Agent<Standard>>)
    };
    Ok(Entry {
        name: name.to_owned(),
        spec: format!("one-ply:eval={name}"),
        guesses: ask(&game, states, &make, &Limits::default(), &|| ())?,
    })
}

/// A state in the game's own words, for the boards of the page.
fn described(game: &Standard, state: &State) -> Described {
    let moves = game.moves(state).map(|mv| {
        let cell = game.cell(state, mv).map(|cell| (cell.column, cell.row));
        (game.write_move(state, mv), cell)
    });
    Described {
        state: game.write_state(state),
        board: game.board(state),
        moves: moves.collect(),
    }
}

fn judge(benchmark: &Benchmark) -> Result<plyscope_judge::judgement::Judgement, Trouble> {
    let game = Standard::default();
    let points = (-1.0, 1.0);
    let truths = Truths::new(benchmark, points);
    let states: Vec<State> = truths
        .rows
        .iter()
        .map(|row| game.read_state(&benchmark.states[row.id].state))
        .collect::<Result<_, _>>()
        .map_err(|error| Trouble {
            what: error.to_string(),
            hint: "the benchmark is of another game".to_owned(),
        })?;
    let mut entries = vec![
        entry("lines", &signed(&game, Lines, 4.0), &states)?,
        entry("flat-lines", &signed(&game, Lines, 1.0), &states)?,
        entry("threats", &signed(&game, Threats, 1.0), &states)?,
    ];
    let plan = Assessment {
        metrics: &metrics::standard(points),
        deciding: Some(Deciding {
            metric: "regret".to_owned(),
            why: "a wrong move costs the game at once".to_owned(),
        }),
        grouping: Grouping::Ply,
        worst: 4,
        seed: 1,
        name: "benchmarks/connect4.parquet".to_owned(),
        filters: Vec::new(),
        filtered: 0,
    };
    Ok(assess(benchmark, &truths, &mut entries, &plan, &|at| {
        described(&game, &states[at])
    }))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("usage: report PAGE.html [JUDGEMENT.json]");
        std::process::exit(2);
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let benchmark = load(&folder.join("connect4.parquet")).map_err(|error| error.to_string())?;
    let judgement = judge(&benchmark).map_err(|trouble| trouble.what)?;
    let page = report::Page {
        command: format!("cargo run --release -p plyscope-judge --example report -- {file}"),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let html = report::html(&judgement, &page);
    std::fs::write(&file, &html)?;
    if let Some(file) = arguments.next() {
        std::fs::write(file, serde_json::to_string_pretty(&judgement)?)?;
    }
    println!("{file}: {} KB", html.len() / 1024);
    Ok(())
}
