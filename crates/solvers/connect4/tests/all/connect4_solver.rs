//! The Connect Four solver against plain exhaustion on small boards and against published scores.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plyscope_connect4::{AnySize, ConnectFour, EightByEight, Shape, Standard, State};
use plyscope_game::{Advice, Agent, Chance, Game, Limits, Notation, Score};
use plyscope_search::{ExhaustiveParams, Solution};
use plyscope_solver_connect4::{Book, ConnectFourSolver, SolverParams};

fn solver() -> ConnectFourSolver {
    ConnectFourSolver::new(SolverParams {
        table_bytes: 64 << 20,
        ..SolverParams::default()
    })
}

fn any_size(width: u32, height: u32, connect: u32) -> ConnectFour<AnySize<u64>> {
    ConnectFour::new(AnySize::new(width, height, connect).expect("a board of this size"))
}

/// A random state after so many plies, if the game lasts as long.
fn random_state<S: Shape>(
    game: &ConnectFour<S>,
    plies: u32,
    chance: &mut Chance,
) -> Option<State<S::Bits>> {
    let mut state = game.start();
    for _ in 0..plies {
        let mv = game.pick(&state, chance);
        game.play(&mut state, mv);
        if game.payoffs(&state).is_some() {
            return None;
        }
    }
    Some(state)
}

/// Every move of `state` is scored as the exhaustive solution scores it.
fn agree<S: Shape>(
    game: &ConnectFour<S>,
    state: &State<S::Bits>,
    solver: &mut ConnectFourSolver,
    solution: &mut Solution<ConnectFour<S>>,
) {
    let limits = Limits::every_move();
    let advice = solver.advise(game, state, &limits).expect("fits");
    assert!(!advice.cut_short);
    follows_best_play(game, state, &advice);
    for advised in advice.moves {
        let mut next = *state;
        game.play(&mut next, advised.mv);
        let worth = solution.add(game, &next, &limits).expect("small enough");
        let expected = Score::Exact {
            points: worth.margin(game.mover(state)),
            plies: Some(worth.plies() + 1),
        };
        assert_eq!(advised.score, expected, "{:?} of {state:?}", advised.mv);
    }
}

/// The line begins with a best move and ends the game after as many plies as the score says.
fn follows_best_play<S: Shape>(
    game: &ConnectFour<S>,
    state: &State<S::Bits>,
    advice: &Advice<<ConnectFour<S> as Game>::Move>,
) {
    let Some(Score::Exact { points, plies }) = advice.score_of(advice.line[0]) else {
        panic!("not solved: {advice:?}");
    };
    assert!(advice.best.contains(&advice.line[0]));
    assert_eq!(Some(advice.line.len() as u32), plies);
    let mut end = *state;
    advice.line.iter().for_each(|&mv| game.play(&mut end, mv));
    let payoffs = game.payoffs(&end).expect("over");
    assert_eq!(payoffs.of(game.mover(state)), points);
}

#[test]
fn every_move_on_small_boards_is_worth_what_exhaustion_finds() {
    let boards = [
        (4, 4, 4, 0),
        (4, 4, 3, 0),
        (5, 4, 4, 4),
        (4, 5, 4, 4),
        (5, 5, 4, 11),
        (5, 5, 5, 11),
        (6, 4, 4, 10),
        (4, 6, 4, 8),
        (5, 6, 4, 15),
        (6, 5, 4, 15),
        (6, 6, 4, 20),
        (7, 4, 4, 14),
        (4, 7, 4, 12),
        (6, 6, 5, 22),
        (7, 6, 4, 27),
        (7, 7, 4, 34),
        (8, 7, 4, 42),
        (9, 6, 4, 39),
        (10, 5, 4, 36),
        (5, 10, 4, 36),
        (4, 10, 4, 26),
        (6, 9, 4, 39),
        (7, 6, 3, 18),
        (8, 7, 5, 42),
        (7, 6, 5, 27),
        (5, 7, 5, 22),
    ];
    for (at, (width, height, connect, ply)) in boards.into_iter().enumerate() {
        let game = any_size(width, height, connect);
        let mut chance = Chance::for_task(11, at as u64);
        let mut solver = solver();
        let mut solution = Solution::new(ExhaustiveParams::default());
        let mut asked = 0;
        for _ in 0..4000 {
            let later = chance.below(width * height - ply);
            let Some(state) = random_state(&game, ply + later, &mut chance) else {
                continue;
            };
            agree(&game, &state, &mut solver, &mut solution);
            asked += 1;
            if asked == 40 {
                break;
            }
        }
        assert!(asked > 5, "only {asked} states on {width}×{height}");
    }
}

