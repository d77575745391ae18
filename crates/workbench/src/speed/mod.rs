//! Speeds as ratios to a named baseline in the same run, of the very code that agents run.

mod duel;
mod suite;

pub use duel::{Duel, Measured};
pub use suite::{duels, signature};
