//! What is measured, and against what.

use std::hint::black_box;

use plyscope_eval::Linear;
use plyscope_game::{Agent, Chance, Game, Limits, perft};
use plyscope_games::chess::{self, Chess, Material};
use plyscope_games::connect4::{Lines, Standard, baseline};
use plyscope_games::gomoku::{FiveRule, Gomoku};
use plyscope_games::othello::tables::TABLES;
use plyscope_games::othello::{Othello, Payoff, Squares};
use plyscope_search::{AlphaBeta, Mcts, MctsParams, Ordering, Settings};

use super::duel::{Duel, Work};
use crate::shelf::BoxedEvaluator;

/// All measurements, in the order in which they are shown.
pub fn duels() -> Vec<Duel> {
    let mut duels = connect4();
    duels.extend(othello());
    duels.extend(others());
    duels.extend(chess());
    duels.extend(searches());
    duels
}

const PLAYOUTS: u64 = 100_000;

fn connect4() -> Vec<Duel> {
    let game = Standard::default();
    vec![
        Duel {
            what: "Connect Four perft 9",
            unit: "leaves/s",
            target: Some(0.95),
            ours: Work::Speed(Box::new(move || {
                perft(&game, &game.start(), black_box(9)).leaves
            })),
            baseline_is: "the same, written by hand without traits",
            baseline: Work::Speed(Box::new(|| baseline::perft(black_box(9)).leaves)),
        },
        Duel {
            what: "Connect Four playouts, one by one",
            unit: "/s",
            target: Some(0.95),
            ours: Work::Speed(Box::new(move || {
                let mut chance = Chance::new(black_box(1));
                for _ in 0..PLAYOUTS {
                    black_box(game.playout(game.start(), &mut chance));
                }
                PLAYOUTS
            })),
            baseline_is: "the same, written by hand without traits",
            baseline: Work::Speed(Box::new(connect4_by_hand)),
        },
        Duel {
            what: "Connect Four playouts, many at once",
            unit: "/s",
            target: Some(1.0),
            ours: Work::Speed(Box::new(move || many(&game))),
            baseline_is: "one by one, written by hand",
            baseline: Work::Speed(Box::new(connect4_by_hand)),
        },
    ]
}

fn connect4_by_hand() -> u64 {
    black_box(baseline::playouts(PLAYOUTS, &mut Chance::new(black_box(1))));
    PLAYOUTS
}

/// Playouts from the start, as many at once as the game likes.
fn many<G: Game>(game: &G) -> u64 {
    let mut chance = Chance::new(black_box(1));
    black_box(game.playouts(&game.start(), PLAYOUTS, &mut chance)).playouts
}

fn othello() -> Vec<Duel> {
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
            ours: Work::Speed(Box::new(leaves(game))),
            baseline_is: "the portable program, without this processor's vectors",
            baseline: Work::Speed(Box::new(leaves(portable))),
        },
        Duel {
            what: "Othello playouts",
            unit: "/s",
            target: Some(1.0),
            ours: Work::Speed(Box::new(playouts(game))),
            baseline_is: "the portable program",
            baseline: Work::Speed(Box::new(playouts(portable))),
        },
    ]
}

/// The longest of our games, played out along its lines and move by move.
fn others() -> Vec<Duel> {
    let game = Gomoku::new(15, FiveRule::Freestyle).expect("15 is a size");
    let by_moves = game.clone();
    vec![Duel {
        what: "Gomoku 15×15 playouts",
        unit: "/s",
        target: Some(1.0),
        ours: Work::Speed(Box::new(move || {
            let mut chance = Chance::new(black_box(1));
            black_box(game.playouts(&game.start(), 2000, &mut chance)).playouts
        })),
        baseline_is: "move by move through lists of moves",
        baseline: Work::Speed(Box::new(move || move_by_move(&by_moves, 200))),
    }]
}

/// Perft through the trait, and whole games at depth 2.
fn chess() -> Vec<Duel> {
    let game = Chess::default();
    vec![
        Duel {
            what: "Chess perft 5",
            unit: "leaves/s",
            target: Some(0.95),
            ours: Work::Speed(Box::new(move || {
                perft(&game, &game.start(), black_box(5)).leaves
            })),
            baseline_is: "cozy-chess alone, without draws by rule",
            baseline: Work::Speed(Box::new(move || {
                chess::baseline::perft(game.start().board(), black_box(5))
            })),
        },
        Duel {
            what: "Chess games, both players 2 ahead by material",
            unit: "games/s",
            target: Some(1.0),
            ours: Work::Speed(Box::new(|| chess_games(&Settings::plain(2)))),
            baseline_is: "NegaScout with killers and history, which pay deeper only",
            baseline: Work::Speed(Box::new(|| chess_games(&ordered(2)))),
        },
    ]
}

