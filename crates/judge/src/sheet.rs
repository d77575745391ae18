//! Every metric of one heuristic on every state.

use rayon::prelude::*;

use crate::{Case, Guess, Metric, Truths};

/// Scores of one metric, state by state, beside what chance would get.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// A score for each state; nothing where the metric is silent.
    pub scores: Vec<Option<f64>>,
    /// What a random order of the moves would score on average.
    pub chance: Vec<Option<f64>>,
}

/// Scores of every metric, in the order asked for.
pub fn sheet(truths: &Truths, guesses: &[Vec<Guess>], metrics: &[Box<dyn Metric>]) -> Vec<Column> {
    let one = |metric: &dyn Metric, case: &Case<'_>| (metric.score(case), metric.chance(case));
    // All metrics of a state while it is at hand; a chunk of states at a time keeps threads busy and few.
    let rows: Vec<Vec<(Option<f64>, Option<f64>)>> = truths
        .rows
        .par_iter()
        .zip(guesses)
        .with_min_len(64)
        .map(|(row, guess)| {
            let case = truths.case(row, guess);
            metrics.iter().map(|own| one(own.as_ref(), &case)).collect()
        })
        .collect();
    (0..metrics.len())
        .map(|which| Column {
            scores: rows.iter().map(|row| row[which].0).collect(),
            chance: rows.iter().map(|row| row[which].1).collect(),
        })
        .collect()
}
