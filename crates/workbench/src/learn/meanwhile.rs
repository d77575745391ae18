//! How far a learner has come before it is done: weights on the way, to watch it converge.

use plyscope_learn::Fit;
use serde::Serialize;

/// Standard errors on either side that make an interval of 95 %.
const NINETY_FIVE: f64 = 1.96;
/// States below which weights tell nothing.
const LEAST: u64 = 32;

/// A weight on the way, and the range it is known to lie in or is tried in.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WeightRange {
    /// The feature.
    pub name: String,
    /// The weight.
    pub weight: f64,
    /// The low end: of the interval of 95 %, or of the population.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

/// The weights with their intervals; none where the fit cannot tell one.
pub(super) fn ranges(fit: &Fit) -> Vec<WeightRange> {
    let all = fit.coefficients.iter();
    all.map(|own| {
        let half = NINETY_FIVE * own.se.unwrap_or(0.0);
        WeightRange {
            name: own.name.clone(),
            weight: own.weight,
            low: own.weight - half,
            high: own.weight + half,
        }
    })
    .collect()
}

/// Whether weights are fitted when so many states are labelled: at 2ⁿ and 3·2ⁿ, so that
/// all these fits together see at most 2.5 times as many states as the last one.
pub(super) fn is_milestone(states: u64) -> bool {
    let is_half_way = states.is_multiple_of(3) && (states / 3).is_power_of_two();
    states >= LEAST && (states.is_power_of_two() || is_half_way)
}

#[cfg(test)]
mod tests {
    use super::is_milestone;

    #[test]
    fn milestones_lie_further_and_further_apart() {
        let all: Vec<u64> = (0..300).filter(|own| is_milestone(*own)).collect();
        assert_eq!(all, [32, 48, 64, 96, 128, 192, 256]);
    }
}
