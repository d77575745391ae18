//! Gomoku: playouts a second beside the same games move by move, and what moves and features cost.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use plyscope_game::{Chance, Features, Game, Player, Value};
use plyscope_games::gomoku::{Gomoku, Patterns, Place, Rule, Shapes, State};

/// Runs `work` for about a third of a second; gives the nanoseconds of one call.
fn nanoseconds(mut work: impl FnMut()) -> f64 {
    let mut calls = 0u32;
    let start = Instant::now();
    while start.elapsed().as_millis() < 300 {
        (0..32).for_each(|_| work());
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
    let mut chance = Chance::new(1);
    let start = game.start();
    let tally = game.playouts(&start, 1000, &mut chance);
    let mean_plies = tally.plies as f64 / tally.playouts as f64;
    let fast = nanoseconds(|| drop(black_box(game.playouts(&start, 1, &mut chance))));
    let slow = nanoseconds(|| drop(black_box(random_game(game, &mut chance))));
    println!("{name}");
    println!(
        "  playouts a second    {:>9.0}   {mean_plies:.1} plies each, {:.1} ns a ply",
        1e9 / fast,
        fast / mean_plies
    );
    println!(
        "  move by move         {:>9.0}   {:.2} times slower",
        1e9 / slow,
        slow / fast
    );

    let moves = random_game(game, &mut chance);
    let played = nanoseconds(|| drop(black_box(play_all(game, &moves)))) / moves.len() as f64;
    println!("  play and win check   {played:>9.1} ns");
    let middle = play_all(game, &moves[..moves.len() / 2]);
    let next = moves[moves.len() / 2];
    let report = |what: &str, cost: f64| println!("  {what:<20} {cost:>9.1} ns");
    report(
        "copy and play",
        nanoseconds(|| {
            let mut state = *black_box(&middle);
            game.play(&mut state, next);
            black_box(&state);
        }),
    );
    report(
        "candidates",
        nanoseconds(|| drop(black_box(game.candidates(black_box(&middle))))),
    );
    report(
        "all candidates",
        nanoseconds(|| {
            drop(black_box(
                game.candidates(black_box(&middle))
                    .map(|mv| game.move_index(mv))
                    .sum::<usize>(),
            ))
        }),
    );
    report(
        "canonical key",
        nanoseconds(|| drop(black_box(game.canonical_key(black_box(&middle))))),
    );
    report(
        "patterns",
        nanoseconds(|| drop(black_box(sum(&Patterns, game, &middle)))),
    );
    report(
        "shapes",
        nanoseconds(|| drop(black_box(sum(&Shapes, game, &middle)))),
    );
}

fn sum<F: Features<Gomoku>>(set: &F, game: &Gomoku, state: &State) -> Value {
    let mut sum = 0.0;
    set.each(game, black_box(state), Player::FIRST, |_, number| {
        sum += number
    });
    sum
}

fn main() {
    for (name, size, rule) in [
        ("15×15 freestyle", 15, Rule::Freestyle),
        ("19×19 exact", 19, Rule::Exact),
    ] {
        bench(name, &Gomoku::new(size, rule).expect("a size in range"));
    }
}
