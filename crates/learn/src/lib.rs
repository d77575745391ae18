//! Fitting weights: values of states, regressed on features.
//!
//! [`Rows`] make a row of numbers whenever they are asked for one, so a fit
//! streams over millions of states and keeps only sums. [`Positions`] makes
//! them from states and the [`plyscope_game::Features`] of a game, [`Table`]
//! holds numbers as they are. [`fit`] does least squares or ridge, and its
//! [`Fit`] says how far the result can be trusted.

mod clusters;
mod coefficient;
mod cross;
mod fit;
mod folds;
mod gather;
mod moments;
mod positions;
#[cfg(test)]
mod reference;
mod residuals;
mod rows;
mod spectrum;
mod ties;

pub use coefficient::Coefficient;
pub use cross::{Curve, CurvePoint};
pub use fit::{Fit, Method, Params, Strength, fit};
pub use positions::{Example, Positions};
pub use residuals::ResidualBin;
pub use rows::{Rows, Table};
pub use ties::{Constant, Tie};

use plyscope_game::Error;
