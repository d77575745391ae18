//! Newton's method on the penalised loss.
//!
//! Far from the solution, many rows only refine a step that few rows tell as
//! well: there the curvature of a sample serves, with the slope of all rows in
//! single precision. The last steps are in double precision on all rows.

use plyscope_stats::{Cholesky, Matrix};

use super::pass::{Curvature, Slope, Which, curvature, slope};
use super::table::ResultTable;

/// Rows from which on a sample prepares the solution.
const MANY: usize = 200_000;
/// Rows below which cross-validation is exact to the last digits, and short work all the same.
const FEW: usize = 20_000;
/// Steps after which a solution is not looked for any further.
const MOST_STEPS: usize = 60;
/// Half the gain that the last step promised, below which the solution is found: weights then
/// agree to about the root of it with the exact ones, in spreads of their features.
const CLOSE: f64 = 1e-20;
/// The same in single precision, which knows no better.
const NEARLY: f64 = 1e-10;
/// The same where losses in single precision no longer tell which of two weights is better.
const BLURRED: f64 = 1e-7;
/// Added to the curvature of features that determine each other.
const FLOOR: f64 = 1e-10;
/// A pivot below this is rounding; the floor's own is above it.
const PIVOT: f64 = 1e-6;

/// The loss with its penalty: rows, strength, and the deviation of every feature.
pub(super) struct Penalised<'a> {
    pub(super) table: &'a ResultTable,
    pub(super) which: Which,
    pub(super) strength: f64,
    /// 0 for a feature that is the same in every row: its weight stays 0.
    pub(super) spreads: &'a [f64],
}

/// Weights, with the intercept last, and what is known of them.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    pub(super) weights: Vec<f64>,
    /// The mean loss without the penalty.
    pub(super) loss: f64,
    pub(super) steps: usize,
    /// Whether the last step was as short as asked for.
    pub(super) is_found: bool,
    /// Whether a plane parts all wins from all losses.
    pub(super) is_parted: bool,
    /// The curvature at the end, in spreads of the features.
    pub(super) hessian: Matrix,
}

