//! The exhaustive solver against known counts and against plain recursion.

use std::time::Instant;

use plyscope_connect4::{AnySize, ConnectFour};
use plyscope_game::{Agent, Chance, Deadline, Game, Limits, Player, Points, Score};
use plyscope_gomoku::{FiveRule, Gomoku};
use plyscope_mnk::Mnk;
use plyscope_othello::{Othello, Payoff};
use plyscope_search::{
    Exhaustive, ExhaustiveParams, NotSolved, Solution, StateCounts, states_at_least,
};

const DISCS: Payoff = Payoff::Discs {
    empties_to_winner: false,
};

fn solved<G: Game>(game: &G, symmetry: bool) -> Solution<G> {
    let params = ExhaustiveParams {
        symmetry,
        ..ExhaustiveParams::default()
    };
    Solution::of(game, &game.start(), params, &Limits::default()).expect("small enough")
}

/// The worth of a state to the first player and the plies to the end, written as directly as can be.
fn by_recursion<G: Game>(game: &G, state: &G::State) -> (Points, i64) {
    if let Some(payoffs) = game.payoffs(state) {
        return (payoffs.of(Player::FIRST), 0);
    }
    let sign = if game.mover(state) == Player::FIRST {
        1
    } else {
        -1
    };
    let after = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let (points, plies) = by_recursion(game, &next);
        (points, plies + 1)
    };
    let wanted = |&(points, plies): &(Points, i64)| {
        let own = sign * points;
        (own, if own > 0 { -plies } else { plies })
    };
    game.moves(state)
        .map(after)
        .max_by_key(wanted)
        .expect("not over")
}

