//! A classifier by nearest neighbours: what most of the most similar moves were worth.

use super::sample::{CLASSES, Class, FEATURES, Sample, most};

/// How many neighbours vote.
pub(super) const NEIGHBOURS: usize = 15;

/// Samples on scales where each feature has mean 0 and variance 1.
pub(super) struct Neighbours {
    samples: Vec<([f64; FEATURES], Class)>,
    scale: [(f64, f64); FEATURES],
}

impl Neighbours {
    pub(super) fn fit(samples: &[Sample]) -> Self {
        let plain: Vec<[f64; FEATURES]> = samples.iter().map(|own| logs(&own.features)).collect();
        let scale = std::array::from_fn(|which| {
            let count = plain.len() as f64;
            let mean = plain.iter().map(|own| own[which]).sum::<f64>() / count;
            let squares: f64 = plain.iter().map(|own| (own[which] - mean).powi(2)).sum();
            let deviation = (squares / count).sqrt();
            (mean, if deviation > 0.0 { deviation } else { 1.0 })
        });
        let classes = samples.iter().map(|own| own.class);
        let scaled = plain.iter().map(|own| scaled(own, &scale));
        Self {
            samples: scaled.zip(classes).collect(),
            scale,
        }
    }

    /// The class of most neighbours; of equals the lower, and of neighbours as far the earlier.
    pub(super) fn class(&self, features: &[f64; FEATURES]) -> Class {
        let own = scaled(&logs(features), &self.scale);
        let distance = |other: &[f64; FEATURES]| -> f64 {
            own.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum()
        };
        let far = self.samples.iter().enumerate();
        let mut far: Vec<(f64, usize)> =
            far.map(|(at, (other, _))| (distance(other), at)).collect();
        let votes = NEIGHBOURS.min(far.len());
        if votes < far.len() {
            far.select_nth_unstable_by(votes, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        }
        let mut counts = [0; CLASSES];
        for (_, at) in &far[..votes] {
            counts[self.samples[*at].1] += 1;
        }
        most(&counts)
    }
}

/// Visits by their logarithms: from a dozen to millions, the distance between them would be all that counts.
fn logs(features: &[f64; FEATURES]) -> [f64; FEATURES] {
    let [q, visits, total, depth] = *features;
    [q, visits.max(1.0).ln(), total.max(1.0).ln(), depth]
}

fn scaled(features: &[f64; FEATURES], scale: &[(f64, f64); FEATURES]) -> [f64; FEATURES] {
    std::array::from_fn(|which| (features[which] - scale[which].0) / scale[which].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_of_the_nearest_decide() {
        // Ten losses at q = −1 and nineteen wins at q = 1: of the 15 nearest to −0.9, ten are losses.
        let sample = |q: f64, class| Sample {
            state: 0,
            features: [q, 10.0, 100.0, 5.0],
            class,
        };
        let mut samples = vec![sample(-1.0, 0); 10];
        samples.extend([sample(1.0, 2); 19]);
        let fitted = Neighbours::fit(&samples);
        assert_eq!(fitted.class(&[-0.9, 10.0, 100.0, 5.0]), 0);
        assert_eq!(fitted.class(&[0.9, 10.0, 100.0, 5.0]), 2);
    }
}