impl Penalised<'_> {
    /// Looks for the solution from some weights on.
    pub(super) fn solve(&self, from: &[f64]) -> Solution {
        let mut weights = from.to_vec();
        if self.which == Which::All && self.table.rows() >= MANY {
            let sample = Which::Every((self.table.rows() / (MANY / 4)).max(2));
            let few = Penalised {
                which: sample,
                ..*self
            };
            let rough = few.newton(&weights, NEARLY);
            weights = self.chord(&rough.weights, &rough.hessian).0;
        }
        self.newton(&weights, CLOSE)
    }

    /// Steps by a curvature that stays the same, with slopes in single precision; tells whether they came
    /// to the solution, as far as single precision knows it.
    pub(super) fn chord(&self, from: &[f64], hessian: &Matrix) -> (Vec<f64>, bool) {
        let factor = self.factor(hessian);
        let mut weights = from.to_vec();
        let mut now = self.penalty_on(slope(self.table, self.which, &weights), &weights);
        for _ in 0..MOST_STEPS {
            let step = factor.solve(&self.scaled(&now.gradient));
            let gain = plyscope_stats::dot(&step, &self.scaled(&now.gradient));
            if gain < NEARLY {
                return (weights, true);
            }
            let next = self.stepped(&weights, &step, 1.0);
            let then = self.penalty_on(slope(self.table, self.which, &next), &next);
            if then.loss.is_nan() || then.loss >= now.loss {
                return (weights, gain < BLURRED);
            }
            (weights, now) = (next, then);
        }
        (weights, false)
    }

    /// The solution for rows without those that are left out, from weights of all rows on.
    ///
    /// It is gone to until it does not matter where one began, so that rows that are left out say nothing:
    /// with few rows, which differ more, in double precision.
    pub(super) fn without(&self, whole: &Solution) -> Vec<f64> {
        if self.table.rows() < FEW {
            return self.newton(&whole.weights, CLOSE).weights;
        }
        match self.chord(&whole.weights, &whole.hessian) {
            (weights, true) => weights,
            (weights, false) => self.newton(&weights, NEARLY).weights,
        }
    }

    fn newton(&self, from: &[f64], close: f64) -> Solution {
        let mut weights = from.to_vec();
        let mut now = self.curved(&weights);
        let mut is_found = false;
        let mut steps = 0;
        while steps < MOST_STEPS {
            steps += 1;
            let gradient = self.scaled(&now.slope.gradient);
            let step = self.factor(&now.hessian).solve(&gradient);
            let gain = plyscope_stats::dot(&step, &gradient);
            let mut length = 1.0;
            let next = loop {
                let next = self.stepped(&weights, &step, length);
                let then = self.curved(&next);
                let is_better = then.slope.loss <= now.slope.loss + 1e-14 * now.slope.loss.abs();
                if is_better || length < 1e-6 {
                    break (next, then);
                }
                length /= 2.0;
            };
            (weights, now) = next;
            if gain.abs() <= close {
                is_found = true;
                break;
            }
        }
        let penalty = self.penalty(&weights);
        Solution {
            loss: now.slope.loss - penalty,
            steps,
            is_found,
            is_parted: now.is_parted,
            hessian: now.hessian,
            weights,
        }
    }

    /// With the penalty, and the curvature in spreads of the features.
    fn curved(&self, weights: &[f64]) -> Curvature {
        let own = curvature(self.table, self.which, weights);
        let width = weights.len();
        let scale = |at: usize| self.scale(at);
        let hessian = Matrix::from_fn(width, width, |row, column| {
            let both = own.hessian[(row, column)] * scale(row) * scale(column);
            // What is constant is left where it is.
            let lone = f64::from(u8::from(row == column && scale(row) == 0.0));
            both + lone
        });
        Curvature {
            slope: self.penalty_on(own.slope, weights),
            hessian,
            is_parted: own.is_parted,
        }
    }

    /// What a weight is multiplied by to count in spreads; the intercept's is 1.
    fn scale(&self, at: usize) -> f64 {
        match self.spreads.get(at) {
            Some(0.0) => 0.0,
            Some(spread) => 1.0 / spread,
            None => 1.0,
        }
    }

    fn scaled(&self, gradient: &[f64]) -> Vec<f64> {
        let own = gradient.iter().enumerate();
        own.map(|(at, own)| own * self.scale(at)).collect()
    }

    fn stepped(&self, weights: &[f64], step: &[f64], length: f64) -> Vec<f64> {
        let own = weights.iter().zip(step).enumerate();
        own.map(|(at, (own, step))| own - length * step * self.scale(at))
            .collect()
    }

    fn penalty(&self, weights: &[f64]) -> f64 {
        let own = weights.iter().zip(self.spreads);
        let sum: f64 = own.map(|(own, spread)| (own * spread).powi(2)).sum();
        self.strength * sum / 2.0
    }

    fn penalty_on(&self, mut slope: Slope, weights: &[f64]) -> Slope {
        slope.loss += self.penalty(weights);
        let own = slope.gradient.iter_mut().zip(weights).zip(self.spreads);
        for ((own, weight), spread) in own {
            *own += self.strength * weight * spread * spread;
        }
        slope
    }

    /// The curvature with the penalty; features that determine each other share their weight.
    fn factor(&self, hessian: &Matrix) -> Cholesky {
        let width = hessian.rows();
        let with = |extra: f64| {
            Matrix::from_fn(width, width, |row, column| {
                let is_feature = row < width - 1;
                let penalty = if is_feature {
                    self.strength + extra
                } else {
                    extra
                };
                let own = if row == column { penalty } else { 0.0 };
                hessian[(row, column)] + own
            })
        };
        let mut extra = 0.0;
        loop {
            match with(extra).cholesky() {
                Some(factor) if factor.smallest_pivot() > PIVOT => return factor,
                _ if extra == 0.0 => extra = FLOOR,
                _ => extra *= 10.0,
            }
        }
    }
}
