//! What many playouts came to.

use crate::{Payoffs, Player};

/// Counts and sums over playouts of a two-player game, seen by the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many games were played out.
    pub playouts: u64,
    /// Moves made in all of them together.
    pub plies: u64,
    /// Games in which the first player got more points than the second.
    pub first_wins: u64,
    /// Games in which the second player got more.
    pub second_wins: u64,
    /// The first player's points, added up.
    pub points: i64,
    /// The squares of the first player's points, added up.
    pub squares: i64,
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
        self.points += i64::from(first);
        self.squares += i64::from(first) * i64::from(first);
    }

    /// Counts all of another tally's games.
    pub fn merge(&mut self, other: &Self) {
        self.playouts += other.playouts;
        self.plies += other.plies;
        self.first_wins += other.first_wins;
        self.second_wins += other.second_wins;
        self.points += other.points;
        self.squares += other.squares;
    }

    /// Games that neither won.
    pub fn draws(&self) -> u64 {
        self.playouts - self.first_wins - self.second_wins
    }

    /// Mean points of `player` in a zero-sum game; 0 of no games.
    pub fn mean(&self, player: Player) -> f64 {
        let mean = self.points as f64 / self.playouts.max(1) as f64;
        if player == Player::FIRST { mean } else { -mean }
    }

    /// Standard error of the mean; infinite below two games.
    pub fn standard_error(&self) -> f64 {
        let n = self.playouts as f64;
        if self.playouts < 2 {
            return f64::INFINITY;
        }
        let mean = self.points as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0) * n / (n - 1.0);
        (variance / n).sqrt()
    }
}
