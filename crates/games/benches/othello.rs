//! How fast Othello is: perft and playouts, the processor's best code against the portable one.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use plyscope_game::{Chance, Game, perft};
use plyscope_games::othello::{Othello, Payoff};

fn main() {
    let depth = depth();
    let fast = Othello::<8>::new(Payoff::WinLoss);
    let portable = Othello::<8>::portable(Payoff::WinLoss);
    compare(
        &format!("perft {depth}, M leaves/s"),
        &fast,
        &portable,
        |game| {
            let start = Instant::now();
            let leaves = perft(game, &game.start(), depth).all();
            leaves as f64 / 1e6 / start.elapsed().as_secs_f64()
        },
    );
    compare("one playout at a time, k/s", &fast, &portable, |game| {
        let (count, mut chance) = (200_000, Chance::new(1));
        let start = Instant::now();
        let plies: u32 = (0..count)
            .map(|_| game.playout(game.start(), &mut chance).1)
            .sum();
        assert!(plies > 9 * count);
        f64::from(count) / 1e3 / start.elapsed().as_secs_f64()
    });
    compare("many playouts at once, k/s", &fast, &portable, |game| {
        let count = 200_000;
        let start = Instant::now();
        let tally = game.playouts(&game.start(), count, &mut Chance::new(1));
        assert_eq!(tally.playouts, count);
        count as f64 / 1e3 / start.elapsed().as_secs_f64()
    });
}

/// The first number on the command line, or 9.
fn depth() -> u32 {
    let mut numbers = std::env::args().filter_map(|word| word.parse().ok());
    numbers.next_back().unwrap_or(9)
}

/// Takes turns, so that a busy machine slows both alike; the best of each counts.
fn compare(
    what: &str,
    fast: &Othello<8>,
    portable: &Othello<8>,
    rate: impl Fn(&Othello<8>) -> f64,
) {
    const ROUNDS: u32 = 5;
    let (mut best, mut plain) = (0f64, 0f64);
    for _ in 0..ROUNDS {
        best = best.max(rate(fast));
        plain = plain.max(rate(portable));
    }
    println!(
        "{what:30} {best:8.0}   portable {plain:8.0}   ratio {:.2}",
        best / plain
    );
}