/// The folder of positions with known scores, if it is there; it must be in continuous integration.
fn known_positions() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let ancestors: Vec<PathBuf> = root
        .canonicalize()
        .ok()?
        .ancestors()
        .map(Path::to_owned)
        .collect();
    let found = ancestors
        .iter()
        .map(|folder| folder.join("shared/data/connect4"))
        .find(|folder| folder.is_dir());
    let in_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(found.is_some() || !in_ci, "the known positions are missing");
    found
}

fn state_after(game: &Standard, moves: &str) -> State<u64> {
    let mut state = game.start();
    for column in moves.chars() {
        let mv = game
            .read_move(&state, &column.to_string())
            .expect("a legal move");
        game.play(&mut state, mv);
    }
    state
}

#[test]
fn positions_have_their_published_scores() {
    let Some(folder) = known_positions() else {
        return;
    };
    let game = Standard::default();
    let sets = [
        ("L3_R1", 1),
        ("L2_R1", 1),
        ("L2_R2", 1),
        ("L1_R1", 1),
        ("L1_R2", 100),
    ];
    for (set, every) in sets {
        let text = std::fs::read_to_string(folder.join(format!("Test_{set}.txt"))).expect("text");
        let mut solver = solver();
        for line in text.lines().step_by(every) {
            let (moves, score) = line.split_once(' ').expect("moves and a score");
            let state = state_after(&game, moves);
            let value = solver.solve(&game, &state, &Limits::default());
            assert_eq!(value, score.trim().parse().ok(), "{set}: {moves}");
        }
    }
}

/// A published score as ours, for the mover at `ply` of the standard board.
fn published(score: i32, ply: u32) -> Score {
    let stones_of_winner = 22 - score.abs();
    let mover_is_first = ply.is_multiple_of(2);
    let winner_is_first = mover_is_first == (score > 0);
    let last_ply = match score {
        0 => 42,
        _ => 2 * stones_of_winner - i32::from(winner_is_first),
    };
    Score::Exact {
        points: score.signum(),
        plies: Some(last_ply as u32 - ply),
    }
}

#[test]
fn every_move_has_its_published_score() {
    let Some(folder) = known_positions() else {
        return;
    };
    let game = Standard::default();
    let text = std::fs::read_to_string(folder.join("all_moves.txt")).expect("text");
    let mut solver = solver();
    for line in text
        .lines()
        .filter(|line| line.find(' ') > Some(15))
        .step_by(4)
    {
        let mut words = line.split(' ');
        let moves = words.next().expect("moves");
        let state = state_after(&game, moves);
        let scores: Vec<&str> = words.collect();
        let advice = solver
            .advise(&game, &state, &Limits::every_move())
            .expect("fits");
        for advised in advice.moves {
            let score = scores[game.move_index(advised.mv)];
            let expected = published(score.parse().expect("a score"), state.ply());
            assert_eq!(advised.score, expected, "{moves}, {:?}", advised.mv);
        }
    }
}

