//! Features that never vary, and features that others determine.

use std::fmt;

use plyscope_stats::Matrix;
use serde::Serialize;

use crate::moments::Moments;
use crate::spectrum::Spectrum;

/// A feature that is the same in every row; it gets no weight.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Constant {
    /// The feature.
    pub name: String,
    /// What it always is.
    pub amount: f64,
}

/// A feature that is a sum of others, up to a constant: their weights cannot be told apart.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tie {
    /// The feature.
    pub name: String,
    /// The features it is the sum of, each times a factor.
    pub of: Vec<(String, f64)>,
    /// What is added to the sum.
    pub constant: f64,
}

/// A part of a tie below this share of the largest is rounding.
const ROUNDING: f64 = 1e-5;

pub(crate) fn constants(names: &[String], moments: &Moments, spectrum: &Spectrum) -> Vec<Constant> {
    (0..names.len())
        .filter(|at| !spectrum.varying.contains(at))
        .map(|at| Constant {
            name: names[at].clone(),
            amount: moments.means[at],
        })
        .collect()
}

/// What determines what: one tie for each direction in which the features do not vary.
pub(crate) fn ties(names: &[String], moments: &Moments, spectrum: &Spectrum) -> Vec<Tie> {
    let (relations, pivots) = reduced(spectrum.null_vectors().transpose());
    let tie = |(row, &pivot): (usize, &usize)| {
        // Σ part × (feature − mean) / scale = 0, solved for the pivot, whose part is 1.
        let factor = |i: usize| -relations[(row, i)] * spectrum.scales[pivot] / spectrum.scales[i];
        let at = |i: usize| spectrum.varying[i];
        let others: Vec<usize> = (0..relations.columns())
            .filter(|&i| i != pivot && relations[(row, i)].abs() > ROUNDING)
            .collect();
        let sum_of_means: f64 = others
            .iter()
            .map(|&i| factor(i) * moments.means[at(i)])
            .sum();
        Tie {
            name: names[at(pivot)].clone(),
            constant: moments.means[at(pivot)] - sum_of_means,
            of: others
                .into_iter()
                .map(|i| (names[at(i)].clone(), factor(i)))
                .collect(),
        }
    };
    pivots.iter().enumerate().map(tie).collect()
}

/// Row-reduced, each row with a 1 where the others have 0; and where that is.
fn reduced(mut rows: Matrix) -> (Matrix, Vec<usize>) {
    let mut pivots = Vec::new();
    for row in 0..rows.rows() {
        let pivot = last_large(rows.row(row));
        pivots.push(pivot);
        let head = rows[(row, pivot)];
        for own in rows.row_mut(row) {
            *own /= head;
        }
        let own = rows.row(row).to_vec();
        for other in (0..rows.rows()).filter(|&other| other != row) {
            let factor = rows[(other, pivot)];
            for (changed, own) in rows.row_mut(other).iter_mut().zip(&own) {
                *changed -= factor * own;
            }
        }
    }
    (rows, pivots)
}

/// The last place that holds about as much as any: a feature is told by those before it.
fn last_large(parts: &[f64]) -> usize {
    let most = parts.iter().fold(0.0f64, |most, part| most.max(part.abs()));
    let is_large = |part: &f64| part.abs() >= 0.99 * most;
    parts.iter().rposition(is_large).unwrap_or(0)
}

impl fmt::Display for Tie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} =", self.name)?;
        let scale = self.of.iter().map(|part| part.1.abs()).fold(1.0, f64::max);
        let mut begun = false;
        let mut sign = |f: &mut fmt::Formatter<'_>, number: f64| {
            let sign = match (begun, number < 0.0) {
                (false, false) => "",
                (false, true) => "−",
                (true, false) => "+ ",
                (true, true) => "− ",
            };
            begun = true;
            write!(f, " {sign}")
        };
        for (name, factor) in &self.of {
            sign(f, *factor)?;
            if (factor.abs() - 1.0).abs() > ROUNDING {
                write!(f, "{} × ", short(factor.abs()))?;
            }
            f.write_str(name)?;
        }
        if self.constant.abs() > ROUNDING * scale || self.of.is_empty() {
            sign(f, self.constant)?;
            f.write_str(&short(self.constant.abs()))?;
        }
        Ok(())
    }
}

/// Four digits behind the point at the most.
fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
