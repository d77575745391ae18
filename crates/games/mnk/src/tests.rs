//! Tic-tac-toe's known counts, and every board against a slow and plain count of lines.

use std::collections::HashSet;

use plyscope_game::{Chance, Game, Notation, Payoffs, Player, Tally, contract, perft};

use super::{Mnk, State};

fn all_boards() -> impl Iterator<Item = Mnk> {
    let sizes = (1..=8).flat_map(|m| (1..=8).map(move |n| (m, n)));
    sizes.flat_map(|(m, n)| (2..=m.max(n)).map(move |k| Mnk::new(m, n, k).unwrap()))
}

#[test]
fn every_board_keeps_the_contract() {
    for (seed, game) in all_boards().enumerate() {
        let games = if game.width() * game.height() > 36 {
            1
        } else {
            3
        };
        contract::check(&game, games, seed as u64);
    }
    contract::check(&Mnk::tictactoe(), 200, 7);
}

/// Whether `player` has `k` in a row on the drawn board, found by walking from every cell.
fn has_line_by_walking(game: &Mnk, state: &State, sign: char) -> bool {
    let board = game.board(state);
    let (width, height) = (game.width() as isize, game.height() as isize);
    let is = |column: isize, row: isize| {
        (0..width).contains(&column)
            && (0..height).contains(&row)
            && board.pieces[(row * width + column) as usize] == sign
    };
    let directions = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    (0..width * height).any(|cell| {
        let (column, row) = (cell % width, cell / width);
        directions.iter().any(|&(right, down)| {
            (0..game.k() as isize).all(|i| is(column + i * right, row + i * down))
        })
    })
}

#[test]
fn lines_are_those_found_by_walking() {
    let mut chance = Chance::new(11);
    for game in all_boards() {
        for density in [2, 3, 3, 4] {
            let mut state = State::default();
            for mv in game.moves(&game.start()) {
                let owner = chance.below(density) as usize;
                if owner < 2 {
                    state.stones[owner] |= 1 << mv.0;
                }
            }
            for (player, sign) in [(Player::FIRST, 'x'), (Player::SECOND, 'o')] {
                assert_eq!(
                    game.has_line(&state, player),
                    has_line_by_walking(&game, &state, sign),
                    "{} in a row of {sign}\n{}",
                    game.k(),
                    game.picture(&state)
                );
            }
        }
    }
}

