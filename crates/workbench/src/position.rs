//! A game in progress, behind text.

use std::any::Any;
use std::sync::Arc;

use plyscope_game::{Board, Cell, Game, Misread, Notation, Perft, Player, Points, perft_by_move};

use crate::Failure;

/// A state, how it came about, and what may be done with it; the game is hidden behind text.
pub trait AnyPosition: Send {
    /// Who moves.
    fn mover(&self) -> Player;
    /// Moves made since the position was set up.
    fn ply(&self) -> usize;
    /// Points of all players, if the game is over.
    fn payoffs(&self) -> Option<Vec<Points>>;
    /// The fewest and the most points a player can end with.
    fn points_range(&self) -> (Points, Points);
    /// The legal moves, in the game's order; none if it is over.
    fn legal(&self) -> Vec<String>;
    /// Where each legal move is drawn, in the same order.
    fn cells(&self) -> Vec<Option<Cell>>;
    /// Makes a move.
    ///
    /// # Errors
    /// When the text is no legal move.
    fn play(&mut self, text: &str) -> Result<(), Failure>;
    /// Makes the forced move that records leave out, if there is one; says which.
    fn play_unwritten(&mut self) -> Option<String>;
    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;
    /// The moves made, as text.
    fn moves(&self) -> Vec<String>;
    /// Whether the game began at the start of its rules.
    fn is_from_start(&self) -> bool;
    /// The state as one line of text.
    fn state_text(&self) -> String;
    /// The state the moves began from, as one line of text.
    fn origin_text(&self) -> String;
    /// The board to draw.
    fn board(&self) -> Board;
    /// The cell of the last move, if it has one.
    fn last_cell(&self) -> Option<Cell>;
    /// Move sequences of a length, by first move; `depth` is at least 1.
    fn perft(&self, depth: u32) -> Vec<(String, Perft)>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
    /// For the layer below, which knows the game.
    fn as_any(&self) -> &dyn Any;
}

/// A position of a game whose type is known.
pub(crate) struct Position<G: Game> {
    game: Arc<G>,
    /// The state before each move, and the present one last.
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<G: Notation> Position<G> {
    pub(crate) fn at(game: Arc<G>, state: G::State) -> Self {
        Self {
            game,
            states: vec![state],
            moves: Vec::new(),
        }
    }

    pub(crate) fn state(&self) -> &G::State {
        self.states.last().expect("there is always a present state")
    }

    /// The state the moves began from.
    pub(crate) fn origin(&self) -> &G::State {
        &self.states[0]
    }

    /// The moves made since.
    pub(crate) fn made(&self) -> &[G::Move] {
        &self.moves
    }

    pub(crate) fn make(&mut self, mv: G::Move) {
        let mut next = self.state().clone();
        self.game.play(&mut next, mv);
        self.states.push(next);
        self.moves.push(mv);
    }

    /// Plays a list of moves, with or without blanks between them.
    pub(crate) fn make_all(&mut self, text: &str) -> Result<(), Failure> {
        let separator = |letter: char| letter.is_whitespace() || letter == ',';
        let mut rest = text.trim_start_matches(separator);
        while !rest.is_empty() {
            let length = self.game.first_move_len(rest).max(1);
            let word = rest[..length].trim_end_matches(separator);
            self.make_written(word)?;
            rest = rest[length..].trim_start_matches(separator);
        }
        Ok(())
    }

    /// The same trouble, with the legal moves in its hint.
    fn with_legal_moves(&self, misread: Misread) -> Failure {
        let legal = self.legal();
        let first = legal.first().map_or("", String::as_str);
        let is_told = misread.hint.split([' ', ',']).any(|word| word == first);
        let hint = if is_told {
            misread.hint
        } else {
            format!("{}; legal here: {}", misread.hint, some_of(&legal))
        };
        Failure::misuse(misread.what, hint)
    }

    /// Plays one move of a list, after the forced ones that the list leaves out.
    fn make_written(&mut self, word: &str) -> Result<(), Failure> {
        if self.game.payoffs(self.state()).is_some() {
            let what = format!(
                "the game is over after {} moves, so `{word}` cannot follow",
                self.moves.len()
            );
            return Err(Failure::misuse(what, "leave out what follows the end"));
        }
        if let Some(unwritten) = self.game.unwritten_move(self.state())
            && self.game.read_move(self.state(), word).is_err()
        {
            self.make(unwritten);
        }
        let ply = self.moves.len();
        let located = format!("move {} (`{word}`, at ply {ply})", ply + 1);
        self.play(word)
            .map_err(|failure| failure.in_context(located))
    }
}

/// A list that a person can take in.
fn some_of(moves: &[String]) -> String {
    const MOST: usize = 24;
    match moves.len() {
        0..=MOST => moves.join(" "),
        all => format!("{} and {} more", moves[..MOST].join(" "), all - MOST),
    }
}

impl<G: Notation> AnyPosition for Position<G> {
    fn mover(&self) -> Player {
        self.game.mover(self.state())
    }

