//! How fast Othello is: perft and playouts, for every code that this processor can run.
//!
//! `cargo bench -p plyscope-othello --bench othello -- 11` counts to depth 11; 9 without a number.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use plyscope_game::{Chance, Features, Game, Player, perft};
use plyscope_othello::{Othello, Payoff, Squares};

fn main() {
    let depth = depth();
    compare(&format!("perft {depth}, M leaves/s"), |game| {
        perft(game, &game.start(), depth).all() as f64 / 1e6
    });
    compare("playouts one by one, k/s", |game| {
        let mut chance = Chance::new(1);
        for _ in 0..10_000 {
            black_box(game.playout(game.start(), &mut chance));
        }
        10.0
    });
    compare("playouts abreast, k/s", |game| {
        black_box(game.playouts(&game.start(), 10_000, &mut Chance::new(1)));
        10.0
    });
    compare("square features, M/s", |game| {
        let state = game.start();
        for _ in 0..100_000 {
            let mut sum = 0.0;
            Squares.each(game, black_box(&state), Player::FIRST, |index, amount| {
                sum += index as f32 * amount;
            });
            black_box(sum);
        }
        0.1
    });
    compare("canonical keys, M/s", |game| {
        let state = game.start();
        for _ in 0..100_000 {
            black_box(game.canonical_key(black_box(&state)));
        }
        0.1
    });
}

/// The last number on the command line, or 9.
fn depth() -> u32 {
    let mut numbers = std::env::args().filter_map(|word| word.parse().ok());
    numbers.next_back().unwrap_or(9)
}

/// Rates of all codes and their ratios to the portable one. `work` says how much it did.
///
/// The codes take turns, so that a busy machine slows all alike; the best turn of each counts.
fn compare(what: &str, work: impl Fn(&Othello<8>) -> f64) {
    const TURNS: u32 = 12;
    let games = Othello::<8>::by_code(Payoff::WinLoss);
    let mut best = vec![0f64; games.len()];
    for _ in 0..TURNS {
        for (best, (_, game)) in best.iter_mut().zip(&games) {
            let start = Instant::now();
            let done = work(game);
            *best = best.max(done / start.elapsed().as_secs_f64());
        }
    }
    print!("{what:26}");
    for ((name, _), rate) in games.iter().zip(&best) {
        print!("   {name} {rate:.0} ({:.2})", rate / best[0]);
    }
    println!();
}
