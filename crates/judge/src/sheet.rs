//! Every metric of one heuristic on every state.

use plyscope_parallel::for_each;

use crate::{Guesses, Metric, Truths};

/// Scores of one metric, state by state, beside what chance would get.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Column {
    /// A score for each state; nothing where the metric is undefined.
    pub scores: Scores,
    /// What a random order of the moves would score on average.
    pub chance: Scores,
}

/// A number for each state, or nothing.
///
/// Nothing is kept as NaN, in half the room of an `Option`; a metric that says NaN says nothing.
#[derive(Clone, Debug, Default)]
pub struct Scores(Vec<f64>);

impl Scores {
    /// The number of one state.
    #[inline]
    pub fn get(&self, state: usize) -> Option<f64> {
        told(self.0[state])
    }

    /// That of every state.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<f64>> + Clone + '_ {
        self.0.iter().map(|own| told(*own))
    }
}

impl PartialEq for Scores {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl FromIterator<Option<f64>> for Scores {
    fn from_iter<I: IntoIterator<Item = Option<f64>>>(numbers: I) -> Self {
        Self(numbers.into_iter().map(kept).collect())
    }
}

#[inline]
fn told(number: f64) -> Option<f64> {
    (!number.is_nan()).then_some(number)
}

#[inline]
fn kept(number: Option<f64>) -> f64 {
    number.unwrap_or(f64::NAN)
}

/// Where the scores of some states go, and what chance gets on them.
#[derive(Debug)]
pub struct Places<'a> {
    scores: &'a mut [f64],
    chance: &'a mut [f64],
}

impl Places<'_> {
    /// Puts down the score of a state, by its place among these, and what chance gets there.
    #[inline]
    pub fn put(&mut self, at: usize, (score, chance): (Option<f64>, Option<f64>)) {
        self.scores[at] = kept(score);
        self.chance[at] = kept(chance);
    }
}

/// States that one thread takes at a time: enough that handing them out costs nothing, few enough
/// that they are still in the cache for the second metric.
const CHUNK: usize = 1024;

/// Scores of every metric, in the order asked for.
pub fn sheet(truths: &Truths, guesses: &Guesses, metrics: &[Box<dyn Metric>]) -> Vec<Column> {
    let mut columns = Vec::new();
    sheet_over(truths, guesses, metrics, &mut columns);
    columns
}

/// The same, written over the columns of another heuristic.
///
/// New memory is handed over by the system page by page, which takes as long as the scores.
pub fn sheet_over(
    truths: &Truths,
    guesses: &Guesses,
    metrics: &[Box<dyn Metric>],
    columns: &mut Vec<Column>,
) {
    let cases = truths.cases(guesses);
    let states = truths.rows.len();
    columns.resize_with(metrics.len(), Column::default);
    for column in columns.iter_mut() {
        column.scores.0.resize(states, 0.0);
        column.chance.0.resize(states, 0.0);
    }
    for_each(by_chunk(columns, states), |chunk, places| {
        let begin = chunk * CHUNK;
        let cases = cases.part(begin..states.min(begin + CHUNK));
        for (mut places, metric) in places.into_iter().zip(metrics) {
            metric.score_all(&cases, &mut places);
        }
    });
}

/// The places of all metrics, chunk by chunk.
fn by_chunk(columns: &mut [Column], states: usize) -> Vec<Vec<Places<'_>>> {
    let mut chunks: Vec<Vec<Places<'_>>> = Vec::new();
    chunks.resize_with(states.div_ceil(CHUNK), Vec::new);
    for column in columns {
        let scores = column.scores.0.chunks_mut(CHUNK);
        let places = scores.zip(column.chance.0.chunks_mut(CHUNK));
        for (chunk, (scores, chance)) in chunks.iter_mut().zip(places) {
            chunk.push(Places { scores, chance });
        }
    }
    chunks
}
