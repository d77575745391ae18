//! Weights of a game's patterns, from files and from what ships.

use plyscope_game::Error;
use plyscope_game::patterns::StoneGame;

use super::shipped::{for_solver, shipped};
use super::tables::PatternWeights;

/// A game whose pattern weights can be read: every game that has patterns.
pub trait ReadPatterns {
    /// Weights from the bytes of a file, if they are for this board.
    ///
    /// # Errors
    /// When the bytes are no such file, are damaged, or are for another board.
    fn read_patterns(&self, bytes: &[u8]) -> Result<PatternWeights, Error>;

    /// Whether weights ship for this board.
    fn ships_patterns(&self) -> bool;

    /// The weights that ship for this board, if there are any.
    fn shipped_patterns(&self) -> Option<PatternWeights>;

    /// The weights that ship for ordering the moves of a solver on this board, if there are any: they
    /// count nothing beside what lies on cells, which a solver keeps up to date from move to move.
    fn shipped_for_solver(&self) -> Option<PatternWeights>;
}

impl<G: StoneGame> ReadPatterns for G {
    fn read_patterns(&self, bytes: &[u8]) -> Result<PatternWeights, Error> {
        PatternWeights::from_bytes(bytes, &self.board(), |name| self.pattern_set(name))
    }

    fn ships_patterns(&self) -> bool {
        shipped(&self.board()).is_some()
    }

    fn shipped_patterns(&self) -> Option<PatternWeights> {
        self.read_patterns(shipped(&self.board())?).ok()
    }

    fn shipped_for_solver(&self) -> Option<PatternWeights> {
        self.read_patterns(for_solver(&self.board())?).ok()
    }
}