/// What orders moves without a table, and no pass before the last.
fn ordered(depth: u32) -> Settings {
    Settings {
        scout: true,
        ordering: Ordering {
            evaluator_from: 0,
            ..Ordering::default()
        },
        ..Settings::plain(depth)
    }
}

/// Games from random openings to their ends, ties broken at random.
fn chess_games(settings: &Settings) -> u64 {
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

fn move_by_move<G: Game>(game: &G, count: u64) -> u64 {
    let mut chance = Chance::new(black_box(1));
    for _ in 0..count {
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            let moves = game.moves(&state);
            let nth = chance.below(moves.len() as u32) as usize;
            let mv = moves.into_iter().nth(nth).expect("nth is below len");
            game.play(&mut state, mv);
        }
        black_box(state);
    }
    count
}

fn searches() -> Vec<Duel> {
    vec![
        Duel {
            what: "Connect Four, best move 10 ahead: states",
            unit: "",
            target: Some(1.0),
            ours: Work::Count(Box::new(|| connect4_states(&strong(10)))),
            baseline_is: "plain alpha-beta",
            baseline: Work::Count(Box::new(|| connect4_states(&Settings::plain(10)))),
        },
        Duel {
            what: "Connect Four, best move 10 ahead: time",
            unit: "moves/s",
            target: Some(1.0),
            ours: Work::Speed(Box::new(|| timed(|| connect4_states(&strong(10))))),
            baseline_is: "plain alpha-beta",
            baseline: Work::Speed(Box::new(|| timed(|| connect4_states(&Settings::plain(10))))),
        },
        Duel {
            what: "Othello, best move 6 ahead: states",
            unit: "",
            target: Some(1.0),
            ours: Work::Count(Box::new(|| othello_states(&strong(6)))),
            baseline_is: "plain alpha-beta",
            baseline: Work::Count(Box::new(|| othello_states(&Settings::plain(6)))),
        },
        Duel {
            what: "Othello, best move 6 ahead: time",
            unit: "moves/s",
            target: Some(1.0),
            ours: Work::Speed(Box::new(|| timed(|| othello_states(&strong(6))))),
            baseline_is: "plain alpha-beta",
            baseline: Work::Speed(Box::new(|| timed(|| othello_states(&Settings::plain(6))))),
        },
        mcts("Connect Four MCTS, 10 thousand playouts", 10_000),
        mcts("Connect Four MCTS, 1 million playouts", 1_000_000),
    ]
}

fn mcts(what: &'static str, playouts: u64) -> Duel {
    Duel {
        what,
        unit: "playouts/s",
        target: None,
        ours: Work::Speed(Box::new(move || {
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
        baseline: Work::Speed(Box::new(connect4_by_hand)),
    }
}

/// Everything that helps, with a table small enough not to be measured itself.
fn strong(depth: u32) -> Settings {
    Settings {
        table: 4 << 20,
        ..Settings::strong(depth)
    }
}

/// One search is one unit of work.
fn timed(search: impl Fn() -> u64) -> u64 {
    black_box(search());
    SAMPLES
}

/// Positions that every search benchmark looks at.
const SAMPLES: u64 = 4;

/// States that a search visits for the best move of a few positions.
///
/// The evaluator is boxed, as in the agents that specs name: so it is their code that is measured.
fn states<G: Game>(game: &G, evaluator: BoxedEvaluator<G>, settings: &Settings) -> u64 {
    let mut agent =
        AlphaBeta::new(settings.clone(), evaluator).expect("a few moves can be looked ahead");
    let mut nodes = 0;
    for sample in 0..SAMPLES {
        let mut chance = Chance::for_task(7, sample);
        let mut state = game.start();
        for _ in 0..8 {
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
        let advice = agent.advise(game, &state, &Limits::best_move());
        nodes += advice.expect("alpha-beta plays these games").nodes;
    }
    nodes
}

fn connect4_states(settings: &Settings) -> u64 {
    let game = Standard::default();
    let weights = vec![1.0, 4.0, 16.0, 1.0, -1.0, -4.0, -16.0, -1.0];
    let evaluator = Box::new(Linear::new(&game, Lines, weights));
    states(&game, evaluator, settings)
}

fn othello_states(settings: &Settings) -> u64 {
    let game = Othello::<8>::new(Payoff::WinLoss);
    let weights = TABLES[0].weights(8);
    let evaluator = Box::new(Linear::new(&game, Squares, weights));
    states(&game, evaluator, settings)
}

/// State counts of fixed searches, added up: a change that only tidies leaves it alone.
pub fn signature() -> u64 {
    connect4_states(&strong(8)) + othello_states(&strong(5)) + connect4_states(&Settings::plain(6))
}
