//! The players of a game.

/// One of the players, counted from 0 in the order in which they first move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Player(pub u8);

impl Player {
    /// The player who opens the game.
    pub const FIRST: Self = Self(0);
    /// The other one of a two-player game.
    pub const SECOND: Self = Self(1);

    /// The opponent in a two-player game; meaningless with more players.
    #[inline]
    #[must_use]
    pub fn opponent(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The player's number, for indexing.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