#[test]
fn the_book_that_ships_has_the_published_scores() {
    let Some(folder) = known_positions() else {
        return;
    };
    let game = Standard::default();
    let book = Book::shipped();
    let text = std::fs::read_to_string(folder.join("all_moves.txt")).expect("text");
    let mut compared = 0;
    for line in text.lines() {
        let (moves, scores) = line.split_once(' ').expect("moves and scores");
        let state = state_after(&game, moves);
        if state.ply() >= Book::SHIPPED_PLY {
            continue;
        }
        for (score, mv) in scores.split(' ').zip(game.moves(&state)) {
            let mut next = state;
            game.play(&mut next, mv);
            if game.payoffs(&next).is_some() {
                continue;
            }
            let score: i32 = score.parse().expect("no column is full so early");
            assert_eq!(book.value_of(&game, &next), Some(-score), "{moves}, {mv:?}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "only {compared} scores");
}

#[test]
fn what_a_limit_leaves_unsolved_is_unknown() {
    let game = Standard::default();
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::every_move()
    };
    let state = state_after(&game, "44444");
    let mut solver = solver();
    let advice = solver.advise(&game, &state, &limits).expect("fits");
    assert!(advice.cut_short && advice.nodes <= 20_000);
    assert!(
        advice
            .moves
            .iter()
            .any(|advised| advised.score == Score::Unknown)
    );
    assert_eq!(advice, solver.advise(&game, &state, &limits).expect("fits"));
    let stop = Limits::every_move();
    stop.stop.raise();
    assert!(solver.advise(&game, &state, &stop).expect("fits").cut_short);
    let soon = Limits {
        time: Some(Duration::from_millis(5)),
        ..Limits::every_move()
    };
    let advice = solver.advise(&game, &state, &soon).expect("fits");
    assert!(advice.cut_short && advice.line.is_empty());
    assert_eq!(solver.solve(&game, &state, &soon), None);
}

#[test]
fn asked_for_values_alone_it_says_the_same_without_the_line() {
    let game = Standard::default();
    let values_only = Limits {
        values_only: true,
        ..Limits::every_move()
    };
    let mut chance = Chance::new(1);
    let states = [12, 13, 16, 20, 24, 30].into_iter().flat_map(|ply| {
        let state = || random_state(&game, ply, &mut chance);
        std::iter::repeat_with(state)
            .flatten()
            .take(3)
            .collect::<Vec<_>>()
    });
    for state in states {
        let with_line = solver().advise(&game, &state, &Limits::every_move());
        let with_line = with_line.expect("fits");
        let alone = solver().advise(&game, &state, &values_only).expect("fits");
        assert!(!with_line.line.is_empty());
        assert!(alone.nodes <= with_line.nodes);
        let mut without_line = with_line;
        without_line.line.clear();
        without_line.nodes = alone.nodes;
        assert_eq!(alone, without_line, "{state:?}");
    }
}

#[test]
fn the_smallest_table_gives_the_same_scores() {
    let game = Standard::default();
    let mut chance = Chance::new(21);
    let mut small = ConnectFourSolver::new(SolverParams {
        table_bytes: 1 << 12,
        ..SolverParams::default()
    });
    for _ in 0..10 {
        let Some(state) = random_state(&game, 20, &mut chance) else {
            continue;
        };
        let scores = |solver: &mut ConnectFourSolver| {
            let advice = solver.advise(&game, &state, &Limits::every_move());
            advice.expect("fits").moves
        };
        assert_eq!(scores(&mut small), scores(&mut solver()), "{state:?}");
    }
}

#[test]
fn earlier_questions_do_not_change_the_answer() {
    let game = Standard::default();
    let mut chance = Chance::new(5);
    let states: Vec<_> = (0..40)
        .filter_map(|_| random_state(&game, 16, &mut chance))
        .collect();
    let mut kept = solver();
    for state in &states {
        let mut fresh = solver();
        let ask = |solver: &mut ConnectFourSolver| {
            let advice = solver.advise(&game, state, &Limits::every_move());
            advice.expect("fits")
        };
        assert_eq!(ask(&mut kept), ask(&mut fresh));
    }
}

#[test]
fn a_size_known_to_the_compiler_and_one_chosen_at_run_time_agree() {
    let (fixed, chosen) = (Standard::default(), any_size(7, 6, 4));
    let mut chance = Chance::new(3);
    for _ in 0..20 {
        let Some(state) = random_state(&fixed, 17, &mut chance) else {
            continue;
        };
        let limits = Limits::every_move();
        let by_fixed = solver().advise(&fixed, &state, &limits);
        assert_eq!(by_fixed, solver().advise(&chosen, &state, &limits));
    }
}

#[test]
fn a_board_too_big_is_refused() {
    let game = EightByEight::default();
    let error = solver().advise(&game, &game.start(), &Limits::every_move());
    assert!(
        error
            .expect_err("72 bits")
            .to_string()
            .contains("8×8 is too big")
    );
}
