//! States and moves of a sheet as text: the terms of the sheet itself.
//!
//! A state is its fluents on one line, and after a bar the moves of a round
//! that is not complete: `(cell 1 1 b) (control white) | (bid 3)`.

use std::fmt::Write as _;

use plyscope_game::{Board, Cell, Error, Game, Notation};

use crate::game::{GdlGame, GdlMove, GdlState};
use crate::kif::{self, Expr, ExprNode};
use crate::propagate::{has, set};

impl Notation for GdlGame {
    fn write_state(&self, state: &GdlState) -> String {
        let fluents = &self.network.fluents;
        let held = (0..fluents.len()).filter(|&fluent| has(&state.bits, fluent));
        let mut text = held
            .map(|fluent| fluents[fluent].as_str())
            .collect::<Vec<_>>()
            .join(" ");
        if !state.pending.is_empty() {
            text.push_str(" |");
        }
        for &mv in &state.pending {
            let _ = write!(text, " {}", self.network.moves[mv as usize]);
        }
        text
    }

    fn read_state(&self, text: &str) -> Result<GdlState, Error> {
        let (fluents, moves) = text.split_once('|').unwrap_or((text, ""));
        let mut bits = vec![0; self.network.state_words()];
        for term in terms(fluents)? {
            let known = self
                .network
                .fluents
                .iter()
                .position(|fluent| fluent.eq_ignore_ascii_case(&term));
            let fluent = known.ok_or_else(|| {
                Error::misread(
                    format!("`{term}` never holds in this game"),
                    format!(
                        "fluents look like `{}`",
                        self.network.fluents.first().map_or("", String::as_str)
                    ),
                )
            })?;
            set(&mut bits, fluent);
        }
        let mut state = self.settle(bits);
        if self.payoffs(&state).is_some() && !self.is_terminal(&state.bits) {
            return Err(Error::misread(
                "some role has no legal move in this state, and it is not over",
                "are all fluents there, such as whose turn it is?",
            ));
        }
        for term in terms(moves)? {
            if self.payoffs(&state).is_some() {
                return Err(Error::misread(
                    "there are moves after the end",
                    "leave out the bar and what follows",
                ));
            }
            let mv = self.read_move(&state, &term)?;
            let asked = state.pending.len();
            self.play(&mut state, mv);
            if state.pending.len() <= asked {
                return Err(Error::misread(
                    "the moves after the bar make the round complete",
                    "write the state after the round instead",
                ));
            }
        }
        Ok(state)
    }

    fn write_move(&self, _: &GdlState, mv: GdlMove) -> String {
        self.network.moves[mv.0 as usize].clone()
    }

    fn read_move(&self, state: &GdlState, text: &str) -> Result<GdlMove, Error> {
        let legal = || {
            self.moves(state)
                .map(|mv| self.network.moves[mv.0 as usize].clone())
        };
        let words = terms(text)?;
        let term = match &words[..] {
            [term] => term.clone(),
            words => format!("({})", words.join(" ")),
        };
        let found = self
            .moves(state)
            .find(|mv| self.network.moves[mv.0 as usize].eq_ignore_ascii_case(&term));
        found.ok_or_else(|| {
            let some: Vec<String> = legal().take(8).collect();
            let dots = if legal().count() > some.len() {
                " …"
            } else {
                ""
            };
            Error::misread(
                format!(
                    "`{text}` is not a legal move of {}",
                    self.network.roles[self.mover(state).index()]
                ),
                format!("legal moves: {}{dots}", some.join(" ")),
            )
        })
    }

    fn first_move_len(&self, text: &str) -> usize {
        if !text.starts_with('(') {
            return text
                .find(|letter: char| letter.is_whitespace() || letter == '(')
                .unwrap_or(text.len())
                .max(1);
        }
        let mut depth = 0u32;
        for (at, letter) in text.char_indices() {
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        text.len()
    }

    fn board(&self, state: &GdlState) -> Board {
        self.board
            .as_ref()
            .map_or_else(Board::default, |board| board.draw(&state.bits))
    }

    fn cell(&self, _: &GdlState, mv: GdlMove) -> Option<Cell> {
        self.board
            .as_ref()?
            .cell(&self.network.moves[mv.0 as usize])
    }

    /// The board, if there is one, and all fluents that are not on it.
    fn picture(&self, state: &GdlState) -> String {
        let mut text = self
            .board
            .as_ref()
            .map_or_else(String::new, |board| board.draw(&state.bits).picture());
        for (fluent, name) in self.network.fluents.iter().enumerate() {
            let is_drawn = self.board.as_ref().is_some_and(|board| board.has(fluent));
            if has(&state.bits, fluent) && !is_drawn {
                text.push_str(name);
                text.push('\n');
            }
        }
        text
    }
}

/// The terms of a text, each as the sheet writes it.
fn terms(text: &str) -> Result<Vec<String>, Error> {
    let exprs = kif::read(text).map_err(|error| {
        let at = error
            .place
            .map_or(0, |place| place.column.saturating_sub(1) as usize);
        let at = text.char_indices().nth(at).map_or(text.len(), |(at, _)| at);
        Error::misread_at(at, error.what, error.hint)
    })?;
    Ok(exprs.iter().map(written).collect())
}

fn written(expr: &Expr) -> String {
    match &expr.node {
        ExprNode::Word(word) => word.clone(),
        ExprNode::List(items) => format!(
            "({})",
            items.iter().map(written).collect::<Vec<_>>().join(" ")
        ),
    }
}
