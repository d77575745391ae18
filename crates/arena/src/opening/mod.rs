//! Where games begin: at the start, after random moves, or where a list says.
//!
//! Round `n` of a contest begins from opening `n`, which depends on the seed and
//! `n` alone; so openings are made when they are needed, by whichever thread
//! needs them, and a longer contest begins with the openings of a shorter one.

mod every;
mod random;

use std::sync::Arc;

use plyscope_game::Game;

use crate::Trouble;

pub use every::every_opening;
pub use random::{Balance, RandomOpenings};

/// `1 ply`, `4 plies`.
fn in_plies(count: u32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// Moves that are made before the agents are asked.
pub struct Opening<G: Game> {
    from: Option<G::State>,
    moves: Vec<G::Move>,
    state: G::State,
}

impl<G: Game> Opening<G> {
    /// Legal moves from the start of the game.
    pub fn of_moves(game: &G, moves: Vec<G::Move>) -> Self {
        Self::new(game, None, moves)
    }

    /// Legal moves from the start of the game, or from another state.
    pub fn new(game: &G, from: Option<G::State>, moves: Vec<G::Move>) -> Self {
        let mut state = from.clone().unwrap_or_else(|| game.start());
        for &mv in &moves {
            game.play(&mut state, mv);
        }
        Self { from, moves, state }
    }

    /// The state before the moves, if it is not the start of the game.
    pub fn from(&self) -> Option<&G::State> {
        self.from.as_ref()
    }

    /// The moves.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The state after the moves: here the agents begin.
    pub fn state(&self) -> &G::State {
        &self.state
    }
}

// By hand, because a derived one would ask the rules, which are not in it, to be clonable too.
impl<G: Game> Clone for Opening<G> {
    fn clone(&self) -> Self {
        Self {
            from: self.from.clone(),
            moves: self.moves.clone(),
            state: self.state.clone(),
        }
    }
}

/// An opening for every round.
#[allow(clippy::large_enum_variant, reason = "a contest has one")]
pub enum Openings<'a, G: Game> {
    /// These in turn, and the first again after the last; there is at least one.
    Listed(Vec<Arc<Opening<G>>>),
    /// By random moves.
    Random(RandomOpenings<'a, G>),
}

impl<G: Game> Openings<'_, G> {
    /// Every game begins at the start.
    pub fn start(game: &G) -> Self {
        Self::Listed(vec![Arc::new(Opening::of_moves(game, Vec::new()))])
    }

    /// These openings in turn.
    ///
    /// # Errors
    /// When there is none, or a game is over before it begins.
    pub fn listed(game: &G, openings: Vec<Opening<G>>) -> Result<Self, Trouble> {
        if openings.is_empty() {
            return Err(Trouble::misuse(
                "there is no opening in the list",
                "give at least one",
            ));
        }
        let is_over = |opening: &Opening<G>| game.payoffs(opening.state()).is_some();
        if let Some(place) = openings.iter().position(is_over) {
            let what = format!("opening {} of the list is a finished game", place + 1);
            return Err(Trouble::misuse(what, "leave it out"));
        }
        Ok(Self::Listed(openings.into_iter().map(Arc::new).collect()))
    }

    /// How many there are, where that is known.
    pub fn count(&self) -> Option<u64> {
        match self {
            Self::Listed(list) => Some(list.len() as u64),
            Self::Random(_) => None,
        }
    }

    /// How many there are, where openings must not be alike and are known to be fewer than the rounds.
    ///
    /// Of those that are to be balanced nobody knows before they are judged.
    pub fn fewer_than(&self, game: &G, rounds: u64) -> Option<u64> {
        match self {
            Self::Listed(_) => None,
            Self::Random(random) => random.fewer_than(game, rounds),
        }
    }

    /// Whether there is one for every round, as far as that can be told before any is judged.
    ///
    /// # Errors
    /// When openings that must not be alike run out.
    pub fn ensure(&self, game: &G, rounds: u64) -> Result<(), Trouble> {
        match self {
            Self::Listed(_) => Ok(()),
            Self::Random(random) => random.ensure(game, rounds),
        }
    }

    /// The opening of a round.
    ///
    /// # Errors
    /// When none can be found, or whoever balances them fails.
    pub fn of_round(&self, game: &G, round: u64) -> Result<Arc<Opening<G>>, Trouble> {
        match self {
            Self::Listed(list) => Ok(Arc::clone(&list[(round % list.len() as u64) as usize])),
            Self::Random(random) => random.of_round(game, round),
        }
    }
}
