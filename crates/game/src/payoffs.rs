//! What a finished game is worth to each player.

use crate::{Error, Player};

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

    /// No player gets anything: a draw in a zero-sum game.
    pub const DRAW: Self = Self::opposite(0);

    /// `first` for the first player, as much against the second.
    ///
    /// # Errors
    /// When that is more than [`Self::MOST`] points, won or lost.
    #[inline]
    pub fn zero_sum(first: Points) -> Result<Self, Error> {
        if first.unsigned_abs() > Self::MOST.unsigned_abs() {
            return Err(too_many(first));
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
    pub fn new(points: &[Points]) -> Result<Self, Error> {
        if points.len() > MAX_PLAYERS {
            let what = format!("{} players are more than a game can have", points.len());
            let hint = format!("{MAX_PLAYERS} are the most");
            return Err(Error::misuse(what, hint));
        }
        let mut all = [0; MAX_PLAYERS];
        for (slot, &own) in all.iter_mut().zip(points) {
            if own.unsigned_abs() > Self::MOST.unsigned_abs() {
                return Err(too_many(own));
            }
            *slot = own as i16;
        }
        Ok(Self { points: all })
    }

    /// What the players after the second get, where a game has them.
    pub(crate) fn others(&self) -> &[i16] {
        &self.points[2..]
    }

    /// What all players get, in their order, in a game of so many.
    pub fn all(&self, players: u8) -> Vec<Points> {
        let own = self.points[..usize::from(players)].iter();
        own.map(|&points| Points::from(points)).collect()
    }

    /// What `player` gets.
    #[inline]
    pub fn of(&self, player: Player) -> Points {
        Points::from(self.points[player.index()])
    }
}

/// An amount that does not fit.
fn too_many(points: Points) -> Error {
    let most = Payoffs::MOST;
    let hint = format!("points go from −{most} to {most}; count in a larger unit");
    Error::misuse(
        format!("{points} points are more than a player can have"),
        hint,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_thousand_points_are_an_error_and_not_another_number() {
        assert!(Payoffs::zero_sum(40_000).is_err());
        assert!(Payoffs::zero_sum(Points::MIN).is_err());
        assert!(Payoffs::new(&[0, -32_768]).is_err());
        assert!(Payoffs::new(&[0; 9]).is_err());
        let most = Payoffs::zero_sum(-Payoffs::MOST).expect("as many as there may be");
        assert_eq!(most.of(Player::SECOND), Payoffs::MOST);
    }
}
