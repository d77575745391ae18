//! Searches that leave moves out: what they may claim, and what they are asked for.

use std::num::NonZeroU8;

use plyscope_game::{Advice, Agent, Evaluator, Game, Limits, Notation, Player, Score, Value};
use plyscope_gomoku::{FiveRule, Gomoku};
use plyscope_search::{
    AlphaBeta, AlphaBetaSettings, Exhaustive, ExhaustiveParams, Mcts, MctsParams, Noise,
};

type Stone = <Gomoku as Game>::Move;

fn small_board(near: u8) -> Gomoku {
    let game = Gomoku::new(5, FiveRule::Freestyle).expect("a board");
    game.with_near(NonZeroU8::new(near))
}

/// Likes nothing better than anything else.
struct Indifferent;

impl Evaluator<Gomoku> for Indifferent {
    fn value(&self, _: &Gomoku, _: &<Gomoku as Game>::State, _: Player) -> Value {
        0.0
    }
}

fn scout(depth: u32) -> AlphaBeta<Indifferent> {
    let settings = AlphaBetaSettings {
        candidates: true,
        ..AlphaBetaSettings::strong(depth)
    };
    AlphaBeta::new(settings, Indifferent).expect("a depth")
}

fn score(game: &Gomoku, text: &str, advice: &Advice<Stone>, mv: &str) -> Score {
    let state = game.read_state(text).expect("a state");
    let mv = game.read_move(&state, mv).expect("a move");
    advice.score_of(mv).expect("a legal move")
}

#[test]
fn a_win_against_some_replies_only_is_not_called_exact() {
    let game = small_board(1);
    let text = "xx3/o4/oox1x/oxoox/xoo1x";
    let state = game.read_state(text).expect("a state");
    let found = scout(9).advise(&game, &state, &Limits::every_move());
    let found = found.expect("advice");
    let mut solver = Exhaustive::new(ExhaustiveParams::default()).expect("a solver");
    let truth = solver.advise(&game, &state, &Limits::every_move());
    let truth = truth.expect("a small board");
    for mv in ["c1", "e1"] {
        let claimed = score(&game, text, &found, mv);
        let is = score(&game, text, &truth, mv);
        match (claimed, is) {
            (Score::Exact { points, .. }, Score::Exact { points: is, .. }) => {
                assert_eq!(points, is, "{mv}");
            }
            (Score::Estimate(_), _) => {}
            other => panic!("{mv}: {other:?}"),
        }
    }
    let c1 = score(&game, text, &found, "c1");
    assert!(matches!(c1, Score::Estimate(_)), "{c1:?}");
    // A win that is proved is better than one that is not, though e1 is no candidate.
    let best = game.write_move(&state, found.best[0]);
    assert_eq!((&*best, found.best.len()), ("e1", 1));
}

#[test]
fn whatever_is_called_exact_with_candidates_is_true_without() {
    let game = small_board(1);
    let mut chance = plyscope_game::Chance::new(5);
    let mut solver = Exhaustive::new(ExhaustiveParams::default()).expect("a solver");
    let (mut exact, mut seen) = (0, 0);
    while seen < 40 {
        let mut state = game.start();
        for _ in 0..16 {
            if game.payoffs(&state).is_none() {
                let mv = game.pick(&state, &mut chance);
                game.play(&mut state, mv);
            }
        }
        if game.payoffs(&state).is_some() {
            continue;
        }
        seen += 1;
        let truth = solver.advise(&game, &state, &Limits::every_move());
        let truth = truth.expect("a small board");
        for depth in [3, 6, 12] {
            for limits in [Limits::every_move(), Limits::best_move()] {
                let found = scout(depth).advise(&game, &state, &limits).expect("advice");
                for advised in &found.moves {
                    if let Score::Exact { points, plies } = advised.score {
                        exact += 1;
                        let Some(Score::Exact {
                            points: is,
                            plies: in_truth,
                        }) = truth.score_of(advised.mv)
                        else {
                            panic!("not solved");
                        };
                        assert_eq!(points, is, "{}", game.write_state(&state));
                        if points != 0 && plies.is_some() {
                            assert_eq!(plies, in_truth, "{}", game.write_state(&state));
                        }
                    }
                }
                if let Some(proved) = found.proved(&game.facts()) {
                    assert_eq!(Some(proved), truth.proved(&game.facts()));
                }
            }
        }
    }
    assert!(exact > 500, "{exact} claims were compared");
}

