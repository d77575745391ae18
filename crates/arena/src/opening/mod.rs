//! Where games begin: at the start, after random moves, or where a list says.
//!
//! Opening `n` of a contest depends on the seed and `n` alone; so openings are made
//! when they are needed, by whichever thread needs them, and a longer contest begins
//! with the openings of a shorter one.

mod every;
mod random;

use std::sync::Arc;

use plyscope_game::any::{AnyGame, AnyStates, Position};
use plyscope_game::{Error, mix_all};

pub use every::every_opening;
pub use random::{Balance, RandomOpenings};

/// `1 ply`, `4 plies`.
fn in_plies(count: u32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// Moves that are made before the agents are asked.
pub struct Opening {
    is_from_start: bool,
    /// By their places among the legal ones.
    moves: Vec<usize>,
    /// The state before the moves, and the one after them.
    ends: Box<dyn AnyStates>,
}

impl Opening {
    /// No moves: the start of the game.
    pub fn start(game: &dyn AnyGame) -> Self {
        Self::of(&Position::start(game))
    }

    /// The moves of a position, from the start of the game or from where it began.
    pub fn of(position: &Position) -> Self {
        let mut ends = position.states().boxed_clone();
        ends.truncate(0);
        ends.push_from(position.states(), 0);
        ends.push_from(position.states(), position.at());
        Self {
            is_from_start: position.is_from_start(),
            moves: position.moves().to_vec(),
            ends,
        }
    }

    /// The same, one legal move longer.
    fn longer(&self, mv: usize) -> Self {
        let mut next = self.clone();
        next.ends.play(1, mv);
        next.moves.push(mv);
        next
    }

    /// The state before the moves as text, if it is not the start of the game.
    pub fn from(&self) -> Option<String> {
        (!self.is_from_start).then(|| self.ends.text(0))
    }

    /// The state before the moves, alone in a list.
    pub fn origin(&self) -> Box<dyn AnyStates> {
        self.alone(0)
    }

    /// The moves, each by its place among the legal ones.
    pub fn moves(&self) -> &[usize] {
        &self.moves
    }

    /// The state after the moves, alone in a list: here the agents begin.
    pub fn present(&self) -> Box<dyn AnyStates> {
        self.alone(1)
    }

    /// Whether the game is over before the agents are asked.
    pub fn is_over(&self) -> bool {
        self.ends.payoffs(1).is_some()
    }

    /// One key for all symmetric images of the state after the moves.
    pub fn canonical_key(&self) -> u64 {
        self.ends.canonical_key(1)
    }

    fn alone(&self, at: usize) -> Box<dyn AnyStates> {
        let mut alone = self.ends.boxed_clone();
        alone.truncate(0);
        alone.push_from(&*self.ends, at);
        alone
    }
}

impl Clone for Opening {
    fn clone(&self) -> Self {
        Self {
            is_from_start: self.is_from_start,
            moves: self.moves.clone(),
            ends: self.ends.boxed_clone(),
        }
    }
}

/// An opening for every round, or for every pairing of every round.
#[allow(clippy::large_enum_variant, reason = "a contest has one")]
pub enum Openings<'a> {
    /// These in turn, and the first again after the last; there is at least one.
    Listed(Vec<Arc<Opening>>),
    /// By random moves.
    Random(RandomOpenings<'a>),
    /// By random moves, drawn for each pairing by itself: no two alike within one, while two pairings
    /// may have the same. For a schedule [with own openings](crate::Schedule::with_own_openings).
    RandomEach(Vec<RandomOpenings<'a>>),
}

impl Openings<'_> {
    /// Every game begins at the start.
    pub fn start(game: &dyn AnyGame) -> Self {
        Self::Listed(vec![Arc::new(Opening::start(game))])
    }

    /// These openings in turn.
    ///
    /// # Errors
    /// When there is none, or a game is over before it begins.
    pub fn listed(openings: Vec<Opening>) -> Result<Self, Error> {
        if openings.is_empty() {
            return Err(Error::misuse(
                "there is no opening in the list",
                "give at least one",
            ));
        }
        if let Some(place) = openings.iter().position(Opening::is_over) {
            let what = format!("opening {} of the list is a finished game", place + 1);
            return Err(Error::misuse(what, "leave it out"));
        }
        Ok(Self::Listed(openings.into_iter().map(Arc::new).collect()))
    }

    /// Random openings of so many plies for so many pairings, each pairing its own.
    pub fn random_each(plies: u32, seed: u64, pairings: usize) -> Self {
        let of =
            |pairing: usize| RandomOpenings::new(plies, mix_all(&[seed, pairing as u64]), None);
        Self::RandomEach((0..pairings).map(of).collect())
    }

    /// How many there are, where that is known.
    pub fn count(&self) -> Option<u64> {
        match self {
            Self::Listed(list) => Some(list.len() as u64),
            Self::Random(_) | Self::RandomEach(_) => None,
        }
    }

    /// How many there are, where openings must not be alike and are known to be fewer than so many.
    ///
    /// For balanced openings that is not known before they are judged.
    pub fn fewer_than(&self, game: &dyn AnyGame, openings: u64) -> Option<u64> {
        match self {
            Self::Listed(_) => None,
            Self::Random(random) => random.fewer_than(game, openings),
            // There are as many for one pairing as for another.
            Self::RandomEach(all) => all
                .first()?
                .fewer_than(game, openings.div_ceil(all.len() as u64)),
        }
    }

    /// Whether there are so many, as far as that can be told before any is judged.
    ///
    /// # Errors
    /// When openings that must not be alike run out.
    pub fn ensure(&self, game: &dyn AnyGame, openings: u64) -> Result<(), Error> {
        match self {
            Self::Listed(_) => Ok(()),
            Self::Random(random) => random.ensure(game, openings),
            Self::RandomEach(all) => match all.first() {
                Some(random) => random.ensure(game, openings.div_ceil(all.len() as u64)),
                None => Ok(()),
            },
        }
    }

    /// An opening by its number in the schedule.
    ///
    /// # Errors
    /// When none can be found, or the agent that judges their balance fails.
    pub fn get(&self, game: &dyn AnyGame, opening: u64) -> Result<Arc<Opening>, Error> {
        match self {
            Self::Listed(list) => Ok(Arc::clone(&list[(opening % list.len() as u64) as usize])),
            Self::Random(random) => random.of_round(game, opening),
            Self::RandomEach(all) => {
                let pairings = all.len() as u64;
                all[(opening % pairings) as usize].of_round(game, opening / pairings)
            }
        }
    }
}
