//! Moves as SAN (`Nf3`, `exd8=Q+`, `O-O`) and as UCI (`g1f3`, `e7d8q`, `e1g1`).

use std::fmt::Write as _;

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use plyscope_game::Error;

use super::attacks::victim;
use super::moves::Moves;

const HOW: &str =
    "moves are written like `Nf3`, `exd5`, `O-O` and `e8=Q`, or like `g1f3` and `e7e8q`";

/// A legal move in standard algebraic notation, as short as it can be.
pub(super) fn write(board: &Board, mv: Move) -> String {
    let mut text = String::with_capacity(8);
    let piece = board.piece_on(mv.from).unwrap_or(Piece::King);
    if is_castling(board, mv) {
        text.push_str(if mv.to.file() > mv.from.file() {
            "O-O"
        } else {
            "O-O-O"
        });
    } else {
        let captures = victim(board, mv).is_some();
        if piece != Piece::Pawn {
            text.push(char::from(piece).to_ascii_uppercase());
            write_origin(board, piece, mv, &mut text);
        } else if captures {
            let _ = write!(text, "{}", mv.from.file());
        }
        if captures {
            text.push('x');
        }
        let _ = write!(text, "{}", mv.to);
        if let Some(new) = mv.promotion {
            let _ = write!(text, "={}", char::from(new).to_ascii_uppercase());
        }
    }
    let mut next = board.clone();
    next.play_unchecked(mv);
    if !next.checkers().is_empty() {
        let has_reply = next.generate_moves(|_| true);
        text.push(if has_reply { '+' } else { '#' });
    }
    text
}

/// File, rank or both of where the piece comes from, if another like it could go there too.
fn write_origin(board: &Board, piece: Piece, mv: Move, text: &mut String) {
    let is_like = |other: &Move| {
        other.to == mv.to && other.from != mv.from && board.pieces(piece).has(other.from)
    };
    let mut others = Moves::all(board).filter(is_like).peekable();
    if others.peek().is_none() {
        return;
    }
    let (mut same_file, mut same_rank) = (false, false);
    for other in others {
        same_file |= other.from.file() == mv.from.file();
        same_rank |= other.from.rank() == mv.from.rank();
    }
    if !same_file || same_rank {
        let _ = write!(text, "{}", mv.from.file());
    }
    if same_file {
        let _ = write!(text, "{}", mv.from.rank());
    }
}

/// A legal move as engines write it; castling is the king's move by two squares.
pub(super) fn write_uci(board: &Board, mv: Move) -> String {
    let to = king_square(board, mv).unwrap_or(mv.to);
    Move { to, ..mv }.to_string()
}

/// Where the king arrives when it castles; nothing for other moves.
pub(super) fn king_square(board: &Board, mv: Move) -> Option<Square> {
    let is_short = mv.to.file() > mv.from.file();
    let file = if is_short { File::G } else { File::C };
    is_castling(board, mv).then(|| Square::new(file, mv.from.rank()))
}

