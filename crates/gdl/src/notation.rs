//! States and moves of a sheet as text: the terms of the sheet itself.
//!
//! A state is its fluents on one line, and after a bar the moves of a round
//! that is not complete: `(cell 1 1 b) (control white) | (bid 3)`.

use plyscope_game::{Board, Cell, Error, Game, Notation};

use crate::board::flat;
use crate::game::GdlGame;
use crate::kif::{self, Expr, ExprNode};
use crate::state::{GdlMove, GdlState};

impl Notation for GdlGame {
    fn write_state(&self, state: &GdlState) -> String {
        let mut text = self.backing.fluents(&state.fluents).join(" ");
        if !state.pending.is_empty() {
            text.push_str(" |");
        }
        for &mv in &state.pending {
            text.push(' ');
            text.push_str(&self.backing.move_text(mv));
        }
        text
    }

    fn read_state(&self, text: &str) -> Result<GdlState, Error> {
        let (fluents, moves) = text.split_once('|').unwrap_or((text, ""));
        let fluents = terms(fluents)?;
        let fluents = self.backing.read(&fluents).map_err(|at| {
            let some = self.backing.fluents(&self.start().fluents);
            Error::misread(
                format!("`{}` never holds in this game", fluents[at]),
                format!(
                    "fluents look like `{}`",
                    some.first().map_or("", String::as_str)
                ),
            )
        })?;
        let (mut state, wrong) = self.settle(fluents);
        if let Some(wrong) = wrong {
            return Err(Error::misread(
                format!("{wrong} in this state, and in no game that was played"),
                "are all fluents there, and none too many?",
            ));
        }
        if self.payoffs(&state).is_some() && !self.is_terminal(&state.fluents) {
            return Err(Error::misread(
                "some role has no legal move in this state, and it is not over",
                "are all fluents there, such as whose turn it is?",
            ));
        }
        for term in terms(moves)? {
            self.play_pending(&mut state, &term)?;
        }
        Ok(state)
    }

    fn write_move(&self, _: &GdlState, mv: GdlMove) -> String {
        self.backing.move_text(mv.0)
    }

    /// Reads `(mark 1 1)`, and without its brackets too.
    fn read_move(&self, state: &GdlState, text: &str) -> Result<GdlMove, Error> {
        let words = terms(text)?;
        let term = match &words[..] {
            [term] => term.clone(),
            words => format!("({})", words.join(" ")),
        };
        let mut moves = self.moves(state);
        let found = moves.find(|mv| self.backing.move_text(mv.0).eq_ignore_ascii_case(&term));
        found.ok_or_else(|| self.not_legal(state, text))
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
        self.board.as_ref().map_or_else(Board::default, |board| {
            board.draw(&self.backing.fluents(&state.fluents))
        })
    }

    fn cell(&self, _: &GdlState, mv: GdlMove) -> Option<Cell> {
        self.board.as_ref()?.cell(&self.backing.move_text(mv.0))
    }

    fn player_names(&self) -> Vec<String> {
        self.roles().to_vec()
    }

    /// All fluents that are neither on the board nor say that it is the mover's turn.
    fn notes(&self, state: &GdlState) -> Vec<String> {
        let mover = &self.roles()[usize::from(state.mover)];
        let is_seen = |fluent: &String| {
            let is_turn = matches!(flat(fluent)[..], [_, role] if role == mover);
            let board = self.board.as_ref();
            is_turn || board.is_some_and(|board| board.place(fluent).is_some())
        };
        let mut fluents = self.backing.fluents(&state.fluents);
        fluents.retain(|fluent| !is_seen(fluent));
        fluents
    }

    /// The board, if there is one, and what is not seen on it.
    fn picture(&self, state: &GdlState) -> String {
        let mut text = match &self.board {
            Some(_) => self.board(state).picture(),
            None => String::new(),
        };
        for note in self.notes(state) {
            text.push_str(&note);
            text.push('\n');
        }
        text
    }
}

impl GdlGame {
    /// Makes a move of a round that stays incomplete.
    fn play_pending(&self, state: &mut GdlState, term: &str) -> Result<(), Error> {
        if self.payoffs(state).is_some() {
            return Err(Error::misread(
                "there are moves after the end",
                "leave out the bar and what follows",
            ));
        }
        let mv = self.read_move(state, term)?;
        let asked = state.pending.len();
        self.play(state, mv);
        if state.pending.len() <= asked {
            return Err(Error::misread(
                "the moves after the bar make the round complete",
                "write the state after the round instead",
            ));
        }
        Ok(())
    }

    fn not_legal(&self, state: &GdlState, text: &str) -> Error {
        /// As many as a person reads.
        const SOME: usize = 8;
        let legal = self.moves(state);
        let dots = if legal.len() > SOME { " …" } else { "" };
        let some: Vec<String> = legal
            .take(SOME)
            .map(|mv| self.backing.move_text(mv.0))
            .collect();
        let role = &self.roles()[self.mover(state).index()];
        Error::misread(
            format!("`{text}` is not a legal move of {role}"),
            format!("legal moves: {}{dots}", some.join(" ")),
        )
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
