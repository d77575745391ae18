//! Gomoku: playouts per second beside the same games move by move, and what moves and features cost.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use plyscope_game::{Chance, Features, Game, Player, Value};
use plyscope_gomoku::{FiveRule, FiveWindows, Gomoku, Place, Shapes, State};

/// Runs `work` for about a third of a second; gives the nanoseconds of one call.
fn nanoseconds<T>(mut work: impl FnMut() -> T) -> f64 {
    let mut calls = 0u32;
    let start = Instant::now();
    while start.elapsed().as_millis() < 300 {
        for _ in 0..32 {
            black_box(work());
        }
        calls += 32;
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(calls)
}

/// Random moves from the start until the game is over.
fn random_game(game: &Gomoku, chance: &mut Chance) -> Vec<Place> {
    let mut state = game.start();
    let mut moves = Vec::new();
    while game.payoffs(&state).is_none() {
        let mv = game.pick(&state, chance);
        game.play(&mut state, mv);
        moves.push(mv);
    }
    moves
}

fn play_all(game: &Gomoku, moves: &[Place]) -> State {
    let mut state = game.start();
    for &mv in moves {
        game.play(&mut state, mv);
        black_box(game.payoffs(&state));
    }
    state
}

fn bench(name: &str, game: &Gomoku) {
    println!("{name}");
    let mut chance = Chance::new(1);
    let start = game.start();
    let tally = game.playouts(&start, 1000, &mut chance);
    let plies = tally.plies as f64 / tally.playouts as f64;
    let many = nanoseconds(|| game.playouts(&start, 100, &mut chance)) / 100.0;
    let single = nanoseconds(|| game.playout(start, &mut chance));
    let by_moves = nanoseconds(|| random_game(game, &mut chance));
    let rate = |what: &str, cost: f64| {
        let (rate, a_ply, ratio) = (1e9 / cost, cost / plies, cost / many);
        println!(
            "  {what:<24} {rate:>8.0} per second, {a_ply:>5.1} ns per ply, {ratio:.2} times the first"
        );
    };
    rate("playouts by the hundred", many);
    rate("single playouts", single);
    rate("games move by move", by_moves);

    let moves = random_game(game, &mut chance);
    let (before, after) = moves.split_at(moves.len() / 2);
    let middle = play_all(game, before);
    let cost = |what: &str, cost: f64| println!("  {what:<24} {cost:>8.1} ns");
    let played = nanoseconds(|| play_all(game, &moves)) / moves.len() as f64;
    cost("play and win check", played);
    let play_on = || {
        let mut state = *black_box(&middle);
        game.play(&mut state, after[0]);
        state
    };
    cost("copy, play, win check", nanoseconds(play_on));
    let indices = || {
        game.candidates(black_box(&middle))
            .map(|mv| game.move_index(mv))
    };
    let candidates = nanoseconds(|| indices().sum::<usize>()) / indices().len() as f64;
    cost("one candidate", candidates);
    cost(
        "canonical key",
        nanoseconds(|| game.canonical_key(black_box(&middle))),
    );
    cost("patterns", nanoseconds(|| sum(&FiveWindows, game, &middle)));
    cost("shapes", nanoseconds(|| sum(&Shapes, game, &middle)));
}

fn sum<F: Features<Gomoku>>(set: &F, game: &Gomoku, state: &State) -> Value {
    let mut sum = 0.0;
    set.each(game, black_box(state), Player::FIRST, |_, number| {
        sum += number;
    });
    sum
}

fn main() {
    for (name, size, rule) in [
        ("15×15 freestyle", 15, FiveRule::Freestyle),
        ("19×19 exact", 19, FiveRule::Exact),
    ] {
        bench(name, &Gomoku::new(size, rule).expect("a size in range"));
    }
}
