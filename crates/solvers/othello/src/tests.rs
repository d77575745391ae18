//! The solver held to published scores, to known values and to the exhaustive solver.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use plyscope_eval::patterns::ReadPatterns;
use plyscope_game::{Advice, Agent, Chance, Game, Limits, Notation, Player, Points, Rank, Score};
use plyscope_othello::{Move, Othello, Payoff, State};

use super::board::Square;
use super::stable::stable;
use super::{LearnedOrder, OthelloSolver, SolverParams};
use plyscope_search::{Exhaustive, ExhaustiveParams, Noise};

const TO_WINNER: Payoff = Payoff::Discs {
    empties_to_winner: true,
};
const TO_NOBODY: Payoff = Payoff::Discs {
    empties_to_winner: false,
};
const PAYOFFS: [Payoff; 3] = [Payoff::WinLoss, TO_WINNER, TO_NOBODY];

/// A small table: tests make many solvers.
const DISCS: Payoff = Payoff::Discs {
    empties_to_winner: true,
};

const SMALL: SolverParams = SolverParams {
    table_bytes: 1 << 20,
    nodes: None,
    time: None,
    max_empties: Some(24),
    plies: 60,
};

fn solver() -> OthelloSolver {
    OthelloSolver::new(SMALL).expect("the parameters are right")
}

fn points(score: Score) -> Option<Points> {
    match score {
        Score::Exact { points, .. } => Some(points),
        _ => None,
    }
}

fn all_points(advice: &Advice<Move>) -> Vec<Option<Points>> {
    advice.moves.iter().map(|mv| points(mv.score)).collect()
}

fn scores(advice: &Advice<Move>) -> Vec<Score> {
    advice.moves.iter().map(|mv| mv.score).collect()
}

/// Plays the line and holds every move to the exhaustive solver; where the
/// score tells the plies, the line must take as many.
fn the_line_is_best_play<const N: u8>(
    game: &Othello<N>,
    state: &State,
    advice: &Advice<Move>,
    truth: &mut Exhaustive<Othello<N>>,
) {
    let text = game.write_state(state);
    let first = advice.line[0];
    assert!(advice.best.contains(&first), "{text}");
    let plies = match advice.score_of(first) {
        Some(Score::Exact { plies, .. }) => plies,
        _ => None,
    };
    if let Some(plies) = plies {
        assert_eq!(advice.line.len(), plies as usize, "{text}");
    }
    let mut state = *state;
    for &mv in &advice.line {
        let exact = truth
            .advise(game, &state, &Limits::every_move())
            .expect("small enough");
        if plies.is_some() {
            assert!(exact.best.contains(&mv), "{text}");
        } else {
            let top = all_points(&exact).into_iter().max();
            assert_eq!(exact.score_of(mv).map(points), top, "{text}");
        }
        game.play(&mut state, mv);
    }
    assert!(game.payoffs(&state).is_some(), "{text}");
}

fn empties<const N: u8>(game: &Othello<N>, state: &State) -> u32 {
    let discs = state.discs(Player::FIRST) | state.discs(Player::SECOND);
    (game.cells() & !discs).count_ones()
}

/// A state of a random game, not over, with so many empty cells.
fn late<const N: u8>(game: &Othello<N>, count: u32, chance: &mut Chance) -> State {
    loop {
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            if empties(game, &state) == count {
                return state;
            }
            let mv = game.pick(&state, chance);
            game.play(&mut state, mv);
        }
    }
}

/// A state whose mover has few discs: such games often pass and end early.
fn lopsided<const N: u8>(game: &Othello<N>, count: u32, chance: &mut Chance) -> State {
    (0..200)
        .map(|_| late(game, count, chance))
        .min_by_key(|state| state.discs(game.mover(state)).count_ones())
        .expect("some")
}

