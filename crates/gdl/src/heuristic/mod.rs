//! Heuristics made from the rules alone: what a sheet says about its goals, read in degrees.
//!
//! [`FuzzyGoal`] asks how nearly a state fulfils the goals, [`GoalProximity`] how much of their
//! conditions holds. [`ActionHeuristic`]
//! asks what a move does for them, without making it. [`Rarity`] and
//! [`GoalNow`] look at the fluents that hold, and [`FluentCounts`] are numbers
//! for a weighted sum.

mod action;
mod counts;
mod fuzzy;
mod fuzzy_goal;
mod goal_now;
mod pool;
mod proximity;
mod rarity;
mod regress;
#[cfg(test)]
mod tests;

pub use action::{ActionHeuristic, ActionParams};
pub use counts::FluentCounts;
pub use fuzzy::{Fuzzy, Norm};
pub use fuzzy_goal::FuzzyGoal;
pub use goal_now::GoalNow;
pub use proximity::GoalProximity;
pub use rarity::Rarity;

use std::sync::Arc;

use plyscope_game::Value;

use crate::error::{GdlError, GdlErrorKind};
use crate::game::GdlGame;
use crate::network::Network;

/// What a list of worths, one per role, means to one of them: its own less the mean of the others'.
fn lead(worth: &[Value], role: usize) -> Value {
    let own = worth.get(role).copied().unwrap_or(0.0);
    let others = worth.len().saturating_sub(1);
    if others == 0 {
        return own;
    }
    own - (worth.iter().sum::<Value>() - own) / others as Value
}

/// The network that a heuristic reads the rules off.
fn network_of(game: &GdlGame) -> Result<Arc<Network>, GdlError> {
    let network = game.network().cloned();
    network.ok_or_else(|| {
        GdlError::new(
            GdlErrorKind::Unsupported,
            "the heuristic needs a network of gates, and the game is played by its rules alone",
            "take one that asks for moves only, such as `mobility` or `history`",
        )
    })
}
