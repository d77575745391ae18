//! m,n,k games: put stones on a board of m columns and n rows, k in a row wins.
//!
//! Tic-tac-toe is 3,3,3. A full board without a row is a draw.

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
