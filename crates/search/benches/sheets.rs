//! How fast Monte Carlo tree search is on games read from rule sheets, beside bare playouts in the same run.
//!
//! `cargo bench -p plyscope-search --bench sheets -- FILE.kif…`; connect4 as it ships if no file is given.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use plyscope_game::{Agent, Chance, Game, Limits};
use plyscope_gdl::{GdlGame, Sheet};
use plyscope_search::{BatchParams, MctsParams, VectorMcts};

fn main() {
    let files: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    if files.is_empty() {
        measure("connect4", include_str!("../../../rules/connect4.kif"));
    }
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file that can be read");
        measure(&file, &text);
    }
}

fn measure(name: &str, text: &str) {
    let sheet = Sheet::read(text).expect("a sheet");
    let game = GdlGame::new(name, sheet).expect("a game");
    let start = game.start();
    let bare = rate_over(20, || {
        game.playouts(&start, 100_000, &mut Chance::new(1)).playouts
    });
    let states = vec![start.clone(); 2048];
    let each = rate_over(500, || {
        let mut ends = Vec::new();
        game.playout_each(&states, &mut Chance::new(1), &mut ends);
        ends.len() as u64
    });
    println!(
        "{name}: {:.2} M bare playouts/s, {:.2} M by lists of 2,048 states",
        bare / 1e6,
        each / 1e6
    );
    let steps = rate_over(3, || steps(&game));
    println!("{name}: {:.2} M steps/s to new states", steps / 1e6);
    for batch in [None, Some(1024), Some(2048)] {
        for per_leaf in [2, 4, 8] {
            tree(name, &game, batch, per_leaf);
        }
    }
}

/// Steps to new states, each a clone and a move, along random games.
fn steps(game: &GdlGame) -> u64 {
    let mut chance = Chance::new(2);
    let mut steps = 0;
    for _ in 0..2_000 {
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            let mv = game.pick(&state, &mut chance);
            let mut next = state.clone();
            game.play(&mut next, mv);
            state = next;
            steps += 1;
        }
    }
    steps
}

fn tree(name: &str, game: &GdlGame, batch: Option<u32>, per_leaf: u32) {
    for (playouts, rounds) in [(10_000, 100), (1_000_000, 1)] {
        let mut memory = 0;
        let rate = rate_over(rounds, || {
            let params = MctsParams {
                playouts,
                ..MctsParams::default()
            };
            let batch = BatchParams {
                playouts: batch,
                per_leaf: Some(per_leaf),
            };
            let mut agent = VectorMcts::new(params, batch).expect("the parameters are right");
            let advice = agent.advise(game, &game.start(), &Limits::best_move());
            memory = agent.memory_used().1;
            let moves = advice.expect("a tree fits").moves;
            moves.iter().filter_map(|own| own.visits).sum()
        });
        println!(
            "{name}: {:.2} M playouts/s in a tree of {playouts}, batch {batch:?}, {per_leaf} per leaf, {} MiB",
            rate / 1e6,
            memory >> 20
        );
    }
}

/// Things done per CPU second, over as many rounds as take a good while: the system's count of time is coarse.
fn rate_over(rounds: u32, mut work: impl FnMut() -> u64) -> f64 {
    let (clock, start) = (Instant::now(), cpu());
    let done: u64 = (0..rounds).map(|_| work()).sum();
    let taken = match (start, cpu()) {
        (Some(start), Some(end)) => end.saturating_sub(start),
        _ => clock.elapsed(),
    };
    done as f64 / taken.as_secs_f64().max(1e-9)
}

/// Time that this thread had on a processor, where the system tells.
fn cpu() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}
