//! Positions as FEN with the moves that led to them where these matter, moves as SAN.

use std::fmt::Write as _;

use cozy_chess::{BoardBuilder, Color, File, Move, Rank, Square};
use plyscope_game::{Board, Cell, Error, Look, Notation};

use super::fen::{self, Word, field_error, words};
use super::rules::Chess;
use super::san;
use super::state::{State, is_same_position};

/// The word between a FEN and the moves that led to its position.
const AFTER: &str = "after";

impl Chess {
    /// A legal move as engines write it: `g1f3`, `e7e8q`, `e1g1` for castling.
    pub fn write_uci(&self, state: &State, mv: Move) -> String {
        san::write_uci(&state.board, mv)
    }

    /// The position as a FEN, without the positions before it.
    pub fn write_fen(&self, state: &State) -> String {
        fen::write(&state.board)
    }

    /// The state with its length checked.
    fn within_length(&self, state: State, at: usize) -> Result<State, Error> {
        if state.ply() <= self.plies() {
            return Ok(state);
        }
        let what = format!("the game would be a draw after {} plies", self.plies());
        let hint = format!("for longer games open `chess:plies={}`", state.ply() + 100);
        Err(field_error(5, at, &what, &hint))
    }
}

/// FEN or EPD fields before anything else: four if the fifth word is an operation, else six; and the words behind them.
fn split_fields<'a, 'b>(all: &'b [Word<'a>]) -> (&'b [Word<'a>], &'b [Word<'a>]) {
    // Operations have names of two signs or more; a single letter is a slip in a count.
    let begins_operations =
        |word: &str| word.len() > 1 && word.starts_with(|sign: char| sign.is_ascii_alphabetic());
    let fields = match all.get(4) {
        Some((_, word)) if begins_operations(word) => 4,
        _ => 6,
    };
    all.split_at(fields.min(all.len()))
}

/// What stands behind the fields: moves that led here, or operations of an EPD.
fn read_tail(state: State, tail: &[Word<'_>], fields: usize) -> Result<State, Error> {
    match tail {
        [] => Ok(state),
        [(_, AFTER), moves @ ..] => read_after(&state, moves),
        [(at, operation), operands @ ..] => {
            if fields == 4 && !operands.is_empty() {
                return Ok(state);
            }
            let what = format!("`{}` is too much", operation.escape_debug());
            Err(Error::misread_at(*at, what, fen::EXAMPLE))
        }
    }
}

/// The state that these moves led to, by taking them back and making them again.
fn read_after(state: &State, moves: &[Word<'_>]) -> Result<State, Error> {
    let hint = "behind `after` stand the moves since the last capture, pawn move or loss of a castling right, like `g1f3 g8f6`";
    let bad = |at: usize, what: String| Err(Error::misread_at(at, what, hint));
    let mut origin = BoardBuilder::from_board(&state.board);
    origin.en_passant = None;
    let mut steps = Vec::with_capacity(moves.len());
    for &(at, text) in moves.iter().rev() {
        let Ok(mv) = text.parse::<Move>() else {
            return bad(at, format!("`{}` is not a move", text.escape_debug()));
        };
        steps.push((at, mv));
        let moved = origin.square_mut(mv.to).take();
        let is_free = origin.square(mv.from).is_none();
        if moved.is_none() || !is_free || origin.halfmove_clock == 0 {
            return bad(at, format!("`{text}` does not lead to this position"));
        }
        *origin.square_mut(mv.from) = moved;
        let mover = !origin.side_to_move;
        origin.side_to_move = mover;
        origin.halfmove_clock -= 1;
        if mover == Color::Black {
            let Some(number) = origin.fullmove_number.checked_sub(1).filter(|&own| own > 0) else {
                return bad(at, format!("`{text}` is a move before the first"));
            };
            origin.fullmove_number = number;
        }
    }
    let at = moves.first().map_or(0, |&(at, _)| at);
    let Ok(board) = origin.build() else {
        return bad(at, "the moves do not lead to this position".into());
    };
    let mut played = State::new(board);
    for (place, (at, mv)) in steps.into_iter().rev().enumerate() {
        if !played.board.is_legal(mv) {
            return bad(at, format!("`{mv}` is not legal"));
        }
        played.play(mv);
        if played.remembered() != place + 1 {
            return bad(at, format!("`{mv}` cannot be taken back"));
        }
    }
    if is_same_position(&played.board, &state.board) {
        return Ok(played);
    }
    bad(at, "the moves do not lead to this position".into())
}

impl Notation for Chess {
    /// A FEN, and behind it the moves since the last one that cannot be taken
    /// back, if there are any: `… b KQkq - 1 1 after g1f3`. They tell which
    /// positions come for the second time.
    fn write_state(&self, state: &State) -> String {
        let mut text = fen::write(&state.board);
        let steps = state.past.steps_back();
        if !steps.is_empty() {
            text.push(' ');
            text.push_str(AFTER);
        }
        for (from, to) in steps.iter().rev() {
            let _ = write!(text, " {from}{to}");
        }
        text
    }

    /// A FEN, the first four fields of one, or an EPD, whose operations are passed over.
    fn read_state(&self, text: &str) -> Result<State, Error> {
        let all = words(text);
        let (fields, tail) = split_fields(&all);
        let state = State::new(fen::read(fields, text.len())?);
        let at = fields.get(5).map_or(0, |&(at, _)| at);
        let state = self.within_length(state, at)?;
        read_tail(state, tail, fields.len())
    }

    fn write_move(&self, state: &State, mv: Move) -> String {
        san::write(&state.board, mv)
    }

    /// SAN or UCI.
    fn read_move(&self, state: &State, text: &str) -> Result<Move, Error> {
        san::read(&state.board, text)
    }

    fn board(&self, state: &State) -> Board {
        let ranks = Rank::ALL.iter().rev();
        let squares = ranks.flat_map(|&rank| File::ALL.map(|file| Square::new(file, rank)));
        Board {
            columns: File::ALL.map(|file| file.to_string()).into(),
            rows: Rank::ALL.iter().rev().map(Rank::to_string).collect(),
            pieces: squares
                .map(|square| fen::sign_on(&state.board, square))
                .collect(),
            look: Look::Figures,
            ..Board::default()
        }
    }

    /// Where the piece arrives; of castling, where the king does.
    fn cell(&self, state: &State, mv: Move) -> Option<Cell> {
        let to = san::king_square(&state.board, mv).unwrap_or(mv.to);
        Some(Cell {
            column: to.file() as usize,
            row: 7 - to.rank() as usize,
        })
    }
}
