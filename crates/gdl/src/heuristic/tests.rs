//! Heuristics on the sheets that ship.

use plyscope_game::{Chance, Evaluator, Features, Game, MoveHeuristic, Notation, Player, Value};

use super::{ActionHeuristic, ActionParams, FluentCounts, Fuzzy, FuzzyGoal, GoalNow, Norm, Rarity};
use crate::game::GdlGame;
use crate::sheet::Sheet;
use crate::state::GdlState;

const SHEETS: [(&str, &str); 6] = [
    ("tictactoe", include_str!("../../../../rules/tictactoe.kif")),
    ("pentago", include_str!("../../../../rules/pentago.kif")),
    ("checkers6", include_str!("../../../../rules/checkers6.kif")),
    ("pennies", include_str!("../../../../rules/pennies.kif")),
    ("race3", include_str!("../../../../rules/race3.kif")),
    ("hanoi", include_str!("../../../../rules/hanoi.kif")),
];

fn game(name: &str) -> GdlGame {
    let (_, text) = SHEETS.iter().find(|(own, _)| *own == name).expect("ships");
    GdlGame::new(name, Sheet::read(text).expect("reads")).expect("grounds")
}

fn played(game: &GdlGame, moves: &[&str]) -> GdlState {
    let mut state = game.start();
    for text in moves {
        let mv = game.read_move(&state, text).expect("legal");
        game.play(&mut state, mv);
    }
    state
}

fn params(norm: Norm, change: bool) -> ActionParams {
    ActionParams {
        fuzzy: Fuzzy { truth: 0.9, norm },
        change,
        others: true,
    }
}

fn best(game: &GdlGame, action: &ActionHeuristic, state: &GdlState) -> Vec<String> {
    let moves: Vec<_> = game.moves(state).collect();
    let mut values = Vec::new();
    action.move_values(game, state, game.mover(state), &moves, &mut values);
    let most = values.iter().copied().fold(Value::NEG_INFINITY, Value::max);
    let of = moves
        .iter()
        .zip(&values)
        .filter(|(_, value)| **value >= most);
    of.map(|(&mv, _)| game.write_move(state, mv)).collect()
}

#[test]
fn an_action_heuristic_completes_a_line_without_making_the_move() {
    let game = game("tictactoe");
    let state = played(
        &game,
        &["(mark 1 1)", "(mark 2 1)", "(mark 2 2)", "(mark 3 1)"],
    );
    for norm in [Norm::Product, Norm::Yager] {
        for change in [false, true] {
            let action = ActionHeuristic::new(&game, params(norm, change)).unwrap();
            assert_eq!(
                best(&game, &action, &state),
                ["(mark 3 3)"],
                "{norm:?} {change}"
            );
        }
    }
}

#[test]
fn one_move_alone_has_the_value_it_has_among_others() {
    let game = game("pentago");
    let action = ActionHeuristic::new(&game, ActionParams::default()).unwrap();
    let mut chance = Chance::new(5);
    let mut state = game.start();
    for _ in 0..12 {
        let mv = game.pick(&state, &mut chance);
        game.play(&mut state, mv);
        let moves: Vec<_> = game.moves(&state).collect();
        let mut values = Vec::new();
        action.move_values(&game, &state, game.mover(&state), &moves, &mut values);
        for (&mv, value) in moves.iter().zip(values) {
            let alone = action.move_value(&game, &state, game.mover(&state), mv);
            assert_eq!(alone.to_bits(), value.to_bits());
        }
    }
}

#[test]
fn every_heuristic_gives_numbers_on_every_kind_of_game() {
    for (name, _) in SHEETS {
        let game = game(name);
        let action = ActionHeuristic::new(&game, ActionParams::default()).unwrap();
        let fuzzy = FuzzyGoal::new(&game, Fuzzy::default()).unwrap();
        let rarity = Rarity::new(&game, 10, 1).unwrap();
        let mut chance = Chance::new(3);
        let mut state = game.start();
        let mut plies = 0;
        while game.payoffs(&state).is_none() && plies < 200 {
            for player in (0..game.roles().len() as u8).map(Player) {
                let evaluators: [&dyn Evaluator<GdlGame>; 3] = [&fuzzy, &GoalNow, &rarity];
                for evaluator in evaluators {
                    assert!(evaluator.value(&game, &state, player).is_finite(), "{name}");
                }
            }
            let moves: Vec<_> = game.moves(&state).collect();
            let mut values = Vec::new();
            action.move_values(&game, &state, game.mover(&state), &moves, &mut values);
            assert!(values.iter().all(|value| value.is_finite()), "{name}");
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
            plies += 1;
        }
    }
}

#[test]
fn what_is_nearer_to_the_goal_has_the_higher_degree() {
    let game = game("tictactoe");
    let fuzzy = FuzzyGoal::new(&game, Fuzzy::default()).unwrap();
    let two = played(
        &game,
        &["(mark 1 1)", "(mark 3 1)", "(mark 2 2)", "(mark 2 1)"],
    );
    let apart = played(
        &game,
        &["(mark 1 1)", "(mark 3 3)", "(mark 2 3)", "(mark 3 1)"],
    );
    let worth = |state| fuzzy.value(&game, state, Player::FIRST);
    assert!(worth(&two) > worth(&apart));
    let opposite = fuzzy.value(&game, &two, Player::SECOND);
    assert!(
        (worth(&two) + opposite).abs() < 1e-6,
        "two players' leads are opposite"
    );
}

#[test]
fn fluents_that_differ_in_their_places_alone_are_counted_together() {
    let game = game("checkers6");
    let counts = FluentCounts::new(&game).unwrap();
    let names: Vec<String> = counts.list(&game).into_iter().map(|own| own.name).collect();
    assert!(names.len() < 40, "{names:?}");
    let mut row = vec![0.0; names.len()];
    counts.each(&game, &game.start(), Player::FIRST, |at, number| {
        row[at] += number;
    });
    assert!(row.iter().any(|&number| number >= 6.0), "{names:?} {row:?}");
}
