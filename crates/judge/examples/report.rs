//! Judges heuristics of Connect Four with the library alone: `report PAGE.html [JUDGEMENT.json]`.
//!
//! Four steps: read a benchmark, ask each heuristic about every state, assess
//! what they said by every metric, and write the page.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::sync::Arc;

use plyscope_connect4::{Lines, Standard, Threats};
use plyscope_eval::Linear;
use plyscope_game::any::{AgentOf, AnyAgent, AnyStates, Hidden};
use plyscope_game::{Error, Evaluator, Features, Game, Limits, Value};
use plyscope_judge::judgement::{Assessment, Deciding, Described, Entry, assess};
use plyscope_judge::{Grouping, Truths, ask, metrics, report};
use plyscope_search::OnePly;
use plyscope_truth::{Benchmark, load};

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
    game: &Arc<Standard>,
    states: &dyn AnyStates,
) -> Result<Entry, Error> {
    let make = || {
        let agent = OnePly {
            evaluator: evaluator.clone(),
        };
        let agent: Box<dyn AnyAgent> = Box::new(AgentOf::new(Arc::clone(game), agent));
        Ok(agent)
    };
    Ok(Entry {
        name: name.to_owned(),
        spec: format!("one-ply:eval={name}"),
        guesses: ask(&game.facts(), states, &make, &Limits::default(), &|| ())?,
    })
}

/// A state in the game's own words, for the boards of the page.
fn described(states: &dyn AnyStates, at: usize) -> Described {
    let cells = states.cells(at).into_iter();
    let cells = cells.map(|cell| cell.map(|cell| (cell.column, cell.row)));
    Described {
        state: states.text(at),
        board: states.board(at),
        moves: states.move_texts(at).into_iter().zip(cells).collect(),
    }
}

fn judge(benchmark: &Benchmark) -> Result<plyscope_judge::judgement::Judgement, Error> {
    let game = Arc::new(Standard::default());
    let points = (-1.0, 1.0);
    let truths = Truths::new(benchmark, points);
    let mut states = Hidden::shared(Arc::clone(&game)).states();
    for row in &truths.rows {
        let read = states.push_text(&benchmark.states[row.at].state);
        read.map_err(|error| error.with_hint("the benchmark is of another game"))?;
    }
    let states = &*states;
    let mut entries = vec![
        entry("lines", &signed(&game, Lines, 4.0), &game, states)?,
        entry("flat-lines", &signed(&game, Lines, 1.0), &game, states)?,
        entry("threats", &signed(&game, Threats, 1.0), &game, states)?,
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
        foreseen: None,
    };
    Ok(assess(benchmark, &truths, &mut entries, &plan, &|at| {
        described(states, at)
    }))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("usage: report PAGE.html [JUDGEMENT.json]");
        std::process::exit(2);
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let benchmark = load(&folder.join("connect4.parquet"))?;
    let judgement = judge(&benchmark)?;
    let page = report::PageSource {
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
