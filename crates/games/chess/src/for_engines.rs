//! Positions as engines are told them: with the moves that led there, so that they see repetitions.

use std::fmt::Write as _;

use cozy_chess::{Board, BoardBuilder, Color};

use super::fen;
use super::rules::Chess;
use super::state::State;

impl Chess {
    /// What follows `position` in UCI: a FEN, and the moves that led on from there.
    ///
    /// It begins at the last position that cannot come again.
    pub fn uci_position(&self, state: &State) -> String {
        let Some(origin) = origin(state) else {
            return format!("fen {}", fen::write(&state.board));
        };
        let mut text = format!("fen {}", fen::write(&origin));
        let steps = state.past.steps_back();
        if !steps.is_empty() {
            text.push_str(" moves");
        }
        for (from, to) in steps.iter().rev() {
            let _ = write!(text, " {from}{to}");
        }
        text
    }
}

/// The position before all moves that are remembered.
///
/// These are no captures, pawn moves or castlings, so that each is taken back by putting the piece where it was.
fn origin(state: &State) -> Option<Board> {
    let mut origin = BoardBuilder::from_board(&state.board);
    for (from, to) in state.past.steps_back() {
        origin.en_passant = None;
        let piece = origin.square_mut(to).take();
        *origin.square_mut(from) = piece;
        origin.side_to_move = !origin.side_to_move;
        origin.halfmove_clock = origin.halfmove_clock.checked_sub(1)?;
        if origin.side_to_move == Color::Black {
            origin.fullmove_number = origin.fullmove_number.checked_sub(1)?;
        }
    }
    origin.build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_game::{Chance, Game, Notation};

    #[test]
    fn the_moves_lead_from_the_origin_to_the_state() {
        let game = Chess::default();
        let mut chance = Chance::new(3);
        for _ in 0..50 {
            let mut state = game.start();
            while game.payoffs(&state).is_none() {
                let mv = game.pick(&state, &mut chance);
                game.play(&mut state, mv);
                let text = game.uci_position(&state);
                let (fen, moves) = text.split_once(" moves").unwrap_or((&text, ""));
                let fen = fen.strip_prefix("fen ").expect("a FEN");
                let mut replayed = game.read_state(fen).expect(fen);
                for word in moves.split_whitespace() {
                    let mv = game.read_move(&replayed, word).expect(word);
                    game.play(&mut replayed, mv);
                }
                assert_eq!(game.write_fen(&replayed), game.write_fen(&state), "{text}");
                assert_eq!(replayed, state, "{text}");
            }
        }
    }
}
