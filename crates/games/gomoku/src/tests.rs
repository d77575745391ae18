//! Fives found by walking, a game from the literature, and the contract on many boards.

use plyscope_game::{
    Chance, Feature, Features, Game, Notation, Payoffs, Player, Value, contract, perft,
};

use super::{Amoba, AmobaMore, FiveRule, FiveWindows, Gomoku, Place, Shapes, State};

const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// A drawn board to walk on; `None` beside it.
struct Walk {
    size: isize,
    pieces: Vec<char>,
}

impl Walk {
    fn on(game: &Gomoku, state: &State) -> Self {
        Self {
            size: game.size() as isize,
            pieces: game.board(state).pieces,
        }
    }

    fn piece(&self, column: isize, row: isize) -> Option<char> {
        let on = |at| (0..self.size).contains(&at);
        (on(column) && on(row)).then(|| self.pieces[(row * self.size + column) as usize])
    }

    /// For each cell and direction, the pieces from one step back to ten steps ahead.
    fn lines(&self) -> impl Iterator<Item = Vec<Option<char>>> {
        let cells = (0..self.size * self.size).map(|cell| (cell % self.size, cell / self.size));
        cells.flat_map(move |(column, row)| {
            DIRECTIONS.map(|(right, down)| {
                (-1..=10)
                    .map(|i| self.piece(column + i * right, row + i * down))
                    .collect()
            })
        })
    }

    fn has_won(&self, sign: char, rule: FiveRule) -> bool {
        self.lines().any(|line| {
            let run = line[1..]
                .iter()
                .take_while(|&&piece| piece == Some(sign))
                .count();
            match rule {
                FiveRule::Freestyle => run >= 5,
                FiveRule::Exact => run == 5 && line[0] != Some(sign),
            }
        })
    }
}

/// By rules, one after the other: two cores take one each.
fn boards_keep_the_contract(rule: FiveRule) {
    for size in [5, 6, 9, 15, 19, 20] {
        let games = if size < 10 { 4 } else { 1 };
        contract::check(&Gomoku::new(size, rule).unwrap(), games, size as u64);
    }
}

#[test]
fn every_board_keeps_the_contract() {
    boards_keep_the_contract(FiveRule::Freestyle);
}

#[test]
fn every_board_of_exactly_five_keeps_the_contract() {
    boards_keep_the_contract(FiveRule::Exact);
    let all = Gomoku::new(7, FiveRule::Exact).unwrap().with_near(None);
    contract::check(&all, 3, 1);
}

#[test]
fn a_win_is_what_walking_finds() {
    let mut chance = Chance::new(3);
    for size in [5, 6, 10, 15, 20] {
        for rule in [FiveRule::Freestyle, FiveRule::Exact] {
            let game = Gomoku::new(size, rule).unwrap();
            for _ in 0..6 {
                let mut state = game.start();
                while game.payoffs(&state).is_none() {
                    let mv = game.pick(&state, &mut chance);
                    let sign = if game.mover(&state) == Player::FIRST {
                        'x'
                    } else {
                        'o'
                    };
                    game.play(&mut state, mv);
                    let walked = Walk::on(&game, &state).has_won(sign, rule);
                    assert_eq!(state.won, walked, "{}", game.picture(&state));
                }
            }
        }
    }
}

/// Stones of the first player alone, the one numbered `last` played after the others.
fn row_of(game: &Gomoku, places: &[Place], last: usize) -> State {
    let mut state = game.start();
    let order = places
        .iter()
        .enumerate()
        .filter(|&(i, _)| i != last)
        .map(|(_, place)| *place);
    for place in order {
        game.put(&mut state, Player::FIRST, place);
    }
    // An even number of plies makes the first player the mover.
    state.plies = 0;
    game.play(&mut state, places[last]);
    state
}

