//! Positions of random games, held against shakmaty.

use std::collections::BTreeSet;

use plyscope_game::{Chance, Game, Notation};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, EnPassantMode, Position};

use crate::{Chess, State};

/// Holds `positions` positions of random games against the oracle.
///
/// FEN both ways, SAN of every move both ways, UCI of every move, and whether mate, stalemate or material end the game.
fn agree(positions: usize, seed: u64) {
    let game = Chess::new(10_000).unwrap();
    let mut left = positions;
    for task in 0.. {
        let mut chance = Chance::for_task(seed, task);
        let mut state = game.start();
        loop {
            agree_on(&game, &state);
            left -= 1;
            if left == 0 {
                return;
            }
            if game.payoffs(&state).is_some() {
                break;
            }
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
}

fn agree_on(game: &Chess, state: &State) {
    let fen = game.write_fen(state);
    let theirs: Fen = fen.parse().expect("the oracle reads the FEN");
    let theirs: shakmaty::Chess = theirs
        .into_position(CastlingMode::Standard)
        .expect("the oracle calls it legal");
    let again = Fen::from_position(&theirs, EnPassantMode::Legal).to_string();
    assert_eq!(again, fen);
    let read = game.read_state(&fen).expect("our own FEN");
    assert_eq!(game.write_fen(&read), fen);
    let moves = theirs.legal_moves();
    let is_dead = theirs.is_insufficient_material();
    if moves.is_empty() || is_dead {
        assert!(game.payoffs(state).is_some(), "{fen}");
        assert_eq!(
            theirs.is_checkmate(),
            game.payoffs(state).unwrap() != plyscope_game::Payoffs::DRAW,
            "{fen}"
        );
        return;
    }
    assert!(
        game.payoffs(&read).is_none() || state.board().halfmove_clock() >= 100,
        "{fen}"
    );
    let ours: BTreeSet<String> = game
        .moves(state)
        .map(|mv| game.write_move(state, mv))
        .collect();
    let mut found = BTreeSet::new();
    for own in &moves {
        let san = SanPlus::from_move(theirs.clone(), *own).to_string();
        let uci = own.to_uci(CastlingMode::Standard).to_string();
        let read = game.read_move(state, &san).expect("SAN of the oracle");
        assert_eq!(
            game.read_move(state, &uci),
            Ok(read),
            "{san} and {uci} in {fen}"
        );
        assert_eq!(game.write_uci(state, read), uci, "{fen}");
        found.insert(san);
    }
    assert_eq!(ours, found, "{fen}");
}

#[test]
fn fen_and_moves_agree_with_the_oracle() {
    agree(4000, 1);
}

/// Run with `cargo test -p plyscope-chess -- --ignored hundred_thousand`.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_positions_agree_with_the_oracle() {
    agree(100_000, 2);
}
