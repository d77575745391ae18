//! Every board against the contract and against rules written again, slowly, on a drawn board.

use std::collections::{BTreeSet, HashSet};

use plyscope_game::{
    Cell, Chance, Features, Game, Notation, Payoffs, Player, Value, contract, perft,
};

use super::{Breakthrough, Pawns, State};
use plyscope_grid::cell_name;

fn all_boards() -> impl Iterator<Item = Breakthrough> {
    let sizes = (3..=8).flat_map(|width| (4..=8).map(move |height| (width, height)));
    sizes.map(|(width, height)| Breakthrough::new(width, height).unwrap())
}

fn standard() -> Breakthrough {
    Breakthrough::new(8, 8).unwrap()
}

#[test]
fn every_board_keeps_the_contract() {
    for (seed, game) in all_boards().enumerate() {
        contract::check(&game, 10, seed as u64);
    }
    contract::check(&standard(), 100, 7);
}

fn cells(game: &Breakthrough) -> Vec<Cell> {
    let row = |row| (0..game.width()).map(move |column| Cell { column, row });
    (0..game.height()).flat_map(row).collect()
}

/// The texts of all legal moves, found by looking at every two cells of the drawn board.
fn moves_by_looking(game: &Breakthrough, state: &State) -> BTreeSet<String> {
    let board = game.board(state);
    let (own, down) = match game.mover(state) {
        Player::FIRST => ('x', 1),
        _ => ('o', -1),
    };
    let cells = cells(game);
    let mut found = BTreeSet::new();
    for &from in cells.iter().filter(|&&from| board.piece(from) == own) {
        for &to in &cells {
            let ahead = to.row as isize == from.row as isize + down;
            let there = board.piece(to);
            let mark = match to.column.abs_diff(from.column) {
                0 | 1 if ahead && there == '.' => "",
                1 if ahead && there != own => "x",
                _ => continue,
            };
            found.insert(format!("{}{mark}{}", cell_name(from), cell_name(to)));
        }
    }
    found
}