fn holds<const N: u8>(game: &Othello<N>, state: &State, truth: &mut Exhaustive<Othello<N>>) {
    let exact = truth
        .advise(game, state, &Limits::every_move())
        .expect("small enough");
    let wanted: Vec<_> = all_points(&exact);
    let text = game.write_state(state);
    for mut solver in [solver(), OthelloSolver::portable(SMALL).expect("right")] {
        let advice = solver
            .advise(game, state, &Limits::every_move())
            .expect("few cells are empty");
        assert_eq!(all_points(&advice), wanted, "{text} {:?}", game.payoff());
        assert!(!advice.cut_short);
        let payoff = game.payoff();
        assert_eq!(scores(&advice), scores(&exact), "{text} {payoff:?}");
        the_line_is_best_play(game, state, &advice, truth);
        let best = solver
            .advise(game, state, &Limits::best_move())
            .expect("few cells are empty");
        the_line_is_best_play(game, state, &best, truth);
        let top = wanted.iter().max();
        assert_eq!(all_points(&best).iter().max(), top, "{text}");
        for mv in best.best {
            let score = advice.score_of(mv).map(points);
            assert_eq!(score.as_ref(), top, "{text}");
        }
    }
}

fn every_move_is_right<const N: u8>(seed: u64, counts: std::ops::RangeInclusive<u32>, states: u32) {
    for payoff in PAYOFFS {
        let game = Othello::<N>::new(payoff);
        let mut truth = Exhaustive::new(ExhaustiveParams::default()).expect("right");
        let mut chance = Chance::new(seed);
        for count in counts.clone() {
            for _ in 0..states {
                let state = late(&game, count, &mut chance);
                holds(&game, &state, &mut truth);
            }
            let state = lopsided(&game, count, &mut chance);
            holds(&game, &state, &mut truth);
        }
    }
}

#[test]
fn every_move_of_every_state_of_4x4_has_its_value_and_plies() {
    for payoff in PAYOFFS {
        let game = Othello::<4>::new(payoff);
        let mut truth = Exhaustive::new(ExhaustiveParams::default()).expect("right");
        let mut solver = solver();
        let mut seen = HashSet::from([game.start()]);
        let mut left = vec![game.start()];
        while let Some(state) = left.pop() {
            if game.payoffs(&state).is_some() {
                continue;
            }
            let limits = Limits::every_move();
            let exact = truth.advise(&game, &state, &limits).expect("small");
            let advice = solver.advise(&game, &state, &limits).expect("small");
            let text = game.write_state(&state);
            assert_eq!(scores(&advice), scores(&exact), "{text} {payoff:?}");
            for mv in game.moves(&state) {
                let mut next = state;
                game.play(&mut next, mv);
                let next = game.canonical(&next);
                if seen.insert(next) {
                    left.push(next);
                }
            }
        }
        assert_eq!(seen.len(), 14_401, "all states up to symmetry");
    }
}

#[test]
fn narrow_searches_whose_bounds_cross_do_no_harm() {
    let game = Othello::<8>::new(TO_NOBODY);
    let mut chance = Chance::new(1);
    let params = SolverParams { plies: 0, ..SMALL };
    let mut solver = OthelloSolver::new(params).expect("right");
    for _ in 0..20 {
        let state = late(&game, 14, &mut chance);
        for limits in [Limits::every_move(), Limits::best_move()] {
            let advice = solver.advise(&game, &state, &limits).expect("few");
            assert!(advice.rank(&game.facts()) > Some(Rank::WORST) && !advice.cut_short);
        }
    }
}

#[test]
fn every_move_of_4x4_is_worth_what_exhaustion_says() {
    every_move_is_right::<4>(1, 1..=12, 10);
}

#[test]
fn every_move_of_late_6x6_is_worth_what_exhaustion_says() {
    every_move_is_right::<6>(2, 1..=10, 6);
}

#[test]
fn every_move_of_late_8x8_is_worth_what_exhaustion_says() {
    every_move_is_right::<8>(3, 1..=10, 6);
}

#[test]
fn the_second_player_wins_4x4_eleven_to_three() {
    let game = Othello::<4>::new(TO_NOBODY);
    let advice = solver().advise(&game, &game.start(), &Limits::every_move());
    assert_eq!(all_points(&advice.expect("small")), [Some(-8); 4]);
}

