//! Positions as FEN, field by field; the first four fields are enough.

use std::fmt::Write as _;

use cozy_chess::{
    Board, BoardBuilder, BoardBuilderError, CastleRights, Color, File, Piece, Rank, Square,
    get_king_moves,
};
use plyscope_game::Error;

use super::state::en_passant_square;

/// The fields in words, for errors.
const FIELDS: [&str; 6] = [
    "pieces",
    "mover",
    "castling rights",
    "en passant",
    "half-move clock",
    "move number",
];
pub(super) const EXAMPLE: &str = "a position is a FEN, like `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`; the two numbers may be left out";

/// A word of the text and where it begins.
pub(super) type Word<'a> = (usize, &'a str);

/// The words of a text, each with its place.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace()
        .map(|word| (place(word), word))
        .collect()
}

/// What is wrong with which field.
pub(super) fn field_error(field: usize, at: usize, what: &str, hint: &str) -> Error {
    let name = FIELDS[field];
    Error::misread_at(at, format!("field {} ({name}): {what}", field + 1), hint)
}

/// The FEN with all six fields; en passant only where the capture is legal.
pub(super) fn write(board: &Board) -> String {
    let mut text = String::with_capacity(80);
    for &rank in Rank::ALL.iter().rev() {
        write_rank(board, rank, &mut text);
        text.push(if rank == Rank::First { ' ' } else { '/' });
    }
    let _ = write!(text, "{} ", board.side_to_move());
    let before = text.len();
    for color in [Color::White, Color::Black] {
        let rights = board.castle_rights(color);
        for (right, sign) in [(rights.short, 'k'), (rights.long, 'q')] {
            if right.is_some() {
                text.push(cased(sign, color));
            }
        }
    }
    if text.len() == before {
        text.push('-');
    }
    let _ = match en_passant_square(board) {
        Some(square) => write!(text, " {square}"),
        None => write!(text, " -"),
    };
    let (clock, number) = (board.halfmove_clock(), board.fullmove_number());
    let _ = write!(text, " {clock} {number}");
    text
}

fn write_rank(board: &Board, rank: Rank, text: &mut String) {
    let mut empty = 0;
    for file in File::ALL {
        let sign = sign_on(board, Square::new(file, rank));
        if sign != '.' && empty > 0 {
            let _ = write!(text, "{empty}");
            empty = 0;
        }
        if sign == '.' {
            empty += 1;
        } else {
            text.push(sign);
        }
    }
    if empty > 0 {
        let _ = write!(text, "{empty}");
    }
}

/// The letter of the piece on a square, `.` if there is none.
pub(super) fn sign_on(board: &Board, square: Square) -> char {
    let piece = board.piece_on(square).zip(board.color_on(square));
    piece.map_or('.', |(piece, color)| cased(char::from(piece), color))
}

/// Capital letters are White's.
fn cased(sign: char, color: Color) -> char {
    match color {
        Color::White => sign.to_ascii_uppercase(),
        Color::Black => sign,
    }
}

/// Reads the words of a FEN, four or six of them.
pub(super) fn read(fields: &[Word<'_>], end: usize) -> Result<Board, Error> {
    let field = |number: usize| {
        fields.get(number).copied().ok_or_else(|| {
            let what = if number == 0 {
                "there is nothing"
            } else {
                "it is missing"
            };
            field_error(number, end, what, EXAMPLE)
        })
    };
    let mut builder = BoardBuilder::empty();
    read_pieces(field(0)?, &mut builder)?;
    builder.side_to_move = read_mover(field(1)?)?;
    check_pieces(&builder, field(0)?.0)?;
    read_rights(field(2)?, &mut builder)?;
    read_en_passant(field(3)?, &mut builder)?;
    if fields.len() > 4 {
        builder.halfmove_clock = read_number(field(4)?, 4, 0, 100)? as u8;
        builder.fullmove_number = read_number(field(5)?, 5, 1, u16::MAX.into())? as u16;
    }
    builder.build().map_err(|error| {
        let (field, what) = match error {
            BoardBuilderError::InvalidEnPassant => (3, "no pawn can have passed there just now"),
            BoardBuilderError::InvalidCastlingRights => (2, "king and rook are not at home"),
            _ => (
                0,
                "the player to move is in check in a way that no move leads to",
            ),
        };
        field_error(field, fields[field].0, what, EXAMPLE)
    })
}

fn read_pieces((at, text): Word<'_>, builder: &mut BoardBuilder) -> Result<(), Error> {
    let bad = |at: usize, what: String| {
        let hint = "eight ranks from the eighth down, with `/` between them; letters are pieces, digits runs of empty squares";
        field_error(0, at, &what, hint)
    };
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(bad(at, format!("{} ranks instead of 8", ranks.len())));
    }
    let mut begin = at;
    for (&rank, row) in Rank::ALL.iter().rev().zip(ranks) {
        let mut file = 0;
        for (offset, sign) in row.char_indices() {
            if let Some(run) = sign.to_digit(10) {
                file += run as usize;
                continue;
            }
            let piece = Piece::try_from(sign.to_ascii_lowercase());
            let Ok(piece) = piece else {
                let what = format!("`{}` is no piece", sign.escape_debug());
                return Err(bad(begin + offset, what));
            };
            let color = if sign.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            if let Some(file) = File::try_index(file) {
                *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
            }
            file += 1;
        }
        if file != 8 {
            let number = rank as usize + 1;
            let what = format!("rank {number} has {file} squares instead of 8");
            return Err(bad(begin, what));
        }
        begin += row.len() + 1;
    }
    Ok(())
}

fn read_mover((at, text): Word<'_>) -> Result<Color, Error> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => {
            let what = format!("`{}` is no player", text.escape_debug());
            Err(field_error(1, at, &what, "`w` for White or `b` for Black"))
        }
    }
}

