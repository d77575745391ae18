//! Which states are wanted.

use plyscope_game::{Notation, Player};

use crate::{Chosen, Labelled};

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
    /// Whether an unlabelled state is wanted.
    pub fn passes<G: Notation>(&self, game: &G, own: &Chosen<G::State>) -> bool {
        let in_range = (self.plies.0..=self.plies.1).contains(&own.ply);
        let of_player = || {
            self.player
                .is_none_or(|player| game.mover(&own.state) == player)
        };
        if !in_range || !of_player() {
            return false;
        }
        if game.payoffs(&own.state).is_some() {
            return self.keep_finished;
        }
        let moves = game.moves(&own.state).len() as u32;
        (moves > 1 || self.keep_single) && (self.moves.0..=self.moves.1).contains(&moves)
    }

    /// Whether a labelled state is wanted.
    pub fn is_critical(&self, own: &Labelled) -> bool {
        self.critical <= 0.0 || own.spread() >= self.critical
    }
}
