//! Every metric of one heuristic on every state.

use rayon::prelude::*;

use crate::{Guess, Guesses, Metric, TruthRow, Truths};

/// Scores of one metric, state by state, beside what chance would get.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// A score for each state; nothing where the metric is undefined.
    pub scores: Vec<Option<f64>>,
    /// What a random order of the moves would score on average.
    pub chance: Vec<Option<f64>>,
}

/// States that one thread takes at a time: enough that handing them out costs nothing.
const CHUNK: usize = 1024;

/// Scores of every metric, in the order asked for.
pub fn sheet(truths: &Truths, guesses: &Guesses, metrics: &[Box<dyn Metric>]) -> Vec<Column> {
    let columns = |states: usize| -> Vec<Column> {
        let empty = |_| Column {
            scores: Vec::with_capacity(states),
            chance: Vec::with_capacity(states),
        };
        metrics.iter().map(empty).collect()
    };
    let part = |guess: &mut Vec<Guess>, (chunk, rows): (usize, &[TruthRow])| {
        let mut part = columns(rows.len());
        for (at, row) in rows.iter().enumerate() {
            guesses.read(chunk * CHUNK + at, guess);
            let case = truths.case(row, guess);
            for (column, metric) in part.iter_mut().zip(metrics) {
                column.scores.push(metric.score(&case));
                column.chance.push(metric.chance(&case));
            }
        }
        part
    };
    let chunks = truths.rows.par_chunks(CHUNK).enumerate();
    let parts: Vec<Vec<Column>> = chunks.map_init(Vec::new, part).collect();
    let mut whole = columns(truths.rows.len());
    for part in parts {
        for (column, more) in whole.iter_mut().zip(part) {
            column.scores.extend(more.scores);
            column.chance.extend(more.chance);
        }
    }
    whole
}
