//! What a finished game is worth to each player.

use std::fmt;

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
    /// The most points that a player can win or lose.
    pub const MOST: Points = i16::MAX as Points;

    /// Nobody gets anything: a draw in a zero-sum game.
    pub const DRAW: Self = Self::opposite(0);

    /// `first` for the first player, as much against the second.
    ///
    /// # Errors
    /// When that is more than [`Self::MOST`] points, won or lost.
    #[inline]
    pub const fn zero_sum(first: Points) -> Result<Self, PayoffsError> {
        if first.unsigned_abs() > Self::MOST.unsigned_abs() {
            return Err(PayoffsError::TooMany(first));
        }
        Ok(Self::opposite(first as i16))
    }

    const fn opposite(first: i16) -> Self {
        Self {
            points: [first, -first, 0, 0, 0, 0, 0, 0],
        }
    }

    /// One point for the winner of a two-player game, one against the loser.
    #[inline]
    #[must_use]
    pub fn win(winner: Player) -> Self {
        Self::opposite(if winner == Player::FIRST { 1 } else { -1 })
    }

    /// Any points, in the order of the players; those left out get 0.
    ///
    /// # Errors
    /// When a player has more than [`Self::MOST`] points, won or lost, or there
    /// are more than [`MAX_PLAYERS`].
    pub fn new(points: &[Points]) -> Result<Self, PayoffsError> {
        if points.len() > MAX_PLAYERS {
            return Err(PayoffsError::Players(points.len()));
        }
        let mut all = [0; MAX_PLAYERS];
        for (slot, &own) in all.iter_mut().zip(points) {
            if own.unsigned_abs() > Self::MOST.unsigned_abs() {
                return Err(PayoffsError::TooMany(own));
            }
            *slot = own as i16;
        }
        Ok(Self { points: all })
    }

    /// What `player` gets.
    #[inline]
    pub fn of(&self, player: Player) -> Points {
        Points::from(self.points[player.index()])
    }
}

/// Why there are no such payoffs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PayoffsError {
    /// More points than a player can have.
    TooMany(Points),
    /// More players than a game can have.
    Players(usize),
}

impl fmt::Display for PayoffsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany(points) => write!(
                f,
                "{points} points are more than a player can have\n\nhint: points go from −{0} to {0}; count in a larger unit",
                Payoffs::MOST
            ),
            Self::Players(players) => write!(
                f,
                "{players} players are more than a game can have\n\nhint: {MAX_PLAYERS} are the most"
            ),
        }
    }
}

impl std::error::Error for PayoffsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_thousand_points_are_an_error_and_not_another_number() {
        assert_eq!(
            Payoffs::zero_sum(40_000),
            Err(PayoffsError::TooMany(40_000))
        );
        assert!(Payoffs::zero_sum(Points::MIN).is_err());
        assert!(Payoffs::new(&[0, -32_768]).is_err());
        assert!(Payoffs::new(&[0; 9]).is_err());
        let most = Payoffs::zero_sum(-Payoffs::MOST).expect("as many as there may be");
        assert_eq!(most.of(Player::SECOND), Payoffs::MOST);
    }
}
