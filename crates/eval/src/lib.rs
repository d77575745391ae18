//! Judging without looking ahead: weighted sums, expected outcomes by playing out, and the one
//! agent that is an evaluation of its own, Lin and van Lent's.

pub mod expected_outcome;
mod linear;
pub mod two_tier;

pub use linear::{Linear, Offset};