#[test]
fn who_asks_mcts_for_every_move_of_gomoku_gets_every_move() {
    let game = Gomoku::new(15, FiveRule::Freestyle).expect("a board");
    for reuse in [false, true] {
        let params = MctsParams {
            playouts: 2000,
            reuse,
            ..MctsParams::default()
        };
        let mut agent = Mcts::new(params).expect("right");
        let start = game.start();
        let alone = agent
            .advise(&game, &start, &Limits::best_move())
            .expect("advice");
        assert_eq!(alone.best.len(), 1);
        let every = agent
            .advise(&game, &start, &Limits::every_move())
            .expect("advice");
        let looked_at = every.moves.iter().filter(|own| own.visits > Some(0));
        assert_eq!(looked_at.count(), 225);
        assert!(every.moves.iter().all(|own| own.score != Score::Unknown));
        assert_eq!(every.best, alone.best, "one agent, one opinion");
    }
}

#[test]
fn alpha_beta_likes_the_same_move_best_whoever_asks() {
    let game = Gomoku::new(9, FiveRule::Freestyle).expect("a board");
    let mut chance = plyscope_game::Chance::new(3);
    for plies in [0, 1, 2, 5] {
        let mut state = game.start();
        for _ in 0..plies {
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
        let advise = |limits: &Limits| {
            let noise = Noise {
                seed: 4,
                levels: 7,
                symmetric: false,
            };
            let settings = AlphaBetaSettings {
                candidates: true,
                ..AlphaBetaSettings::strong(3)
            };
            let mut agent = AlphaBeta::new(settings, noise).expect("a depth");
            agent.advise(&game, &state, limits).expect("advice")
        };
        let (every, alone) = (advise(&Limits::every_move()), advise(&Limits::best_move()));
        assert!(every.moves.iter().all(|own| own.score != Score::Unknown));
        let played = alone.best[0];
        assert!(
            every.best.contains(&played),
            "{played:?} of {:?}",
            every.best
        );
        assert!(every.best.contains(&every.line[0]));
    }
}

#[test]
fn mcts_goes_on_where_every_candidate_is_settled_and_the_state_is_not_proved() {
    let game = small_board(1);
    let text = "2xxx/2ooo/xxoox/xo1o1/1xoox";
    let state = game.read_state(text).expect("a state");
    for limits in [Limits::every_move(), Limits::best_move()] {
        let params = MctsParams {
            playouts: 2000,
            ..MctsParams::default()
        };
        let mut agent = Mcts::new(params).expect("right");
        let found = agent.advise(&game, &state, &limits).expect("advice");
        assert!(!found.best.is_empty());
    }
}

#[test]
fn mcts_stays_true_on_small_boards_of_which_it_leaves_cells_out() {
    let game = small_board(1);
    let mut chance = plyscope_game::Chance::new(11);
    let mut solver = Exhaustive::new(ExhaustiveParams::default()).expect("a solver");
    let (mut exact, mut seen) = (0, 0);
    while seen < 80 {
        let mut state = game.start();
        for _ in 0..16 {
            if game.payoffs(&state).is_none() {
                let mv = game.pick(&state, &mut chance);
                game.play(&mut state, mv);
            }
        }
        if game.payoffs(&state).is_some() {
            continue;
        }
        seen += 1;
        let truth = solver.advise(&game, &state, &Limits::every_move());
        let truth = truth.expect("a small board");
        for limits in [Limits::every_move(), Limits::best_move()] {
            let params = MctsParams {
                playouts: 3000,
                seed: seen,
                ..MctsParams::default()
            };
            let mut agent = Mcts::new(params).expect("right");
            let found = agent.advise(&game, &state, &limits).expect("advice");
            for advised in &found.moves {
                if let Score::Exact { points, .. } = advised.score {
                    exact += 1;
                    let is = truth.score_of(advised.mv).and_then(|score| match score {
                        Score::Exact { points, .. } => Some(points),
                        _ => None,
                    });
                    assert_eq!(Some(points), is, "{}", game.write_state(&state));
                }
            }
        }
    }
    assert!(exact > 200, "{exact} claims were compared");
}

#[test]
fn a_win_that_mcts_proves_is_best_though_the_move_is_no_candidate() {
    let game = small_board(1);
    // e1 is no candidate, and wins by proof.
    let text = "xx3/o4/oox1x/oxoox/xoo1x";
    let state = game.read_state(text).expect("a state");
    let params = MctsParams {
        playouts: 20_000,
        ..MctsParams::default()
    };
    let mut agent = Mcts::new(params).expect("right");
    let found = agent.advise(&game, &state, &Limits::every_move());
    let found = found.expect("advice");
    let is_won = |score| matches!(score, Some(Score::Exact { points: 1, .. }));
    let won = found.moves.iter().filter(|own| is_won(Some(own.score)));
    let won: Vec<Stone> = won.map(|own| own.mv).collect();
    assert!(!won.is_empty(), "{found:?}");
    assert_eq!(found.best, won);
}
