//! A learned weight and how sure it is.

use serde::Serialize;
use statrs::function::beta::beta_reg;

/// A weight with its standard error and test against 0.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Coefficient {
    /// The feature.
    pub name: String,
    /// The weight.
    pub weight: f64,
    /// Its standard error; none where ties leave the weight undetermined, or no row is to spare.
    pub se: Option<f64>,
    /// Weight over standard error.
    pub t: Option<f64>,
    /// The probability of such a t or a larger one were the true weight 0.
    pub p: Option<f64>,
    /// What one standard deviation of the feature changes, in standard deviations of the value.
    pub standard: f64,
    /// The mean of the feature.
    pub mean: f64,
    /// The standard deviation of the feature.
    pub spread: f64,
    /// How many times larger the weight's variance is because other features go along with this one.
    pub vif: Option<f64>,
}

/// Standard error, t and p of a weight.
pub(crate) fn test(weight: f64, variance: f64, degrees: f64) -> [Option<f64>; 3] {
    if !(variance.is_finite() && variance >= 0.0 && degrees > 0.0) {
        return [None; 3];
    }
    let se = variance.sqrt();
    let t = weight / se;
    [Some(se), Some(t), Some(two_sided(t, degrees))].map(|own| own.filter(|own| !own.is_nan()))
}

/// The probability that Student's t is as far from 0 as `t` or farther.
pub(crate) fn two_sided(t: f64, degrees: f64) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    if t.is_nan() {
        return f64::NAN;
    }
    beta_reg(degrees / 2.0, 0.5, degrees / (degrees + t * t))
}

/// The probability that Fisher's F is as large as `f` or larger; no number where there is no F.
pub(crate) fn above(f: f64, degrees: (f64, f64)) -> f64 {
    let (first, second) = degrees;
    if f.is_nan() || first <= 0.0 || second <= 0.0 {
        return f64::NAN;
    }
    // Rounding can make an explained variance of nothing negative.
    if f <= 0.0 {
        return 1.0;
    }
    if f.is_infinite() {
        return 0.0;
    }
    beta_reg(second / 2.0, first / 2.0, second / (second + first * f))
}
