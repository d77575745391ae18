//! States and moves made from bits are those that play leads to, and keep the contract.

use plyscope_breakthrough::Breakthrough;
use plyscope_connect4::{AnySize, ConnectFour, Shape, Standard};
use plyscope_game::{Chance, ErrorKind, Game, Notation, Player, contract};
use plyscope_gomoku::{FiveRule, Gomoku};
use plyscope_mnk::Mnk;
use plyscope_othello::{Move, Othello};

const PLAYERS: [Player; 2] = [Player::FIRST, Player::SECOND];

/// Shows `look` every state of some random games, the finished ones too.
fn walk<G: Game>(game: &G, games: u64, mut look: impl FnMut(&G::State)) {
    for task in 0..games {
        let mut chance = Chance::for_task(5, task);
        let mut state = game.start();
        look(&state);
        while game.payoffs(&state).is_none() {
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
            look(&state);
        }
    }
}

/// The legal moves of a state that may be finished.
fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let is_over = game.payoffs(state).is_some();
    if is_over {
        Vec::new()
    } else {
        game.moves(state).collect()
    }
}

#[test]
fn stones_in_a_row_come_back_from_their_bits() {
    for game in [Mnk::tictactoe(), Mnk::new(8, 5, 4).unwrap()] {
        walk(&game, 20, |state| {
            let [first, second] = PLAYERS.map(|player| state.of(player));
            assert_eq!(game.state_from(first, second).as_ref(), Ok(state));
            for mv in moves(&game, state) {
                assert_eq!(game.move_on(state, mv.bit()), Ok(mv));
            }
        });
    }
}

fn connect_four_comes_back<S: Shape>(game: &ConnectFour<S>) {
    walk(game, 20, |state| {
        let [first, second] = PLAYERS.map(|player| state.of(player));
        assert_eq!(game.state_from(first, second).as_ref(), Ok(state));
        for mv in moves(game, state) {
            assert_eq!(game.move_on(state, mv.cell()), Ok(mv));
            assert_eq!(game.move_in(state, mv.column(&game.shape())), Ok(mv));
        }
    });
}

#[test]
fn fallen_stones_come_back_from_their_bits() {
    connect_four_comes_back(&Standard::default());
    connect_four_comes_back(&ConnectFour::new(AnySize::<u128>::new(10, 10, 5).unwrap()));
}

#[test]
fn discs_come_back_from_their_bits() {
    let game = Othello::<6>::default();
    walk(&game, 20, |state| {
        let [first, second] = PLAYERS.map(|player| state.discs(player));
        let mover = game.mover(state);
        assert_eq!(game.state_from(first, second, mover).as_ref(), Ok(state));
        for mv in moves(&game, state) {
            match mv.bit() {
                Some(bit) => assert_eq!(game.move_on(state, bit), Ok(mv)),
                None => assert_eq!(mv, Move::PASS),
            }
        }
    });
}

#[test]
fn rows_of_gomoku_come_back_from_their_bits() {
    for rule in [FiveRule::Freestyle, FiveRule::Exact] {
        let game = Gomoku::new(7, rule).unwrap();
        walk(&game, 20, |state| {
            let [first, second] = PLAYERS.map(|player| state.rows_of(player));
            let same = game.state_from(&first, &second).unwrap();
            assert_eq!(&same, state);
            assert_eq!(game.payoffs(&same), game.payoffs(state));
            assert_eq!(game.canonical_key(&same), game.canonical_key(state));
            for mv in moves(&game, state) {
                assert_eq!(game.move_on(state, mv.column(), mv.row()), Ok(mv));
            }
        });
    }
}

#[test]
fn pawns_come_back_from_their_bits() {
    let game = Breakthrough::new(4, 6).unwrap();
    walk(&game, 20, |state| {
        let [first, second] = PLAYERS.map(|player| state.of(player));
        let mover = game.mover(state);
        assert_eq!(game.state_from(first, second, mover).as_ref(), Ok(state));
        for mv in moves(&game, state) {
            assert_eq!(game.move_between(state, mv.from(), mv.to()), Ok(mv));
        }
    });
}

