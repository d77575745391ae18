//! What a finished game is worth to each player.

use crate::Player;

/// The game's own unit: −1, 0, 1 for most games, discs in Othello if asked, 0 to 100 in GDL.
pub type Points = i32;

/// The most players a game may have.
pub const MAX_PLAYERS: usize = 8;

/// The points of every player in a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Payoffs {
    points: [i16; MAX_PLAYERS],
}

impl Payoffs {
    /// Nobody gets anything: a draw in a zero-sum game.
    pub const DRAW: Self = Self::zero_sum(0);

    /// `first` for the first player, as much against the second.
    #[inline]
    #[must_use]
    pub const fn zero_sum(first: Points) -> Self {
        Self {
            points: [first as i16, -(first as i16), 0, 0, 0, 0, 0, 0],
        }
    }

    /// One point for the winner of a two-player game, one against the loser.
    #[inline]
    #[must_use]
    pub fn win(winner: Player) -> Self {
        Self::zero_sum(1 - 2 * Points::from(winner.0))
    }

    /// Any points, in the order of the players; those left out get 0.
    #[must_use]
    pub fn new(points: &[Points]) -> Self {
        let mut all = [0; MAX_PLAYERS];
        for (slot, &own) in all.iter_mut().zip(points) {
            *slot = own as i16;
        }
        Self { points: all }
    }

    /// What `player` gets.
    #[inline]
    pub fn of(&self, player: Player) -> Points {
        Points::from(self.points[player.index()])
    }
}
