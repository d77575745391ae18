//! What is measured of Connect Four, and against what.

use std::hint::black_box;

use plyscope_connect4::{Lines, Standard, baseline};
use plyscope_eval::Linear;
use plyscope_game::{Agent, Chance, Game, Limits, perft};
use plyscope_search::{AlphaBetaSettings, Mcts, MctsParams};
use plyscope_workbench::speed::{Duel, DuelSide, many, states, strong, timed};

const PLAYOUTS: u64 = 100_000;

/// Perft and playouts.
pub fn rules() -> Vec<Duel> {
    let game = Standard::default();
    vec![
        Duel {
            what: "Connect Four perft 9",
            unit: "leaves/s",
            target: Some(0.95),
            ours: DuelSide::Speed(Box::new(move || {
                perft(&game, &game.start(), black_box(9)).leaves
            })),
            baseline_is: "the same, written by hand without traits",
            baseline: DuelSide::Speed(Box::new(|| baseline::perft(black_box(9)).leaves)),
        },
        Duel {
            what: "Connect Four playouts, one by one",
            unit: "/s",
            target: Some(0.95),
            ours: DuelSide::Speed(Box::new(move || {
                let mut chance = Chance::new(black_box(1));
                for _ in 0..PLAYOUTS {
                    black_box(game.playout(game.start(), &mut chance));
                }
                PLAYOUTS
            })),
            baseline_is: "the same, written by hand without traits",
            baseline: DuelSide::Speed(Box::new(connect4_by_hand)),
        },
        Duel {
            what: "Connect Four playouts, many at once",
            unit: "/s",
            target: Some(1.0),
            ours: DuelSide::Speed(Box::new(move || many(&game, PLAYOUTS))),
            baseline_is: "one by one, written by hand",
            baseline: DuelSide::Speed(Box::new(connect4_by_hand)),
        },
    ]
}

fn connect4_by_hand() -> u64 {
    black_box(baseline::playouts(PLAYOUTS, &mut Chance::new(black_box(1))));
    PLAYOUTS
}

/// The best move by alpha-beta: states and time.
pub fn searches() -> Vec<Duel> {
    vec![
        Duel {
            what: "Connect Four, best move 10 ahead: states",
            unit: "",
            target: Some(1.0),
            ours: DuelSide::Count(Box::new(|| connect4_states(&strong(10)))),
            baseline_is: "plain alpha-beta",
            baseline: DuelSide::Count(Box::new(|| connect4_states(&AlphaBetaSettings::plain(10)))),
        },
        Duel {
            what: "Connect Four, best move 10 ahead: time",
            unit: "moves/s",
            target: Some(1.0),
            ours: DuelSide::Speed(Box::new(|| timed(|| connect4_states(&strong(10))))),
            baseline_is: "plain alpha-beta",
            baseline: DuelSide::Speed(Box::new(|| {
                timed(|| connect4_states(&AlphaBetaSettings::plain(10)))
            })),
        },
    ]
}

/// Tree search beside bare playouts.
pub fn trees() -> Vec<Duel> {
    vec![
        mcts("Connect Four MCTS, 10 thousand playouts", 10_000),
        mcts("Connect Four MCTS, 1 million playouts", 1_000_000),
    ]
}

fn mcts(what: &'static str, playouts: u64) -> Duel {
    Duel {
        what,
        unit: "playouts/s",
        target: None,
        ours: DuelSide::Speed(Box::new(move || {
            let game = Standard::default();
            let params = MctsParams {
                playouts,
                ..MctsParams::default()
            };
            let mut agent = Mcts::new(params).expect("the parameters are in range");
            let advice = agent.advise(&game, &game.start(), &Limits::every_move());
            black_box(advice.expect("UCT plays Connect Four"));
            playouts
        })),
        baseline_is: "the bare playouts, one by one, by hand",
        baseline: DuelSide::Speed(Box::new(connect4_by_hand)),
    }
}

fn connect4_states(settings: &AlphaBetaSettings) -> u64 {
    let game = Standard::default();
    let weights = vec![1.0, 4.0, 16.0, 1.0, -1.0, -4.0, -16.0, -1.0];
    let evaluator = Box::new(Linear::new(&game, Lines, weights));
    states(&game, evaluator, settings)
}

/// States that fixed searches visit: a change that only tidies leaves them alone.
pub fn signature() -> u64 {
    connect4_states(&strong(8)) + connect4_states(&AlphaBetaSettings::plain(6))
}