#[test]
fn the_published_scores_are_found() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../../shared/data/othello/fforum-1-19.obf"
    );
    if !Path::new(file).exists() {
        let is_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(!is_ci, "{file} is missing");
        return;
    }
    let game = Othello::<8>::new(TO_WINNER);
    let solver = OthelloSolver::new(SolverParams::default()).expect("right");
    let mut solvers = [solver, solver_by_patterns()];
    let text = std::fs::read_to_string(file).expect("readable");
    for (line, solver) in text.lines().flat_map(|line| [(line, 0), (line, 1)]) {
        let solver = &mut solvers[solver];
        let state = game.read_state(line).expect("a position");
        let advice = solver
            .advise(&game, &state, &Limits::every_move())
            .expect("few cells are empty");
        for part in line.split(';').skip(1) {
            let Some((mv, wanted)) = part.trim().split_once(':') else {
                continue;
            };
            let mv = game
                .read_move(&state, &mv.to_lowercase())
                .expect("a legal move");
            let wanted = wanted.trim().parse().ok();
            assert_eq!(advice.score_of(mv).and_then(points), wanted, "{line}");
        }
    }
}

/// A solver that orders moves by the patterns that ship.
fn solver_by_patterns() -> OthelloSolver {
    let game = Othello::<8>::default();
    let own = game.shipped_for_solver().expect("some ship");
    let order = LearnedOrder::new(&game, &own.set, own.phases, own.unit, &own.weights);
    let solver = OthelloSolver::new(SMALL).expect("right");
    solver.guided_by(order.expect("they fit"))
}

