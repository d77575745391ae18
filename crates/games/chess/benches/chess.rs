//! How fast chess is: perft through the trait and by cozy-chess alone, playouts and features.
//!
//! `cargo bench -p plyscope-chess --bench chess -- 6` counts to depth 6 from the start; 4 without a number.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use plyscope_chess::{Attack, Chess, Material, Rich, State, baseline};
use plyscope_game::{Chance, Features, Game, Notation, Player, perft};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() {
    let game = Chess::default();
    let mut numbers = std::env::args().filter_map(|word| word.parse().ok());
    let depth: u32 = numbers.next_back().unwrap_or(4);
    let kiwipete = game.read_state(KIWIPETE).expect("a known position");
    for (name, state, depth) in [
        ("start", game.start(), depth),
        ("kiwipete", kiwipete, depth - 1),
    ] {
        let [ours, bare] = best_of(&[&|| perft(&game, black_box(&state), depth).leaves, &|| {
            baseline::perft(black_box(state.board()), depth)
        }])[..] else {
            unreachable!("two rates of two works")
        };
        println!(
            "perft {depth} of {name}: {:.1} M/s, bare {:.1} M/s, ratio {:.3}",
            ours / 1e6,
            bare / 1e6,
            ours / bare
        );
    }
    let rates = best_of(&[
        &|| {
            let mut chance = Chance::new(1);
            for _ in 0..20 {
                black_box(game.playout(game.start(), &mut chance));
            }
            20
        },
        &|| features(&game, &Material),
        &|| features(&game, &Attack),
        &|| features(&game, &Rich),
    ]);
    for (what, rate) in ["playouts", "material", "attack", "rich"].iter().zip(rates) {
        println!("{what}: {rate:.0} per second");
    }
}

/// Reads features off the positions of one random game.
fn features<F: Features<Chess>>(game: &Chess, features: &F) -> u64 {
    let mut chance = Chance::new(3);
    let mut state: State = game.start();
    let mut states = Vec::new();
    while game.payoffs(&state).is_none() {
        let mv = game.pick(&state, &mut chance);
        game.play(&mut state, mv);
        states.push(state.clone());
    }
    for _ in 0..5 {
        for state in &states {
            let mut sum = 0.0;
            features.each(game, black_box(state), Player::FIRST, |index, amount| {
                sum += index as f32 * amount;
            });
            black_box(sum);
        }
    }
    5 * states.len() as u64
}

/// The best rate of each work; they take many short turns, so that a busy machine leaves each a quiet one.
fn best_of(works: &[&dyn Fn() -> u64]) -> Vec<f64> {
    const LONG: Duration = Duration::from_secs(4);
    let begun = Instant::now();
    let mut best = vec![0f64; works.len()];
    while begun.elapsed() < LONG {
        for (best, work) in best.iter_mut().zip(works) {
            let start = Instant::now();
            let done = work() as f64;
            *best = best.max(done / start.elapsed().as_secs_f64());
        }
    }
    best
}
