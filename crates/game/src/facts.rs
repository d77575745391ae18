//! The fact sheet of a game.

use crate::Points;

/// What can be known of a game before a move is made; agents refuse by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// How many players there are.
    pub players: u8,
    /// What the points of all players add up to, where that is the same at every end.
    pub sum: Option<Points>,
    /// Whether some rounds hide a player's move from the next (see [`crate::Game::hidden`]).
    pub simultaneous: bool,
    /// The fewest and the most points a player can end with.
    pub points: (Points, Points),
    /// No game is longer than this many plies.
    pub max_plies: u32,
    /// No state has more legal moves than this.
    pub max_moves: u32,
    /// [`crate::Game::move_index`] stays below this.
    pub move_indices: u32,
}

impl Facts {
    /// A two-player, turn-taking game worth −1, 0 or 1.
    #[must_use]
    pub const fn win_draw_loss(max_plies: u32, max_moves: u32, move_indices: u32) -> Self {
        Self {
            players: 2,
            sum: Some(0),
            simultaneous: false,
            points: (-1, 1),
            max_plies,
            max_moves,
            move_indices,
        }
    }

    /// Whether every end is a win, a draw or a loss and nothing more.
    pub const fn is_win_draw_loss(&self) -> bool {
        self.points.0 == -1 && self.points.1 == 1 && self.is_zero_sum()
    }

    /// Whether the points of all players add up to 0 at every end.
    pub const fn is_zero_sum(&self) -> bool {
        matches!(self.sum, Some(0))
    }

    /// Whether what one of two players wins the other loses, measured from the level result.
    pub const fn is_rivalry(&self) -> bool {
        self.players == 2 && self.sum.is_some()
    }

    /// Whether alpha-beta and its relatives apply: two players, in turns, with a constant sum.
    pub const fn is_minimax(&self) -> bool {
        self.is_rivalry() && !self.simultaneous
    }

    /// The points that are neither won nor lost: half the sum of a two-player game (50 of 100), else 0.
    pub fn level(&self) -> f64 {
        match self.sum {
            Some(sum) if self.players == 2 => f64::from(sum) / 2.0,
            _ => 0.0,
        }
    }

    /// How far points lie from the level result; in half points where the sum is odd.
    ///
    /// The margins of two players with a constant sum are opposite.
    #[inline]
    pub const fn margin(&self, points: Points) -> Points {
        match self.sum {
            Some(sum) if self.players != 2 || sum == 0 => points,
            Some(sum) if sum % 2 == 0 => points - sum / 2,
            Some(sum) => 2 * points - sum,
            None => points,
        }
    }

    /// Whether every margin fits 16 bits, as searches keep them.
    pub const fn has_small_margins(&self) -> bool {
        let (least, most) = (self.margin(self.points.0), self.margin(self.points.1));
        least >= i16::MIN as Points && most <= i16::MAX as Points
    }

    /// What one of a margin's units is worth in points: half a point where the sum is odd.
    pub fn unit(&self) -> f64 {
        match self.sum {
            Some(sum) if self.players == 2 && sum % 2 != 0 => 0.5,
            _ => 1.0,
        }
    }

    /// The points behind a margin.
    #[inline]
    pub const fn points_at(&self, margin: Points) -> Points {
        match self.sum {
            Some(sum) if self.players != 2 || sum == 0 => margin,
            Some(sum) if sum % 2 == 0 => margin + sum / 2,
            Some(sum) => i32::midpoint(margin, sum),
            None => margin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summing_to(sum: Option<Points>) -> Facts {
        Facts {
            sum,
            points: (0, 100),
            ..Facts::win_draw_loss(9, 9, 9)
        }
    }

    #[test]
    fn fifty_of_a_hundred_is_level() {
        let facts = summing_to(Some(100));
        assert_eq!(facts.margin(50), 0);
        assert_eq!(facts.margin(100), -facts.margin(0));
        assert!((facts.level() - 50.0).abs() < f64::EPSILON);
        assert!(facts.is_minimax() && !facts.is_zero_sum() && !facts.is_win_draw_loss());
    }

    #[test]
    fn margins_are_opposite_and_lead_back_to_their_points() {
        for sum in [-7, 0, 3, 100, 101] {
            let facts = summing_to(Some(sum));
            for points in -20..=20 {
                assert_eq!(facts.points_at(facts.margin(points)), points);
                assert_eq!(facts.margin(points), -facts.margin(sum - points));
            }
        }
        assert_eq!(summing_to(None).margin(50), 50);
    }
}
