//! Lists of states of one game whose type is hidden.

use std::any::Any;
use std::collections::HashSet;
use std::sync::Arc;

use crate::{Board, Cell, Chance, Error, Notation, Payoffs, Perft, Player, perft_by_move};

/// States of one game, numbered from 0; a move is its place among the legal moves of its state.
///
/// A place is only meaningful together with its state. Methods that take the
/// number of a state panic when there is none; those that take a move panic
/// when the state has none of that place.
pub trait AnyStates: Send + Sync {
    /// How many there are.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the start of the game.
    fn push_start(&mut self);
    /// Adds the state that a text describes.
    ///
    /// # Errors
    /// When the text is no state of the game; the list is then as before.
    fn push_text(&mut self, text: &str) -> Result<(), Error>;
    /// Adds the state in which a player is asked: the one that a text describes, or a state of the
    /// round that begins there in which the moves of others are hidden from him. Where he is not
    /// one of those who choose, it is the described state.
    ///
    /// # Errors
    /// When the text is no state of the game; the list is then as before.
    fn push_text_for(&mut self, text: &str, player: Player) -> Result<(), Error>;
    /// Adds the state in which a player of the round that begins at a state of a list of the same
    /// game is asked, as in [`Self::push_text_for`].
    fn push_asked(&mut self, other: &dyn AnyStates, at: usize, player: Player);
    /// Adds a copy of a state of a list of the same game.
    fn push_from(&mut self, other: &dyn AnyStates, at: usize);
    /// Adds what a move of a state of this list leads to.
    fn push_after(&mut self, at: usize, mv: usize);
    /// Adds the state after so many random moves from the start, if the game
    /// lasts so long; it may be over there, but not before.
    fn push_random(&mut self, plies: u32, chance: &mut Chance) -> bool;
    /// Drops all states from this number on.
    fn truncate(&mut self, len: usize);
    /// Makes a move.
    fn play(&mut self, at: usize, mv: usize);
    /// The place of a move chosen at random, all equally likely; the state is not over.
    fn pick(&self, at: usize, chance: &mut Chance) -> usize;

    /// The player to move; on a finished state, the one that would be.
    fn mover(&self, at: usize) -> Player;
    /// Points of all players if the game is over.
    fn payoffs(&self, at: usize) -> Option<Payoffs>;
    /// How many legal moves there are; none if the game is over.
    fn move_count(&self, at: usize) -> usize;
    /// The fewest and the most moves that can have led here, where the state tells.
    fn ply_range(&self, at: usize) -> Option<(u32, u32)>;
    /// How far the game is, from 0 to 1; see [`crate::Game::phase`].
    fn phase(&self, at: usize) -> Option<crate::Value>;
    /// Whether the mover does not see the moves made just before.
    fn is_hidden(&self, at: usize) -> bool;
    /// Those who choose in the round that begins here, in the order in which they are asked; the
    /// mover alone unless moves are hidden, and no player where the game is over.
    fn choosers(&self, at: usize) -> Vec<Player>;
    /// The text and the key of the beginning of the round: all that the mover of a hidden state sees.
    fn round(&self, at: usize) -> (String, u64);
    /// The game's key of the state.
    fn key(&self, at: usize) -> u64;
    /// One key for all symmetric images of the state.
    fn canonical_key(&self, at: usize) -> u64;
    /// Whether two states are equal; `other` is a list of the same game.
    fn is_same(&self, at: usize, other: &dyn AnyStates, other_at: usize) -> bool;

    /// The state as one line of text.
    fn text(&self, at: usize) -> String;
    /// A move as text.
    fn move_text(&self, at: usize, mv: usize) -> String;
    /// All legal moves as text, in order.
    fn move_texts(&self, at: usize) -> Vec<String>;
    /// The place of the move that a text describes; the game is not over there.
    ///
    /// # Errors
    /// When it is no move, or not a legal one.
    fn read_move(&self, at: usize, text: &str) -> Result<usize, Error>;
    /// How many bytes of `text` belong to its first move; see [`Notation::first_move_len`].
    fn first_move_len(&self, text: &str) -> usize;
    /// The forced move that records often leave out, if there is one here.
    fn unwritten_move(&self, at: usize) -> Option<usize>;
    /// The board to draw.
    fn board(&self, at: usize) -> Board;
    /// Adds the letters of the board's cells to a text; see [`Notation::push_cells`].
    fn push_cells(&self, at: usize, text: &mut String);
    /// What holds and is not seen on the board.
    fn notes(&self, _at: usize) -> Vec<String> {
        Vec::new()
    }
    /// Where each legal move is drawn, in order.
    fn cells(&self, at: usize) -> Vec<Option<Cell>>;
    /// Move sequences of a length, by first move; `depth` is at least 1.
    fn perft(&self, at: usize, depth: u32) -> Vec<Perft>;

