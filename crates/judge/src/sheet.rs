//! Every metric of one heuristic on every state.

use plyscope_parallel::for_each;

use crate::{Guesses, Metric, TruthRow, Truths};

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

/// The places of one metric's scores on a chunk of states, and of what chance gets.
type Places<'a> = (&'a mut [Option<f64>], &'a mut [Option<f64>]);

/// Scores of every metric, in the order asked for.
pub fn sheet(truths: &Truths, guesses: &Guesses, metrics: &[Box<dyn Metric>]) -> Vec<Column> {
    let rows = &truths.rows;
    let empty = |_| Column {
        scores: vec![None; rows.len()],
        chance: vec![None; rows.len()],
    };
    let mut columns: Vec<Column> = metrics.iter().map(empty).collect();
    let fill = |chunk: usize, (rows, mut places): Chunk<'_>| {
        let guess = &mut Vec::new();
        for (at, row) in rows.iter().enumerate() {
            guesses.read(chunk * CHUNK + at, guess);
            let case = truths.case(row, guess);
            for ((scores, chance), metric) in places.iter_mut().zip(metrics) {
                (scores[at], chance[at]) = metric.score_and_chance(&case);
            }
        }
    };
    let chunks = rows.chunks(CHUNK).zip(by_chunk(&mut columns, rows.len()));
    for_each(chunks.collect(), fill);
    columns
}

/// Rows, and where their scores go, metric by metric.
type Chunk<'a> = (&'a [TruthRow], Vec<Places<'a>>);

/// The places of all metrics, chunk by chunk.
fn by_chunk(columns: &mut [Column], states: usize) -> Vec<Vec<Places<'_>>> {
    let mut chunks: Vec<Vec<Places<'_>>> = Vec::new();
    chunks.resize_with(states.div_ceil(CHUNK), Vec::new);
    for column in columns {
        let chance = column.chance.chunks_mut(CHUNK);
        let places = column.scores.chunks_mut(CHUNK).zip(chance);
        for (chunk, places) in chunks.iter_mut().zip(places) {
            chunk.push(places);
        }
    }
    chunks
}
