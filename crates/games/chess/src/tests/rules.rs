//! The contract, perft, and every way in which a game ends.

use plyscope_game::{Game, Notation, Payoffs, Player, contract, perft};

use crate::{Chess, State};

fn read(text: &str) -> State {
    Chess::default().read_state(text).unwrap()
}

fn after(text: &str, moves: &str) -> State {
    let game = Chess::default();
    let mut state = read(text);
    for text in moves.split_whitespace() {
        assert_eq!(game.payoffs(&state), None, "before {text}");
        let mv = game.read_move(&state, text).unwrap();
        game.play(&mut state, mv);
    }
    state
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn chess_keeps_the_contract() {
    contract::check(&Chess::default(), 4, 7);
    contract::check(&Chess::new(60).unwrap(), 10, 8);
}

/// From the chess programming wiki, and one position of many promotions.
const COUNTS: [(&str, &[u64]); 7] = [
    (START, &[20, 400, 8_902, 197_281, 4_865_609]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594],
    ),
    (
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        &[24, 496, 9_483, 182_838, 3_605_103],
    ),
];

#[test]
fn perft_has_the_known_counts() {
    for (text, counts) in COUNTS {
        let state = read(text);
        for (depth, &leaves) in (1..).zip(counts) {
            let found = perft(&Chess::default(), &state, depth);
            assert_eq!(found.leaves, leaves, "{text} {depth}");
        }
    }
}

/// Twelve seconds: run with `cargo test -p plyscope-chess --release -- --ignored deep_perft`.
#[test]
#[ignore = "takes long"]
fn deep_perft_has_the_known_counts() {
    let game = Chess::default();
    assert_eq!(perft(&game, &game.start(), 6).leaves, 119_060_324);
    let kiwipete = read(COUNTS[1].0);
    assert_eq!(perft(&game, &kiwipete, 5).leaves, 193_690_690);
}

const DRAW: Option<Payoffs> = Some(Payoffs::DRAW);

