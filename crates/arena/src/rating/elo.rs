//! The logistic scale: ten to one at 400 points.

use std::f64::consts::LN_10;

/// Elo points in one unit of natural log odds.
pub(super) const ELO: f64 = 400.0 / LN_10;

/// The Elo difference that predicts this score: `400 · log10(score / (1 − score))`.
///
/// Infinite at 0 and 1. Scores beyond them are taken as 0 and 1.
///
/// ```
/// # use plyscope_arena::rating::elo_of;
/// assert_eq!(elo_of(0.5), 0.0);
/// assert!((elo_of(0.64) - 99.95).abs() < 0.01);
/// assert_eq!(elo_of(1.0), f64::INFINITY);
/// ```
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    ELO * (score / (1.0 - score)).ln()
}

/// The mean score that an Elo difference predicts: `1 / (1 + 10^(−elo / 400))`.
///
/// Says nothing about how much of it is draws.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO).exp())
}

#[cfg(test)]
mod tests {
    use super::{elo_of, expected_score};

    #[test]
    fn scores_and_elo_are_inverse() {
        for elo in [-1200.0, -400.0, -3.5, 0.0, 10.0, 191.0, 800.0] {
            assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn ten_to_one_is_four_hundred() {
        assert!((elo_of(10.0 / 11.0) - 400.0).abs() < 1e-9);
    }
}