#[test]
fn whatever_bits_are_taken_keep_the_contract() {
    let mut chance = Chance::new(9);
    let (mnk, connect4) = (Mnk::tictactoe(), Standard::default());
    let (othello, pawns) = (Othello::<4>::default(), Breakthrough::new(3, 4).unwrap());
    let mut taken = [0; 4];
    for _ in 0..200_000 {
        let [cells, owners] = [chance.bits(), chance.bits()];
        let mover = PLAYERS[chance.below(2) as usize];
        let own = |board: u64| (cells & owners & board, cells & !owners & board);

        let (first, second) = own(mnk.cells());
        taken[0] += keeps(&mnk, mnk.state_from(first, second).ok());
        let (first, second) = own(connect4.shape().bottom() * 3);
        taken[1] += keeps(&connect4, connect4.state_from(first, second).ok());
        let (first, second) = own(othello.cells());
        taken[2] += keeps(&othello, othello.state_from(first, second, mover).ok());
        let (first, second) = own(pawns.cells());
        taken[3] += keeps(&pawns, pawns.state_from(first, second, mover).ok());
    }
    assert!(taken.iter().all(|&count| count > 100), "{taken:?}");
}

fn keeps<G: Notation>(game: &G, state: Option<G::State>) -> u32 {
    let Some(state) = state else { return 0 };
    contract::check_state(game, &state, &mut Chance::new(1));
    1
}

#[test]
fn bits_that_are_no_position_are_refused() {
    let mnk = Mnk::tictactoe();
    let connect4 = Standard::default();
    let othello = Othello::<8>::default();
    let gomoku = Gomoku::new(5, FiveRule::Freestyle).unwrap();
    let pawns = Breakthrough::new(3, 5).unwrap();
    let nobody = Player(2);
    let refused = [
        ("beside the board", mnk.state_from(1 << 3, 0).err()),
        ("one cell", mnk.state_from(1, 1).err()),
        ("taking turns", mnk.state_from(3, 0).err()),
        ("in a row", mnk.state_from(7, 7 << 8).err()),
        ("beside the board", connect4.state_from(1 << 6, 0).err()),
        ("hangs", connect4.state_from(1 << 1, 0).err()),
        ("one cell", connect4.state_from(1, 1).err()),
        ("taking turns", connect4.state_from(0, 1).err()),
        (
            "middle is empty",
            othello.state_from(0, 0, Player::FIRST).err(),
        ),
        ("no player 3", othello.state_from(0, 0, nobody).err()),
        ("beside the board", gomoku.state_from(&[1 << 5], &[]).err()),
        (
            "beside the board",
            gomoku.state_from(&[0, 0, 0, 0, 0, 1], &[]).err(),
        ),
        ("one cell", gomoku.state_from(&[1], &[1]).err()),
        ("taking turns", gomoku.state_from(&[], &[1]).err()),
        ("no player 3", pawns.state_from(1, 2, nobody).err()),
        ("has no pawns", pawns.state_from(2, 0, Player::FIRST).err()),
    ];
    for (words, error) in refused {
        let error = error.expect(words);
        assert!(error.what.contains(words), "{error}");
        assert_eq!(error.kind, ErrorKind::Misuse);
        assert!(error.hint.is_some());
    }
    let far = u32::MAX;
    assert!(mnk.move_on(&mnk.start(), far).is_err());
    assert!(connect4.move_on(&connect4.start(), far).is_err());
    assert!(connect4.move_in(&connect4.start(), far).is_err());
    assert!(othello.move_on(&othello.start(), 64).is_err());
    assert!(gomoku.move_on(&gomoku.start(), 5, 0).is_err());
    assert!(pawns.move_between(&pawns.start(), far, 0).is_err());
}
