//! Tables of weights for what lies on some cells together: n-tuples, patterns.
//!
//! A [`PatternSet`] says which cells, and what is counted beside them; [`PatternWeights`] has a weight
//! for every way to fill them and for every count, in each phase of the game; [`Patterns`] adds up the
//! weights of a state.
//!
//! ```
//! use std::sync::Arc;
//!
//! use plyscope_eval::patterns::{PatternWeights, Patterns, ReadPatterns, StoneGame};
//! use plyscope_game::{Evaluator, Game, Player};
//! use plyscope_othello::Othello;
//!
//! let game = Othello::<8>::default();
//! let set = Arc::new(game.pattern_set("straight2").expect("a set of Othello"));
//! let zeros = vec![0.0; 6 * set.weights()];
//! let weights = PatternWeights::rounded(set, 6, 16, &zeros, "by nobody");
//! let bytes = weights.to_bytes();
//! let again = game.read_patterns(&bytes)?;
//! assert_eq!(Patterns::new(again).value(&game, &game.start(), Player::FIRST), 0.0);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

// What is compiled for special instructions must be inlined into one function.
#![allow(clippy::inline_always)]

mod coder;
mod file;
#[allow(unsafe_code)]
mod lanes;
mod read;
mod shipped;
#[allow(unsafe_code)]
mod tables;

#[cfg(test)]
mod tests;

pub use file::MOST_PHASES;
pub use plyscope_game::patterns::{
    CountTable, CountTables, MOST_CELLS, Pattern, PatternSet, StoneGame,
};
pub use read::ReadPatterns;
pub use tables::{PatternIndex, PatternWeights, Patterns};
