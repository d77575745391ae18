//! Speeds as ratios to a named baseline in the same run, of the very code that agents run.
//!
//! What is measured of a game stands beside its shelf; here is how.

mod duel;
mod works;

pub use duel::{Duel, DuelSide, Measured};
pub use works::{many, states, strong, timed};