#[test]
fn moves_are_those_found_by_looking() {
    let mut chance = Chance::new(3);
    for game in all_boards() {
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            let listed = game.moves(&state).map(|mv| game.write_move(&state, mv));
            assert_eq!(
                listed.collect::<BTreeSet<_>>(),
                moves_by_looking(&game, &state),
                "{}",
                game.picture(&state)
            );
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
}

#[test]
fn skipping_to_the_nth_move_is_stepping_there() {
    let game = standard();
    let state = game.read_state("8/2x5/x1xx4/1o6/2o1o3/8/5oo1/8 x").unwrap();
    let all: Vec<_> = game.moves(&state).collect();
    for n in 0..=all.len() {
        let mut moves = game.moves(&state);
        assert_eq!(moves.nth(n), all.get(n).copied());
        let left = all.get(n + 1..).unwrap_or_default();
        assert_eq!(moves.len(), left.len());
        assert_eq!(moves.collect::<Vec<_>>(), left);
    }
}

/// The contract tries names of single cells only.
#[test]
fn two_cells_are_read_exactly_if_the_move_is_listed() {
    let game = Breakthrough::new(4, 5).unwrap();
    let mut chance = Chance::new(5);
    let names: Vec<String> = cells(&game).into_iter().map(cell_name).collect();
    let mut state = game.start();
    while game.payoffs(&state).is_none() {
        let pairs = names
            .iter()
            .flat_map(|from| names.iter().map(move |to| format!("{from}{to}")));
        let read = pairs.filter_map(|text| game.read_move(&state, &text).ok());
        assert_eq!(read.collect::<HashSet<_>>(), game.moves(&state).collect());
        let mv = game.pick(&state, &mut chance);
        game.play(&mut state, mv);
    }
}

/// Leaves by making and remaking text: slow, but it shares no step of the bit boards.
fn perft_by_looking(game: &Breakthrough, text: &str, depth: u32) -> u64 {
    let state = game.read_state(text).unwrap();
    let moves = moves_by_looking(game, &state);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv: &String| perft_by_looking(game, &played_by_hand(text, mv), depth - 1);
    moves.iter().map(after).sum()
}

/// The state after a move, both as text, of a board eight columns wide; dots for empty cells.
fn played_by_hand(text: &str, mv: &str) -> String {
    let place = |cell: &[u8]| usize::from(cell[1] - b'1') * 9 + usize::from(cell[0] - b'a');
    let cells = mv.as_bytes();
    let mut text = text.as_bytes().to_vec();
    let (from, to) = (place(cells), place(&cells[cells.len() - 2..]));
    text[to] = text[from];
    text[from] = b'.';
    let last = text.len() - 1;
    text[last] ^= b'x' ^ b'o';
    String::from_utf8(text).unwrap()
}

#[test]
fn perft_has_the_known_counts() {
    let game = standard();
    let known = [22, 484, 11_132, 256_036, 6_182_818];
    for (depth, leaves) in (1..).zip(known) {
        assert_eq!(perft(&game, &game.start(), depth).leaves, leaves, "{depth}");
    }
    let start = "xxxxxxxx/xxxxxxxx/......../......../......../......../oooooooo/oooooooo x";
    for (depth, &leaves) in (1..).zip(&known[..3]) {
        assert_eq!(perft_by_looking(&game, start, depth), leaves, "{depth}");
    }
}

#[test]
fn games_end_on_the_far_row_or_with_the_last_pawn() {
    let game = Breakthrough::new(3, 4).unwrap();
    for (text, mv, winner) in [
        ("3/1o1/x2/3 x", "a3a4", Some(Player::FIRST)),
        ("3/1o1/x2/3 x", "a3b4", Some(Player::FIRST)),
        ("3/1o1/2x/3 o", "b2a1", Some(Player::SECOND)),
        ("3/x2/1o1/3 x", "a2b3", Some(Player::FIRST)),
        ("3/x2/1oo/3 o", "b3xa2", Some(Player::SECOND)),
        ("x2/3/1o1/3 x", "a1b2", None),
    ] {
        let mut state = game.read_state(text).unwrap();
        let mv = game.read_move(&state, mv).unwrap();
        game.play(&mut state, mv);
        assert_eq!(game.payoffs(&state), winner.map(Payoffs::win), "{text}");
    }
}

#[test]
fn captures_are_read_with_and_without_their_mark() {
    let game = standard();
    let state = game.read_state("8/8/x7/1o6/8/8/8/8 x").unwrap();
    let captures = ["a3xb4", "a3b4", "A3XB4", "a3-b4"].map(|text| game.read_move(&state, text));
    let capture = captures[0].clone().unwrap();
    assert!(captures.iter().all(|read| *read == Ok(capture)));
    assert_eq!(game.write_move(&state, capture), "a3xb4");
    assert_eq!(game.first_move_len("a3xb4a3a4"), 5);
    assert_eq!(game.first_move_len("a3a4a3xb4"), 4);
}

#[test]
fn misread_moves_say_why() {
    let game = standard();
    let state = game.read_state("8/8/x7/o7/3x4/8/8/8 x").unwrap();
    for (text, what) in [
        ("", "`` is not a move"),
        ("a3", "`a3` is not a move"),
        ("a3a9", "`a9` is not on the board"),
        ("a3xb4", "there is no pawn on b4 to capture"),
        ("a3a4", "the pawn on a3 cannot step to a4"),
        ("a4a3", "x has no pawn on a4"),
        ("d5d7", "the pawn on d5 cannot step to d7"),
    ] {
        let error = game.read_move(&state, text).unwrap_err();
        assert_eq!(error.what, what, "{text}");
    }
    let error = game.read_move(&state, "a3a4").unwrap_err();
    assert_eq!(error.hint.as_deref(), Some("from a3 there is a3b4"));
}

#[test]
fn misread_states_name_the_trouble() {
    let game = Breakthrough::new(3, 4).unwrap();
    for (text, at, what) in [
        ("", Some(0), "nobody is to move"),
        ("xxx/xxx/ooo/ooo", Some(15), "nobody is to move"),
        ("xxx/xxx/ooo/ooo z", Some(16), "`z` is not a player"),
        ("xxx/xxx/ooq/ooo x", Some(10), "`q` is not a cell"),
        ("xxx/xxx/x2/ooo x", None, "x has 7 pawns"),
        ("3/o2/3/x2 x", None, "x has won before the last move"),
        ("oo1/3/x2/3 x", None, "o has won before the last move"),
        ("3/3/o2/3 x", None, ""),
        ("3/3/o2/3 o", None, "the player who moved last has no pawns"),
    ] {
        let read = game.read_state(text);
        let error = read.err().map(|error| (error.at, error.what));
        let expected = (!what.is_empty()).then(|| (at, what.to_string()));
        assert_eq!(error, expected, "{text}");
    }
}

#[test]
fn bad_sizes_are_refused_with_a_hint() {
    for (width, height) in [(2, 8), (9, 8), (8, 3), (8, 9), (0, 0)] {
        let error = Breakthrough::new(width, height).unwrap_err();
        assert!(error.hint.is_some(), "{error}");
    }
}

#[test]
fn features_count_for_both_sides_and_under_the_mirror() {
    let game = standard();
    let state = game.read_state("x7/8/8/1x6/o1o5/8/8/7o o").unwrap();
    let numbers = |state: &State, player| {
        let mut numbers = vec![0.0; Pawns.list(&game).len()];
        Pawns.each(&game, state, player, |index, number: Value| {
            numbers[index] += number;
        });
        numbers
    };
    let first = [2.0, 3.0, 5.0, 1.0];
    let second = [3.0, 3.0, 7.0, 2.0];
    let image = game.map_state(1, &state);
    for state in [&state, &image] {
        assert_eq!(numbers(state, Player::FIRST), [first, second].concat());
        assert_eq!(numbers(state, Player::SECOND), [second, first].concat());
    }
}
