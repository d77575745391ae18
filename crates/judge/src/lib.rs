//! Holding a heuristic against the truth.
//!
//! A [`Case`] is one state with the true worth of its moves and what the
//! heuristic makes of them; a [`Metric`] turns a case into a number.

#![allow(
    clippy::float_cmp,
    reason = "equal values are ties, and only equal ones"
)]

mod band;
mod calibrate;
mod case;
mod classes;
mod compare;
mod curve;
mod expression;
mod guesses;
pub mod judgement;
mod metric;
pub mod metrics;
pub mod report;
mod sheet;
mod truths;

pub use band::{Band, band, bootstrap};
pub use calibrate::{Pair, cross_fitted};
pub use case::{Case, Guess, Kind, Truth, best_by_gap, best_moves, on_scale};
pub use classes::cross_classified;
pub use compare::{Comparison, Section, compare, correct};
pub use curve::{Grouping, PHASES, Point, curve};
pub use expression::{COLUMNS, Expression, FUNCTIONS, Unclear, Written};
pub use guesses::{Guesses, MakeAgent, ask};
pub use metric::{Better, Metric, Needs, Trust};
pub use sheet::{Column, sheet};
pub use truths::{Made, Row, Truths};
