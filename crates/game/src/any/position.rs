//! A game in progress: where it began, the moves made, and the state they led to.

use super::{AnyGame, AnyStates};
use crate::{Board, Cell, Error, Facts, Payoffs, Perft, Player, Points};

/// A state and how it came about.
///
/// A position that begins at the start of the rules knows its ply; one that
/// begins at a state given as text knows only the moves made since.
///
/// ```
/// use plyscope_game::any::{Hidden, Position};
/// use plyscope_othello::Othello;
///
/// let game = Hidden::new(Othello::<8>::default());
/// let position = Position::after(&*game, "d3c3c4")?;
/// assert_eq!((position.ply(), position.move_texts().join(" ")), (3, "d3 c3 c4".into()));
/// let error = Position::after(&*game, "d3d3").err().expect("there is a disc on d3");
/// assert!(error.hint.is_some());
/// # Ok::<(), plyscope_game::Error>(())
/// ```
pub struct Position {
    /// The state before each move, and the present one last.
    states: Box<dyn AnyStates>,
    /// The moves made, each by its place among the legal ones.
    moves: Vec<usize>,
    is_from_start: bool,
    facts: Facts,
    players: Vec<String>,
}

impl Position {
    /// The start of a game.
    #[must_use]
    pub fn start(game: &dyn AnyGame) -> Self {
        let mut states = game.states();
        states.push_start();
        Self {
            states,
            moves: Vec::new(),
            is_from_start: true,
            facts: game.facts(),
            players: game.player_names(),
        }
    }

    /// A copy of one state of a list of the same game.
    #[must_use]
    pub fn of(game: &dyn AnyGame, states: &dyn AnyStates, at: usize) -> Self {
        let mut own = Self::start(game);
        own.states.push_from(states, at);
        own.begun_at_last()
    }

    /// The state that a text describes.
    ///
    /// # Errors
    /// When the text is no state; the place of the trouble is counted in characters.
    pub fn read(game: &dyn AnyGame, text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let mut own = Self::start(game);
        let read = own.states.push_text(text);
        read.map_err(|mut error| {
            // Games count bytes; people count characters.
            error.at = error.at.map(|at| {
                let before = text.char_indices().take_while(|(byte, _)| *byte < at);
                before.count()
            });
            error
        })?;
        Ok(own.begun_at_last())
    }

    /// The moves of a list from the start of a game, with or without blanks between them.
    ///
    /// # Errors
    /// When a word is no legal move; says which, at what ply, and what was legal.
    pub fn after(game: &dyn AnyGame, moves: &str) -> Result<Self, Error> {
        let mut own = Self::start(game);
        own.play_all(moves)?;
        Ok(own)
    }

    /// Forgets all states but the last, which the game now begins from.
    fn begun_at_last(mut self) -> Self {
        self.is_from_start = self.states.is_same(1, &*self.states, 0);
        let mut states = self.states.boxed_clone();
        states.truncate(0);
        states.push_from(&*self.states, 1);
        self.states = states;
        self
    }

    /// The list of states, of which the present one is the last.
    pub fn states(&self) -> &dyn AnyStates {
        &*self.states
    }

    /// The number of the present state in [`Self::states`].
    pub fn at(&self) -> usize {
        self.moves.len()
    }

    /// The player to move.
    pub fn mover(&self) -> Player {
        self.states.mover(self.at())
    }

    /// Points of all players, if the game is over.
    pub fn payoffs(&self) -> Option<Payoffs> {
        self.states.payoffs(self.at())
    }

    /// The same as a list, in the order of the players.
    pub fn points(&self) -> Option<Vec<Points>> {
        Some(self.payoffs()?.all(self.facts.players))
    }

    /// Players, points and sizes of the game.
    pub fn facts(&self) -> Facts {
        self.facts
    }

    /// What the players are called, in their order; nothing where they have no names of their own.
    pub fn player_names(&self) -> &[String] {
        &self.players
    }

    /// Whether the mover does not see the moves made just before.
    pub fn is_hidden(&self) -> bool {
        self.states.is_hidden(self.at())
    }

    /// What holds and is not seen on the board.
    pub fn notes(&self) -> Vec<String> {
        self.states.notes(self.at())
    }

    /// Move sequences of a length, by first move; `depth` is at least 1.
    pub fn perft(&self, depth: u32) -> Vec<(String, Perft)> {
        let counts = self.states.perft(self.at(), depth);
        self.legal().into_iter().zip(counts).collect()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.payoffs().is_some()
    }

