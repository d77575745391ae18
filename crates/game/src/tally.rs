//! What many playouts came to.

use crate::{MAX_PLAYERS, Payoffs, Player};

/// Counts and sums over playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many games were played out.
    pub playouts: u64,
    /// Moves made in all of them together.
    pub plies: u64,
    /// Games in which the first player got more points than the second.
    pub first_wins: u64,
    /// Games in which the second player got more than the first.
    pub second_wins: u64,
    /// Each player's points, added up.
    pub points: [i64; MAX_PLAYERS],
    /// The squares of each player's points, added up.
    pub squares: [i64; MAX_PLAYERS],
}

impl Tally {
    /// Counts one more game.
    #[inline]
    pub fn add(&mut self, payoffs: &Payoffs, plies: u32) {
        let first = payoffs.of(Player::FIRST);
        let second = payoffs.of(Player::SECOND);
        self.playouts += 1;
        self.plies += u64::from(plies);
        self.first_wins += u64::from(first > second);
        self.second_wins += u64::from(second > first);
        self.add_points(0, i64::from(first));
        self.add_points(1, i64::from(second));
        // Most games have two players, and playouts are short: the others cost them nothing.
        if payoffs.others().iter().any(|&points| points != 0) {
            for (index, &points) in payoffs.others().iter().enumerate() {
                self.add_points(2 + index, i64::from(points));
            }
        }
    }

    #[inline]
    fn add_points(&mut self, player: usize, points: i64) {
        self.points[player] += points;
        self.squares[player] += points * points;
    }

    /// What zero-sum games of two players came to, seen by the first of them.
    #[must_use]
    pub fn zero_sum(playouts: u64, plies: u64, wins: [u64; 2], points: i64, squares: i64) -> Self {
        let mut tally = Self {
            playouts,
            plies,
            first_wins: wins[0],
            second_wins: wins[1],
            ..Self::default()
        };
        tally.points[..2].copy_from_slice(&[points, -points]);
        tally.squares[..2].fill(squares);
        tally
    }

    /// Counts all of another tally's games.
    pub fn merge(&mut self, other: &Self) {
        self.playouts += other.playouts;
        self.plies += other.plies;
        self.first_wins += other.first_wins;
        self.second_wins += other.second_wins;
        for player in 0..MAX_PLAYERS {
            self.points[player] += other.points[player];
            self.squares[player] += other.squares[player];
        }
    }

    /// Games in which the first two players got the same.
    pub fn draws(&self) -> u64 {
        self.playouts - self.first_wins - self.second_wins
    }

    /// Mean points of `player`; 0 of no games.
    pub fn mean(&self, player: Player) -> f64 {
        self.points[player.index()] as f64 / self.playouts.max(1) as f64
    }

    /// Standard error of that mean; infinite below two games.
    pub fn standard_error(&self, player: Player) -> f64 {
        let n = self.playouts as f64;
        if self.playouts < 2 {
            return f64::INFINITY;
        }
        let (mean, squares) = (self.mean(player), self.squares[player.index()] as f64);
        let variance = (squares / n - mean * mean).max(0.0) * n / (n - 1.0);
        (variance / n).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_has_points_of_his_own() {
        let mut tally = Tally::default();
        for points in [[50, 30, 20], [0, 100, 0], [10, 20, 0]] {
            let payoffs = Payoffs::new(&points).expect("a few points");
            tally.add(&payoffs, 4);
        }
        assert_eq!(tally.points[..4], [60, 150, 20, 0]);
        assert_eq!(tally.squares[2], 400);
        assert!((tally.mean(Player(2)) - 20.0 / 3.0).abs() < 1e-12);
        assert_eq!((tally.first_wins, tally.second_wins), (1, 2));
        // The sample 20, 0, 0 has the variance 400/3, and its mean an error of sqrt(400/9).
        assert!((tally.standard_error(Player(2)) - 20.0 / 3.0).abs() < 1e-12);
    }
}
