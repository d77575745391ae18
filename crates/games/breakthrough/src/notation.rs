//! Positions such as `xxx/xxx/3/ooo/ooo x` and moves such as `a2a3`, or `a2xb3` to capture.

use plyscope_game::{Board, Cell, Error, ErrorKind, Game, Notation, Player};

use super::rules::Breakthrough;
use super::state::{State, Step, bit};
use plyscope_grid::{Grid, Piece, cell_name, first_cell_len};

/// The letters of the players.
pub(super) const SIGNS: [char; 2] = ['x', 'o'];

impl Breakthrough {
    fn grid(&self) -> Grid {
        Grid {
            width: self.width(),
            height: self.height(),
        }
    }

    /// Why the step is not legal, and which are.
    fn illegal(&self, state: &State, from: Cell, to: Cell) -> Error {
        let sign = SIGNS[state.mover.index()];
        let name = cell_name(from);
        let legal = self.moves(state).map(|mv| (mv, self.write_move(state, mv)));
        if piece_on(state, from) != Some(state.mover) {
            let all: Vec<String> = legal.map(|(_, text)| text).collect();
            let hint = format!("legal here: {}", all.join(", "));
            return Error::misread_at(0, format!("{sign} has no pawn on {name}"), hint);
        }
        let its = legal.filter(|(mv, _)| cell_of(mv.from) == from);
        let its: Vec<String> = its.map(|(_, text)| text).collect();
        let hint = if its.is_empty() {
            "pawns step forward on empty cells, and capture diagonally only".to_string()
        } else {
            format!("from {name} there is {}", its.join(", "))
        };
        let what = format!("the pawn on {name} cannot step to {}", cell_name(to));
        Error::misread_at(0, what, hint)
    }
}

fn piece_on(state: &State, cell: Cell) -> Piece {
    [Player::FIRST, Player::SECOND]
        .into_iter()
        .find(|&player| state.of(player) & bit(cell.column, cell.row) != 0)
}

fn cell_of(bit: u8) -> Cell {
    Cell {
        column: usize::from(bit % 8),
        row: usize::from(bit / 8),
    }
}

/// The cells before and after the mark of a capture, if there is one, or a dash.
fn split_move(text: &str) -> (&str, &str, &str) {
    let (from, rest) = text.split_at(first_cell_len(text));
    let to = rest.strip_prefix(['x', 'X', '-']).unwrap_or(rest);
    (from, &rest[..rest.len() - to.len()], to)
}

/// Cuts the mover's letter off the end of a state.
fn split_mover(text: &str) -> Result<(&str, Player), Error> {
    let hint = "after the rows comes the mover: a blank, then `x` or `o`";
    let text = text.trim_end();
    let Some((rows, mover)) = text.rsplit_once(char::is_whitespace) else {
        return Err(Error::misread_at(text.len(), "nobody is to move", hint));
    };
    match mover {
        "x" | "X" => Ok((rows, Player::FIRST)),
        "o" | "O" => Ok((rows, Player::SECOND)),
        _ => {
            let what = format!("`{}` is not a player", mover.escape_debug());
            Err(Error::misread_at(text.len() - mover.len(), what, hint))
        }
    }
}

impl Notation for Breakthrough {
    fn write_state(&self, state: &State) -> String {
        let rows = self.grid().write_runs(|cell| piece_on(state, cell));
        format!("{rows} {}", SIGNS[state.mover.index()])
    }

    /// Numbers or dots stand for empty cells.
    fn read_state(&self, text: &str) -> Result<State, Error> {
        let (rows, mover) = split_mover(text)?;
        let mut pawns = [0; 2];
        self.grid().read(rows, |cell, player| {
            pawns[player.index()] |= bit(cell.column, cell.row);
        })?;
        self.state_from(pawns[0], pawns[1], mover)
            .map_err(|error| error.of_kind(ErrorKind::Misread))
    }

    fn write_move(&self, state: &State, mv: Step) -> String {
        let [from, to] = [mv.from, mv.to].map(cell_of);
        let captures = piece_on(state, to).is_some();
        let mark = if captures { "x" } else { "" };
        format!("{}{mark}{}", cell_name(from), cell_name(to))
    }

    /// Captures may be written without their mark, other steps with a dash.
    fn read_move(&self, state: &State, text: &str) -> Result<Step, Error> {
        let (from, mark, to) = split_move(text);
        let how = "a move is two cells, like `a2a3`, or `a2xb3` to capture";
        if to.is_empty() {
            let what = format!("`{}` is not a move", text.escape_debug());
            return Err(Error::misread_at(0, what, how));
        }
        let from = self.grid().read_cell(from)?;
        let at = text.len() - to.len();
        let to = self
            .grid()
            .read_cell(to)
            .map_err(|error| error.shifted(at))?;
        if mark.eq_ignore_ascii_case("x") && piece_on(state, to).is_none() {
            let what = format!("there is no pawn on {} to capture", cell_name(to));
            return Err(Error::misread_at(at, what, how));
        }
        self.moves(state)
            .find(|mv| cell_of(mv.from) == from && cell_of(mv.to) == to)
            .ok_or_else(|| self.illegal(state, from, to))
    }

    /// Two cells and what stands between them; text that is not so ends at a blank.
    fn first_move_len(&self, text: &str) -> usize {
        let (from, mark, to) = split_move(text);
        let blank = text.find(char::is_whitespace).unwrap_or(text.len());
        (from.len() + mark.len() + first_cell_len(to)).min(blank)
    }

    fn board(&self, state: &State) -> Board {
        self.grid().board(|cell| piece_on(state, cell))
    }

    /// Where the step ends; up to three steps share that cell.
    fn cell(&self, _state: &State, mv: Step) -> Option<Cell> {
        Some(cell_of(mv.to))
    }
}