    /// Moves made since the position was set up.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The moves made, each by its place among those that were legal.
    pub fn moves(&self) -> &[usize] {
        &self.moves
    }

    /// The moves made, as text.
    pub fn move_texts(&self) -> Vec<String> {
        let made = self.moves.iter().enumerate();
        made.map(|(at, &mv)| self.states.move_text(at, mv))
            .collect()
    }

    /// Whether the game began at the start of its rules.
    pub fn is_from_start(&self) -> bool {
        self.is_from_start
    }

    /// The legal moves as text, in the game's order; none if it is over.
    pub fn legal(&self) -> Vec<String> {
        self.states.move_texts(self.at())
    }

    /// The state as one line of text.
    pub fn text(&self) -> String {
        self.states.text(self.at())
    }

    /// The state the moves began from, as one line of text.
    pub fn origin_text(&self) -> String {
        self.states.text(0)
    }

    /// The board to draw.
    pub fn board(&self) -> Board {
        self.states.board(self.at())
    }

    /// Where each legal move is drawn, in order.
    pub fn cells(&self) -> Vec<Option<Cell>> {
        self.states.cells(self.at())
    }

    /// The cell of the last move, if it has one.
    pub fn last_cell(&self) -> Option<Cell> {
        let before = self.at().checked_sub(1)?;
        self.states.cells(before)[self.moves[before]]
    }

    /// Makes a legal move, by its place.
    pub fn make(&mut self, mv: usize) {
        self.states.push_after(self.at(), mv);
        self.moves.push(mv);
    }

    /// Makes the move that a text describes.
    ///
    /// # Errors
    /// When the text is no legal move, or the game is over.
    pub fn play(&mut self, text: &str) -> Result<(), Error> {
        if self.is_over() {
            let what = format!("the game is over, so `{text}` cannot be played");
            return Err(Error::misuse(what, "take a move back, or begin a new game"));
        }
        let mv = self.states.read_move(self.at(), text);
        let mv = mv.map_err(|error| self.with_legal_moves(error))?;
        self.make(mv);
        Ok(())
    }

    /// Plays a list of moves, with or without blanks between them.
    ///
    /// # Errors
    /// When a word is no legal move; those before it are made.
    pub fn play_all(&mut self, text: &str) -> Result<(), Error> {
        let separator = |letter: char| letter.is_whitespace() || letter == ',';
        let mut rest = text.trim_start_matches(separator);
        while !rest.is_empty() {
            let length = self.states.first_move_len(rest).max(1);
            let word = rest[..length].trim_end_matches(separator);
            self.play_written(word)?;
            rest = rest[length..].trim_start_matches(separator);
        }
        Ok(())
    }

    /// Makes the forced move that records leave out, if there is one; gives its text.
    pub fn play_unwritten(&mut self) -> Option<String> {
        let mv = self.states.unwritten_move(self.at())?;
        let text = self.states.move_text(self.at(), mv);
        self.make(mv);
        Some(text)
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let is_one = self.moves.pop().is_some();
        self.states.truncate(self.moves.len() + 1);
        is_one
    }

    /// Plays one move of a list, after the forced ones that the list leaves out.
    fn play_written(&mut self, word: &str) -> Result<(), Error> {
        let ply = self.moves.len();
        if self.is_over() {
            let what = format!("the game is over after {ply} moves, so `{word}` cannot follow");
            return Err(Error::misuse(what, "leave out what follows the end"));
        }
        if let Some(unwritten) = self.states.unwritten_move(self.at())
            && self.states.read_move(self.at(), word).is_err()
        {
            self.make(unwritten);
        }
        let ply = self.moves.len();
        let located = format!("move {} (`{word}`, at ply {ply})", ply + 1);
        self.play(word).map_err(|error| error.in_context(located))
    }

    /// The same trouble, with the legal moves in its hint.
    fn with_legal_moves(&self, error: Error) -> Error {
        let legal = self.legal();
        let first = legal.first().map_or("", String::as_str);
        let hint = error.hint.clone().unwrap_or_default();
        // Moves of some games are several words.
        let is_told = if first.contains(' ') {
            hint.contains(first)
        } else {
            hint.split([' ', ',']).any(|word| word == first)
        };
        let hint = if is_told {
            hint
        } else {
            format!("{hint}; legal here: {}", some_of(&legal))
        };
        Error::misuse(error.what, hint)
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            states: self.states.boxed_clone(),
            moves: self.moves.clone(),
            is_from_start: self.is_from_start,
            facts: self.facts,
            players: self.players.clone(),
        }
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
