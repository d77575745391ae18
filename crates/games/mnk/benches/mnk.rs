//! m,n,k games: perft, playouts and what keys and features cost.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use plyscope_game::{Chance, Features, Game, Player, Value, perft};
use plyscope_mnk::{Levy, Mnk, OpenLines, State};

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

fn sum<F: Features<Mnk>>(set: &F, game: &Mnk, state: &State) -> Value {
    let mut sum = 0.0;
    let state = black_box(state);
    set.each(game, state, Player::FIRST, |_, number| sum += number);
    sum
}

fn bench(game: &Mnk, depth: u32) {
    println!("{},{},{}", game.width(), game.height(), game.k());
    let mut chance = Chance::new(1);
    let start = game.start();
    let tally = game.playouts(&start, 1000, &mut chance);
    let plies = tally.plies as f64 / tally.playouts as f64;
    let playout = nanoseconds(|| game.playout(start, &mut chance));
    let rate = 1e9 / playout;
    println!(
        "  playouts        {rate:>9.0} per second, {:.1} ns per ply",
        playout / plies
    );
    let begun = Instant::now();
    let leaves = perft(game, &start, depth).all() as f64;
    let rate = leaves / begun.elapsed().as_secs_f64() / 1e6;
    println!("  perft {depth:<9} {rate:>9.1} M leaves a second");
    let mut middle = start;
    for _ in 0..game.k() {
        let mv = game.pick(&middle, &mut chance);
        game.play(&mut middle, mv);
    }
    let cost = |what: &str, cost: f64| println!("  {what:<15} {cost:>9.1} ns");
    cost("payoffs", nanoseconds(|| game.payoffs(black_box(&middle))));
    cost("key", nanoseconds(|| game.key(black_box(&middle))));
    cost(
        "canonical key",
        nanoseconds(|| game.canonical_key(black_box(&middle))),
    );
    cost("levy", nanoseconds(|| sum(&Levy, game, &middle)));
    cost("open lines", nanoseconds(|| sum(&OpenLines, game, &middle)));
}

fn main() {
    for (m, n, k, depth) in [(3, 3, 3, 9), (4, 4, 4, 7), (8, 8, 5, 4)] {
        bench(&Mnk::new(m, n, k).expect("a size in range"), depth);
    }
}
