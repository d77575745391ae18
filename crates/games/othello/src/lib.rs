//! Othello on boards of 4×4, 6×6 and 8×8 cells.
//!
//! Bit `8 * row + column` is a cell, both counted from the top left. Smaller
//! boards lie in the middle; the cells around them are never discs and never
//! empty, so that the code that finds and flips lines serves all sizes.
//!
//! ```text
//!      a  b  c  d  e  f  g  h          the 6×6 board        the 4×4 board
//!  1   0  1  2  3  4  5  6  7        .  .  .  .  .  .  .  .   (cells 18–21,
//!  2   8  9 10 11 12 13 14 15        .  9 10 11 12 13 14  .    26–29, 34–37,
//!  3  16 17 18 19 20 21 22 23        . 17 18 19 20 21 22  .    42–45)
//!  4  24 25 26  o  x 29 30 31        . 25 26  o  x 29 30  .
//!  5  32 33 34  x  o 37 38 39        . 33 34  x  o 37 38  .
//!  6  40 41 42 43 44 45 46 47        . 41 42 43 44 45 46  .
//!  7  48 49 50 51 52 53 54 55        . 49 50 51 52 53 54  .
//!  8  56 57 58 59 60 61 62 63        .  .  .  .  .  .  .  .
//! ```
//!
//! The first player (`x`, black) has d5 and e4 at the start, or the cells that
//! lie there on a smaller board. Who cannot flip passes; when neither can, the
//! game is over.
//!
//! ```
//! use plyscope_game::{Game, Notation, Player, perft};
//! use plyscope_othello::Othello;
//!
//! let othello = Othello::<8>::default();
//! let mut state = othello.start();
//! for text in ["d3", "c3", "c4"] {
//!     let mv = othello.read_move(&state, text)?;
//!     othello.play(&mut state, mv);
//! }
//! assert_eq!(state.discs(Player::FIRST).count_ones(), 5);
//! assert_eq!(perft(&othello, &othello.start(), 6).leaves, 8200);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

// Kernels and turns must be inlined into the functions compiled for special
// instructions, or they are compiled without them.
#![allow(clippy::inline_always)]
// Rules go by reference everywhere, however small they are.
#![allow(clippy::trivially_copy_pass_by_ref)]

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx;
mod features;
mod from_bits;
mod heuristic;
mod kernel;
mod notation;
mod patterns;
mod rays;
mod rules;
mod small;
mod state;
pub mod symmetry;
pub mod tables;
mod turn;

#[cfg(target_arch = "x86_64")]
pub use avx::Avx;
pub use features::{Counts, DiscCount, Mobility, Squares};
pub use heuristic::SquareTaken;
pub use kernel::{Flipped, Kernel, Portable};
pub use rules::Othello;
pub use small::SmallOthello;
pub use state::{Move, Moves, State};
pub use turn::Payoff;

#[cfg(test)]
mod tests;
