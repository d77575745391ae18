//! Logistic regression of results on features: what engine authors call Texel tuning.
//!
//! A result from 0 (lost) to 1 (won) is expected to be σ(w·x + b). The loss is
//! the cross entropy, the penalty ½ λ Σ (wⱼ sⱼ)² with the deviation sⱼ of each
//! feature, so that no feature's unit matters. The solution is the exact one,
//! by Newton's method; λ is chosen by the loss on rows that were left out.
//!
//! ```
//! use plyscope_learn::NumberTable;
//! use plyscope_learn::logistic::{LogisticParams, ResultTable, Strength, logistic};
//!
//! // Results that are exactly what the weights 2 and −1 expect.
//! let (mut numbers, mut results) = (Vec::new(), Vec::new());
//! for row in 0..100 {
//!     let (a, b) = (f64::from(row % 5) - 2.0, f64::from(row % 7) - 3.0);
//!     numbers.extend([a, b]);
//!     results.push(1.0 / (1.0 + (b - 2.0 * a).exp()));
//! }
//! let names = vec!["a".to_owned(), "b".to_owned()];
//! let table = ResultTable::read(&NumberTable::new(names, numbers, results)?, 1, 1)?;
//! let params = LogisticParams { strength: Strength::Fixed(0.0), ..LogisticParams::default() };
//! let fit = logistic(&table, &params)?;
//! assert!((fit.weights[0] - 2.0).abs() < 1e-9 && (fit.weights[1] + 1.0).abs() < 1e-9);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod cross;
mod pass;
mod scale;
mod solve;
mod table;
mod tapered;
#[cfg(test)]
mod tests;

use plyscope_game::Error;
use serde::Serialize;

pub use crate::Strength;
pub use cross::{LossCurve, LossPoint};
pub use scale::{Scale, fitted_scale};
pub use table::ResultTable;
pub use tapered::{LATE, Tapered};

use pass::Which;
use solve::Penalised;

/// How a logistic fit is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LogisticParams {
    /// The penalty λ on weights, in units of a feature's own variance.
    pub strength: Strength,
}

impl Default for LogisticParams {
    fn default() -> Self {
        Self {
            strength: Strength::CrossValidated,
        }
    }
}

/// A feature that is the same in every row: nothing can be learned of its weight.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ConstantFeature {
    /// The feature.
    pub name: String,
    /// What it is in every row.
    pub amount: f64,
}

/// Weights and how well they tell results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LogisticFit {
    /// The weights, in the order of the columns; 0 for constants.
    pub weights: Vec<f64>,
    /// The intercept.
    pub intercept: f64,
    /// The deviation of every feature.
    pub spreads: Vec<f64>,
    /// The strength that was taken.
    pub strength: f64,
    /// The mean cross entropy of the rows, in nats.
    pub loss: f64,
    /// The same where nothing but the mean result is known.
    pub base_loss: f64,
    /// The same on unseen rows, for each strength that was tried.
    pub curve: Option<LossCurve>,
    /// Newton's steps on all rows.
    pub steps: usize,
    /// Rows.
    pub rows: usize,
    /// Groups of rows that belong together.
    pub groups: usize,
    /// Features that are the same in every row.
    pub constants: Vec<ConstantFeature>,
    /// Whether the weights part all wins from all losses, so that only the penalty keeps them finite.
    pub separable: bool,
}

impl LogisticFit {
    /// The loss on unseen rows at the strength that was taken.
    #[must_use]
    pub fn unseen_loss(&self) -> Option<f64> {
        self.curve.as_ref().map(|curve| curve.best().loss)
    }
}

/// Fits weights to results.
///
/// # Errors
/// When all results are alike, a plane parts wins from losses and there is no penalty, or
/// cross-validation has nothing to leave out.
pub fn logistic(table: &ResultTable, params: &LogisticParams) -> Result<LogisticFit, Error> {
    let base = base(table)?;
    let moments = pass::spreads(table);
    let spreads: Vec<f64> = moments
        .iter()
        .map(|(mean, own)| spread(*mean, *own))
        .collect();
    let mut start = vec![0.0; spreads.len() + 1];
    start[spreads.len()] = (base / (1.0 - base)).ln();
    let (strength, curve) = match params.strength {
        Strength::Fixed(strength) if strength >= 0.0 && strength.is_finite() => (strength, None),
        Strength::Fixed(strength) => {
            let what = format!("{strength} is no strength of a penalty");
            return Err(Error::misuse(what, "it is 0 or more"));
        }
        Strength::CrossValidated => {
            let curve = cross::curve(table, &spreads, &start)?;
            (curve.best().strength, Some(curve))
        }
    };
    let penalised = Penalised {
        table,
        which: Which::All,
        strength,
        spreads: &spreads,
    };
    let found = penalised.solve(&start);
    let is_tame = found.is_found && found.weights.iter().all(|own| own.is_finite());
    if strength == 0.0 && found.is_parted {
        return Err(separable());
    }
    if !is_tame {
        let what = "the weights grow without end: the features tell some results for certain";
        return Err(Error::unsuited(what, "give a penalty by --strength 0.001"));
    }
    let (intercept, weights) = found.weights.split_last().expect("there is an intercept");
    let constants = table.names().iter().zip(&moments).zip(&spreads);
    Ok(LogisticFit {
        weights: weights.to_vec(),
        intercept: *intercept,
        strength,
        loss: found.loss,
        base_loss: entropy(base),
        curve,
        steps: found.steps,
        rows: table.rows(),
        groups: table.groups(),
        constants: constants
            .filter(|(_, spread)| **spread == 0.0)
            .map(|((name, (mean, _)), _)| ConstantFeature {
                name: name.clone(),
                amount: *mean,
            })
            .collect(),
        separable: found.is_parted,
        spreads,
    })
}

/// The mean loss of weights, the intercept last, and its slope: one pass in single precision.
pub fn loss_of(table: &ResultTable, weights: &[f64]) -> (f64, Vec<f64>) {
    let own = pass::slope(table, Which::All, weights);
    (own.loss, own.gradient)
}

fn separable() -> Error {
    Error::unsuited(
        "the features part all wins from all losses: without a penalty the weights have no end",
        "give one by --strength 0.001, or leave --strength out to have it chosen",
    )
}

/// The deviation, or 0 where it is no more than rounding.
fn spread(mean: f64, deviation: f64) -> f64 {
    if deviation > 1e-9 * mean.abs() {
        deviation
    } else {
        0.0
    }
}

/// The mean result, if results differ.
fn base(table: &ResultTable) -> Result<f64, Error> {
    let blocks = table.blocks.iter();
    let sum: f64 = blocks
        .map(|own| (0..own.len()).map(|row| own.result(row)).sum::<f64>())
        .sum();
    let mean = sum / table.rows() as f64;
    if mean > 0.0 && mean < 1.0 {
        return Ok(mean);
    }
    let what = format!("the result of every row is {mean}: there is nothing to tell apart");
    Err(Error::unsuited(what, "give won and lost positions"))
}

/// The loss of one and the same expectation for all rows.
fn entropy(base: f64) -> f64 {
    -(base * base.ln() + (1.0 - base) * (1.0 - base).ln())
}
