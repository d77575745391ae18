//! K: what a value must be multiplied by to tell results.

use plyscope_game::Error;
use serde::Serialize;

/// A fitted K.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Scale {
    /// The factor: σ(K · value) is what is expected.
    pub k: f64,
    /// The mean cross entropy there.
    pub loss: f64,
}

/// Steps of Newton's method; each about doubles the digits.
const STEPS: usize = 100;

/// The K of least loss for values of positions, each with its result in 0 to 1.
///
/// # Errors
/// When values tell no result, or tell all of them for certain.
pub fn fitted_scale(pairs: &[(f64, f64)]) -> Result<Scale, Error> {
    let rows = pairs.len() as f64;
    let largest = pairs.iter().map(|own| own.0.abs()).fold(0.0, f64::max);
    let unclear = || {
        Error::unsuited(
            "no K brings these values to the results: they tell nothing of them, or all for certain",
            "start from other weights, or from none",
        )
    };
    if largest == 0.0 || !largest.is_finite() {
        return Err(unclear());
    }
    // In values of which the largest is 1.
    let (mut k, mut loss) = (0.0, f64::INFINITY);
    for _ in 0..STEPS {
        let (mut slope, mut curve, mut sum) = (0.0, 0.0, 0.0);
        for (value, result) in pairs {
            let value = value / largest;
            let logit = k * value;
            let small = (-logit.abs()).exp();
            let chance = if logit >= 0.0 { 1.0 } else { small } / (1.0 + small);
            slope += (chance - result) * value;
            curve += small / ((1.0 + small) * (1.0 + small)) * value * value;
            sum += logit.max(0.0) - result * logit + small.ln_1p();
        }
        loss = sum / rows;
        // At most so far at once: the first step may shoot over.
        let step = (slope / curve.max(f64::MIN_POSITIVE)).clamp(-8.0, 8.0);
        if step.abs() <= 1e-13 * k.abs().max(1e-3) {
            break;
        }
        k -= step;
    }
    if k.abs() < 1e-9 || loss < 1e-9 {
        return Err(unclear());
    }
    Ok(Scale {
        k: k / largest,
        loss,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_that_made_the_results_is_found() {
        let pair = |at: i32| {
            let value = f64::from(at) * 10.0;
            (value, 1.0 / (1.0 + (-0.004 * value).exp()))
        };
        let pairs: Vec<_> = (-60..=60).map(pair).collect();
        let found = fitted_scale(&pairs).unwrap();
        assert!((found.k - 0.004).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn values_that_tell_nothing_or_everything_are_refused() {
        assert!(fitted_scale(&[(0.0, 1.0), (0.0, 0.0)]).is_err());
        assert!(fitted_scale(&[(1.0, 1.0), (-1.0, 0.0)]).is_err());
        assert!(fitted_scale(&[(1.0, 1.0), (1.0, 0.0)]).is_err());
    }
}
