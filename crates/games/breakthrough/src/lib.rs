//! Breakthrough: pawns step forward and capture diagonally; the first on the far row wins.
//!
//! Each side begins with two rows of pawns. Somebody can always move and nothing is ever a draw.
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
