//! A small decision tree: one threshold a question, the one that makes the two sides purest (Gini).

use super::sample::{CLASSES, Class, FEATURES, Sample, counts, most};

/// Questions one after the other, at the most.
pub(super) const DEPTH: u32 = 4;

/// Samples that must be left on either side of a question.
pub(super) const LEAF: usize = 20;

/// Purity must rise by this, or rounding decides; far below what one sample changes.
const GAIN: f64 = 1e-9;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tree {
    Leaf(Class),
    Ask {
        feature: usize,
        /// At most this goes to the first side.
        threshold: f64,
        sides: Box<[Tree; 2]>,
    },
}

impl Tree {
    pub(super) fn fit(samples: &[Sample], depth: u32, leaf: usize) -> Self {
        let whole = counts(samples);
        let pure = whole.iter().filter(|count| **count > 0).count() <= 1;
        if depth == 0 || pure {
            return Self::Leaf(most(&whole));
        }
        let Some((feature, threshold)) = best_question(samples, leaf) else {
            return Self::Leaf(most(&whole));
        };
        let (first, second): (Vec<Sample>, Vec<Sample>) = samples
            .iter()
            .partition(|own| own.features[feature] <= threshold);
        Self::Ask {
            feature,
            threshold,
            sides: Box::new([first, second].map(|side| Self::fit(&side, depth - 1, leaf))),
        }
    }

    pub(super) fn class(&self, features: &[f64; FEATURES]) -> Class {
        match self {
            Self::Leaf(class) => *class,
            Self::Ask {
                feature,
                threshold,
                sides,
            } => sides[usize::from(features[*feature] > *threshold)].class(features),
        }
    }
}

/// The feature and threshold of the greatest gain; of equals the earlier feature and the lower threshold.
fn best_question(samples: &[Sample], leaf: usize) -> Option<(usize, f64)> {
    let whole = counts(samples);
    let mut best: Option<(f64, usize, f64)> = None;
    let least = purity(&whole) + GAIN * samples.len() as f64;
    for feature in 0..FEATURES {
        let mut sorted: Vec<(f64, Class)> = samples
            .iter()
            .map(|own| (own.features[feature], own.class))
            .collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut below = [0; CLASSES];
        for at in 1..sorted.len() {
            below[sorted[at - 1].1] += 1;
            let room = at >= leaf && sorted.len() - at >= leaf;
            if sorted[at - 1].0 == sorted[at].0 || !room {
                continue;
            }
            let above = std::array::from_fn(|class| whole[class] - below[class]);
            let pure = purity(&below) + purity(&above);
            if pure > best.map_or(least, |own| own.0 + GAIN) {
                let threshold = f64::midpoint(sorted[at - 1].0, sorted[at].0);
                best = Some((pure, feature, threshold));
            }
        }
    }
    best.map(|(_, feature, threshold)| (feature, threshold))
}

/// Samples less their Gini impurity: the sum of squares of the counts over their sum.
fn purity(counts: &[usize; CLASSES]) -> f64 {
    let all: usize = counts.iter().sum();
    let squares: usize = counts.iter().map(|count| count * count).sum();
    squares as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(q: f64, depth: f64, class: Class) -> Sample {
        Sample {
            state: 0,
            features: [q, 0.0, 0.0, depth],
            class,
        }
    }

    #[test]
    fn the_questions_are_those_found_by_hand() {
        // q parts losses from the rest at 0; above it, depth parts draws from wins at 15.
        let samples = [
            sample(-0.6, 10.0, 0),
            sample(-0.4, 30.0, 0),
            sample(-0.2, 20.0, 0),
            sample(-0.2, 20.0, 0),
            sample(0.2, 10.0, 1),
            sample(0.4, 10.0, 1),
            sample(0.3, 20.0, 2),
            sample(0.5, 30.0, 2),
        ];
        let tree = Tree::fit(&samples, 2, 1);
        let rest = Tree::Ask {
            feature: 3,
            threshold: 15.0,
            sides: Box::new([Tree::Leaf(1), Tree::Leaf(2)]),
        };
        let by_hand = Tree::Ask {
            feature: 0,
            threshold: 0.0,
            sides: Box::new([Tree::Leaf(0), rest]),
        };
        assert_eq!(tree, by_hand);
        assert_eq!(tree.class(&[0.9, 0.0, 0.0, 12.0]), 1);
    }

    #[test]
    fn a_side_too_small_is_not_cut_off() {
        let samples = [
            sample(-0.5, 1.0, 0),
            sample(0.5, 1.0, 2),
            sample(0.6, 1.0, 2),
        ];
        assert_eq!(Tree::fit(&samples, 3, 2), Tree::Leaf(2));
    }

    #[test]
    fn nothing_is_asked_of_one_kind_or_of_equal_numbers() {
        let wins = [sample(0.1, 1.0, 2), sample(0.2, 2.0, 2)];
        assert_eq!(Tree::fit(&wins, 3, 1), Tree::Leaf(2));
        let equal = [sample(0.1, 1.0, 0), sample(0.1, 1.0, 2)];
        assert_eq!(Tree::fit(&equal, 3, 1), Tree::Leaf(0));
    }
}