/// Castling is the only move onto a piece of one's own.
fn is_castling(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

/// What a text says of a move; nothing where it does not say.
#[derive(Default)]
struct Wanted {
    piece: Option<Piece>,
    file: Option<File>,
    rank: Option<Rank>,
    to: Option<Square>,
    promotion: Option<Piece>,
    castling: Option<bool>,
}

/// The one legal move that the text describes.
pub(super) fn read(board: &Board, text: &str) -> Result<Move, Error> {
    let wanted = wanted(board, text).ok_or_else(|| {
        let what = format!("`{}` is not a move", text.escape_debug());
        Error::misread_at(0, what, HOW)
    })?;
    let found: Vec<Move> = Moves::all(board)
        .filter(|&mv| wanted.fits(board, mv))
        .collect();
    match found[..] {
        [only] => Ok(only),
        [] => Err(wanted.illegal(board, text)),
        _ => {
            let all: Vec<String> = found.iter().map(|&mv| write(board, mv)).collect();
            let what = format!("`{text}` may be more than one move");
            let hint = format!("write {}", all.join(" or "));
            Err(Error::misread_at(0, what, hint))
        }
    }
}

impl Wanted {
    fn fits(&self, board: &Board, mv: Move) -> bool {
        if let Some(short) = self.castling {
            return is_castling(board, mv) && short == (mv.to.file() > mv.from.file());
        }
        // `Kh1` is the king's step, and never castling with the rook there.
        let by_squares = self.file.is_some() && self.rank.is_some();
        if is_castling(board, mv) && !by_squares {
            return false;
        }
        let arrives = self.to == Some(mv.to) || (self.to == king_square(board, mv));
        let piece = board.piece_on(mv.from);
        arrives
            && (self.piece.is_none() || self.piece == piece)
            && self.file.is_none_or(|file| file == mv.from.file())
            && self.rank.is_none_or(|rank| rank == mv.from.rank())
            && self.promotion == mv.promotion
    }

    /// Why there is no such move.
    fn illegal(&self, board: &Board, text: &str) -> Error {
        let bad = |what: String, hint: String| Error::misread_at(0, what, hint);
        let whose = match board.side_to_move() {
            Color::White => "White",
            Color::Black => "Black",
        };
        let without = Self {
            promotion: None,
            ..*self
        };
        let becomes = |mv: &Move| {
            let plain = Move {
                promotion: None,
                ..*mv
            };
            mv.promotion.is_some() && without.fits(board, plain)
        };
        let check = if board.checkers().is_empty() {
            String::new()
        } else {
            format!(", and {whose} is in check")
        };
        if let Some(mv) = Moves::all(board).find(becomes) {
            let hint = format!("say what the pawn becomes, like `{}`", write(board, mv));
            return bad(format!("`{text}` leaves open what the pawn becomes"), hint);
        }
        let same_piece =
            |mv: &Move| board.piece_on(mv.from) == Some(self.piece.unwrap_or(Piece::Pawn));
        let its: Vec<String> = Moves::all(board)
            .filter(same_piece)
            .take(12)
            .map(|mv| write(board, mv))
            .collect();
        let hint = if self.castling.is_some() || its.is_empty() {
            HOW.to_string()
        } else {
            format!("such pieces can play {}", its.join(", "))
        };
        bad(format!("`{text}` is not legal here{check}"), hint)
    }
}

/// The parts of a move's text; nothing if it has no such form.
fn wanted(board: &Board, text: &str) -> Option<Wanted> {
    let text = text.trim_start_matches(|sign: char| sign.is_ascii_digit() && text.contains('.'));
    let text = text.trim_start_matches('.');
    let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    match text {
        "O-O" | "0-0" | "o-o" => return Some(castling(true)),
        "O-O-O" | "0-0-0" | "o-o-o" => return Some(castling(false)),
        _ => {}
    }
    let mut signs: Vec<char> = text
        .chars()
        .filter(|&sign| sign != '-' && sign != 'x')
        .collect();
    let mut own = Wanted::default();
    if let Some(new) = signs.last().copied().and_then(promoted) {
        let is_marked = signs.len() >= 2 && signs[signs.len() - 2] == '=';
        // `e8Q` and `e7e8q` need no mark; `b` may be a file, but no move ends with one.
        signs.truncate(signs.len() - if is_marked { 2 } else { 1 });
        own.promotion = Some(new);
    }
    let rank = signs.pop().and_then(|sign| Rank::try_from(sign).ok())?;
    let file = signs.pop().and_then(|sign| File::try_from(sign).ok())?;
    own.to = Some(Square::new(file, rank));
    if let Some(&first) = signs.first()
        && let Some(piece) = piece_of(first)
    {
        own.piece = Some(piece);
        signs.remove(0);
    }
    if let Some(&last) = signs.last()
        && let Ok(rank) = Rank::try_from(last)
    {
        own.rank = Some(rank);
        signs.pop();
    }
    if let Some(&last) = signs.last()
        && let Ok(file) = File::try_from(last)
    {
        own.file = Some(file);
        signs.pop();
    }
    if own.piece.is_none() {
        let from = own
            .file
            .zip(own.rank)
            .map(|(file, rank)| Square::new(file, rank));
        own.piece = match from {
            Some(from) => board.piece_on(from),
            None => Some(Piece::Pawn),
        };
    }
    signs.is_empty().then_some(own)
}

fn castling(short: bool) -> Wanted {
    Wanted {
        castling: Some(short),
        ..Wanted::default()
    }
}

/// The letter of a piece that is not a pawn.
fn piece_of(sign: char) -> Option<Piece> {
    Some(match sign {
        'N' => Piece::Knight,
        'B' => Piece::Bishop,
        'R' => Piece::Rook,
        'Q' => Piece::Queen,
        'K' => Piece::King,
        _ => return None,
    })
}

/// What a pawn may become, in either case.
fn promoted(sign: char) -> Option<Piece> {
    piece_of(sign.to_ascii_uppercase()).filter(|&piece| piece != Piece::King)
}
