//! Least squares over tables of patterns, phase by phase, by conjugate gradients.
//!
//! A state's value is the sum of one weight per place and per table of what is counted. The weights are those
//! with the least sum of squared errors and `ridge` times their own squares: a
//! configuration that was hardly seen stays near 0. Phases have nothing to do
//! with each other, so threads take one each, and each adds up in a fixed order.

use plyscope_eval::patterns::PatternIndex;
use plyscope_game::Stop;
use plyscope_parallel::map;

use super::samples::Samples;

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableFit {
    /// Phases, each with weights of its own.
    pub phases: usize,
    /// How strongly weights are drawn to 0: as if each had been seen so often with an error of itself.
    pub ridge: f64,
    /// The most steps of the solver.
    pub steps: u32,
    /// Steps end when the gradient has become so small a part of the first.
    pub enough: f64,
}

/// What was fitted in one phase.
#[derive(Clone, PartialEq, Debug)]
pub struct PhaseFit {
    /// A weight for every configuration, in points.
    pub weights: Vec<f32>,
    /// States of the phase.
    pub states: usize,
    /// The root of the mean squared error over these states with the weights begun with.
    pub before: f64,
    /// The same with the weights found.
    pub after: f64,
    /// Steps taken.
    pub steps: u32,
}

/// Fits the weights of every phase, beginning with `start`, which has all phases one after the other.
///
/// Ends soon once `stop` is raised; the weights are then those of the last step, which no other run need
/// have come to.
#[must_use]
pub fn fit_tables(
    index: &PatternIndex,
    samples: &[&Samples],
    start: &[f32],
    params: &TableFit,
    stop: &Stop,
) -> Vec<PhaseFit> {
    let per_phase = index.set().weights();
    let fit = |phase: usize| {
        let start = &start[phase * per_phase..(phase + 1) * per_phase];
        Rows::of_phase(index, samples, (phase, params.phases), stop).fit(start, params, stop)
    };
    map(params.phases, fit)
}

/// The states of one phase: the weights that each adds up, and its value.
struct Rows {
    /// Weights of a state.
    terms: usize,
    weights: Vec<u32>,
    values: Vec<f32>,
}

impl Rows {
    fn of_phase(
        index: &PatternIndex,
        samples: &[&Samples],
        (phase, phases): (usize, usize),
        stop: &Stop,
    ) -> Self {
        let mut rows = Self {
            terms: index.set().terms(),
            weights: Vec::new(),
            values: Vec::new(),
        };
        for samples in samples {
            for at in 0..samples.len() {
                if stop.is_raised() {
                    return rows;
                }
                let (own, theirs, value) = samples.get(at);
                let stones: u32 = own.iter().chain(theirs).map(|word| word.count_ones()).sum();
                if index.set().phase(stones as usize, phases) == phase {
                    index.weights(own, theirs, &mut rows.weights);
                    rows.values.push(value);
                }
            }
        }
        rows
    }

    fn each(&self) -> impl Iterator<Item = (&[u32], f32)> {
        self.weights
            .chunks_exact(self.terms)
            .zip(self.values.iter().copied())
    }

    /// The root of the mean squared error.
    fn error(&self, weights: &[f64]) -> f64 {
        let squares = self
            .each()
            .map(|(row, value)| (f64::from(value) - sum(row, weights)).powi(2));
        (squares.sum::<f64>() / self.values.len().max(1) as f64).sqrt()
    }

    /// How often each weight is added up.
    fn counts(&self, weights: usize) -> Vec<f64> {
        let mut counts = vec![0.0; weights];
        for &at in &self.weights {
            counts[at as usize] += 1.0;
        }
        counts
    }

    fn fit(&self, start: &[f32], params: &TableFit, stop: &Stop) -> PhaseFit {
        let mut weights: Vec<f64> = start.iter().map(|&own| f64::from(own)).collect();
        let before = self.error(&weights);
        let steps = if self.values.is_empty() {
            0
        } else {
            self.descend(&mut weights, params, stop)
        };
        PhaseFit {
            states: self.values.len(),
            before,
            after: self.error(&weights),
            steps,
            weights: weights.into_iter().map(|own| own as f32).collect(),
        }
    }

    /// Conjugate gradients, each weight scaled by how often it was seen; tells the steps taken.
    fn descend(&self, weights: &mut [f64], params: &TableFit, stop: &Stop) -> u32 {
        let ridge = params.ridge;
        let scale: Vec<f64> = self
            .counts(weights.len())
            .iter()
            .map(|own| own + ridge.max(1e-9))
            .collect();
        let mut rest: Vec<f64> = weights.iter().map(|own| -ridge * own).collect();
        for (row, value) in self.each() {
            let error = f64::from(value) - sum(row, weights);
            for &at in row {
                rest[at as usize] += error;
            }
        }
        let scaled = |rest: &[f64]| -> Vec<f64> {
            rest.iter().zip(&scale).map(|(own, by)| own / by).collect()
        };
        let mut ahead = scaled(&rest);
        let mut size = dot(&rest, &ahead);
        let enough = size * params.enough * params.enough;
        for step in 0..params.steps {
            if size <= enough || size <= f64::MIN_POSITIVE || stop.is_raised() {
                return step;
            }
            let bent = self.bent(&ahead, ridge);
            let length = size / dot(&ahead, &bent);
            for at in 0..weights.len() {
                weights[at] += length * ahead[at];
                rest[at] -= length * bent[at];
            }
            let next = scaled(&rest);
            let grown = dot(&rest, &next);
            let keep = grown / size;
            ahead
                .iter_mut()
                .zip(next)
                .for_each(|(own, next)| *own = next + keep * *own);
            size = grown;
        }
        params.steps
    }

    /// What the sum of squares bends by along a direction.
    fn bent(&self, ahead: &[f64], ridge: f64) -> Vec<f64> {
        let mut bent: Vec<f64> = ahead.iter().map(|own| ridge * own).collect();
        for row in self.weights.chunks_exact(self.terms) {
            let sum = sum(row, ahead);
            for &at in row {
                bent[at as usize] += sum;
            }
        }
        bent
    }
}

#[inline]
fn sum(row: &[u32], weights: &[f64]) -> f64 {
    row.iter().map(|&at| weights[at as usize]).sum()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
