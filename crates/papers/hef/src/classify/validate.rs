//! Every state classified by classifiers that did not see it.

use plyscope_game::Chance;
use plyscope_parallel::map;
use serde::Serialize;

use super::neighbours::Neighbours;
use super::sample::{Class, FEATURES, Sample, counts, most};
use super::thresholds::Thresholds;
use super::tree::{DEPTH, LEAF, Tree};

/// Folds of the cross-validation.
pub(super) const FOLDS: usize = 10;

/// A way of telling a move's true value from what the search knows of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Classifier {
    /// The value that is most frequent, whatever the move.
    Majority,
    /// Two thresholds on q.
    Thresholds,
    /// What most of the 15 most similar moves are worth.
    Neighbours,
    /// Up to four questions.
    Tree,
}

impl Classifier {
    /// All of them, from plain to elaborate.
    pub const ALL: [Self; 4] = [
        Self::Majority,
        Self::Thresholds,
        Self::Neighbours,
        Self::Tree,
    ];

    /// What it is called in tables and curves.
    pub fn name(self) -> &'static str {
        match self {
            Self::Majority => "majority",
            Self::Thresholds => "thresholds on q",
            Self::Neighbours => "nearest neighbours",
            Self::Tree => "decision tree",
        }
    }

    /// Learns from some samples and tells the classes of others.
    fn classify(self, known: &[Sample], asked: &[Sample]) -> Vec<Class> {
        let all = |class: &dyn Fn(&[f64; FEATURES]) -> Class| {
            asked.iter().map(|own| class(&own.features)).collect()
        };
        match self {
            Self::Majority => {
                let class = most(&counts(known));
                all(&|_| class)
            }
            Self::Thresholds => {
                let fit = Thresholds::fit(known);
                all(&|features| fit.class(features))
            }
            Self::Neighbours => {
                let fit = Neighbours::fit(known);
                all(&|features| fit.class(features))
            }
            Self::Tree => {
                let fit = Tree::fit(known, DEPTH, LEAF);
                all(&|features| fit.class(features))
            }
        }
    }
}

/// The fold of each state: as many states in each as can be, dealt by lot.
pub(super) fn folds(states: usize, seed: u64) -> Vec<usize> {
    let mut folds: Vec<usize> = (0..states).map(|state| state % FOLDS).collect();
    Chance::new(seed).shuffle(&mut folds);
    folds
}

/// The class of every sample, by a classifier that learned from the states of other folds.
pub(super) fn validated(classifier: Classifier, samples: &[Sample], folds: &[usize]) -> Vec<Class> {
    let in_fold = |own: &Sample, fold: usize| folds[own.state] == fold;
    let answers: Vec<Vec<(usize, Class)>> = map(FOLDS, |fold| {
        let known: Vec<Sample> = samples
            .iter()
            .filter(|own| !in_fold(own, fold))
            .copied()
            .collect();
        let asked: Vec<usize> = (0..samples.len())
            .filter(|&at| in_fold(&samples[at], fold))
            .collect();
        let unknown: Vec<Sample> = asked.iter().map(|&at| samples[at]).collect();
        let classes = classifier.classify(&known, &unknown);
        asked.into_iter().zip(classes).collect()
    });
    let mut classes = vec![0; samples.len()];
    for (at, class) in answers.into_iter().flatten() {
        classes[at] = class;
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_state_is_classified_by_a_classifier_that_saw_it() {
        // Each state has a q of its own, and its moves are all of one class: a state that was seen
        // would be classified by its own moves. Alone, it looks like its neighbour, of the other class.
        let samples: Vec<Sample> = (0..40)
            .flat_map(|state| {
                let class = if state % 2 == 0 { 0 } else { 2 };
                let q = (state / 2) as f64 + 0.1 * (state % 2) as f64;
                [Sample {
                    state,
                    features: [q, 1.0, 1.0, 1.0],
                    class,
                }; 20]
            })
            .collect();
        let folds: Vec<usize> = (0..40).map(|state| state % FOLDS).collect();
        let classes = validated(Classifier::Neighbours, &samples, &folds);
        let right = samples
            .iter()
            .zip(&classes)
            .filter(|(own, class)| own.class == **class);
        assert_eq!(right.count(), 0);
    }

    #[test]
    fn folds_are_of_equal_size() {
        let folds = folds(500, 1);
        for fold in 0..FOLDS {
            assert_eq!(folds.iter().filter(|own| **own == fold).count(), 50);
        }
    }
}
