//! Othello as text: moves like `d3`, positions as in OBF files.

use plyscope_game::{Board, Cell, Error, Game, Look, Notation, Player};

use super::rules::{CENTRE, Othello};
use super::state::{Move, State};

/// How a pass is written; the first is how we write it, no later one begins an earlier one.
const PASSES: [&str; 4] = ["pass", "--", "pa", "ps"];

impl<const N: u8> Notation for Othello<N> {
    /// The cells row by row from a1 (`X` first player, `O` second, `-` empty), then the mover.
    fn write_state(&self, state: &State) -> String {
        let mut text: String = self.bits().map(|bit| piece(state, bit, *b"XO-")).collect();
        text.push(' ');
        text.push(letter(state.mover));
        text
    }

    /// Also reads `*`, `.`, `_` and small letters, and leaves out what follows a `;`.
    fn read_state(&self, text: &str) -> Result<State, Error> {
        let size = usize::from(N) * usize::from(N);
        let mut left = text.char_indices().skip_while(|(_, c)| c.is_whitespace());
        let mut discs = [0u64; 2];
        for (count, bit) in self.bits().enumerate() {
            let (at, c) = left
                .next()
                .ok_or_else(|| too_short(text.len(), count, size))?;
            match c {
                'X' | 'x' | '*' => discs[0] |= 1 << bit,
                'O' | 'o' => discs[1] |= 1 << bit,
                '-' | '.' | '_' if CENTRE >> bit & 1 == 1 => return Err(Self::no_centre(at, bit)),
                '-' | '.' | '_' => {}
                _ if c.is_whitespace() => return Err(too_short(at, count, size)),
                _ => return Err(no_piece(at, c)),
            }
        }
        let mover = read_mover(&mut left, text.len(), size)?;
        let own = discs[mover.index()];
        let theirs = discs[mover.opponent().index()];
        Ok(self.state(own, theirs, mover))
    }

    fn write_move(&self, _state: &State, mv: Move) -> String {
        mv.bit().map_or_else(|| PASSES[0].into(), Self::cell_name)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Error> {
        let word = text.trim();
        let begin = text.len() - text.trim_start().len();
        let mv = Self::read_any_move(word).ok_or_else(|| {
            let what = format!("`{word}` is not a move of Othello");
            Error::misread_at(begin, what, Self::how_moves_look())
        })?;
        if self.moves(state).any(|legal| legal == mv) {
            return Ok(mv);
        }
        let why = match mv.bit() {
            None => "a pass is only for a player without other moves".into(),
            Some(bit) if (state.own | state.theirs) >> bit & 1 == 1 => {
                format!("there is a disc on {word} already")
            }
            Some(_) => format!("{word} flips nothing"),
        };
        let legal: Vec<String> = self
            .moves(state)
            .map(|mv| self.write_move(state, mv))
            .collect();
        let hint = if legal.is_empty() {
            "the game is over".into()
        } else {
            format!("legal here: {}", legal.join(", "))
        };
        Err(Error::misread_at(begin, why, hint))
    }

    /// A letter and the digits after it, or a pass; text that is neither ends at a blank.
    fn first_move_len(&self, text: &str) -> usize {
        let bytes = text.as_bytes();
        let digits = bytes[1..].iter().take_while(|b| b.is_ascii_digit()).count();
        if bytes[0].is_ascii_alphabetic() && digits > 0 {
            return 1 + digits;
        }
        let begins = |pass: &&&str| {
            let word = bytes.get(..pass.len());
            word.is_some_and(|word| word.eq_ignore_ascii_case(pass.as_bytes()))
        };
        let strange = text.find(char::is_whitespace).unwrap_or(text.len());
        PASSES
            .iter()
            .find(begins)
            .map_or(strange, |pass| pass.len())
    }

    fn unwritten_move(&self, state: &State) -> Option<Move> {
        (state.moves == 0 && state.count == 1).then_some(Move::PASS)
    }

    fn board(&self, state: &State) -> Board {
        Board {
            columns: (b'a'..b'a' + N).map(|c| char::from(c).into()).collect(),
            rows: (1..=N).map(|row| row.to_string()).collect(),
            pieces: self.bits().map(|bit| piece(state, bit, *b"xo.")).collect(),
            look: Look::Discs,
            ..Board::default()
        }
    }

    fn push_cells(&self, state: &State, text: &mut String) {
        text.extend(self.bits().map(|bit| piece(state, bit, *b"xo.")));
    }

    fn cell(&self, _state: &State, mv: Move) -> Option<Cell> {
        mv.bit().map(|bit| Cell {
            column: (bit % 8 - Self::MARGIN) as usize,
            row: (bit / 8 - Self::MARGIN) as usize,
        })
    }
}

impl<const N: u8> Othello<N> {
    /// The bits of the board's cells, row by row.
    fn bits(&self) -> impl Iterator<Item = u32> + use<N> {
        let cells = self.cells();
        (0..64).filter(move |bit| cells >> bit & 1 == 1)
    }

