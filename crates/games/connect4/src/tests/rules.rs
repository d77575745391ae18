//! The contract, perft, and lines against a search cell by cell.

use plyscope_game::{Chance, Game, Notation, contract, perft};

use super::{SIZES, any_size, random_game};
use crate::{ConnectFour, EightByEight, Fixed, Shape, Standard, State};

#[test]
fn every_size_keeps_the_contract() {
    for (width, height) in SIZES {
        for connect in 3..=5 {
            contract::check(&any_size::<u128>(width, height, connect), 4, 1);
            if width * (height + 1) <= 64 {
                contract::check(&any_size::<u64>(width, height, connect), 4, 2);
            }
        }
    }
}

#[test]
fn sizes_known_to_the_compiler_keep_the_contract() {
    contract::check(&Standard::default(), 40, 1);
    contract::check(&EightByEight::default(), 20, 1);
    contract::check(&ConnectFour::new(Fixed::<u64, 4, 4, 3>::new()), 20, 1);
    contract::check(&ConnectFour::new(Fixed::<u64, 8, 7, 5>::new()), 20, 1);
    contract::check(&ConnectFour::new(Fixed::<u128, 10, 10, 5>::new()), 10, 1);
}

#[test]
fn move_sequences_are_as_many_as_published() {
    let game = Standard::default();
    let published = [
        1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234, 39_394_572,
    ];
    for (depth, leaves) in (0..).zip(published) {
        assert_eq!(perft(&game, &game.start(), depth).leaves, leaves);
    }
}

/// All sizes of one board must agree on every count; perft sees moves, lines and ends.
#[test]
fn a_size_is_the_same_game_however_it_is_held() {
    let count = |leaves: u64, other: u64| assert_eq!(leaves, other);
    let standard = Standard::default();
    let leaves = perft(&standard, &standard.start(), 7).leaves;
    let narrow = any_size::<u64>(7, 6, 4);
    count(perft(&narrow, &narrow.start(), 7).leaves, leaves);
    let wide = ConnectFour::new(Fixed::<u128, 7, 6, 4>::new());
    count(perft(&wide, &wide.start(), 7).leaves, leaves);

    for (width, height) in SIZES {
        for connect in 3..=5 {
            if width * (height + 1) <= 64 {
                let narrow = any_size::<u64>(width, height, connect);
                let wide = any_size::<u128>(width, height, connect);
                let here = perft(&narrow, &narrow.start(), 6);
                assert_eq!(here, perft(&wide, &wide.start(), 6));
            }
        }
    }
}

#[test]
fn eight_by_eight_chosen_at_run_time_is_the_board_known_to_the_compiler() {
    let (fixed, chosen) = (EightByEight::default(), any_size::<u128>(8, 8, 4));
    assert!(chosen.shape().compiled().is_some());
    assert!(any_size::<u128>(8, 8, 5).shape().compiled().is_none());
    assert_eq!(
        perft(&fixed, &fixed.start(), 6),
        perft(&chosen, &chosen.start(), 6)
    );
    let mut chance = Chance::new(6);
    for state in random_game(&fixed, &mut chance) {
        assert_eq!(fixed.payoffs(&state), chosen.payoffs(&state));
        assert_eq!(fixed.canonical_key(&state), chosen.canonical_key(&state));
        let playouts = |seed| Chance::new(seed);
        assert_eq!(
            fixed.playout(state, &mut playouts(1)),
            chosen.playout(state, &mut playouts(1))
        );
        assert_eq!(
            fixed.playouts(&state, 40, &mut playouts(2)).points,
            chosen.playouts(&state, 40, &mut playouts(2)).points
        );
    }
}

#[test]
fn the_same_moves_lead_to_the_same_text_in_both_integers() {
    let narrow = any_size::<u64>(8, 7, 4);
    let wide = any_size::<u128>(8, 7, 4);
    let fixed = ConnectFour::new(Fixed::<u64, 8, 7, 4>::new());
    let mut chance = Chance::new(5);
    for _ in 0..50 {
        for state in random_game(&narrow, &mut chance) {
            let text = narrow.write_state(&state);
            let other = wide.read_state(&text).unwrap();
            assert_eq!(wide.write_state(&other), text);
            assert_eq!(wide.payoffs(&other), narrow.payoffs(&state));
            assert_eq!(fixed.payoffs(&state), narrow.payoffs(&state));
            assert_eq!(fixed.key(&state), narrow.key(&state));
            assert_eq!(fixed.canonical_key(&state), narrow.canonical_key(&state));
        }
    }
}

#[test]
fn a_line_is_what_a_search_cell_by_cell_finds() {
    let mut chance = Chance::new(7);
    for width in 4..=10 {
        for height in 4..=10 {
            for connect in 3..=5 {
                let game = any_size::<u128>(width, height, connect);
                for _ in 0..6 {
                    for state in random_game(&game, &mut chance) {
                        assert_payoffs(&game, &state);
                    }
                }
            }
        }
    }
}

#[test]
fn different_states_have_different_keys() {
    let game = Standard::default();
    let mut chance = Chance::new(9);
    let games = (0..2000).flat_map(|_| random_game(&game, &mut chance));
    let states: std::collections::HashSet<_> = games.collect();
    let keys: std::collections::HashSet<_> = states.iter().map(|state| game.key(state)).collect();
    assert!(states.len() > 20_000);
    assert_eq!(keys.len(), states.len());
}

fn assert_payoffs<S: Shape>(game: &ConnectFour<S>, state: &State<S::Bits>) {
    let board = game.board(state);
    let connect = game.shape().connect() as usize;
    let winner = ['x', 'o']
        .into_iter()
        .find(|&piece| has_line(&board.pieces, board.columns.len(), connect, piece));
    let first = match winner {
        Some('x') => Some(1),
        Some(_) => Some(-1),
        None => (!board.pieces.contains(&'.')).then_some(0),
    };
    let payoffs = game.payoffs(state);
    let points = payoffs.map(|payoffs| payoffs.of(plyscope_game::Player::FIRST));
    assert_eq!(points, first, "\n{}", game.picture(state));
}

fn has_line(pieces: &[char], width: usize, connect: usize, piece: char) -> bool {
    let at = |column: i32, row: i32| {
        let inside = column >= 0 && row >= 0 && (column as usize) < width;
        let index = row.unsigned_abs() as usize * width + column.unsigned_abs() as usize;
        inside && pieces.get(index) == Some(&piece)
    };
    let height = pieces.len() / width;
    let cells =
        (0..height as i32).flat_map(|row| (0..width as i32).map(move |column| (column, row)));
    cells.into_iter().any(|(column, row)| {
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|&(right, down)| {
                (0..connect as i32).all(|place| at(column + right * place, row + down * place))
            })
    })
}
