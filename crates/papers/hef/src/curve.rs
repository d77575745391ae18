//! A number for every state, put together ply by ply.

use plyscope_judge::{Case, Guess, Metric, Truths, band};
use serde::Serialize;

/// A number for each state; nothing where there is nothing to say.
pub(super) type Column = Vec<Option<f64>>;

/// A metric on every state.
pub(super) fn scores(truths: &Truths, guesses: &[Vec<Guess>], metric: &dyn Metric) -> Column {
    of_cases(truths, guesses, |case| metric.score(case))
}

/// What a random order of the moves gets by a metric on every state.
pub(super) fn chances(truths: &Truths, guesses: &[Vec<Guess>], metric: &dyn Metric) -> Column {
    of_cases(truths, guesses, |case| metric.chance(case))
}

fn of_cases(
    truths: &Truths,
    guesses: &[Vec<Guess>],
    one: impl Fn(&Case<'_>) -> Option<f64>,
) -> Column {
    let states = truths.rows.iter().zip(guesses);
    states
        .map(|(row, guess)| one(&truths.case(row, guess)))
        .collect()
}

/// Means by ply with 95 % bands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlyCurve {
    /// What is measured, on what, as parts of a path.
    pub name: String,
    /// Ply by ply, rising.
    pub points: Vec<PlyPoint>,
}

/// The states of one ply.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PlyPoint {
    /// Moves since the start.
    pub ply: u32,
    /// How many states have a number.
    pub states: usize,
    /// Their mean.
    pub mean: f64,
    /// The lower end of its band.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl PlyCurve {
    /// The means of a column whose numbers lie in `range`; plies without any number are left out.
    pub(super) fn new(
        name: impl Into<String>,
        plies: &[u32],
        column: &Column,
        range: (f64, f64),
    ) -> Self {
        let last = plies.iter().copied().max().unwrap_or(0);
        let point = |ply: u32| {
            let own = plies.iter().zip(column).filter(|(at, _)| **at == ply);
            let scores: Vec<f64> = own.filter_map(|(_, score)| *score).collect();
            let found = band(&scores, range)?;
            Some(PlyPoint {
                ply,
                states: found.states,
                mean: found.mean,
                low: found.low,
                high: found.high,
            })
        };
        Self {
            name: name.into(),
            points: (0..=last).filter_map(point).collect(),
        }
    }
}
