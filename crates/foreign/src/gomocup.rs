//! Programs that speak the protocol of the Gomocup tournament, as agents for five in a row.
//!
//! They get the whole board for every move, so that any state can be asked about.

use std::fmt::Write as _;

use plyscope_game::{Advice, Agent, Cell, Error, Limits, Notation, Player};

use crate::talk::{Talk, TalkSettings, advice, find, illegal, line};
use crate::{Child, Patience};

/// A program of the Gomocup, started when it is first asked. It says its move, and no values.
pub struct GomocupAgent {
    talk: Talk,
    /// Whether more than five in a row do not win.
    exact: bool,
}

impl GomocupAgent {
    /// A program, for a game in which only exactly five in a row win or more do, too.
    #[must_use]
    pub fn new(settings: TalkSettings, exact: bool) -> Self {
        Self {
            talk: Talk::new(settings),
            exact,
        }
    }
}

impl<G: Notation> Agent<G> for GomocupAgent {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let size = game.board(state).columns.len();
        let millis = self
            .talk
            .time(limits)
            .map_or(0, |time| time.as_millis().max(1));
        let rule = u32::from(self.exact);
        let greet = |child: &mut Child, patience: &Patience| {
            child.send(format!("START {size}\n").as_bytes());
            let answer = spoken(child, patience)?;
            if answer != "OK" {
                return Err(child.blame(&format!("answered START with `{answer}`")));
            }
            child.send(format!("INFO rule {rule}\nINFO game_type 1\n").as_bytes());
            if millis > 0 {
                child.send(format!("INFO timeout_turn {millis}\n").as_bytes());
            }
            Ok(())
        };
        let board = board(game, state, size);
        let best = self.talk.ask(limits, greet, |child, patience| {
            child.send(board.as_bytes());
            let answer = spoken(child, patience)?;
            let cell = read_cell(&answer);
            let best =
                cell.and_then(|cell| find(game, state, |mv| game.cell(state, mv) == Some(cell)));
            best.ok_or_else(|| illegal(child, &answer))
        })?;
        Ok(advice(game, state, best, None))
    }
}

impl Drop for GomocupAgent {
    fn drop(&mut self) {
        self.talk.part(b"END\n");
    }
}

/// The command that tells the whole board: stones as `column,row,whose`, 1 the mover's own.
fn board<G: Notation>(game: &G, state: &G::State, size: usize) -> String {
    let mut cells = String::new();
    game.push_cells(state, &mut cells);
    let own = if game.mover(state) == Player::FIRST {
        'x'
    } else {
        'o'
    };
    let mut text = String::from("BOARD\n");
    let stones = cells
        .chars()
        .enumerate()
        .filter(|(_, letter)| *letter != '.');
    for (place, letter) in stones {
        let whose = if letter == own { 1 } else { 2 };
        let _ = writeln!(text, "{},{},{whose}", place % size, place / size);
    }
    text + "DONE\n"
}

/// The next line that is an answer and not talk.
fn spoken(child: &mut Child, patience: &Patience) -> Result<String, Error> {
    loop {
        let line = line(child, patience)?;
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        match word.to_ascii_uppercase().as_str() {
            "MESSAGE" | "DEBUG" | "SUGGEST" | "" => {}
            "ERROR" | "UNKNOWN" => return Err(child.blame(&format!("answered `{line}`"))),
            _ => return Ok(line),
        }
    }
}

/// `7,7`: column and row from the top left.
pub(crate) fn read_cell(text: &str) -> Option<Cell> {
    let (column, row) = text.split_once(',')?;
    Some(Cell {
        column: column.trim().parse().ok()?,
        row: row.trim().parse().ok()?,
    })
}
