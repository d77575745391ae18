//! m,n,k games: put stones on a board of m columns and n rows, k in a row wins.
//!
//! Tic-tac-toe is 3,3,3. A full board without a row is a draw.
//!
//! ```
//! use plyscope_game::{Game, perft};
//! use plyscope_mnk::Mnk;
//!
//! let game = Mnk::tictactoe();
//! assert_eq!(perft(&game, &game.start(), 9).all(), 255_168);
//! ```

mod features;
mod from_bits;
mod lines;
mod notation;
mod playout;
mod rules;
mod symmetry;
#[cfg(test)]
mod tests;

pub use features::{FilledLines, Levy, OpenLines};
pub use rules::{Mnk, Place, Places, State};
