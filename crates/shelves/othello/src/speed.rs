//! What is measured of Othello, and against what.

use std::hint::black_box;

use plyscope_eval::Linear;
use plyscope_game::{Chance, Game, perft};
use plyscope_othello::tables::TABLES;
use plyscope_othello::{Othello, Payoff, Squares};
use plyscope_search::AlphaBetaSettings;
use plyscope_workbench::speed::{Duel, DuelSide, states, strong, timed};

/// Perft and playouts.
pub fn rules() -> Vec<Duel> {
    let game = Othello::<8>::new(Payoff::WinLoss);
    let portable = Othello::<8>::portable(Payoff::WinLoss);
    let leaves = |game: Othello<8>| move || perft(&game, &game.start(), black_box(8)).all();
    let playouts = |game: Othello<8>| {
        move || {
            let mut chance = Chance::new(black_box(1));
            black_box(game.playouts(&game.start(), 2000, &mut chance)).playouts
        }
    };
    vec![
        Duel {
            what: "Othello perft 8",
            unit: "leaves/s",
            target: Some(1.0),
            ours: DuelSide::Speed(Box::new(leaves(game))),
            baseline_is: "the portable program, without this processor's vectors",
            baseline: DuelSide::Speed(Box::new(leaves(portable))),
        },
        Duel {
            what: "Othello playouts",
            unit: "/s",
            target: Some(1.0),
            ours: DuelSide::Speed(Box::new(playouts(game))),
            baseline_is: "the portable program",
            baseline: DuelSide::Speed(Box::new(playouts(portable))),
        },
    ]
}

/// The best move by alpha-beta: states and time.
pub fn searches() -> Vec<Duel> {
    vec![
        Duel {
            what: "Othello, best move 6 ahead: states",
            unit: "",
            target: Some(1.0),
            ours: DuelSide::Count(Box::new(|| othello_states(&strong(6)))),
            baseline_is: "plain alpha-beta",
            baseline: DuelSide::Count(Box::new(|| othello_states(&AlphaBetaSettings::plain(6)))),
        },
        Duel {
            what: "Othello, best move 6 ahead: time",
            unit: "moves/s",
            target: Some(1.0),
            ours: DuelSide::Speed(Box::new(|| timed(|| othello_states(&strong(6))))),
            baseline_is: "plain alpha-beta",
            baseline: DuelSide::Speed(Box::new(|| {
                timed(|| othello_states(&AlphaBetaSettings::plain(6)))
            })),
        },
    ]
}

fn othello_states(settings: &AlphaBetaSettings) -> u64 {
    let game = Othello::<8>::new(Payoff::WinLoss);
    let weights = TABLES[0].weights(8);
    let evaluator = Box::new(Linear::new(&game, Squares, weights));
    states(&game, evaluator, settings)
}

/// States that a fixed search visits: a change that only tidies leaves them alone.
pub fn signature() -> u64 {
    othello_states(&strong(5))
}
