//! Cells that are looked at together, as features of games of stones: n-tuples, patterns.
//!
//! A [`PatternSet`] says which cells, and what is counted beside them ([`CountTables`]); a [`StoneGame`] has such sets. Weights, their files, and the
//! evaluator that adds them up are in `plyscope-eval`.

// What is counted is compiled into functions of evaluators that use special instructions.
#[allow(clippy::inline_always)]
mod count;
mod set;
mod stones;

pub use count::{CountTable, CountTables, MOST_COUNTS, Pairs};
pub use set::{MOST_CELLS, Pattern, PatternSet};
pub use stones::StoneGame;
