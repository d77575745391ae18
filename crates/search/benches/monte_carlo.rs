//! How fast Monte Carlo tree search and the exhaustive solver are, beside bare playouts in the same run.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use plyscope_connect4::Standard;
use plyscope_game::{Agent, Chance, Game, Limits};
use plyscope_mnk::Mnk;
use plyscope_othello::{Othello, Payoff};
use plyscope_search::{ExhaustiveParams, Mcts, MctsParams, Solution};

fn main() {
    compare("connect4", &Standard::default());
    compare("othello", &Othello::<8>::new(Payoff::WinLoss));
    solve();
}

/// Bare playouts from the start, one at a time, and trees of two sizes.
fn compare<G: Game>(name: &str, game: &G) {
    let bare = best_of(5, || {
        let mut chance = Chance::new(1);
        let plies = |_| game.playout(game.start(), &mut chance).1;
        assert!((0..100_000).map(plies).sum::<u32>() > 0);
        100_000
    });
    println!("{name}: {:.2} M bare playouts/s", bare / 1e6);
    for (playouts, rounds) in [(10_000, 20), (1_000_000, 3)] {
        let rate = best_of(rounds, || {
            let params = MctsParams {
                playouts,
                memory: 1 << 30,
                ..MctsParams::default()
            };
            let mut agent = Mcts::new(params).expect("the parameters are right");
            let advice = agent.advise(game, &game.start(), &Limits::best_move());
            assert!(advice.expect("a tree fits").nodes > 0);
            playouts
        });
        let ratio = rate / bare;
        println!(
            "{name}: {:.2} M playouts/s in a tree of {playouts}, {ratio:.2} of bare",
            rate / 1e6
        );
    }
}

fn solve() {
    let game = Mnk::new(4, 4, 4).expect("a board of this size");
    let states = best_of(1, || {
        let params = ExhaustiveParams::default();
        let solution = Solution::of(&game, &game.start(), params, &Limits::default());
        solution.expect("small enough").len() as u64
    });
    println!(
        "4,4,4 game: {:.2} M states solved/s up to symmetry",
        states / 1e6
    );
}

/// Things done per second, in the best of some rounds: the machine is not ours alone.
fn best_of(rounds: u32, mut work: impl FnMut() -> u64) -> f64 {
    let rate = |_| {
        let start = Instant::now();
        let done = work();
        done as f64 / start.elapsed().as_secs_f64()
    };
    (0..rounds).map(rate).fold(0.0, f64::max)
}
