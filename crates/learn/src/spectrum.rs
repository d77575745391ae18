//! The correlations of the features, taken apart into directions.
//!
//! All solving is done on columns of mean 0 and standard deviation 1, in the eigenvectors
//! of their correlation matrix: there ridge of any strength is one division a
//! direction, and a direction without spread is a tie among features.

use plyscope_stats::Matrix;

use crate::moments::Moments;

/// Directions with less than this share of the largest eigenvalue count as none.
///
/// Sums of products carry about 14 digits; two are left for the fit, and the
/// correction by residuals brings the others back.
const FLAT: f64 = 1e-12;
/// A column whose spread is below this share of its mean is constant but for rounding.
const CONSTANT: f64 = 1e-13;

/// The directions in which features vary, and how the value goes along with each.
pub(crate) struct Spectrum {
    /// The features that are not constant, by their places.
    pub(crate) varying: Vec<usize>,
    /// The standard deviation of each of them.
    pub(crate) scales: Vec<f64>,
    features: usize,
    rows: f64,
    values: Vec<f64>,
    vectors: Matrix,
    /// What the value has in common with each direction.
    along: Vec<f64>,
    /// Orthonormal directions in the features' own units along which nothing varies.
    ties: Matrix,
}

impl Spectrum {
    pub(crate) fn of(moments: &Moments) -> Self {
        let features = moments.features();
        let rows = moments.count as f64;
        let spread = |at| (moments.product(at, at) / rows).sqrt();
        let is_varying = |&at: &usize| spread(at) > CONSTANT * moments.means[at].abs();
        let varying: Vec<usize> = (0..features).filter(is_varying).collect();
        let scales: Vec<f64> = varying.iter().map(|&at| spread(at)).collect();
        let count = varying.len();
        let correlation = Matrix::from_fn(count, count, |i, j| {
            let product = moments.product(varying[i], varying[j]);
            // Exactly 1, so that ties are as exact as they can be.
            if i == j {
                1.0
            } else {
                product / rows / scales[i] / scales[j]
            }
        });
        let with_value = |i| moments.product(varying[i], features) / rows / scales[i];
        let with_value: Vec<f64> = (0..count).map(with_value).collect();
        let (values, vectors) = correlation.symmetric_eigen();
        let along = vectors.transposed_times(&with_value);
        let mut spectrum = Self {
            varying,
            scales,
            features,
            rows,
            values,
            vectors,
            along,
            ties: Matrix::zeros(count, 0),
        };
        spectrum.ties = spectrum.raw_ties();
        spectrum
    }

    /// Whether features vary in a direction.
    fn is_real(&self, direction: usize) -> bool {
        self.values[direction] > FLAT * self.largest()
    }

    fn largest(&self) -> f64 {
        self.values.iter().copied().fold(0.0, f64::max)
    }

    /// How many independent directions there are.
    pub(crate) fn rank(&self) -> usize {
        (0..self.values.len())
            .filter(|&at| self.is_real(at))
            .count()
    }

    /// Directions along which nothing varies, in standard units, as columns.
    pub(crate) fn null_vectors(&self) -> Matrix {
        let flat: Vec<usize> = (0..self.values.len())
            .filter(|&at| !self.is_real(at))
            .collect();
        let all: Vec<usize> = (0..self.vectors.rows()).collect();
        self.vectors.select(&all, &flat)
    }

    fn raw_ties(&self) -> Matrix {
        let mut ties = self.null_vectors();
        if ties.columns() == 0 {
            return ties;
        }
        for (row, scale) in self.scales.iter().enumerate() {
            for own in ties.row_mut(row) {
                *own /= scale;
            }
        }
        ties.orthonormal()
    }

    /// The largest over the smallest spread of a direction, as a ratio of lengths; infinite with ties.
    pub(crate) fn condition(&self) -> f64 {
        if self.varying.is_empty() {
            return 1.0;
        }
        if self.rank() < self.varying.len() {
            return f64::INFINITY;
        }
        let smallest = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        (self.largest() / smallest).sqrt()
    }

    /// Coefficients of all features; where ties leave a choice, those with the smallest sum of squares.
    ///
    /// `strength` is ridge's, in units of a feature's own variance.
    pub(crate) fn solve(&self, strength: f64) -> Vec<f64> {
        let mut coefficients = vec![0.0; self.features];
        self.step(strength, &self.along, &mut coefficients);
        coefficients
    }

    /// Corrects coefficients by what their residuals still have in common with the features.
    ///
    /// `left` is the sum of deviation × residual of every feature.
    pub(crate) fn correct(&self, strength: f64, left: &[f64], coefficients: &mut [f64]) {
        let standard = |i: usize| coefficients[self.varying[i]] * self.scales[i];
        let gradient =
            |i: usize| left[self.varying[i]] / self.rows / self.scales[i] - strength * standard(i);
        let gradient: Vec<f64> = (0..self.varying.len()).map(gradient).collect();
        let along = self.vectors.transposed_times(&gradient);
        self.step(strength, &along, coefficients);
    }

    fn step(&self, strength: f64, along: &[f64], coefficients: &mut [f64]) {
        let length = |at: usize| {
            if self.is_real(at) {
                along[at] / (self.values[at] + strength)
            } else {
                0.0
            }
        };
        let lengths: Vec<f64> = (0..along.len()).map(length).collect();
        let standard = self.vectors.times(&lengths);
        for (i, &at) in self.varying.iter().enumerate() {
            coefficients[at] += standard[i] / self.scales[i];
        }
        if strength == 0.0 && self.ties.columns() > 0 {
            self.shorten(coefficients);
        }
    }

    /// Takes off what changes no fitted value.
    fn shorten(&self, coefficients: &mut [f64]) {
        let own: Vec<f64> = self.varying.iter().map(|&at| coefficients[at]).collect();
        let superfluous = self.ties.times(&self.ties.transposed_times(&own));
        for (i, &at) in self.varying.iter().enumerate() {
            coefficients[at] -= superfluous[i];
        }
    }

    /// Degrees of freedom that the features use up.
    pub(crate) fn degrees(&self, strength: f64) -> f64 {
        let real = (0..self.values.len()).filter(|&at| self.is_real(at));
        real.map(|at| self.values[at] / (self.values[at] + strength))
            .sum()
    }

    /// The covariance of the coefficients of varying features, for residuals of variance 1.
    pub(crate) fn covariance(&self, strength: f64) -> Matrix {
        self.in_own_units(|value| value / ((value + strength) * (value + strength)))
    }

    /// The inverse of the products of deviations, with ridge's price added to them.
    pub(crate) fn inverse(&self, strength: f64) -> Matrix {
        self.in_own_units(|value| 1.0 / (value + strength))
    }

    fn in_own_units(&self, weight: impl Fn(f64) -> f64) -> Matrix {
        let mut matrix = self.weighted(weight);
        for i in 0..matrix.rows() {
            for j in 0..matrix.columns() {
                matrix[(i, j)] /= self.rows * self.scales[i] * self.scales[j];
            }
        }
        matrix
    }

    /// By how much each varying feature's variance of estimate is inflated by the others.
    pub(crate) fn inflation(&self) -> Vec<f64> {
        self.weighted(|value| 1.0 / value).diagonal()
    }

    fn weighted(&self, weight: impl Fn(f64) -> f64) -> Matrix {
        let mut scaled = self.vectors.transpose();
        for (at, value) in self.values.iter().enumerate() {
            let factor = if self.is_real(at) {
                weight(*value)
            } else {
                0.0
            };
            for own in scaled.row_mut(at) {
                *own *= factor;
            }
        }
        &self.vectors * &scaled
    }
}
