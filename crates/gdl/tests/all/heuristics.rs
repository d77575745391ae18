//! Heuristics on sheets made by others: each is built or says why not, and its values are numbers.
//!
//! A part of the small sheets by default; all, with a table of times, with `PLYSCOPE_ALL_SHEETS=1`:
//! `PLYSCOPE_ALL_SHEETS=1 cargo test --release -p plyscope-gdl --test all -- heuristics --nocapture`.
#![allow(clippy::print_stdout, reason = "the table is what the long run is for")]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use plyscope_game::{Chance, Evaluator, Game, MoveHeuristic, Value};
use plyscope_gdl::{
    ActionHeuristic, ActionParams, Fuzzy, FuzzyGoal, GdlGame, GdlMove, GdlState, GoalProximity,
    Sheet, decode,
};

/// Sheets of more bytes than this are left out by default.
const SMALL: u64 = 6_000;
/// By default, every so many of the small sheets.
const EVERY: usize = 4;
/// No heuristic may take longer to build.
const PATIENCE: Duration = Duration::from_secs(5);
/// The system counts time on a core by ticks of some milliseconds: shorter measurements say nothing.
const TOLD: Duration = Duration::from_millis(50);
/// States of random games that are looked at.
const STATES: usize = 40;

/// The time that this thread has spent on a core, which other programs do not lengthen; by the clock
/// where the system does not tell.
fn time_spent() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = told.and_then(|told| told.split(' ').next()?.parse().ok());
    spent.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

fn wants_all() -> bool {
    std::env::var("PLYSCOPE_ALL_SHEETS").as_deref() == Ok("1")
}

/// The shared sheets; none where they are absent.
fn sheets() -> Vec<PathBuf> {
    let shared = std::env::var_os("PLYSCOPE_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let Ok(entries) = std::fs::read_dir(shared.join("data/gdl/sheets")) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "kif"));
    paths.sort();
    if !wants_all() {
        paths.retain(|path| path.metadata().unwrap().len() < SMALL);
        paths = paths.into_iter().step_by(EVERY).collect();
    }
    paths
}

/// States of random games in which there is a choice, each as its round begins.
fn states(game: &GdlGame) -> Vec<GdlState> {
    let mut found = Vec::new();
    for number in 0..20 {
        let mut chance = Chance::for_task(3, number);
        let mut state = game.start();
        for _ in 0..200 {
            if game.payoffs(&state).is_some() || found.len() >= STATES {
                break;
            }
            if !game.hidden(&state) && game.moves(&state).len() > 1 && chance.below(4) == 0 {
                found.push(state.clone());
            }
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
    found
}

/// How many moves are valued per second: by the heuristic of moves, and by making each and asking
/// for the fuzzy goal.
fn speeds(
    game: &GdlGame,
    states: &[GdlState],
    action: &ActionHeuristic,
    goal: &FuzzyGoal,
) -> Option<(f64, f64)> {
    let mut values = Vec::new();
    let by_moves = rate(|| {
        let mut count = 0;
        for state in states {
            let moves: Vec<GdlMove> = game.moves(state).collect();
            values.clear();
            action.move_values(game, state, game.mover(state), &moves, &mut values);
            assert!(values.iter().all(|value: &Value| value.is_finite()));
            count += moves.len();
        }
        count
    });
    let by_states = rate(|| {
        let mut count = 0;
        for state in states {
            for mv in game.moves(state) {
                let mut next = state.clone();
                game.play(&mut next, mv);
                assert!(goal.value(game, &next, game.mover(state)).is_finite());
                count += 1;
            }
        }
        count
    });
    by_moves.zip(by_states)
}

/// How much is done per second, if anything; for the long run's table repeated until the time is long
/// enough to be told.
fn rate(mut work: impl FnMut() -> usize) -> Option<f64> {
    let begun = time_spent();
    let mut done = work();
    if done == 0 {
        return None;
    }
    loop {
        let spent = time_spent().saturating_sub(begun);
        if spent >= TOLD || !wants_all() {
            return Some(done as f64 / spent.as_secs_f64());
        }
        done += work();
    }
}

#[test]
fn an_action_heuristic_is_built_in_seconds_or_says_why_not() {
    let (mut built, mut refused, mut ratios, mut slow) = (0, 0, Vec::new(), Vec::new());
    for path in sheets() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = decode(&std::fs::read(&path).unwrap()).unwrap().to_owned();
        let Ok(game) = GdlGame::new(&*name, Sheet::read_plainly(&text).unwrap()) else {
            println!("{name:<34} cannot be played");
            continue;
        };
        let begun = time_spent();
        let action = ActionHeuristic::new(&game, ActionParams::default());
        let took = time_spent().saturating_sub(begun);
        if took >= PATIENCE {
            slow.push(format!("{name}: {took:?}"));
        }
        let action = match action {
            Ok(action) => action,
            Err(error) => {
                assert!(!error.what.is_empty() && !error.hint.is_empty());
                println!(
                    "{name:<34} {:>7.0} ms  refused: {}",
                    took.as_secs_f64() * 1e3,
                    error.what
                );
                refused += 1;
                continue;
            }
        };
        built += 1;
        let goal = FuzzyGoal::new(&game, Fuzzy::default()).unwrap();
        let near = GoalProximity::new(&game).unwrap();
        let states = states(&game);
        for state in &states {
            assert!(
                near.value(&game, state, game.mover(state)).is_finite(),
                "{name}"
            );
        }
        if let Some((moves, made)) = speeds(&game, &states, &action, &goal) {
            ratios.push(moves / made);
            println!(
                "{name:<34} {:>7.0} ms  {:>11.0} moves/s, {:>6.1} times making them",
                took.as_secs_f64() * 1e3,
                moves,
                moves / made
            );
        }
    }
    ratios.sort_unstable_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        println!(
            "{built} built, {refused} refused; median {median:.1} times as fast as making the move"
        );
    }
    assert!(slow.is_empty(), "over {PATIENCE:?} to build: {slow:?}");
}
