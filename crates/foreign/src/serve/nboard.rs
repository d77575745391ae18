//! An Othello program that speaks `NBoard`, made of any agent.

use std::io::{self, BufRead, Write};

use plyscope_game::any::{AnyAgent, Position};
use plyscope_game::{Chance, Error, Limits, Value};

use super::player::{ServedAgent, Wish, choose};

/// Answers as a program that speaks `NBoard` does until its input ends.
///
/// # Errors
/// When the agent cannot be made, or its output is closed.
pub fn serve_nboard(
    player: &ServedAgent<'_>,
    input: impl BufRead,
    output: impl Write,
) -> Result<(), Error> {
    let brain = Brain {
        position: Position::start(player.game),
        agent: (player.make)(&player.spec)?,
        chance: Chance::new(player.seed),
        player,
        depth: None,
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
    depth: Option<u32>,
    output: W,
}

impl<W: Write> Brain<'_, W> {
    fn heed(mut self, input: impl BufRead) -> io::Result<()> {
        for line in input.lines() {
            let line = line?;
            let (command, rest) = split(&line);
            match command {
                "nboard" => self.say(&format!("set myname Plyscope {}", self.player.spec))?,
                "set" => self.set(rest)?,
                "move" => {
                    let word = rest.split('/').next().unwrap_or_default();
                    let played = self.position.play(word.trim());
                    self.tell_trouble(played.err())?;
                }
                "go" => self.go()?,
                "hint" => self.hint(rest.trim().parse().unwrap_or(1))?,
                "ping" => self.say(&format!("pong {}", rest.trim()))?,
                "quit" => break,
                // Unknown commands are passed over, as the protocol asks.
                _ => {}
            }
        }
        Ok(())
    }

    fn set(&mut self, rest: &str) -> io::Result<()> {
        let (key, value) = split(rest);
        match key {
            "depth" => self.depth = value.trim().parse().ok().filter(|depth| *depth > 0),
            "game" => {
                self.agent.forget();
                let read = read_game(self.player, value);
                let trouble = read.map(|position| self.position = position).err();
                self.tell_trouble(trouble)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Chooses a move and says it; the caller makes it by `move`.
    fn go(&mut self) -> io::Result<()> {
        let wish = self.wish(false);
        match choose(&mut *self.agent, &wish, &mut self.chance) {
            Ok(chosen) => {
                let word = self.word(chosen.mv);
                let value = chosen.score.from_level(&self.player.game.facts());
                let value = value.map_or(String::new(), |value| format!("/{value}"));
                self.say(&format!("=== {word}{value}"))
            }
            Err(error) => self.tell_trouble(Some(error)),
        }
    }

    /// Tells the best moves with their values.
    fn hint(&mut self, count: usize) -> io::Result<()> {
        let wish = self.wish(true);
        let chosen = match choose(&mut *self.agent, &wish, &mut self.chance) {
            Ok(chosen) => chosen,
            Err(error) => return self.tell_trouble(Some(error)),
        };
        let facts = self.player.game.facts();
        let mut moves: Vec<_> = chosen.advice.moves.iter().collect();
        moves.sort_by_key(|own| std::cmp::Reverse(own.score.rank(&facts)));
        for own in moves.into_iter().take(count.max(1)) {
            let word = self.word(own.mv);
            let value: Value = own.score.from_level(&facts).unwrap_or(0.0);
            let depth = chosen.advice.depth.unwrap_or(1);
            self.say(&format!("search {word} {value} 0 {depth}"))?;
        }
        self.say("status")
    }

    fn wish(&self, every_move: bool) -> Wish {
        Wish {
            position: self.position.clone(),
            limits: Limits {
                depth: self.depth,
                every_move,
                ..Limits::best_move()
            },
        }
    }

    /// A move as the protocol writes it: `D3`, or `PA` for a pass.
    fn word(&self, mv: usize) -> String {
        let (states, at) = (self.position.states(), self.position.at());
        (self.player.write_move)(states, at, mv)
    }

    fn tell_trouble(&mut self, error: Option<Error>) -> io::Result<()> {
        match error {
            Some(error) => self.say(&format!("status {}", error.what.replace('\n', " "))),
            None => Ok(()),
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }
}

/// Reads `(;GM[Othello]…BO[8 --- *]B[d3]W[c3];)`: where it began, and the moves.
fn read_game(player: &ServedAgent<'_>, ggf: &str) -> Result<Position, Error> {
    let mut position = Position::start(player.game);
    let mut rest = ggf;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((value, behind)) = after.split_once(']') else {
            break;
        };
        let key = before.trim_start_matches(|letter: char| !letter.is_ascii_alphabetic());
        match key {
            "BO" => {
                let (_, cells) = split(value);
                position = Position::read(player.game, cells)?;
            }
            "B" | "W" => position.play(value.split('/').next().unwrap_or_default().trim())?,
            _ => {}
        }
        rest = behind;
    }
    Ok(position)
}

/// The first word of a line, and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).unwrap_or((line, ""))
}