#[test]
fn mate_and_stalemate_end_a_game() {
    let game = Chess::default();
    let mated = after(START, "f3 e5 g4 Qh4");
    assert_eq!(game.payoffs(&mated), Some(Payoffs::win(Player::SECOND)));
    let mated = after(START, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7");
    assert_eq!(game.payoffs(&mated), Some(Payoffs::win(Player::FIRST)));
    let stalemate = after("7k/8/8/5Q2/8/8/8/K7 w - - 0 1", "Qf7");
    assert_eq!(game.payoffs(&stalemate), DRAW);
}

#[test]
fn the_third_time_of_a_position_is_a_draw() {
    let game = Chess::default();
    let dance = "Nf3 Nf6 Ng1 Ng8";
    let twice = after(START, dance);
    assert_eq!((game.payoffs(&twice), twice.remembered()), (None, 4));
    let thrice = after(START, &format!("{dance} {dance}"));
    assert_eq!(game.payoffs(&thrice), DRAW);
    // A position read from its FEN has no past, one read from its whole text has.
    assert_eq!(game.payoffs(&read(&game.write_fen(&thrice))), None);
    assert_eq!(game.payoffs(&read(&game.write_state(&thrice))), DRAW);
}

#[test]
fn a_lost_right_to_castle_makes_another_position() {
    let game = Chess::default();
    let text = "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1";
    let dance = "Ke2 Ke7 Ke1 Ke8";
    let state = after(text, &format!("{dance} {dance}"));
    assert_eq!(game.payoffs(&state), None, "with rights it was there once");
    let state = after(text, &format!("{dance} {dance} Ke2 Ke7"));
    assert_eq!(game.payoffs(&state), DRAW);
}

#[test]
fn a_pawn_that_can_be_captured_in_passing_makes_another_position() {
    let game = Chess::default();
    let dance = "Nf6 Ng1 Ng8 Nf3";
    for (text, is_draw) in [
        // Black to move; the pawn on d4 can capture on e3, or is not there.
        (
            "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 1",
            false,
        ),
        (
            "rnbqkbnr/ppp1pppp/8/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 1",
            true,
        ),
    ] {
        let state = after(text, &format!("{dance} {dance}"));
        assert_eq!(game.payoffs(&state).is_some(), is_draw, "{text}");
    }
}

#[test]
fn fifty_moves_are_a_draw_unless_the_last_one_mates() {
    let game = Chess::default();
    let state = after("6k1/8/8/8/8/8/R7/1R4K1 w - - 98 90", "Ra3 Kh8");
    assert_eq!(game.payoffs(&state), DRAW);
    let state = after("7k/R7/8/8/8/8/8/1R4K1 w - - 99 90", "Rb8");
    assert_eq!(game.payoffs(&state), Some(Payoffs::win(Player::FIRST)));
}

#[test]
fn a_long_game_is_a_draw() {
    let game = Chess::new(4).unwrap();
    let mut state = game.start();
    for text in ["e4", "e5", "Nf3", "Nc6"] {
        assert_eq!(game.payoffs(&state), None);
        let mv = game.read_move(&state, text).unwrap();
        game.play(&mut state, mv);
    }
    assert_eq!(game.payoffs(&state), DRAW);
    assert!(Chess::new(0).is_err() && Chess::new(100_001).is_err());
}

#[test]
fn material_that_cannot_mate_is_a_draw() {
    let game = Chess::default();
    for (pieces, is_draw) in [
        ("8/8/3k4/8/8/3K4/8/8", true),
        ("8/8/3k4/8/8/3K4/8/6N1", true),
        ("8/8/3k4/8/8/3K4/8/6b1", true),
        ("8/8/3k1b2/8/8/3K4/8/2B5", true),
        ("8/8/3k2b1/8/8/3K4/8/2B5", false),
        ("8/8/3k4/8/8/3K4/8/5NN1", false),
        ("8/8/3k4/8/8/3K4/8/5NB1", false),
        ("8/8/3k4/8/8/3K4/6P1/8", false),
        ("8/8/3k4/8/8/3K4/8/6R1", false),
    ] {
        let state = read(&format!("{pieces} w - -"));
        assert_eq!(game.payoffs(&state).is_some(), is_draw, "{pieces}");
    }
}

#[test]
fn noisy_moves_are_captures_new_queens_and_answers_to_checks() {
    let game = Chess::default();
    let noisy = |text: &str| {
        let state = read(text);
        let found = game.noisy(&state);
        let list = |moves: crate::Moves| {
            let texts: Vec<String> = moves.map(|mv| game.write_move(&state, mv)).collect();
            texts.join(" ")
        };
        found.map(|noisy| (list(noisy.moves), noisy.forced))
    };
    assert_eq!(noisy(START), None);
    let text = "4k3/1P4P1/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(noisy(text), Some(("b8=Q+ g8=Q+ exd6".into(), false)));
    let text = "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1";
    assert_eq!(noisy(text), Some(("Kd1 Kf1 Kxe2".into(), true)));
}

#[test]
fn promises_rank_the_dearest_victim_of_the_cheapest_piece_first() {
    let game = Chess::default();
    let state = read("3qk3/8/8/2r1p3/3P4/5N2/8/3QK3 w - - 0 1");
    let mut moves: Vec<_> = game.moves(&state).collect();
    moves.sort_by_key(|&mv| std::cmp::Reverse(game.promise(&state, mv)));
    let first: Vec<String> = moves[..3]
        .iter()
        .map(|&mv| game.write_move(&state, mv))
        .collect();
    assert_eq!(first, ["dxc5", "dxe5", "Nxe5"]);
}

/// Counts that look at boards alone must see a draw that is one move away.
#[test]
fn two_moves_are_counted_where_a_draw_is_near() {
    let game = Chess::default();
    for (fen, ended) in [
        // Any move but one of the pawn is the hundredth.
        ("7k/8/8/8/8/4P3/8/K7 w - - 99 90", 3),
        ("7k/8/8/8/8/4P3/8/K7 w - - 98 90", 0),
        // The king takes the last pawn.
        ("7k/8/8/8/8/8/1p6/K7 w - - 0 90", 1),
        // Longer than a game may be.
        ("7k/8/8/8/8/4P3/8/K7 b - - 0 300", 3),
    ] {
        let state = game.read_state(fen).unwrap();
        assert_eq!(perft(&game, &state, 2).ended, ended, "{fen}");
    }
    let mut state = game.start();
    for there_and_back in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
        let mv = game.read_move(&state, there_and_back).unwrap();
        game.play(&mut state, mv);
    }
    // Back to the start for the third time.
    assert_eq!(perft(&game, &state, 2).ended, 1);
}
