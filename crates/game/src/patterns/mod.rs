//! Cells that are looked at together, as features of games of stones: n-tuples, patterns.
//!
//! A [`PatternSet`] says which cells, and what is counted beside them ([`CountTable`]); a [`StoneGame`] has such sets. Weights, their files, and the
//! evaluator that adds them up are in `plyscope-eval`.

mod count;
mod set;
mod stones;

pub use count::CountTable;
pub use set::{MOST_CELLS, Pattern, PatternSet};
pub use stones::StoneGame;
