//! Games whose states are stones of two players on cells, as patterns see them.

use super::PatternSet;
use crate::Game;

/// A game of stones on cells for which there are patterns.
pub trait StoneGame: Game {
    /// A set of cells.
    type Cells: Copy + AsRef<[u64]> + Send + Sync + 'static;

    /// The stones of the mover and those of the opponent.
    fn stones(&self, state: &Self::State) -> (Self::Cells, Self::Cells);

    /// The sets of patterns that there are, the usual one first: name and what it looks at.
    fn pattern_sets(&self) -> &'static [(&'static str, &'static str)];

    /// The set of that name.
    fn pattern_set(&self, name: &str) -> Option<PatternSet>;

    /// What files call the board, such as `othello:size=8`.
    fn board(&self) -> String;
}
