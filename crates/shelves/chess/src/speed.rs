//! What is measured of chess, and against what.

use std::hint::black_box;

use plyscope_chess::{Chess, Material, baseline};
use plyscope_eval::Linear;
use plyscope_game::{Agent, Chance, Game, Limits, perft};
use plyscope_search::{AlphaBeta, AlphaBetaSettings, Ordering};
use plyscope_workbench::speed::{Duel, DuelSide};

/// Perft through the trait, and whole games at depth 2.
pub fn duels() -> Vec<Duel> {
    let game = Chess::default();
    vec![
        Duel {
            what: "Chess perft 5",
            unit: "leaves/s",
            target: Some(0.95),
            ours: DuelSide::Speed(Box::new(move || {
                perft(&game, &game.start(), black_box(5)).leaves
            })),
            baseline_is: "cozy-chess alone, without draws by rule",
            baseline: DuelSide::Speed(Box::new(move || {
                baseline::perft(game.start().board(), black_box(5))
            })),
        },
        Duel {
            what: "Chess games, both players 2 ahead by material",
            unit: "games/s",
            target: Some(1.0),
            ours: DuelSide::Speed(Box::new(|| chess_games(&AlphaBetaSettings::plain(2)))),
            baseline_is: "NegaScout with killers and history, which pay deeper only",
            baseline: DuelSide::Speed(Box::new(|| chess_games(&ordered(2)))),
        },
    ]
}

/// What orders moves without a table, and no pass before the last.
fn ordered(depth: u32) -> AlphaBetaSettings {
    AlphaBetaSettings {
        scout: true,
        ordering: Ordering {
            evaluator_from: 0,
            ..Ordering::default()
        },
        ..AlphaBetaSettings::plain(depth)
    }
}

/// Games from random openings to their ends, ties broken at random.
fn chess_games(settings: &AlphaBetaSettings) -> u64 {
    const GAMES: u64 = 20;
    let game = Chess::default();
    let evaluator = Linear::new(&game, Material, Material::USUAL.to_vec());
    let mut agent = AlphaBeta::new(settings.clone(), evaluator).expect("2 is a depth");
    for number in 0..GAMES {
        let mut chance = Chance::for_task(11, number);
        let mut state = game.start();
        for ply in 0.. {
            if game.payoffs(&state).is_some() {
                break;
            }
            let mv = if ply < 8 {
                game.pick(&state, &mut chance)
            } else {
                let advice = agent.advise(&game, &state, &Limits::best_move());
                let best = advice.expect("alpha-beta plays chess").best;
                best[chance.below(best.len() as u32) as usize]
            };
            game.play(&mut state, mv);
        }
        black_box(state);
    }
    GAMES
}