#[test]
fn rows_win_everywhere_on_the_board_and_overlines_by_the_rule() {
    for size in [5isize, 7, 15, 20] {
        let free = Gomoku::new(size as usize, FiveRule::Freestyle).unwrap();
        let exact = Gomoku::new(size as usize, FiveRule::Exact).unwrap();
        for (right, down) in DIRECTIONS {
            for length in 4..=size.min(9) {
                for start in 0..size * size {
                    let cell = |i: isize| (start % size + i * right, start / size + i * down);
                    let on =
                        |(column, row)| (0..size).contains(&column) && (0..size).contains(&row);
                    if !on(cell(length - 1)) {
                        continue;
                    }
                    let places: Vec<Place> = (0..length)
                        .map(|i| Place::new(cell(i).0 as usize, cell(i).1 as usize))
                        .collect();
                    for last in 0..length as usize {
                        // Before the last stone there must have been no five.
                        if last >= 5 || length as usize - last > 5 {
                            continue;
                        }
                        assert_eq!(row_of(&free, &places, last).won, length >= 5);
                        assert_eq!(row_of(&exact, &places, last).won, length == 5);
                    }
                }
            }
        }
    }
}

#[test]
fn rows_do_not_go_round_the_edge() {
    for (size, text) in [
        (5, "3xx/xxx2/oooo1/5/5"),
        (
            20,
            "17xxx/xx18/20/oooo16/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20",
        ),
        (6, "4xx/5x/x5/1x4/oo4/ooo3"),
    ] {
        let game = Gomoku::new(size, FiveRule::Freestyle).unwrap();
        let state = game.read_state(text).unwrap();
        assert_eq!(game.payoffs(&state), None, "{text}");
    }
}

#[test]
fn under_the_exact_rule_play_goes_on_after_six() {
    let game = Gomoku::new(7, FiveRule::Exact).unwrap();
    let five = game.read_state("xx1xxx1/ooooo2/7/7/7/7/7").unwrap();
    assert_eq!(game.payoffs(&five), Some(Payoffs::win(Player::SECOND)));
    let mut state = game.read_state("xx1xxx1/oooo1o1/7/7/7/7/7").unwrap();
    game.play(&mut state, Place::new(2, 0));
    assert_eq!(game.payoffs(&state), None);
    game.play(&mut state, Place::new(0, 6));
    game.play(&mut state, Place::new(6, 6));
    game.play(&mut state, Place::new(4, 1));
    assert_eq!(game.payoffs(&state), None, "six of the second player's");
}

/// Balázsfalvi's example game, as row and column; the computer moves second and wins.
const AMOBA: [(usize, usize); 26] = [
    (10, 11),
    (10, 10),
    (11, 11),
    (9, 11),
    (11, 9),
    (11, 10),
    (12, 10),
    (9, 10),
    (13, 11),
    (8, 10),
    (7, 10),
    (10, 8),
    (12, 11),
    (14, 11),
    (9, 13),
    (10, 12),
    (7, 9),
    (11, 13),
    (12, 14),
    (9, 9),
    (14, 12),
    (15, 13),
    (7, 11),
    (9, 8),
    (9, 7),
    (9, 12),
];

#[test]
fn balazsfalvis_computer_wins_at_the_26th_ply() {
    for rule in [FiveRule::Freestyle, FiveRule::Exact] {
        let game = Gomoku::new(19, rule).unwrap();
        let mut state = game.start();
        for (row, column) in AMOBA {
            assert_eq!(game.payoffs(&state), None);
            let mv = Place::new(column - 1, row - 1);
            assert!(game.moves(&state).any(|legal| legal == mv));
            game.play(&mut state, mv);
        }
        assert_eq!(game.payoffs(&state), Some(Payoffs::win(Player::SECOND)));
        let five = (8..=12).map(|column| state.stone(Place::new(column - 1, 8)));
        assert!(five.into_iter().all(|stone| stone == Some(Player::SECOND)));
        assert_eq!(state.stone(Place::new(6, 8)), Some(Player::FIRST));
        assert_eq!(state.stone(Place::new(12, 8)), Some(Player::FIRST));
    }
}

#[test]
fn perft_counts_falling_products_until_a_five_is_possible() {
    for (size, depth, count) in [(5, 4, 25 * 24 * 23 * 22), (15, 3, 225 * 224 * 223)] {
        let game = Gomoku::new(size, FiveRule::Freestyle).unwrap();
        assert_eq!(perft(&game, &game.start(), depth).leaves, count);
    }
    // x has four across the top: one of his moves ends the game.
    let game = Gomoku::new(5, FiveRule::Freestyle).unwrap();
    let state = game.read_state("xxxx1/oooo1/5/5/5").unwrap();
    let count = perft(&game, &state, 2);
    assert_eq!((count.ended, count.leaves), (1, 16 * 16));
}