    fn cell_name(bit: u32) -> String {
        let column = b'a' + (bit % 8 - Self::MARGIN) as u8;
        format!("{}{}", char::from(column), bit / 8 - Self::MARGIN + 1)
    }

    fn read_any_move(word: &str) -> Option<Move> {
        if PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(word)) {
            return Some(Move::PASS);
        }
        let &[column, row] = word.as_bytes() else {
            return None;
        };
        let column = column.to_ascii_lowercase().checked_sub(b'a')?;
        let row = row.checked_sub(b'1')?;
        let on_board = column < N && row < N;
        on_board.then(|| {
            let (column, row) = (u32::from(column), u32::from(row));
            Move::on(8 * (row + Self::MARGIN) + column + Self::MARGIN)
        })
    }

    fn how_moves_look() -> String {
        let last = char::from(b'a' + N - 1);
        format!("a move is a column a–{last} and a row 1–{N}, like `c{N}`, or `pass`")
    }

    fn no_centre(at: usize, bit: u32) -> Error {
        Error::misread_at(
            at,
            format!("{} is empty", Self::cell_name(bit)),
            "the four cells in the middle are full from the start and stay so",
        )
    }
}

fn piece(state: &State, bit: u32, pieces: [u8; 3]) -> char {
    let has = |player| state.discs(player) >> bit & 1 == 1;
    let which = match (has(Player::FIRST), has(Player::SECOND)) {
        (true, _) => 0,
        (_, true) => 1,
        _ => 2,
    };
    char::from(pieces[which])
}

fn letter(player: Player) -> char {
    if player == Player::FIRST { 'X' } else { 'O' }
}

/// The mover's letter after the cells, and nothing more than a comment after it.
fn read_mover(
    left: &mut impl Iterator<Item = (usize, char)>,
    end: usize,
    size: usize,
) -> Result<Player, Error> {
    let mut left = left.filter(|(_, c)| !c.is_whitespace());
    let hint = format!("after the {size} cells comes the mover: a blank, then `X` or `O`");
    let mover = match left.next() {
        Some((_, 'X' | 'x' | '*')) => Player::FIRST,
        Some((_, 'O' | 'o')) => Player::SECOND,
        Some((at, c)) => {
            return Err(Error::misread_at(
                at,
                format!("`{c}` is not a player"),
                hint,
            ));
        }
        None => return Err(Error::misread_at(end, "nobody is to move", hint)),
    };
    match left.next() {
        None | Some((_, ';')) => Ok(mover),
        Some((at, c)) => {
            let what = format!("`{c}` after the mover");
            Err(Error::misread_at(at, what, "a remark begins with `;`"))
        }
    }
}

fn too_short(at: usize, count: usize, size: usize) -> Error {
    Error::misread_at(
        at,
        format!("only {count} cells of {size}"),
        format!(
            "write all {size} cells row by row from a1, then a blank and the mover, `X` or `O`"
        ),
    )
}

fn no_piece(at: usize, c: char) -> Error {
    Error::misread_at(
        at,
        format!("`{c}` is not a piece"),
        "a cell is `X` (first player), `O` (second) or `-` (empty)",
    )
}