/// Random states, each after so many plies of a game that does not end before.
fn states_at<G: Game>(game: &G, plies: u32, count: u64, seed: u64) -> Vec<G::State> {
    let play = |task| {
        let mut chance = Chance::for_task(seed, task);
        let mut state = game.start();
        for _ in 0..plies {
            if game.payoffs(&state).is_some() {
                return None;
            }
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
        game.payoffs(&state).is_none().then_some(state)
    };
    (0..).filter_map(play).take(count as usize).collect()
}

#[test]
fn tictactoe_has_its_known_counts_with_and_without_symmetry() {
    let game = Mnk::tictactoe();
    for symmetry in [false, true] {
        let solution = solved(&game, symmetry);
        let known = StateCounts {
            states: Some(5_478),
            finished: Some(958),
            classes: 765,
            nodes: 549_946,
            games: 255_168,
            first_wins: 131_184,
            second_wins: 77_904,
            draws: 46_080,
            longest: 9,
        };
        assert_eq!(solution.counts(&game, &game.start()), Some(known));
        let worth = solution.worth(&game, &game.start()).unwrap();
        assert_eq!((worth.margin(Player::FIRST), worth.plies()), (0, 9));
    }
}

#[test]
fn four_in_a_row_on_4x4_is_a_draw_and_has_its_known_counts() {
    let game = Mnk::new(4, 4, 4).unwrap();
    let solution = solved(&game, true);
    let worth = solution.worth(&game, &game.start()).unwrap();
    assert_eq!(worth.margin(Player::FIRST), 0);
    let counts = solution.counts(&game, &game.start()).unwrap();
    assert_eq!(counts.states, Some(9_722_011));
    assert_eq!(counts.games, 15_038_733_958_272);
    assert_eq!(counts.longest, 16);
}

#[test]
fn othello_on_4x4_is_lost_by_eight_discs_and_has_its_known_counts() {
    let game = Othello::<4>::new(DISCS);
    let start = game.start();
    let whole = solved(&game, false).counts(&game, &start).unwrap();
    // Where every game is made to end with a pass, the literature has 67,129
    // states, 15,214 classes, 284,881 nodes and 18 plies; here a game is over
    // as soon as nobody can move.
    assert_eq!(whole.states, Some(62_789));
    assert_eq!(whole.classes, 14_401);
    assert_eq!(whole.nodes, 284_881 - 60_060);
    assert_eq!(whole.games, 60_060);
    assert_eq!(whole.first_wins, 24_632);
    assert_eq!(whole.second_wins, 30_116);
    assert_eq!(whole.draws, 5_312);
    assert_eq!(whole.longest, 17);
    let halved = solved(&game, true);
    let counts = halved.counts(&game, &start).unwrap();
    // The start is not its own image under a quarter turn, so only classes are known.
    let up_to_symmetry = StateCounts {
        states: None,
        finished: None,
        ..whole
    };
    assert_eq!(counts, up_to_symmetry);
    assert_eq!(
        halved.worth(&game, &start).unwrap().margin(Player::FIRST),
        -8
    );
}

fn equals_recursion<G: Game>(game: &G, plies: u32, seed: u64) {
    for symmetry in [false, true] {
        let mut solution = Solution::new(ExhaustiveParams {
            symmetry,
            ..ExhaustiveParams::default()
        });
        for state in states_at(game, plies, 60, seed) {
            let worth = solution.add(game, &state, &Limits::default()).unwrap();
            let (points, to_end) = by_recursion(game, &state);
            assert_eq!(worth.margin(Player::FIRST), points, "{state:?}");
            assert_eq!(i64::from(worth.plies()), to_end, "{state:?}");
        }
    }
}

#[test]
fn solving_equals_plain_recursion_in_points_and_plies() {
    equals_recursion(&Mnk::tictactoe(), 1, 1);
    equals_recursion(&Mnk::new(4, 3, 3).unwrap(), 4, 2);
    equals_recursion(&Mnk::new(4, 4, 4).unwrap(), 8, 3);
    let connect_four = ConnectFour::new(AnySize::<u64>::new(4, 4, 4).unwrap());
    equals_recursion(&connect_four, 5, 6);
    equals_recursion(&Othello::<4>::new(DISCS), 4, 4);
    equals_recursion(&Othello::<4>::new(Payoff::WinLoss), 4, 5);
}

#[test]
fn a_game_with_too_many_states_is_not_solved_and_says_so() {
    let game = Mnk::new(4, 4, 4).unwrap();
    let params = ExhaustiveParams {
        max_states: 1_000,
        symmetry: true,
        ..ExhaustiveParams::default()
    };
    let failed = Solution::of(&game, &game.start(), params, &Limits::default());
    assert_eq!(
        failed.err(),
        Some(NotSolved::TooLarge {
            max_states: 1_000,
            at_least: None
        })
    );
    let mut agent = Exhaustive::new(params).unwrap();
    let error = agent
        .advise(&game, &game.start(), &Limits::default())
        .unwrap_err();
    assert_eq!(error.what, "more than 1000 states can follow; not solved");
    let near_the_end = &states_at(&game, 11, 1, 1)[0];
    assert!(
        agent
            .advise(&game, near_the_end, &Limits::default())
            .is_ok()
    );
}

#[test]
fn a_game_far_too_large_is_refused_before_the_room_is_filled() {
    let gomoku = Gomoku::new(15, FiveRule::Freestyle).unwrap();
    let connect_four = ConnectFour::new(AnySize::<u64>::new(7, 8, 4).unwrap());
    refuses_at_once(&gomoku);
    refuses_at_once(&connect_four);
}

fn refuses_at_once<G: Game>(game: &G) {
    let begun = Instant::now();
    let mut agent = Exhaustive::new(ExhaustiveParams::default()).unwrap();
    let error = agent.advise(game, &game.start(), &Limits::default());
    let error = error.unwrap_err().what;
    assert!(error.starts_with("at least "), "{error}");
    assert!(agent.solution().len() <= plyscope_search::SMALL);
    // In truth about a second; before, more than a minute.
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn what_fits_is_never_said_to_be_too_large() {
    let game = Mnk::new(4, 4, 4).unwrap();
    let never = Deadline::never();
    let states = solved(&game, true).len() as u64;
    let within = |plies| states_at_least(&game, &game.start(), true, plies, u64::MAX, &never);
    let at_least = within(u32::MAX);
    assert!((1000..states).contains(&at_least), "{at_least} of {states}");
    // Up to symmetry there are 3 first moves, and 33 states after two.
    assert!((5..=33).contains(&within(2)), "{}", within(2));
}

#[test]
fn a_limit_on_memory_ends_solving_with_an_error() {
    let game = Mnk::new(4, 4, 4).unwrap();
    let params = ExhaustiveParams {
        max_bytes: 100_000,
        ..ExhaustiveParams::default()
    };
    let failed = Solution::of(&game, &game.start(), params, &Limits::default());
    assert!(matches!(failed.err(), Some(NotSolved::TooLarge { .. })));
}

#[test]
fn a_stop_or_a_node_limit_ends_solving_with_an_error() {
    let game = Mnk::new(4, 4, 4).unwrap();
    let params = ExhaustiveParams::default();
    let stopped = Limits::default();
    stopped.stop.raise();
    let counted = Limits {
        nodes: Some(5_000),
        ..Limits::default()
    };
    for limits in [stopped, counted] {
        let failed = Solution::of(&game, &game.start(), params, &limits);
        assert!(matches!(failed.err(), Some(NotSolved::CutShort { .. })));
    }
}

#[test]
fn the_agent_scores_every_move_as_recursion_does() {
    let game = Othello::<4>::new(DISCS);
    let mut agent = Exhaustive::new(ExhaustiveParams::default()).unwrap();
    for plies in 3..12 {
        for state in states_at(&game, plies, 20, 7) {
            let advice = agent.advise(&game, &state, &Limits::every_move()).unwrap();
            let mover = game.mover(&state);
            for advised in &advice.moves {
                let mut next = state;
                game.play(&mut next, advised.mv);
                let (points, to_end) = by_recursion(&game, &next);
                let exact = Score::Exact {
                    points: if mover == Player::FIRST {
                        points
                    } else {
                        -points
                    },
                    plies: Some(to_end as u32 + 1),
                };
                assert_eq!(advised.score, exact);
            }
            line_leads_to_the_score(&game, &state, &advice.line, advice.score_of(advice.line[0]));
            assert!(advice.best.contains(&advice.line[0]));
        }
    }
}

fn line_leads_to_the_score<G: Game>(
    game: &G,
    state: &G::State,
    line: &[G::Move],
    score: Option<Score>,
) {
    let mut end = state.clone();
    for &mv in line {
        assert!(game.moves(&end).any(|legal| legal == mv));
        game.play(&mut end, mv);
    }
    let reached = game.payoffs(&end).map(|payoffs| Score::Exact {
        points: payoffs.of(game.mover(state)),
        plies: Some(line.len() as u32),
    });
    assert_eq!(reached, score);
}
