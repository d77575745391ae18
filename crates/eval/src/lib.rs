//! Judging without looking ahead: weighted sums, and expected outcomes by playing out.

pub mod expected_outcome;
mod linear;

pub use linear::{Linear, Offset};
