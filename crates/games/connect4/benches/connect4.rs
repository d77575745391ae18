//! What the generic Connect Four costs against the hand-written one, as ratios.
//!
//! Both are timed in turn, several rounds, so that a noisy machine disturbs both
//! alike; a ratio above 1 means that ours is slower.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use plyscope_connect4::{EightByEight, Standard, baseline};
use plyscope_game::{Chance, Game, perft};

const ROUNDS: usize = 9;
const DEPTH: u32 = 9;
const PLAYOUTS: u64 = 500_000;

fn main() {
    let game = Standard::default();
    let start = game.start();
    let leaves = 39_394_572;
    let by_hand = || {
        black_box(baseline::perft(black_box(DEPTH)));
    };
    compare("perft 9 against by hand", leaves, by_hand, || {
        black_box(perft(&game, &start, black_box(DEPTH)));
    });
    let mut chance = Chance::new(1);
    let mut other = Chance::new(1);
    let by_hand = || {
        black_box(baseline::playouts(PLAYOUTS, &mut chance));
    };
    compare("playout against by hand", PLAYOUTS, by_hand, || {
        for _ in 0..PLAYOUTS {
            black_box(game.playout(start, &mut other));
        }
    });
    let by_hand = || {
        black_box(baseline::playouts(PLAYOUTS, &mut chance));
    };
    compare(
        "playouts in lanes against by hand",
        PLAYOUTS,
        by_hand,
        || {
            black_box(game.playouts(&start, PLAYOUTS, &mut other));
        },
    );
    let wide = EightByEight::default();
    let one_by_one = || {
        for _ in 0..PLAYOUTS {
            black_box(wide.playout(wide.start(), &mut chance));
        }
    };
    compare(
        "8×8 playouts in lanes against one by one",
        PLAYOUTS,
        one_by_one,
        || {
            black_box(wide.playouts(&wide.start(), PLAYOUTS, &mut other));
        },
    );
}

/// Times both in turn and prints the best speeds and the median ratio of times.
fn compare(what: &str, count: u64, mut base: impl FnMut(), mut here: impl FnMut()) {
    let mut times: Vec<(f64, f64)> = (0..ROUNDS)
        .map(|_| (seconds(&mut base), seconds(&mut here)))
        .collect();
    let fastest = |pick: fn(&(f64, f64)) -> f64| times.iter().map(pick).fold(f64::MAX, f64::min);
    let (base_best, here_best) = (fastest(|pair| pair.0), fastest(|pair| pair.1));
    times.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
    let (base_median, here_median) = times[ROUNDS / 2];
    println!(
        "{what}: {:.1} M/s, {:.1} M/s here; ratio of times {:.3} (median), {:.3} (of the best)",
        count as f64 / base_best / 1e6,
        count as f64 / here_best / 1e6,
        here_median / base_median,
        here_best / base_best,
    );
}

fn seconds(run: &mut impl FnMut()) -> f64 {
    let before = Instant::now();
    run();
    before.elapsed().as_secs_f64()
}
