//! Breakthrough: pawns step forward and capture diagonally; the first on the far row wins.
//!
//! Each side begins with two rows of pawns. Somebody can always move and nothing is ever a draw.

mod features;
mod from_bits;
mod notation;
mod rules;
mod state;
mod steps;
#[cfg(test)]
mod tests;

pub use features::Pawns;
pub use rules::Breakthrough;
pub use state::{State, Step};
pub use steps::Steps;
