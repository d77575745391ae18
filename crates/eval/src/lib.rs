//! Judging without looking ahead.

mod linear;

pub use linear::Linear;
