//! Gomoku, "amoba" in Hungarian: five in a row on a large board.
//!
//! Players take turns to put a stone on an empty cell; a full board is a draw.

mod amoba;
mod features;
mod from_bits;
mod notation;
mod places;
mod playout;
mod rules;
mod state;
#[cfg(test)]
mod tests;

pub use amoba::{Amoba, AmobaMore};
pub use features::{Patterns, Shapes};
pub use places::{Place, Places};
pub use rules::{FiveRule, Gomoku};
pub use state::State;
