//! Programs that speak `NBoard`, the protocol of Othello programs, as agents.

use std::fmt::Write as _;

use plyscope_game::{Advice, Agent, Error, Limits, Notation, Player, Value};

use crate::talk::{Talk, TalkSettings, advice, illegal, line};
use crate::{Child, Patience};

/// A program that speaks `NBoard`, started when it is first asked. It values the move that it chooses, if any.
pub struct NboardAgent {
    talk: Talk,
    /// The number of the last question whether it is there.
    pings: u64,
}

impl NboardAgent {
    /// A program for Othello on 8×8 cells.
    #[must_use]
    pub fn new(settings: TalkSettings) -> Self {
        Self {
            talk: Talk::new(settings),
            pings: 0,
        }
    }
}

impl<G: Notation> Agent<G> for NboardAgent {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let depth = self
            .talk
            .settings
            .depth
            .into_iter()
            .chain(limits.depth)
            .min();
        let greet = |child: &mut Child, _: &Patience| {
            child.send(b"nboard 2\n");
            if let Some(depth) = depth {
                child.send(format!("set depth {depth}\n").as_bytes());
            }
            Ok(())
        };
        let ggf = write_game(game, state);
        self.pings += 1;
        let pings = self.pings;
        let (best, value) = self.talk.ask(limits, greet, |child, patience| {
            child.send(format!("set game {ggf}\nping {pings}\n").as_bytes());
            let pong = format!("pong {pings}");
            while line(child, patience)? != pong {}
            child.send(b"go\n");
            let answer = loop {
                let line = line(child, patience)?;
                if let Some(answer) = line.strip_prefix("===") {
                    break answer.trim().to_string();
                }
            };
            let (word, value) = read_answer(&answer);
            let best = game
                .read_move(state, word)
                .map_err(|_| illegal(child, word))?;
            Ok((best, value))
        })?;
        Ok(advice(game, state, best, value))
    }
}

impl Drop for NboardAgent {
    fn drop(&mut self) {
        self.talk.part(b"quit\n");
    }
}

/// The move of an answer and its value, if there is one: `D3/1.5/0.2`, or with blanks, as Edax writes it.
fn read_answer(answer: &str) -> (&str, Option<Value>) {
    let mut parts = answer.split(['/', ' ', '\t']);
    let word = parts.next().unwrap_or_default();
    let value = parts.next().and_then(|value| value.parse::<Value>().ok());
    (word, value.filter(|value| value.is_finite()))
}

/// A state as a game that begins there: `(;GM[Othello]…BO[8 ---… *];)`.
fn write_game<G: Notation>(game: &G, state: &G::State) -> String {
    let mut cells = String::new();
    game.push_cells(state, &mut cells);
    let mut text = String::from("(;GM[Othello]PC[Plyscope]PB[black]PW[white]RE[?]TI[0]TY[8]BO[8 ");
    text.extend(cells.chars().map(|letter| match letter {
        'x' => '*',
        'o' => 'O',
        _ => '-',
    }));
    let mover = if game.mover(state) == Player::FIRST {
        '*'
    } else {
        'O'
    };
    let _ = write!(text, " {mover}];)");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_game::Game;
    use plyscope_othello::Othello;

    #[test]
    fn answers_are_read_with_strokes_or_blanks() {
        assert_eq!(read_answer("D3/1.5/0.2"), ("D3", Some(1.5)));
        assert_eq!(read_answer("f5 -2.00 0.0"), ("f5", Some(-2.0)));
        assert_eq!(read_answer("PA"), ("PA", None));
        assert_eq!(read_answer("D3//0.2"), ("D3", None));
        assert_eq!(read_answer("D3/nan"), ("D3", None));
        assert_eq!(read_answer(""), ("", None));
    }

    #[test]
    fn a_state_is_written_as_a_game_that_begins_there() {
        let game = Othello::<8>::default();
        let text = write_game(&game, &game.start());
        let board = "---------------------------O*------*O---------------------------";
        assert!(text.contains(&format!("BO[8 {board} *]")), "{text}");
    }
}
