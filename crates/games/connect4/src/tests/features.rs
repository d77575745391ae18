//! Features against counts cell by cell, and the same from both sides of the board.

use plyscope_game::{Chance, Features, Game, Notation, Player, Value};

use super::{SIZES, any_size, random_game};
use crate::{ConnectFour, Lines, Shape, Standard, State, Threats};

fn numbers<S: Shape, F: Features<ConnectFour<S>>>(
    features: &F,
    game: &ConnectFour<S>,
    state: &State<S::Bits>,
    player: Player,
) -> Vec<Value> {
    let mut all = vec![0.0; features.list(game).len()];
    features.each(game, state, player, |index, number| all[index] += number);
    all
}

/// Cells of every line of the board, as indices into the drawn pieces.
fn all_lines<S: Shape>(shape: &S) -> Vec<Vec<usize>> {
    let (width, height) = (shape.width() as i32, shape.height() as i32);
    let connect = shape.connect() as i32;
    let mut lines = Vec::new();
    for row in 0..height {
        for column in 0..width {
            for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let cells = (0..connect).map(|place| (column + right * place, row + down * place));
                let cells: Vec<(i32, i32)> = cells.collect();
                let inside =
                    |&(x, y): &(i32, i32)| (0..width).contains(&x) && (0..height).contains(&y);
                if cells.iter().all(inside) {
                    lines.push(
                        cells
                            .iter()
                            .map(|&(x, y)| (y * width + x) as usize)
                            .collect(),
                    );
                }
            }
        }
    }
    lines
}

fn naive_lines<S: Shape>(
    game: &ConnectFour<S>,
    state: &State<S::Bits>,
    player: Player,
) -> Vec<Value> {
    let shape = game.shape();
    let board = game.board(state);
    let (width, length) = (shape.width() as usize, shape.connect() as usize);
    let pieces = if player == Player::FIRST {
        ['x', 'o']
    } else {
        ['o', 'x']
    };
    let mut all = Vec::new();
    for (own, other) in [(pieces[0], pieces[1]), (pieces[1], pieces[0])] {
        let mut counts = vec![0.0; length + 1];
        for line in all_lines(&shape) {
            let count = |piece| {
                line.iter()
                    .filter(|&&cell| board.pieces[cell] == piece)
                    .count()
            };
            if count(other) == 0 {
                counts[count(own)] += 1.0;
            }
        }
        all.extend_from_slice(&counts[1..length]);
        let middle = |&(cell, &piece): &(usize, &char)| {
            piece == own && (cell % width == width / 2 || cell % width == (width - 1) / 2)
        };
        all.push(board.pieces.iter().enumerate().filter(middle).count() as Value);
    }
    all
}

fn naive_threats<S: Shape>(
    game: &ConnectFour<S>,
    state: &State<S::Bits>,
    player: Player,
) -> Vec<Value> {
    let shape = game.shape();
    let board = game.board(state);
    let (width, height) = (shape.width() as usize, shape.height() as usize);
    let pieces = if player == Player::FIRST {
        ['x', 'o']
    } else {
        ['o', 'x']
    };
    let lines = all_lines(&shape);
    let mut all = Vec::new();
    for own in pieces {
        let completes = |&cell: &usize| {
            let others_own = |line: &Vec<usize>| {
                line.contains(&cell)
                    && line
                        .iter()
                        .all(|&one| one == cell || board.pieces[one] == own)
            };
            board.pieces[cell] == '.' && lines.iter().any(others_own)
        };
        let threats: Vec<usize> = (0..width * height).filter(completes).collect();
        let lands =
            |cell: usize| cell + width >= width * height || board.pieces[cell + width] != '.';
        let odd = |cell: usize| (height - cell / width) % 2 == 1;
        let count = |test: &dyn Fn(usize) -> bool| {
            threats.iter().filter(|&&cell| test(cell)).count() as Value
        };
        all.extend([count(&lands), count(&odd), count(&|cell| !odd(cell))]);
    }
    all
}

#[test]
fn features_count_what_a_search_cell_by_cell_counts() {
    let mut chance = Chance::new(12);
    for (width, height) in SIZES {
        for connect in 3..=5 {
            let game = any_size::<u128>(width, height, connect);
            for state in random_game(&game, &mut chance) {
                for player in [Player::FIRST, Player::SECOND] {
                    let lines = numbers(&Lines, &game, &state, player);
                    assert_eq!(lines, naive_lines(&game, &state, player));
                    let threats = numbers(&Threats, &game, &state, player);
                    assert_eq!(threats, naive_threats(&game, &state, player));
                }
            }
        }
    }
}

#[test]
fn features_are_the_same_from_both_sides_of_the_board() {
    let game = Standard::default();
    let mut chance = Chance::new(13);
    for _ in 0..50 {
        for state in random_game(&game, &mut chance) {
            let image = game.map_state(1, &state);
            let player = game.mover(&state);
            let of = |state| numbers(&Lines, &game, state, player);
            assert_eq!(of(&state), of(&image));
            let of = |state| numbers(&Threats, &game, state, player);
            assert_eq!(of(&state), of(&image));
        }
    }
}

#[test]
fn features_have_names_and_meanings() {
    let game = Standard::default();
    let names = |features: Vec<plyscope_game::Feature>| {
        let names: Vec<String> = features.into_iter().map(|feature| feature.name).collect();
        names.join(" ")
    };
    assert_eq!(
        names(Lines.list(&game)),
        "own1 own2 own3 own_centre their1 their2 their3 their_centre"
    );
    assert_eq!(
        names(Threats.list(&game)),
        "own_now own_odd own_even their_now their_odd their_even"
    );
}