    /// A copy of the list.
    fn boxed_clone(&self) -> Box<dyn AnyStates>;
    /// For [`super::AgentOf`], which knows the type.
    fn as_any(&self) -> &dyn Any;
}

/// A set of states, for taking none twice.
pub trait Seen: Send {
    /// Whether the state, or its family, was not in the set before.
    fn insert(&mut self, states: &dyn AnyStates, at: usize) -> bool;
}

/// States of a game whose type is known.
pub(crate) struct StatesOf<G: Notation> {
    game: Arc<G>,
    states: Vec<G::State>,
}

/// The list with its type; lists of different games never meet.
pub(super) fn known<G: Notation>(states: &dyn AnyStates) -> &StatesOf<G> {
    let known = states.as_any().downcast_ref();
    known.expect("the states belong to another game")
}

impl<G: Notation> StatesOf<G> {
    pub(crate) fn new(game: Arc<G>) -> Self {
        Self {
            game,
            states: Vec::new(),
        }
    }

    /// A list that holds these states.
    pub(crate) fn of(game: Arc<G>, states: Vec<G::State>) -> Self {
        Self { game, states }
    }

    pub(crate) fn all(&self) -> &[G::State] {
        &self.states
    }

    fn nth(&self, at: usize, mv: usize) -> G::Move {
        let legal = self.game.moves(&self.states[at]).nth(mv);
        legal.expect("a state has no move of that place")
    }

    fn place(&self, at: usize, mv: G::Move) -> usize {
        place_of(&*self.game, &self.states[at], mv)
    }

    fn is_over(&self, at: usize) -> bool {
        self.game.payoffs(&self.states[at]).is_some()
    }

    /// Calls `tell` with every state of a round, each after the first moves of those asked before,
    /// until it says that this is enough.
    fn each_asked(&self, start: &G::State, mut tell: impl FnMut(&G::State) -> bool) {
        let mut state = start.clone();
        while self.game.payoffs(&state).is_none() && !tell(&state) {
            let Some(mv) = self.game.moves(&state).next() else {
                break;
            };
            self.game.play(&mut state, mv);
            if !self.game.hidden(&state) {
                break;
            }
        }
    }

    /// The state of a round in which a player is asked; its start if he is not.
    fn asked(&self, start: G::State, player: Player) -> G::State {
        let mut found = None;
        self.each_asked(&start, |state| {
            let is_his = self.game.mover(state) == player;
            if is_his {
                found = Some(state.clone());
            }
            is_his
        });
        found.unwrap_or(start)
    }
}

/// The place of a legal move among those of its state.
pub(super) fn place_of<G: Notation>(game: &G, state: &G::State, mv: G::Move) -> usize {
    let place = game.moves(state).position(|legal| legal == mv);
    place.expect("only legal moves have a place")
}

impl<G: Notation> AnyStates for StatesOf<G> {
    fn len(&self) -> usize {
        self.states.len()
    }

    fn push_start(&mut self) {
        self.states.push(self.game.start());
    }

    fn push_text(&mut self, text: &str) -> Result<(), Error> {
        self.states.push(self.game.read_state(text)?);
        Ok(())
    }

    fn push_text_for(&mut self, text: &str, player: Player) -> Result<(), Error> {
        let start = self.game.read_state(text)?;
        self.states.push(self.asked(start, player));
        Ok(())
    }

    fn push_asked(&mut self, other: &dyn AnyStates, at: usize, player: Player) {
        let start = self.game.round_start(&known::<G>(other).states[at]);
        self.states.push(self.asked(start, player));
    }

    fn push_from(&mut self, other: &dyn AnyStates, at: usize) {
        self.states.push(known::<G>(other).states[at].clone());
    }

    fn push_after(&mut self, at: usize, mv: usize) {
        let mut next = self.states[at].clone();
        self.game.play(&mut next, self.nth(at, mv));
        self.states.push(next);
    }

    fn push_random(&mut self, plies: u32, chance: &mut Chance) -> bool {
        let mut state = self.game.start();
        for _ in 0..plies {
            if self.game.payoffs(&state).is_some() {
                return false;
            }
            let mv = self.game.pick(&state, chance);
            self.game.play(&mut state, mv);
        }
        self.states.push(state);
        true
    }

