//! Breakthrough: pawns step forward and capture diagonally; the first on the far row wins.
//!
//! Each side begins with two rows of pawns. The mover always has a move, and there are no draws.
//!
//! ```
//! use plyscope_breakthrough::Breakthrough;
//! use plyscope_game::{Game, perft};
//!
//! let game = Breakthrough::new(8, 8)?;
//! assert_eq!(perft(&game, &game.start(), 2).leaves, 22 * 22);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

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
