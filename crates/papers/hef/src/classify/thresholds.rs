//! A classifier by two thresholds on q: a loss below both, a draw between, a win above.

use super::sample::{Class, Sample};

/// The thresholds that are right most often on the samples they were fitted to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Thresholds {
    /// Losses are at most this.
    low: f64,
    /// Draws are at most this.
    high: f64,
}

impl Thresholds {
    /// One sweep over the samples by rising q, cutting only between different values.
    ///
    /// With the first `i` called losses and those up to `j` draws, losses before `i` less draws
    /// before `i`, and draws before `j` less wins before `j`, add up to what is gained over calling
    /// all wins: so the best `i` up to any `j` is a running maximum.
    pub(super) fn fit(samples: &[Sample]) -> Self {
        let mut sorted: Vec<(f64, Class)> = samples
            .iter()
            .map(|own| (own.features[0], own.class))
            .collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut first, mut second) = (0, 0);
        let mut best_low = (0, f64::NEG_INFINITY);
        let mut best = (0, Self::between(f64::NEG_INFINITY, f64::NEG_INFINITY));
        let mut before = f64::NEG_INFINITY;
        for group in sorted.chunk_by(|a, b| a.0 == b.0) {
            for &(_, class) in group {
                first += [1, -1, 0][class];
                second += [0, 1, -1][class];
            }
            let next = sorted.partition_point(|own| own.0 <= group[0].0);
            before = before.max(group[0].0);
            let cut = sorted
                .get(next)
                .map_or(f64::INFINITY, |after| f64::midpoint(before, after.0));
            if first > best_low.0 {
                best_low = (first, cut);
            }
            if best_low.0 + second > best.0 {
                best = (best_low.0 + second, Self::between(best_low.1, cut));
            }
        }
        best.1
    }

    fn between(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    pub(super) fn class(&self, features: &[f64]) -> Class {
        usize::from(features[0] > self.low) + usize::from(features[0] > self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(q: f64, class: Class) -> Sample {
        Sample {
            state: 0,
            features: [q, 0.0, 0.0, 0.0],
            class,
        }
    }

    #[test]
    fn the_best_cuts_lie_between_the_classes() {
        let samples = [
            (-0.9, 0),
            (-0.5, 0),
            (-0.1, 1),
            (0.1, 1),
            (0.3, 0),
            (0.5, 2),
            (0.9, 2),
        ];
        let found = Thresholds::fit(&samples.map(|(q, class)| sample(q, class)));
        // By hand: all but the loss at 0.3 can be right.
        assert_eq!((found.low, found.high), (-0.3, 0.2));
        assert_eq!([-1.0, 0.0, 1.0].map(|q| found.class(&[q])), [0, 1, 2]);
    }

    #[test]
    fn without_draws_there_is_one_cut() {
        let samples = [(-0.5, 0), (0.5, 2)];
        let found = Thresholds::fit(&samples.map(|(q, class)| sample(q, class)));
        assert_eq!((found.low, found.high), (0.0, 0.0));
    }

    #[test]
    fn equal_values_are_not_parted() {
        let samples = [(0.0, 0), (0.0, 2), (0.0, 2)];
        let found = Thresholds::fit(&samples.map(|(q, class)| sample(q, class)));
        assert_eq!(found.class(&[0.0]), 2);
    }
}
