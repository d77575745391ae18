//! Judging without looking ahead, and the one agent that is an evaluation of its own: Lin and van Lent's.

mod linear;
pub mod two_tier;

pub use linear::{Linear, Offset};
