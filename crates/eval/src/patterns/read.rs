//! Weights of a game's patterns, from files and from what ships.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use plyscope_game::Error;
use plyscope_game::patterns::StoneGame;

use super::shipped::shipped;
use super::tables::{PatternWeights, Patterns};

/// The evaluators that ship, by board, once they were asked for: reading one takes 50 ms, and
/// every game of a match may make its own agents.
static READ: Mutex<BTreeMap<String, Patterns>> = Mutex::new(BTreeMap::new());

/// A game whose pattern weights can be read: every game that has patterns.
pub trait ReadPatterns {
    /// Weights from the bytes of a file, if they are for this board.
    ///
    /// # Errors
    /// When the bytes are no such file, are damaged, or are for another board.
    fn read_patterns(&self, bytes: &[u8]) -> Result<PatternWeights, Error>;

    /// The evaluator with the weights that ship for this board, if there are any; read once.
    fn shipped_patterns(&self) -> Option<Patterns>;
}

impl<G: StoneGame> ReadPatterns for G {
    fn read_patterns(&self, bytes: &[u8]) -> Result<PatternWeights, Error> {
        PatternWeights::from_bytes(bytes, &self.board(), |name| self.pattern_set(name))
    }

    fn shipped_patterns(&self) -> Option<Patterns> {
        let board = self.board();
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = read.get(&board) {
            return Some(own.clone());
        }
        let own = Patterns::new(self.read_patterns(shipped(&board)?).ok()?);
        read.insert(board, own.clone());
        Some(own)
    }
}
