//! FEN, EPD, SAN and UCI: what is read, and what is said of the rest.

use plyscope_game::{Game, Notation};

use crate::{Chess, State};

fn read(text: &str) -> State {
    Chess::default().read_state(text).unwrap()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Text, the place of the trouble, and the trouble.
type Wrong = (&'static str, usize, &'static str);

const WRONG_PIECES: &[Wrong] = &[
    ("", 0, "field 1 (pieces): there is nothing"),
    ("8/8/8", 0, "field 1 (pieces): 3 ranks instead of 8"),
    (
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        9,
        "field 1 (pieces): rank 7 has 9 squares instead of 8",
    ),
    (
        "rnbqkbnr/pppppppp/8/3x4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        21,
        "field 1 (pieces): `x` is no piece",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQKBNR w kq - 0 1",
        0,
        "field 1 (pieces): White has 2 kings",
    ),
    (
        "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
        0,
        "field 1 (pieces): Black has no king",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        0,
        "field 1 (pieces): White has 9 pawns",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/7Q/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        0,
        "field 1 (pieces): White has 8 pawns and 1 pieces more than at the start",
    ),
    (
        "rnbqkbnP/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQ - 0 1",
        0,
        "field 1 (pieces): a pawn stands on h8",
    ),
    (
        "8/8/3kK3/8/8/8/8/7R w - - 0 1",
        0,
        "field 1 (pieces): the kings on e6 and d6 stand side by side",
    ),
    (
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        0,
        "field 1 (pieces): Black is in check and the opponent is to move",
    ),
];

const WRONG_FIELDS: &[Wrong] = &[
    (
        "4k3/8/8/8/8/8/8/4K2R x - - 0 1",
        21,
        "field 2 (mover): `x` is no player",
    ),
    ("4k3/8/8/8/8/8/8/4K2R", 20, "field 2 (mover): it is missing"),
    (
        "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
        24,
        "field 3 (castling rights): `Q` needs a rook on a1",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
        24,
        "field 3 (castling rights): `K` stands there twice",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w Kx - 0 1",
        24,
        "field 3 (castling rights): `x` is no right to castle",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w K e6 0 1",
        25,
        "field 4 (en passant): there is no pawn that has passed e6",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w K e3 0 1",
        25,
        "field 4 (en passant): no pawn passes e3 before this move",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w K - 101 1",
        27,
        "field 5 (half-move clock): `101` is not 0 to 100",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w K - a 1",
        27,
        "field 5 (half-move clock): `a` is not 0 to 100",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w K - 0",
        28,
        "field 6 (move number): it is missing",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w K - 0 0",
        29,
        "field 6 (move number): `0` is not 1 to 65535",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w K - 0 302",
        29,
        "field 6 (move number): the game would be a draw after 600 plies",
    ),
    (
        "bm Qg6; id \"no position\"",
        0,
        "field 1 (pieces): 1 ranks instead of 8",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 and more",
        31,
        "`and` is too much",
    ),
];

#[test]
fn wrong_positions_name_the_field_and_the_trouble() {
    for &(text, at, what) in WRONG_PIECES.iter().chain(WRONG_FIELDS) {
        let error = Chess::default().read_state(text).unwrap_err();
        assert_eq!((error.at, error.what.as_str()), (Some(at), what), "{text}");
        assert!(error.hint.is_some(), "{text}");
    }
}

#[test]
fn an_epd_is_read_as_its_position() {
    let epd = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+";
    let state = read(epd);
    let fen = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1";
    assert_eq!(Chess::default().write_state(&state), fen);
    assert_eq!(
        read("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -"),
        state
    );
}

#[test]
fn the_moves_behind_a_fen_must_lead_to_it() {
    let game = Chess::default();
    let mut state = game.start();
    for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nc3"] {
        let mv = game.read_move(&state, text).unwrap();
        game.play(&mut state, mv);
    }
    let text = game.write_state(&state);
    assert!(
        text.ends_with(" b KQkq - 5 3 after g1f3 g8f6 f3g1 f6g8 b1c3"),
        "{text}"
    );
    let back = read(&text);
    assert_eq!((back.remembered(), game.key(&back)), (5, game.key(&state)));
    let fen = game.write_fen(&state);
    assert_ne!(read(&fen), state, "a FEN alone has no past");
    for (moves, what) in [
        ("b1c4", "`b1c4` does not lead to this position"),
        ("b1c5 b1c3", "`b1c5` does not lead to this position"),
        ("a2c3", "`a2c3` does not lead to this position"),
        ("e4", "`e4` is not a move"),
        ("d3c3", "`d3c3` is not legal"),
    ] {
        let error = game
            .read_state(&format!("{fen} after {moves}"))
            .unwrap_err();
        assert_eq!(error.what, what);
    }
}

