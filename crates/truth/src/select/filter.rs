//! Which states are wanted.

use plyscope_game::Player;
use plyscope_game::any::AnyStates;

use crate::Labelled;

/// What a state must be like to be chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    /// The first and the last ply wanted.
    pub plies: (u32, u32),
    /// Only states in which this player moves.
    pub player: Option<Player>,
    /// The fewest and the most legal moves; states with one are left out unless asked for.
    pub moves: (u32, u32),
    /// Keep states with a single legal move.
    pub keep_single: bool,
    /// Keep finished games.
    pub keep_finished: bool,
    /// Take only one of several states that are images of each other.
    pub symmetry: bool,
    /// After labelling, keep only states whose best and worst move differ by so much.
    pub critical: f64,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            plies: (0, u32::MAX),
            player: None,
            moves: (0, u32::MAX),
            keep_single: false,
            keep_finished: false,
            symmetry: false,
            critical: 0.0,
        }
    }
}

impl Filter {
    /// Whether an unlabelled state is wanted, seen by its mover.
    pub fn passes(&self, states: &dyn AnyStates, at: usize, ply: u32) -> bool {
        let in_range = (self.plies.0..=self.plies.1).contains(&ply);
        let of_player = || self.player.is_none_or(|player| states.mover(at) == player);
        if !in_range || !of_player() {
            return false;
        }
        let moves = states.move_count(at) as u32;
        if moves == 0 {
            return self.keep_finished;
        }
        (moves > 1 || self.keep_single) && (self.moves.0..=self.moves.1).contains(&moves)
    }

    /// Whether a labelled state is wanted, in a game with such a level result.
    pub fn is_critical(&self, own: &Labelled, level: Option<f64>) -> bool {
        self.critical <= 0.0 || own.spread(level) >= self.critical
    }
}
