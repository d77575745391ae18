//! A program of the Gomocup made of any agent.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use plyscope_game::any::{AnyAgent, Position};
use plyscope_game::{Cell, Chance, Error, Limits};

use super::player::{ServedAgent, Wish, choose};
use crate::gomocup::read_cell;

/// The time left is shared among so many moves.
const MOVES_TO_COME: u32 = 20;
/// What is taken off every time for the way to the other program and back.
const OVERHEAD: Duration = Duration::from_millis(20);

/// Answers as a program of the Gomocup does until it is told to end or its input ends.
///
/// # Errors
/// When the agent cannot be made, or its output is closed.
pub fn serve_gomocup(
    player: &ServedAgent<'_>,
    input: impl BufRead,
    output: impl Write,
) -> Result<(), Error> {
    let brain = Brain {
        position: Position::start(player.game),
        agent: (player.make)(&player.spec)?,
        chance: Chance::new(player.seed),
        player,
        turn: None,
        left: None,
        output,
    };
    let served = brain.heed(input);
    served.map_err(|error| Error::failed(format!("nobody listens: {error}")))
}

struct Brain<'a, W> {
    player: &'a ServedAgent<'a>,
    agent: Box<dyn AnyAgent>,
    chance: Chance,
    position: Position,
    /// The most time for a move.
    turn: Option<Duration>,
    /// The time for all moves to come.
    left: Option<Duration>,
    output: W,
}

impl<W: Write> Brain<'_, W> {
    fn heed(mut self, input: impl BufRead) -> io::Result<()> {
        let mut lines = input.lines();
        while let Some(line) = lines.next() {
            let line = line?;
            let mut words = line.split_ascii_whitespace();
            let command = words.next().unwrap_or_default().to_ascii_uppercase();
            let rest = words.next().unwrap_or_default();
            match command.as_str() {
                "START" => self.start(rest)?,
                "RESTART" => {
                    self.begin_anew();
                    self.say("OK")?;
                }
                "BEGIN" => {
                    self.begin_anew();
                    self.answer()?;
                }
                "TURN" => match self.put(rest) {
                    Ok(()) => self.answer()?,
                    Err(error) => self.complain(&error)?,
                },
                "BOARD" => match self.take_board(&mut lines)? {
                    Ok(()) => self.answer()?,
                    Err(error) => self.complain(&error)?,
                },
                "TAKEBACK" => {
                    self.position.undo();
                    self.say("OK")?;
                }
                "INFO" => self.inform(rest, words.next().unwrap_or_default()),
                "ABOUT" => {
                    let version = env!("CARGO_PKG_VERSION");
                    let about = format!(
                        "name=\"Plyscope {}\", version=\"{version}\"",
                        self.player.spec
                    );
                    self.say(&about)?;
                }
                "END" => break,
                "" => {}
                _ => self.say(&format!("UNKNOWN {command}"))?,
            }
        }
        Ok(())
    }

    fn start(&mut self, size: &str) -> io::Result<()> {
        let own = self.position.board().columns.len();
        if size.parse() != Ok(own) {
            return self.say(&format!("ERROR the board has {own} columns, not {size}"));
        }
        self.begin_anew();
        self.say("OK")
    }

    fn begin_anew(&mut self) {
        self.position = Position::start(self.player.game);
        self.agent.forget();
    }

    fn inform(&mut self, key: &str, value: &str) {
        let time = value.parse().ok().map(Duration::from_millis);
        match key.to_ascii_lowercase().as_str() {
            // 0 is to move as quickly as possible.
            "timeout_turn" => self.turn = time.map(|time| time.max(Duration::from_millis(1))),
            "time_left" => self.left = time,
            _ => {}
        }
    }

    /// Makes the other's move, `7,7`.
    fn put(&mut self, text: &str) -> Result<(), Error> {
        let wrong = || Error::misuse(format!("`{text}` is no free cell"), "write column,row");
        let cell = read_cell(text).ok_or_else(wrong)?;
        put_on(&mut self.position, cell).ok_or_else(wrong)
    }

    /// Reads stones until `DONE`, and makes the game that could have led there.
    fn take_board(
        &mut self,
        lines: &mut impl Iterator<Item = io::Result<String>>,
    ) -> io::Result<Result<(), Error>> {
        let (mut own, mut theirs) = (Vec::new(), Vec::new());
        for line in lines {
            let line = line?;
            let line = line.trim();
            if line.eq_ignore_ascii_case("done") {
                break;
            }
            let stone = line.rsplit_once(',').and_then(|(cell, whose)| {
                Some((read_cell(cell)?, whose.trim().parse::<u8>().ok()?))
            });
            match stone {
                Some((cell, 1)) => own.push(cell),
                Some((cell, 2)) => theirs.push(cell),
                _ => {}
            }
        }
        self.begin_anew();
        Ok(self.replay(&own, &theirs))
    }

    /// We are to move, so the other began if he has a stone more.
    fn replay(&mut self, own: &[Cell], theirs: &[Cell]) -> Result<(), Error> {
        let (first, second) = if own.len() == theirs.len() {
            (own, theirs)
        } else {
            (theirs, own)
        };
        let is_fair = first.len() == second.len() || first.len() == second.len() + 1;
        let mut position = Position::start(self.player.game);
        for place in 0..first.len() {
            for stones in [first, second] {
                let Some(&cell) = stones.get(place) else {
                    continue;
                };
                put_on(&mut position, cell)
                    .filter(|()| is_fair)
                    .ok_or_else(|| {
                        let what = "the stones are not those of a game in which it is our turn";
                        Error::misuse(what, "list every stone once")
                    })?;
            }
        }
        self.position = position;
        Ok(())
    }

    /// Thinks, moves, and says where.
    fn answer(&mut self) -> io::Result<()> {
        let by_clock = self.left.map(|left| left / MOVES_TO_COME);
        let time = self.turn.into_iter().chain(by_clock).min();
        let time = time.map(|time| time.saturating_sub(OVERHEAD).max(Duration::from_millis(1)));
        let wish = Wish {
            position: self.position.clone(),
            limits: Limits {
                time,
                ..Limits::best_move()
            },
        };
        match choose(&mut *self.agent, &wish, &mut self.chance) {
            Ok(chosen) => {
                let (states, at) = (self.position.states(), self.position.at());
                let text = (self.player.write_move)(states, at, chosen.mv);
                self.position.make(chosen.mv);
                self.say(&text)
            }
            Err(error) => self.complain(&error),
        }
    }

    fn complain(&mut self, error: &Error) -> io::Result<()> {
        self.say(&format!("ERROR {}", error.what.replace('\n', " ")))
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }
}

/// Puts a stone on a cell, if that is a legal move.
fn put_on(position: &mut Position, cell: Cell) -> Option<()> {
    let mv = position.cells().iter().position(|own| *own == Some(cell))?;
    position.make(mv);
    Some(())
}
