//! Holding a heuristic against the truth.
//!
//! A [`Case`] is one state with the true worth of its moves and what the
//! heuristic makes of them; a [`Metric`] turns a case into a number.

mod case;
mod metric;
pub mod metrics;

pub use case::{Case, Guess, Kind, Truth, best_moves};
pub use metric::{Better, Metric, Needs, Trust};
