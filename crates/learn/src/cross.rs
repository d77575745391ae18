//! Cross-validation: how well rows are predicted by a fit that has not seen them.
//!
//! Everything comes from the moments of the folds: those of all folds but one
//! give the fit, those of the one tell its error. No row is read again.

use serde::Serialize;

use crate::moments::Moments;
use crate::spectrum::Spectrum;

/// The error on unseen rows for each strength that was tried.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curve {
    /// Parts that were left out in turn.
    pub folds: usize,
    /// From weak to strong.
    pub points: Vec<CurvePoint>,
}

/// What one strength gives on unseen rows.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct CurvePoint {
    /// Ridge's strength, in units of a feature's own variance.
    pub strength: f64,
    /// The mean squared error.
    pub error: f64,
    /// Its standard error, from the differences among folds.
    pub error_se: f64,
    /// The share of the variance that is explained; below 0 if the mean would do better.
    pub r2: f64,
}

impl Curve {
    /// The point of least error; the stronger of two that are alike.
    pub fn best(&self) -> &CurvePoint {
        self.points
            .iter()
            .rev()
            .min_by(|a, b| a.error.total_cmp(&b.error))
            .expect("a curve has points")
    }
}

/// The curve over `strengths`; `folds` are at least two.
pub(crate) fn curve(folds: &[Moments], strengths: &[f64]) -> Curve {
    let width = folds[0].means.len();
    let mut whole = Moments::none(width);
    for fold in folds {
        whole.merge(fold);
    }
    let mut errors = vec![Vec::with_capacity(folds.len()); strengths.len()];
    for left_out in 0..folds.len() {
        let mut rest = Moments::none(width);
        let others = folds.iter().enumerate().filter(|(at, _)| *at != left_out);
        others.for_each(|(_, fold)| rest.merge(fold));
        let spectrum = Spectrum::of(&rest);
        for (errors, &strength) in errors.iter_mut().zip(strengths) {
            errors.push(error(&folds[left_out], &rest, &spectrum.solve(strength)));
        }
    }
    let point = |(errors, &strength): (&Vec<f64>, &f64)| {
        let sum: f64 = errors.iter().sum();
        let error = sum / whole.count as f64;
        CurvePoint {
            strength,
            error,
            error_se: standard_error(errors, folds),
            r2: 1.0 - sum / whole.total(),
        }
    };
    Curve {
        folds: folds.len(),
        points: errors.iter().zip(strengths).map(point).collect(),
    }
}

/// The sum of squared errors on `fold` of coefficients that were learned from `rest`.
fn error(fold: &Moments, rest: &Moments, coefficients: &[f64]) -> f64 {
    let value = fold.features();
    let mut sum = fold.total();
    let mut off = fold.means[value] - rest.means[value];
    for (i, own) in coefficients.iter().enumerate() {
        off -= own * (fold.means[i] - rest.means[i]);
        sum -= 2.0 * own * fold.product(i, value);
        for (j, other) in coefficients.iter().enumerate() {
            sum += own * other * fold.product(i, j);
        }
    }
    (sum + fold.count as f64 * off * off).max(0.0)
}

/// The standard error of the mean of the folds' mean errors.
fn standard_error(sums: &[f64], folds: &[Moments]) -> f64 {
    let means: Vec<f64> = sums
        .iter()
        .zip(folds)
        .filter(|(_, fold)| fold.count > 0)
        .map(|(sum, fold)| sum / fold.count as f64)
        .collect();
    let count = means.len() as f64;
    let mean = means.iter().sum::<f64>() / count;
    let squares: f64 = means.iter().map(|own| (own - mean) * (own - mean)).sum();
    (squares / (count - 1.0) / count).sqrt()
}