#[test]
fn learned_patterns_change_no_value_and_save_states() {
    let mut chance = Chance::new(31);
    let (mut own, mut by_patterns) = (solver(), solver_by_patterns());
    let mut nodes = [0, 0];
    for payoff in PAYOFFS {
        let game = Othello::<8>::new(payoff);
        for _ in 0..3 {
            let state = late(&game, 16, &mut chance);
            let plain = own.advise(&game, &state, &Limits::every_move());
            let guided = by_patterns.advise(&game, &state, &Limits::every_move());
            let (plain, guided) = (plain.expect("few"), guided.expect("few"));
            assert_eq!(all_points(&plain), all_points(&guided));
            nodes[0] += plain.nodes;
            nodes[1] += guided.nodes;
        }
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}

#[test]
fn patterns_of_another_board_are_refused() {
    let game = Othello::<6>::default();
    let own = Othello::<8>::default()
        .shipped_for_solver()
        .expect("some ship");
    let order = LearnedOrder::new(&game, &own.set, own.phases, own.unit, &own.weights);
    assert!(order.is_err());
}

#[test]
fn all_payoffs_agree_on_who_wins() {
    let mut chance = Chance::new(9);
    for _ in 0..4 {
        let state = late(&Othello::<8>::default(), 14, &mut chance);
        let [win_loss, to_winner, to_nobody] = PAYOFFS.map(|payoff| {
            let game = Othello::<8>::new(payoff);
            let advice = solver().advise(&game, &state, &Limits::every_move());
            all_points(&advice.expect("few cells are empty"))
        });
        let signs = |all: Vec<Option<Points>>| -> Vec<Option<Points>> {
            all.into_iter().map(|p| p.map(Points::signum)).collect()
        };
        assert!(win_loss.iter().all(Option::is_some));
        assert_eq!(signs(to_winner), win_loss);
        assert_eq!(signs(to_nobody), win_loss);
    }
}

#[test]
fn advice_does_not_depend_on_earlier_calls_or_the_size_of_the_table() {
    let game = Othello::<8>::new(TO_WINNER);
    let mut chance = Chance::new(4);
    let mut old = solver();
    for _ in 0..6 {
        let state = late(&game, 13, &mut chance);
        let limits = Limits::every_move();
        let fresh = solver().advise(&game, &state, &limits);
        assert_eq!(old.advise(&game, &state, &limits), fresh);
        let mut cramped = OthelloSolver::new(SolverParams {
            table_bytes: 0,
            ..SMALL
        })
        .expect("right");
        let advice = cramped.advise(&game, &state, &limits).expect("few");
        assert_eq!(all_points(&advice), all_points(&fresh.expect("few")));
    }
}

#[test]
fn a_limit_leaves_moves_unknown_and_never_wrong() {
    let game = Othello::<8>::new(TO_WINNER);
    let state = late(&game, 14, &mut Chance::new(5));
    let whole = solver()
        .advise(&game, &state, &Limits::every_move())
        .expect("few cells are empty");
    let truth = all_points(&whole);
    let mut cut = 0;
    for eighth in 0..8 {
        let limits = Limits {
            nodes: Some(1 + whole.nodes * eighth / 8),
            ..Limits::every_move()
        };
        let advice = solver().advise(&game, &state, &limits).expect("few");
        assert_eq!(advice.moves.len(), truth.len());
        for (found, whole) in scores(&advice).into_iter().zip(scores(&whole)) {
            let valued = Score::Exact {
                points: points(whole).expect("solved"),
                plies: None,
            };
            assert!(found == whole || found == valued || found == Score::Unknown);
        }
        assert!(advice.cut_short && advice.line.is_empty());
        cut += all_points(&advice).iter().filter(|p| p.is_none()).count();
    }
    assert!(cut > truth.len() / 2, "the early ones leave some unknown");
    let at_once = Limits {
        time: Some(Duration::ZERO),
        ..Limits::every_move()
    };
    let advice = solver().advise(&game, &state, &at_once).expect("few");
    assert!(advice.cut_short && all_points(&advice).iter().all(Option::is_none));
    let stopped = Limits::every_move();
    stopped.stop.raise();
    let advice = solver().advise(&game, &state, &stopped).expect("few");
    assert!(advice.cut_short && all_points(&advice).iter().all(Option::is_none));
}

#[test]
fn asked_for_values_alone_it_says_the_same_without_the_line() {
    let values_only = |limits| Limits {
        values_only: true,
        ..limits
    };
    for payoff in PAYOFFS {
        let game = Othello::<8>::new(payoff);
        let state = late(&game, 10, &mut Chance::new(5));
        for limits in [Limits::every_move(), Limits::best_move()] {
            let with_line = solver().advise(&game, &state, &limits).expect("few");
            let alone = solver().advise(&game, &state, &values_only(limits));
            let alone = alone.expect("few");
            assert!(!with_line.line.is_empty());
            assert!(alone.nodes < with_line.nodes);
            let mut without_line = with_line;
            without_line.line.clear();
            without_line.nodes = alone.nodes;
            assert_eq!(alone, without_line, "{payoff:?}");
        }
    }
}

#[test]
fn plies_are_told_up_to_as_many_empty_cells_as_asked_for() {
    let game = Othello::<8>::default();
    let state = late(&game, 9, &mut Chance::new(6));
    for (plies, told) in [(9, true), (8, false), (0, false)] {
        let params = SolverParams { plies, ..SMALL };
        let mut solver = OthelloSolver::new(params).expect("right");
        let advice = solver
            .advise(&game, &state, &Limits::every_move())
            .expect("few");
        let tells = |score| matches!(score, Score::Exact { plies, .. } if plies.is_some() == told);
        assert!(scores(&advice).into_iter().all(tells));
    }
}

#[test]
fn too_many_empty_cells_are_refused() {
    let game = Othello::<8>::default();
    let refused = solver().advise(&game, &game.start(), &Limits::default());
    let error = refused.expect_err("60 cells are empty");
    assert!(error.what.contains("60") && error.what.contains("24"));
    let none = SolverParams {
        nodes: Some(0),
        ..SMALL
    };
    assert!(OthelloSolver::new(none).is_err());
}

#[test]
fn stable_discs_stay() {
    never_flipped::<4>(6);
    never_flipped::<6>(7);
    never_flipped::<8>(8);
}

fn never_flipped<const N: u8>(seed: u64) {
    let game = Othello::<N>::default();
    let mut found = 0;
    for task in 0..300 {
        let mut chance = Chance::for_task(seed, task);
        let mut state = game.start();
        let mut held = [0; 2];
        while game.payoffs(&state).is_none() {
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
            for player in [Player::FIRST, Player::SECOND] {
                let own = state.discs(player);
                let held = &mut held[player.index()];
                assert_eq!(*held & !own, 0, "{}", game.picture(&state));
                *held |= stable::<Square<N, true>>(own, state.discs(player.opponent()));
            }
        }
        found += (held[0] | held[1]).count_ones();
    }
    assert!(found > 300 * u32::from(N), "{found}");
}

#[test]
fn moves_to_images_of_one_state_are_solved_once() {
    // Near the end the four first moves of a symmetric state cost what one does.
    let game = Othello::<4>::new(DISCS);
    let start = game.start();
    let params = SolverParams {
        max_empties: None,
        plies: 0,
        ..SMALL
    };
    let mut solver = OthelloSolver::new(params).expect("right");
    let all = solver.advise(&game, &start, &Limits::every_move()).unwrap();
    let mut next = start;
    game.play(&mut next, all.moves[0].mv);
    let one = solver.advise(&game, &next, &Limits::best_move()).unwrap();
    assert_eq!(all.moves.len(), 4);
    assert!(all.moves.iter().all(|own| own.score == all.moves[0].score));
    assert!(
        all.nodes < 2 * one.nodes,
        "{} for one of {}",
        all.nodes,
        one.nodes
    );
    assert_eq!(
        all.proved(&game.facts()),
        one.proved(&game.facts()).map(|points| -points)
    );
}

#[test]
fn the_limit_on_empty_cells_follows_the_board() {
    let params = SolverParams {
        nodes: Some(10_000),
        ..SMALL
    };
    let params = SolverParams {
        max_empties: None,
        ..params
    };
    let mut solver = OthelloSolver::new(params).expect("right");
    let six = Othello::<6>::new(DISCS);
    let advice = solver.advise(&six, &six.start(), &Limits::every_move());
    assert!(advice.unwrap().cut_short, "it tries");
    let eight = Othello::<8>::new(DISCS);
    let refused = solver.advise(&eight, &eight.start(), &Limits::every_move());
    assert!(refused.unwrap_err().what.contains("up to 24"));
}

#[test]
fn a_table_that_no_machine_has_room_for_is_an_error() {
    let params = SolverParams {
        table_bytes: usize::MAX / 4,
        ..SMALL
    };
    let error = OthelloSolver::new(params).err().expect("no such memory");
    assert!(error.what.contains("no memory for a table"), "{error}");
}

/// A solver that orders its moves by nothing that makes sense.
fn nonsense<const N: u8>(game: Othello<N>, seed: u64) -> OthelloSolver {
    let noise = Noise {
        seed,
        levels: 1 << 20,
        symmetric: false,
    };
    solver().ordered_by(game, noise)
}

#[test]
fn an_order_that_makes_no_sense_changes_the_work_and_no_value() {
    for (payoff, seed) in PAYOFFS.into_iter().zip(20..) {
        let game = Othello::<8>::new(payoff);
        let mut chance = Chance::new(seed);
        let mut nodes = [0; 2];
        for task in 0..4 {
            let state = late(&game, 15, &mut chance);
            for limits in [Limits::every_move(), Limits::best_move()] {
                let plain = solver().advise(&game, &state, &limits).expect("few");
                let other = nonsense(game, task)
                    .advise(&game, &state, &limits)
                    .expect("few");
                if limits.every_move {
                    assert_eq!(scores(&other), scores(&plain), "{}", game.picture(&state));
                }
                assert_eq!(other.proved(&game.facts()), plain.proved(&game.facts()));
                nodes[0] += plain.nodes;
                nodes[1] += other.nodes;
            }
        }
        assert!(nodes[1] > nodes[0], "{nodes:?}: the order was asked");
    }
}

#[test]
fn an_order_for_another_board_is_refused() {
    let mut solver = nonsense(Othello::<6>::default(), 1);
    let game = Othello::<8>::default();
    let state = late(&game, 10, &mut Chance::new(6));
    let error = solver
        .advise(&game, &state, &Limits::default())
        .expect_err("6×6");
    assert!(error.what.contains("6×6") && error.hint.is_some());
}
