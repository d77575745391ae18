//! The action heuristic on many sheets: time to build, moves valued per second, beside making the move and asking for the fuzzy goal.
//!
//! cargo run --release -p plyscope-gdl --example heuristics -- SHEET.kif…
//!
//! The last column is how many times as fast the action heuristic values moves.

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use plyscope_game::{Chance, Evaluator, Game, MoveHeuristic, Value};
use plyscope_gdl::{
    ActionHeuristic, ActionParams, Fuzzy, FuzzyGoal, GdlGame, GdlMove, GdlState, Sheet,
};

const STATES: usize = 40;
const LONG_ENOUGH: Duration = Duration::from_millis(100);

fn main() {
    println!(
        "{:32} {:>9} {:>11} {:>11} {:>6}",
        "sheet", "build ms", "action/s", "made/s", "ratio"
    );
    for path in std::env::args().skip(1) {
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        match line(&path) {
            Ok(line) => println!("{name:32} {line}"),
            Err(why) => println!("{name:32} {why}"),
        }
    }
}

fn line(path: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let sheet = Sheet::read(&text).map_err(|error| error.to_string())?;
    let game = GdlGame::new(path, sheet).map_err(|error| error.to_string())?;
    let begin = Instant::now();
    let action = ActionHeuristic::new(&game, ActionParams::default());
    let built = begin.elapsed().as_secs_f64() * 1e3;
    let action = action.map_err(|error| format!("{built:9.1} {error}"))?;
    let fuzzy = FuzzyGoal::new(&game, Fuzzy::default()).map_err(|error| error.to_string())?;
    let states = states(&game);
    if states.is_empty() {
        return Ok(format!("{built:9.1} no state to move in"));
    }
    let quick = rate(&states, |state, moves, values| {
        action.move_values(&game, state, game.mover(state), moves, values);
    });
    let slow = rate(&states, |state, moves, values| {
        values.extend(moves.iter().map(|&mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            fuzzy.value(&game, &next, game.mover(state))
        }));
    });
    Ok(format!(
        "{built:9.1} {quick:11.0} {slow:11.0} {:6.1}",
        quick / slow
    ))
}

/// States of random games, with their moves.
fn states(game: &GdlGame) -> Vec<(GdlState, Vec<GdlMove>)> {
    let mut chance = Chance::new(1);
    let mut states = Vec::new();
    for _ in 0..10 {
        let mut state = game.start();
        while game.payoffs(&state).is_none() && states.len() < STATES {
            states.push((state.clone(), game.moves(&state).collect()));
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
    states
}

fn rate(
    states: &[(GdlState, Vec<GdlMove>)],
    value: impl Fn(&GdlState, &[GdlMove], &mut Vec<Value>),
) -> f64 {
    let mut values = Vec::new();
    let mut count = 0;
    let begin = Instant::now();
    while begin.elapsed() < LONG_ENOUGH {
        for (state, moves) in states {
            values.clear();
            value(state, moves, &mut values);
            assert!(
                values.iter().all(|value| value.is_finite()),
                "a value is no number"
            );
            count += values.len();
            if begin.elapsed() >= LONG_ENOUGH {
                break;
            }
        }
    }
    count as f64 / begin.elapsed().as_secs_f64()
}