#[test]
fn the_same_positions_before_in_another_order_are_the_same_past() {
    let game = Chess::default();
    let after = |moves: &str| {
        let mut state = game.start();
        for text in moves.split(' ') {
            let mv = game.read_move(&state, text).unwrap();
            game.play(&mut state, mv);
        }
        state
    };
    let one = after("Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8");
    let other = after("Nc3 Nc6 Nb1 Nb8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(one, other);
    assert_eq!(game.key(&one), game.key(&other));
    assert_ne!(one, after("Nf3 Nc6 Ng1 Nb8 Nc3 Nf6 Nb1 Ng8"));
}

#[test]
fn moves_are_read_as_people_and_engines_write_them() {
    let game = Chess::default();
    for (text, written, also) in [
        (START, "Nf3", "g1f3 Ngf3 Ng1f3 Ng1-f3 1.Nf3 Nf3!"),
        (START, "e4", "e2e4 e2-e4 1.e4 e4?!"),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "O-O",
            "0-0 o-o e1g1 e1h1 Ke1g1",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "O-O-O",
            "0-0-0 e8c8 e8a8",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "exd6",
            "ed6 e5d6 e5xd6 exd6e.p.",
        ),
        (
            "5k2/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8=Q+",
            "a8Q a7a8q a8=Q a7-a8=Q",
        ),
        ("5k2/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "a8N a7a8n"),
        (
            "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1",
            "Nce4",
            "c3e4 Nc3e4 Nce4",
        ),
        ("4k3/8/8/2N5/8/2N5/8/4K3 w - - 0 1", "N3e4", "c3e4 Nc3e4"),
        ("4k3/8/8/2N5/8/2N3N1/8/4K3 w - - 0 1", "Nc3e4", "c3e4"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#", "Ra8 a1a8"),
    ] {
        let state = read(text);
        let mv = game.read_move(&state, written).unwrap();
        assert_eq!(game.write_move(&state, mv), written);
        for other in also.split(' ') {
            assert_eq!(game.read_move(&state, other), Ok(mv), "{other}");
        }
    }
}

#[test]
fn wrong_moves_say_why() {
    let game = Chess::default();
    for (text, mv, what) in [
        (START, "", "`` is not a move"),
        (START, "hello", "`hello` is not a move"),
        (START, "Nf6", "`Nf6` is not legal here"),
        (START, "O-O", "`O-O` is not legal here"),
        (
            "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1",
            "Ne4",
            "`Ne4` may be more than one move",
        ),
        (
            "5k2/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8",
            "`a8` leaves open what the pawn becomes",
        ),
        (
            "4k3/8/8/8/8/8/P3r3/4K3 w - - 0 1",
            "a4",
            "`a4` is not legal here, and White is in check",
        ),
    ] {
        let error = game.read_move(&read(text), mv).unwrap_err();
        assert_eq!(error.what, what);
        assert!(error.hint.is_some());
    }
}

#[test]
fn it_is_drawn_with_figures() {
    let game = Chess::default();
    let board = game.board(&read("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1"));
    assert_eq!(board.look, plyscope_game::Look::Figures);
    let picture = "8 . . . . k . . .\n7 . . . . . . . .\n6 . . . . . . . .\n5 . . . . . . . .\n4 . . . . . . . .\n3 . . . . . . . .\n2 . . . . P . . .\n1 R . . . K . . .\n  a b c d e f g h\n";
    assert_eq!(board.picture(), picture);
}
