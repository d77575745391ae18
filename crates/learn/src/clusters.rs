//! Standard errors for rows that are not independent of each other.
//!
//! What a row of residuals says about the weights is added up over its group
//! before it is squared, so that rows which err together count as one
//! observation (Liang and Zeger's estimator, with the usual factor for few groups).

use plyscope_stats::Matrix;

use crate::spectrum::Spectrum;

/// Sums over groups, of which the first and the last may go on in the neighbouring blocks.
///
/// The first number of a score is that of the intercept, then one per feature.
#[derive(Clone, Debug)]
pub(crate) struct Clusters {
    groups: u64,
    /// Σ score × scoreᵀ of the groups that are complete.
    squares: Matrix,
    first: Option<(usize, Vec<f64>)>,
    last: Option<(usize, Vec<f64>)>,
}

impl Clusters {
    pub(crate) fn none(features: usize) -> Self {
        Self {
            groups: 0,
            squares: Matrix::zeros(features + 1, features + 1),
            first: None,
            last: None,
        }
    }

    /// Takes in a row: its group, the features' deviations, and its residual.
    pub(crate) fn add(&mut self, group: usize, deviations: &[f64], residual: f64) {
        let score = |sum: &mut [f64]| {
            sum[0] += residual;
            for (sum, own) in sum.iter_mut().skip(1).zip(deviations) {
                *sum += residual * own;
            }
        };
        match &mut self.last {
            Some((own, sum)) if *own == group => score(sum),
            _ => {
                let mut sum = vec![0.0; deviations.len() + 1];
                score(&mut sum);
                self.begin(group, sum);
            }
        }
    }

    /// Begins another group; the one before is complete, unless it is the first of the block.
    fn begin(&mut self, group: usize, sum: Vec<f64>) {
        if let Some(before) = self.last.replace((group, sum)) {
            self.put(before);
        }
    }

    fn put(&mut self, group: (usize, Vec<f64>)) {
        match &self.first {
            None => self.first = Some(group),
            Some(_) => self.square(&group.1),
        }
    }

    fn square(&mut self, sum: &[f64]) {
        self.groups += 1;
        self.squares.add_products(sum);
    }

    /// Takes in the block that follows.
    pub(crate) fn join(&mut self, other: Self) {
        self.squares += &other.squares;
        self.groups += other.groups;
        for (group, sum) in other.first.into_iter().chain(other.last) {
            match &mut self.last {
                Some((own, before)) if *own == group => {
                    for (before, own) in before.iter_mut().zip(sum) {
                        *before += own;
                    }
                }
                _ => self.begin(group, sum),
            }
        }
    }

    /// The groups, and the covariance of intercept (at the features' means) and weights.
    ///
    /// `used` are the degrees of freedom of the features.
    pub(crate) fn covariance(
        mut self,
        spectrum: &Spectrum,
        strength: f64,
        rows: f64,
        used: f64,
    ) -> (u64, Matrix) {
        for (_, sum) in self.first.take().into_iter().chain(self.last.take()) {
            self.square(&sum);
        }
        let kept: Vec<usize> = std::iter::once(0)
            .chain(spectrum.varying.iter().map(|at| at + 1))
            .collect();
        let squares = self.squares.select(&kept, &kept);
        let bread = bread(spectrum, strength, rows);
        let groups = self.groups as f64;
        let few = groups / (groups - 1.0) * (rows - 1.0) / (rows - 1.0 - used);
        (self.groups, (&(&bread * &squares) * &bread).scaled(few))
    }
}

/// How intercept and weights move with the scores.
fn bread(spectrum: &Spectrum, strength: f64, rows: f64) -> Matrix {
    Matrix::bordered(1.0 / rows, &spectrum.inverse(strength))
}