/// Every state reachable from the start, finished ones too.
fn reachable(game: &Mnk) -> HashSet<State> {
    let mut found = HashSet::from([game.start()]);
    let mut open = vec![game.start()];
    while let Some(state) = open.pop() {
        if game.payoffs(&state).is_some() {
            continue;
        }
        for mv in game.moves(&state) {
            let mut next = state;
            game.play(&mut next, mv);
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

#[test]
fn tictactoe_has_5478_states_and_765_up_to_symmetry() {
    let game = Mnk::tictactoe();
    let states = reachable(&game);
    assert_eq!(states.len(), 5478);
    let finished = states.iter().filter(|state| game.payoffs(state).is_some());
    assert_eq!(finished.count(), 958);
    let canonical: HashSet<_> = states.iter().map(|state| game.canonical(state)).collect();
    assert_eq!(canonical.len(), 765);
    let keys: HashSet<_> = states
        .iter()
        .map(|state| game.canonical_key(state).0)
        .collect();
    assert_eq!(keys.len(), 765);
}

#[test]
fn text_is_read_exactly_if_play_can_lead_there() {
    let game = Mnk::tictactoe();
    let states = reachable(&game);
    let mut read = 0;
    for code in 0..3u32.pow(9) {
        let mut text = String::new();
        for cell in 0..9 {
            if cell % 3 == 0 && cell > 0 {
                text.push('/');
            }
            text.push(['.', 'x', 'o'][(code / 3u32.pow(cell) % 3) as usize]);
        }
        if let Ok(state) = game.read_state(&text) {
            assert!(states.contains(&state), "{text}");
            read += 1;
        }
    }
    assert_eq!(read, states.len());
}

/// Nodes of the whole tree, and games won by the first, won by the second, drawn.
fn whole_tree(game: &Mnk, state: &State) -> [u64; 4] {
    if let Some(payoffs) = game.payoffs(state) {
        return match payoffs.of(Player::FIRST) {
            1 => [1, 1, 0, 0],
            -1 => [1, 0, 1, 0],
            _ => [1, 0, 0, 1],
        };
    }
    let mut all = [1, 0, 0, 0];
    for mv in game.moves(state) {
        let mut next = *state;
        game.play(&mut next, mv);
        for (sum, part) in all.iter_mut().zip(whole_tree(game, &next)) {
            *sum += part;
        }
    }
    all
}

#[test]
fn tictactoe_has_255168_games() {
    let game = Mnk::tictactoe();
    let counts = whole_tree(&game, &game.start());
    assert_eq!(counts, [549_946, 131_184, 77_904, 46_080]);
    let all = perft(&game, &game.start(), 10);
    assert_eq!(all.ended, 255_168);
}

#[test]
fn four_in_a_row_on_4x4_takes_seven_plies_at_least() {
    let game = Mnk::new(4, 4, 4).unwrap();
    let sevens = 16 * 15 * 14 * 13 * 12 * 11 * 10;
    let until_seven = perft(&game, &game.start(), 7);
    assert_eq!((until_seven.leaves, until_seven.ended), (sevens, 0));
    // Ten rows, the winner's four stones in any order, the opponent's three anywhere else.
    let won = 10 * 24 * (12 * 11 * 10);
    let until_eight = perft(&game, &game.start(), 8);
    assert_eq!(until_eight.ended, won);
    assert_eq!(until_eight.leaves, (sevens - won) * 9);
}

#[test]
fn the_last_mover_wins_by_any_line() {
    let game = Mnk::tictactoe();
    for text in ["xxx/oo./...", "x.o/xo./x..", "x.o/.x./.ox", "o.x/.x./x.o"] {
        let state = game.read_state(text).unwrap();
        assert_eq!(
            game.payoffs(&state),
            Some(Payoffs::win(Player::FIRST)),
            "{text}"
        );
    }
    let drawn = game.read_state("xox/xox/oxo").unwrap();
    assert_eq!(game.payoffs(&drawn), Some(Payoffs::DRAW));
}

#[test]
fn lines_do_not_go_round_the_edge() {
    let game = Mnk::new(8, 8, 4).unwrap();
    let state = game.read_state("6xx/xx6/4ooo1/8/8/8/8/8").unwrap();
    assert!(!game.has_line(&state, Player::FIRST));
}

#[test]
fn bad_sizes_are_refused_with_a_hint() {
    for (m, n, k) in [
        (0, 3, 3),
        (9, 8, 3),
        (3, 9, 3),
        (3, 3, 4),
        (3, 3, 1),
        (1, 1, 1),
    ] {
        let error = Mnk::new(m, n, k).unwrap_err();
        assert!(error.hint.is_some(), "{error}");
    }
    let error = Mnk::new(3, 4, 5).unwrap_err().to_string();
    assert!(error.contains("hint: k goes from 2 to the longer side of the board, here 4"));
}

#[test]
fn misread_states_name_the_place() {
    let game = Mnk::tictactoe();
    for (text, at, what) in [
        ("x.o/.q./..o", Some(5), "`q` is not a cell"),
        ("x.o/.x..", Some(7), "row 2 has more than 3 cells"),
        ("x.o/.x", Some(6), "row 2 has 2 of 3 cells"),
        ("3/3", Some(3), "only 2 of 3 rows"),
        ("3/3/3/3", Some(6), "more than 3 rows"),
        (" 3/4/3", Some(3), "row 2 has more than 3 cells"),
        ("", Some(0), "row 1 has 0 of 3 cells"),
        (
            "3/99999999999999999999999/3",
            Some(2),
            "row 2 has more than 3 cells",
        ),
        ("xx./3/3", None, "2 x and 0 o cannot come from taking turns"),
        ("xxx/ooo/3", None, "x has 3 in a row but did not move last"),
        (
            "ooo/xx./x.x",
            None,
            "o has 3 in a row but did not move last",
        ),
    ] {
        let error = game.read_state(text).unwrap_err();
        assert_eq!((error.at, error.what.as_str()), (at, what), "{text}");
    }
    let game = Mnk::new(4, 4, 3).unwrap();
    let apart = game.read_state("xxx1/o1o1/xxx1/o1oo");
    assert_eq!(
        apart.unwrap_err().what,
        "no single stone can have completed all these lines"
    );
}

#[test]
fn moves_are_read_without_blanks_and_refused_by_name() {
    let game = Mnk::tictactoe();
    let state = game.read_state("3/1x1/3").unwrap();
    assert_eq!(game.first_move_len("b2a1"), 2);
    assert_eq!(game.first_move_len("☃1"), "☃1".len());
    assert_eq!(
        game.read_move(&state, "b2").unwrap_err().what,
        "b2 is taken"
    );
    assert_eq!(
        game.read_move(&state, "d1").unwrap_err().what,
        "`d1` is not on the board"
    );
    for text in [
        "",
        "b",
        "2",
        "b02",
        "bb",
        "b2 ",
        "☃1",
        "b-1",
        "b99999999999999999999999",
    ] {
        assert_eq!(
            game.read_move(&state, text).unwrap_err().what,
            format!("`{text}` is not a cell")
        );
    }
}

#[test]
fn playouts_end_as_single_moves_do() {
    for (m, n, k) in [(3, 3, 3), (4, 3, 2), (7, 6, 5), (8, 8, 8)] {
        let game = Mnk::new(m, n, k).unwrap();
        let fast = game.playouts(&game.start(), 4000, &mut Chance::new(1));
        let mut slow = Tally::default();
        let mut chance = Chance::new(2);
        for _ in 0..4000 {
            let mut state = game.start();
            while game.payoffs(&state).is_none() {
                let mv = game.pick(&state, &mut chance);
                game.play(&mut state, mv);
            }
            slow.add(&game.payoffs(&state).unwrap(), state.taken().count_ones());
        }
        let apart = (fast.mean(Player::FIRST) - slow.mean(Player::FIRST)).abs();
        assert!(
            apart
                <= 4.0
                    * fast
                        .standard_error(Player::FIRST)
                        .hypot(slow.standard_error(Player::FIRST)),
            "{fast:?} {slow:?}"
        );
        let plies = (fast.plies as f64 - slow.plies as f64).abs() / 4000.0;
        assert!(plies < 1.0, "{fast:?} {slow:?}");
    }
}