    fn truncate(&mut self, len: usize) {
        self.states.truncate(len);
    }

    fn play(&mut self, at: usize, mv: usize) {
        let mv = self.nth(at, mv);
        self.game.play(&mut self.states[at], mv);
    }

    fn pick(&self, at: usize, chance: &mut Chance) -> usize {
        self.place(at, self.game.pick(&self.states[at], chance))
    }

    fn mover(&self, at: usize) -> Player {
        self.game.mover(&self.states[at])
    }

    fn payoffs(&self, at: usize) -> Option<Payoffs> {
        self.game.payoffs(&self.states[at])
    }

    fn move_count(&self, at: usize) -> usize {
        if self.is_over(at) {
            return 0;
        }
        self.game.moves(&self.states[at]).len()
    }

    fn ply_range(&self, at: usize) -> Option<(u32, u32)> {
        self.game.ply_range(&self.states[at])
    }

    fn phase(&self, at: usize) -> Option<crate::Value> {
        self.game.phase(&self.states[at])
    }

    fn is_hidden(&self, at: usize) -> bool {
        self.game.hidden(&self.states[at])
    }

    fn choosers(&self, at: usize) -> Vec<Player> {
        let mut players = Vec::new();
        self.each_asked(&self.states[at], |state| {
            players.push(self.game.mover(state));
            false
        });
        players
    }

    fn round(&self, at: usize) -> (String, u64) {
        let start = self.game.round_start(&self.states[at]);
        (self.game.write_state(&start), self.game.key(&start))
    }

    fn key(&self, at: usize) -> u64 {
        self.game.key(&self.states[at])
    }

    fn canonical_key(&self, at: usize) -> u64 {
        self.game.canonical_key(&self.states[at]).0
    }

    fn is_same(&self, at: usize, other: &dyn AnyStates, other_at: usize) -> bool {
        self.states[at] == known::<G>(other).states[other_at]
    }

    fn text(&self, at: usize) -> String {
        self.game.write_state(&self.states[at])
    }

    fn move_text(&self, at: usize, mv: usize) -> String {
        self.game.write_move(&self.states[at], self.nth(at, mv))
    }

    fn move_texts(&self, at: usize) -> Vec<String> {
        if self.is_over(at) {
            return Vec::new();
        }
        let state = &self.states[at];
        let text = |mv| self.game.write_move(state, mv);
        self.game.moves(state).map(text).collect()
    }

    fn read_move(&self, at: usize, text: &str) -> Result<usize, Error> {
        let mv = self.game.read_move(&self.states[at], text)?;
        Ok(self.place(at, mv))
    }

    fn first_move_len(&self, text: &str) -> usize {
        self.game.first_move_len(text)
    }

    fn unwritten_move(&self, at: usize) -> Option<usize> {
        if self.is_over(at) {
            return None;
        }
        let mv = self.game.unwritten_move(&self.states[at])?;
        Some(self.place(at, mv))
    }

    fn board(&self, at: usize) -> Board {
        self.game.board(&self.states[at])
    }

    fn push_cells(&self, at: usize, text: &mut String) {
        self.game.push_cells(&self.states[at], text);
    }

    fn notes(&self, at: usize) -> Vec<String> {
        self.game.notes(&self.states[at])
    }

    fn cells(&self, at: usize) -> Vec<Option<Cell>> {
        if self.is_over(at) {
            return Vec::new();
        }
        let state = &self.states[at];
        let cell = |mv| self.game.cell(state, mv);
        self.game.moves(state).map(cell).collect()
    }

    fn perft(&self, at: usize, depth: u32) -> Vec<Perft> {
        let by_move = perft_by_move(&*self.game, &self.states[at], depth);
        by_move.into_iter().map(|(_, count)| count).collect()
    }

    fn boxed_clone(&self) -> Box<dyn AnyStates> {
        Box::new(Self {
            game: Arc::clone(&self.game),
            states: self.states.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct SeenOf<G: Notation> {
    game: Arc<G>,
    by_family: bool,
    states: HashSet<G::State>,
}

pub(super) fn seen<G: Notation>(game: Arc<G>, by_family: bool) -> Box<dyn Seen> {
    Box::new(SeenOf {
        game,
        by_family,
        states: HashSet::new(),
    })
}

impl<G: Notation> Seen for SeenOf<G> {
    fn insert(&mut self, states: &dyn AnyStates, at: usize) -> bool {
        let state = &known::<G>(states).states[at];
        self.states.insert(if self.by_family {
            self.game.canonical(state)
        } else {
            state.clone()
        })
    }
}