/// Counts of pieces, pawns on the outer ranks, and a king that could be captured.
fn check_pieces(builder: &BoardBuilder, at: usize) -> Result<(), Error> {
    let count = |of: (Piece, Color)| {
        builder
            .board
            .iter()
            .flatten()
            .filter(|&&on| on == of)
            .count()
    };
    for (color, whose) in [(Color::White, "White"), (Color::Black, "Black")] {
        let kings = count((Piece::King, color));
        let bad = |what: String, hint: &str| Err(field_error(0, at, &what, hint));
        if kings != 1 {
            let what = match kings {
                0 => format!("{whose} has no king"),
                kings => format!("{whose} has {kings} kings"),
            };
            return bad(what, "each player has one king");
        }
        let pawns = count((Piece::Pawn, color));
        if pawns > 8 {
            let what = format!("{whose} has {pawns} pawns");
            return bad(what, "each player begins with eight");
        }
        let begun = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter();
        let promoted: usize = begun
            .zip([2, 2, 2, 1])
            .map(|(piece, begun)| count((piece, color)).saturating_sub(begun))
            .sum();
        if promoted + pawns > 8 {
            let what =
                format!("{whose} has {pawns} pawns and {promoted} pieces more than at the start");
            return bad(
                what,
                "a new piece costs a pawn, and each player begins with eight",
            );
        }
    }
    let outer = Rank::First.bitboard() | Rank::Eighth.bitboard();
    for square in outer {
        if let Some((Piece::Pawn, _)) = builder.square(square) {
            let what = format!("a pawn stands on {square}");
            let hint = "pawns become other pieces on the last rank, and never stand on the first";
            return Err(field_error(0, at, &what, hint));
        }
    }
    check_kings(builder, at)
}

/// Kings that could capture each other, and one that could be captured.
fn check_kings(builder: &BoardBuilder, at: usize) -> Result<(), Error> {
    let king = |color| {
        let is_king = |&&square: &&Square| builder.square(square) == Some((Piece::King, color));
        Square::ALL.iter().find(is_king).copied()
    };
    if let Some((white, black)) = king(Color::White).zip(king(Color::Black))
        && get_king_moves(white).has(black)
    {
        let what = format!("the kings on {white} and {black} stand side by side");
        let hint = "a king never steps beside the other";
        return Err(field_error(0, at, &what, hint));
    }
    let mut turned = builder.clone();
    turned.side_to_move = !builder.side_to_move;
    if builder.build().is_err() && turned.build().is_ok() {
        let whose = match turned.side_to_move {
            Color::White => "White",
            Color::Black => "Black",
        };
        let what = format!("{whose} is in check and the opponent is to move");
        let hint = "the king could be captured: is the other player to move (field 2)?";
        return Err(field_error(0, at, &what, hint));
    }
    Ok(())
}

fn read_rights((at, text): Word<'_>, builder: &mut BoardBuilder) -> Result<(), Error> {
    let hint = "some of `KQkq`, or `-` for none; a right needs king and rook where they began";
    if text == "-" {
        return Ok(());
    }
    for (offset, sign) in text.char_indices() {
        let bad = |what: String| Err(field_error(2, at + offset, &what, hint));
        let (short, file) = match sign.to_ascii_lowercase() {
            'k' => (true, File::H),
            'q' => (false, File::A),
            _ => return bad(format!("`{}` is no right to castle", sign.escape_debug())),
        };
        let color = if sign.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let home = Rank::First.relative_to(color);
        for (piece, file) in [(Piece::King, File::E), (Piece::Rook, file)] {
            let square = Square::new(file, home);
            if builder.square(square) != Some((piece, color)) {
                let name = if piece == Piece::King { "king" } else { "rook" };
                return bad(format!("`{sign}` needs a {name} on {square}"));
            }
        }
        let rights: &mut CastleRights = &mut builder.castle_rights[color as usize];
        let right = if short {
            &mut rights.short
        } else {
            &mut rights.long
        };
        if right.replace(file).is_some() {
            return bad(format!("`{sign}` stands there twice"));
        }
    }
    Ok(())
}

fn read_en_passant((at, text): Word<'_>, builder: &mut BoardBuilder) -> Result<(), Error> {
    if text == "-" {
        return Ok(());
    }
    let mover = builder.side_to_move;
    let bad = |what: String| {
        let hint =
            "the empty square that a pawn has just passed, on the sixth rank of the mover; or `-`";
        Err(field_error(3, at, &what, hint))
    };
    let Ok(square) = text.parse::<Square>() else {
        return bad(format!("`{}` is no square", text.escape_debug()));
    };
    if square.rank() != Rank::Sixth.relative_to(mover) {
        return bad(format!("no pawn passes {square} before this move"));
    }
    let on = |rank: Rank| builder.square(Square::new(square.file(), rank.relative_to(mover)));
    if on(Rank::Fifth) != Some((Piece::Pawn, !mover)) {
        return bad(format!("there is no pawn that has passed {square}"));
    }
    if on(Rank::Sixth).is_some() || on(Rank::Seventh).is_some() {
        return bad(format!("a piece stands where a pawn came through {square}"));
    }
    builder.en_passant = Some(square);
    Ok(())
}

pub(super) fn read_number(
    (at, text): Word<'_>,
    field: usize,
    least: u32,
    most: u32,
) -> Result<u32, Error> {
    let number = text.parse::<u32>().ok();
    number
        .filter(|number| (least..=most).contains(number) && !text.starts_with('+'))
        .ok_or_else(|| {
            let what = format!("`{}` is not {least} to {most}", text.escape_debug());
            field_error(
                field,
                at,
                &what,
                "a whole number, or leave both numbers out",
            )
        })
}
