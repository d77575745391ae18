//! All games between two players of a tournament.

use super::{Pairs, Wdl};

/// What `first` scored against `second`; which of them moved first in a game does not matter here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Encounter {
    /// Number of the player whose results are counted.
    pub first: usize,
    /// Number of the other player.
    pub second: usize,
    /// Games played in pairs from the same opening.
    pub pairs: Pairs,
    /// Games that have no partner.
    pub singles: Wdl,
}

impl Encounter {
    /// Every game, paired or not.
    pub fn games(&self) -> Wdl {
        self.pairs.games().plus(self.singles)
    }
}
