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

    /// Its independent units by kind: six kinds of pairs, three of single games.
    pub(super) fn units(&self) -> [Units; 9] {
        let [zero, half, one, more, two] = self.pairs.counts;
        let drawn = self.pairs.drawn.min(one);
        let unit = |count: u64, games: u8, points: f64, draws: u8| Units {
            count: count as f64,
            games: f64::from(games),
            points,
            draws: f64::from(draws),
        };
        [
            unit(zero, 2, 0.0, 0),
            unit(half, 2, 0.5, 1),
            unit(one - drawn, 2, 1.0, 0),
            unit(drawn, 2, 1.0, 2),
            unit(more, 2, 1.5, 1),
            unit(two, 2, 2.0, 0),
            unit(self.singles.wins, 1, 1.0, 0),
            unit(self.singles.draws, 1, 0.5, 1),
            unit(self.singles.losses, 1, 0.0, 0),
        ]
    }
}

/// Units of one kind: so many, each with so many games, points and draws.
pub(super) struct Units {
    pub(super) count: f64,
    pub(super) games: f64,
    pub(super) points: f64,
    pub(super) draws: f64,
}
