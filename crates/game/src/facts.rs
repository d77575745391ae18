//! The fact sheet of a game.

use crate::Points;

/// What can be known of a game before a move is made; agents refuse by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// How many players there are.
    pub players: u8,
    /// Whether the points of all players add up to 0 at every end.
    pub zero_sum: bool,
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
            zero_sum: true,
            simultaneous: false,
            points: (-1, 1),
            max_plies,
            max_moves,
            move_indices,
        }
    }

    /// Whether every end is a win, a draw or a loss and nothing more.
    pub const fn is_win_draw_loss(&self) -> bool {
        self.points.0 == -1 && self.points.1 == 1
    }

    /// Whether alpha-beta and its relatives apply: two players, in turns, zero-sum.
    pub const fn is_minimax(&self) -> bool {
        self.players == 2 && self.zero_sum && !self.simultaneous
    }
}