    fn ply(&self) -> usize {
        self.moves.len()
    }

    fn payoffs(&self) -> Option<Vec<Points>> {
        let payoffs = self.game.payoffs(self.state())?;
        let players = 0..self.game.facts().players;
        Some(players.map(|player| payoffs.of(Player(player))).collect())
    }

    fn points_range(&self) -> (Points, Points) {
        self.game.facts().points
    }

    fn legal(&self) -> Vec<String> {
        if self.game.payoffs(self.state()).is_some() {
            return Vec::new();
        }
        let text = |mv| self.game.write_move(self.state(), mv);
        self.game.moves(self.state()).map(text).collect()
    }

    fn cells(&self) -> Vec<Option<Cell>> {
        if self.game.payoffs(self.state()).is_some() {
            return Vec::new();
        }
        let cell = |mv| self.game.cell(self.state(), mv);
        self.game.moves(self.state()).map(cell).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), Failure> {
        if self.game.payoffs(self.state()).is_some() {
            let what = format!("the game is over, so `{text}` cannot be played");
            return Err(Failure::misuse(
                what,
                "take a move back, or begin a new game",
            ));
        }
        let mv = self
            .game
            .read_move(self.state(), text)
            .map_err(|misread| self.with_legal_moves(misread))?;
        self.make(mv);
        Ok(())
    }

    fn play_unwritten(&mut self) -> Option<String> {
        if self.game.payoffs(self.state()).is_some() {
            return None;
        }
        let mv = self.game.unwritten_move(self.state())?;
        let text = self.game.write_move(self.state(), mv);
        self.make(mv);
        Some(text)
    }

    fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.states.pop();
        true
    }

    fn moves(&self) -> Vec<String> {
        let made = self.states.iter().zip(&self.moves);
        made.map(|(state, &mv)| self.game.write_move(state, mv))
            .collect()
    }

    fn is_from_start(&self) -> bool {
        self.states[0] == self.game.start()
    }

    fn state_text(&self) -> String {
        self.game.write_state(self.state())
    }

    fn origin_text(&self) -> String {
        self.game.write_state(&self.states[0])
    }

    fn board(&self) -> Board {
        self.game.board(self.state())
    }

    fn last_cell(&self) -> Option<Cell> {
        let before = self.states.len().checked_sub(2)?;
        self.game.cell(&self.states[before], *self.moves.last()?)
    }

    fn perft(&self, depth: u32) -> Vec<(String, Perft)> {
        let by_move = perft_by_move(&*self.game, self.state(), depth);
        let text = |(mv, count)| (self.game.write_move(self.state(), mv), count);
        by_move.into_iter().map(text).collect()
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(Self {
            game: Arc::clone(&self.game),
            states: self.states.clone(),
            moves: self.moves.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
