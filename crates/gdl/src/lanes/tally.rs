//! Sums over the games that lanes have played.

use plyscope_game::MAX_PLAYERS;

/// What playouts came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playouts {
    /// Games played to their end.
    pub games: u64,
    /// Rounds in all of them together: in each, every role makes a move.
    pub rounds: u64,
    /// Games given up because they were too long; not among `games`.
    pub unfinished: u64,
    /// Games among these that stopped because a role had no legal move, though the sheet did not
    /// call the state terminal; its goals count.
    pub stuck: u64,
    /// Roles at an end for whom the sheet named no points or several.
    pub unclear: u64,
    /// Games in which the first role got more than the second.
    pub first_wins: u64,
    /// Games in which the second role got more.
    pub second_wins: u64,
    /// Points by role, added up.
    pub points: [i64; MAX_PLAYERS],
    /// Squares of the points by role, added up.
    pub squares: [i64; MAX_PLAYERS],
}

impl Playouts {
    /// Mean rounds per game.
    pub fn mean_rounds(&self) -> f64 {
        self.rounds as f64 / self.games.max(1) as f64
    }

    /// Mean points of a role.
    pub fn mean_points(&self, role: usize) -> f64 {
        self.points[role] as f64 / self.games.max(1) as f64
    }

    /// Counts the games of another run, too.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.rounds += other.rounds;
        self.unfinished += other.unfinished;
        self.stuck += other.stuck;
        self.unclear += other.unclear;
        self.first_wins += other.first_wins;
        self.second_wins += other.second_wins;
        for role in 0..MAX_PLAYERS {
            self.points[role] += other.points[role];
            self.squares[role] += other.squares[role];
        }
    }
}
