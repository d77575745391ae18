//! Breakthrough: perft, playouts, and what picking the nth move at once is worth.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use plyscope_breakthrough::Breakthrough;
use plyscope_game::{Chance, Game, perft};

/// How many of `work`'s units pass in a second.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let begun = Instant::now();
    work() as f64 / begun.elapsed().as_secs_f64()
}

/// Plays out, stepping through the moves one by one to the one picked; gives the plies.
fn one_by_one(game: &Breakthrough, chance: &mut Chance) -> u64 {
    let mut state = game.start();
    let mut plies = 0;
    while game.payoffs(&state).is_none() {
        let mut moves = game.moves(&state);
        for _ in 0..chance.below(moves.len() as u32) {
            moves.next();
        }
        let mv = moves.next().expect("somebody can always move");
        game.play(&mut state, mv);
        plies += 1;
    }
    plies
}

fn main() {
    let game = Breakthrough::new(8, 8).expect("a size in range");
    let start = game.start();
    let leaves = rate(|| perft(&game, &start, 6).all()) / 1e6;
    println!("perft 6      {leaves:>9.1} M leaves a second");
    for round in 1..=3 {
        let mut chance = Chance::new(round);
        let mut tally = plyscope_game::Tally::default();
        let fast = rate(|| {
            tally = game.playouts(&start, 200_000, &mut chance);
            tally.plies
        });
        let slow = rate(|| (0..50_000).map(|_| one_by_one(&game, &mut chance)).sum());
        let plies = tally.plies as f64 / tally.playouts as f64;
        println!(
            "playouts     {:>9.0} a second of {plies:.1} plies, {:.2} times stepping through the moves",
            fast / plies,
            fast / slow
        );
    }
}