#[test]
fn candidates_are_near_a_stone_and_moves_are_not() {
    let game = Gomoku::new(15, FiveRule::Freestyle).unwrap();
    assert_eq!(
        game.candidates(&game.start()).collect::<Vec<_>>(),
        [Place::new(7, 7)]
    );
    assert_eq!(
        Gomoku::new(20, FiveRule::Freestyle)
            .unwrap()
            .candidates(&State::EMPTY)
            .len(),
        4
    );
    let mut state = game.start();
    game.play(&mut state, Place::new(0, 0));
    game.play(&mut state, Place::new(14, 7));
    let near = |place: Place| {
        let corner = place.column() <= 2 && place.row() <= 2;
        corner || place.column() >= 12 && (5..=9).contains(&place.row())
    };
    let expected: Vec<Place> = game.moves(&state).filter(|&place| near(place)).collect();
    assert_eq!(game.candidates(&state).collect::<Vec<_>>(), expected);
    assert_eq!(game.moves(&state).len(), 223);
    let wide = game.clone().with_near(std::num::NonZeroU8::new(14));
    assert_eq!(wide.candidates(&state).len(), 223);
    assert_eq!(game.with_near(None).candidates(&state).len(), 223);
}

#[test]
fn playouts_end_as_single_moves_do() {
    let game = Gomoku::new(9, FiveRule::Freestyle).unwrap();
    let state = game.read_state("9/9/2xo5/3x5/4o4/9/9/9/9").unwrap();
    let fast = game.playouts(&state, 4000, &mut Chance::new(1));
    let mut chance = Chance::new(2);
    let mut slow = plyscope_game::Tally::default();
    for _ in 0..4000 {
        let mut state = state;
        let before = state.plies();
        while game.payoffs(&state).is_none() {
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
        slow.add(&game.payoffs(&state).unwrap(), state.plies() - before);
    }
    let apart = (fast.mean(Player::FIRST) - slow.mean(Player::FIRST)).abs();
    assert!(
        apart
            < 4.0
                * fast
                    .standard_error(Player::FIRST)
                    .hypot(slow.standard_error(Player::FIRST)),
        "{fast:?} {slow:?}"
    );
    let plies = (fast.plies as f64 - slow.plies as f64).abs() / 4000.0;
    assert!(plies < 1.2, "{fast:?} {slow:?}");
}

#[test]
fn misread_states_and_sizes_are_explained() {
    let game = Gomoku::new(5, FiveRule::Freestyle).unwrap();
    for (text, what) in [
        (
            "xxxxx/ooooo/5/5/5",
            "x has five in a row but did not move last",
        ),
        (
            "xxxxx/oooo1/xxxxx/oooo1/1o3",
            "no single stone can have completed all these fives",
        ),
        ("x4/x4/5/5/5", "2 x and 0 o cannot come from taking turns"),
        ("6/5/5/5/5", "row 1 has more than 5 cells"),
    ] {
        assert_eq!(game.read_state(text).unwrap_err().what, what, "{text}");
    }
    let cross = game.read_state("o.x.o/o.x.o/xxxxx/o.x.o/o.x.o").unwrap();
    assert!(cross.won, "two fives may share the last stone");
    assert!(Gomoku::new(4, FiveRule::Exact).is_err() && Gomoku::new(21, FiveRule::Exact).is_err());
    let text = "15/15/7x7/15/15/15/15/15/15/15/15/15/15/15/15";
    let game = Gomoku::new(15, FiveRule::Freestyle).unwrap();
    assert_eq!(game.write_state(&game.read_state(text).unwrap()), text);
    assert_eq!(game.read_move(&game.start(), "o15"), Ok(Place::new(14, 14)));
    assert_eq!(game.first_move_len("h8h9"), 2);
}

fn numbers<F: Features<Gomoku>>(
    set: &F,
    game: &Gomoku,
    state: &State,
    player: Player,
) -> Vec<Value> {
    let mut numbers = vec![0.0; set.list(game).len()];
    set.each(game, state, player, |index, number| {
        numbers[index] += number;
    });
    numbers
}

/// The same features by walking.
fn patterns_by_walking(game: &Gomoku, state: &State, signs: [char; 2]) -> Vec<Value> {
    let walk = Walk::on(game, state);
    let mut numbers = vec![0.0; 6];
    for line in walk.lines() {
        let window = &line[1..6];
        if window.contains(&None) {
            continue;
        }
        let count = |sign| window.iter().filter(|&&piece| piece == Some(sign)).count();
        for (player, sign) in signs.into_iter().enumerate() {
            let other = signs[1 - player];
            if count(other) == 0 && (2..=4).contains(&count(sign)) {
                numbers[3 * player + count(sign) - 2] += 1.0;
            }
        }
    }
    numbers
}

fn shapes_by_walking(game: &Gomoku, state: &State, signs: [char; 2]) -> Vec<Value> {
    let walk = Walk::on(game, state);
    let mut numbers = vec![0.0; 12];
    for line in walk.lines() {
        for (player, sign) in signs.into_iter().enumerate() {
            let run = line[1..]
                .iter()
                .take_while(|&&piece| piece == Some(sign))
                .count();
            if line[0] == Some(sign) || !(2..=4).contains(&run) {
                continue;
            }
            let open = [line[0], line[run + 1]]
                .iter()
                .filter(|&&end| end == Some('.'))
                .count();
            if open > 0 {
                numbers[6 * player + 2 * (run - 2) + 2 - open] += 1.0;
            }
        }
    }
    numbers
}

#[test]
fn features_are_what_walking_counts_and_symmetric() {
    let mut chance = Chance::new(8);
    for size in [5, 8, 15, 20] {
        let game = Gomoku::new(size, FiveRule::Exact).unwrap();
        for _ in 0..3 {
            let mut state = game.start();
            while game.payoffs(&state).is_none() {
                let mv = game.pick(&state, &mut chance);
                game.play(&mut state, mv);
                for (player, signs) in [(Player::FIRST, ['x', 'o']), (Player::SECOND, ['o', 'x'])] {
                    let patterns = numbers(&FiveWindows, &game, &state, player);
                    let shapes = numbers(&Shapes, &game, &state, player);
                    assert_eq!(patterns, patterns_by_walking(&game, &state, signs));
                    assert_eq!(shapes, shapes_by_walking(&game, &state, signs));
                    amoba_is_the_difference(&game, &state, player, &patterns, &shapes);
                    let image = game.map_state(5, &state);
                    let more = numbers(&AmobaMore, &game, &state, player);
                    assert_eq!(numbers(&AmobaMore, &game, &image, player), more);
                    assert_eq!(numbers(&FiveWindows, &game, &image, player), patterns);
                    assert_eq!(numbers(&Shapes, &game, &image, player), shapes);
                }
            }
        }
    }
}

/// The features of amoba follow from those that count both players apart.
fn amoba_is_the_difference(
    game: &Gomoku,
    state: &State,
    player: Player,
    patterns: &[Value],
    shapes: &[Value],
) {
    let three: Vec<Value> = (0..3).map(|at| patterns[at] - patterns[at + 3]).collect();
    assert_eq!(numbers(&Amoba, game, state, player), three);
    let more = numbers(&AmobaMore, game, state, player);
    let open: Vec<Value> = [0, 2, 4].map(|at| shapes[at] - shapes[at + 6]).to_vec();
    assert_eq!((&more[..3], &more[3..6]), (&three[..], &open[..]));
    let next = if game.mover(state) == player {
        [patterns[1], patterns[2]]
    } else {
        [-patterns[4], -patterns[5]]
    };
    assert_eq!(more[6..], next);
}

#[test]
fn features_are_named_for_both_players() {
    let game = Gomoku::new(15, FiveRule::Freestyle).unwrap();
    let names = |list: Vec<Feature>| {
        list.into_iter()
            .map(|f| f.name)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        names(FiveWindows.list(&game)),
        "own_twos own_threes own_fours their_twos their_threes their_fours"
    );
    assert!(names(Shapes.list(&game)).ends_with("their_open_fours their_half_fours"));
}
