//! The second pass over the rows: what the fit leaves unexplained, and where.

use serde::Serialize;

use crate::Rows;
use crate::clusters::Clusters;
use crate::gather::in_blocks;

/// Bins along the fitted value; the outer two are open.
const BINS: usize = 12;
/// Single residuals that are kept for a plot, at the most.
const SAMPLE: usize = 500;

/// Residuals (value minus fitted value) of rows whose fitted values are alike.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct ResidualBin {
    /// Rows in the bin.
    pub rows: u64,
    /// The mean of their fitted values.
    pub fitted: f64,
    /// The mean of their residuals; far from 0 where the fit is wrong as a whole.
    pub mean: f64,
    /// The standard deviation of their residuals; different from bin to bin where values are not equally sure.
    pub spread: f64,
}

/// A fit whose residuals are looked at.
pub(crate) struct Line<'a> {
    pub(crate) coefficients: &'a [f64],
    pub(crate) means: &'a [f64],
    /// The mean of the values, around which the fitted values lie.
    pub(crate) value: f64,
    /// The standard deviation of the fitted values.
    pub(crate) spread: f64,
}

/// Sums over residuals.
#[derive(Clone, Debug)]
pub(crate) struct Residuals {
    pub(crate) squares: f64,
    /// Deviation × residual, added up for each feature.
    pub(crate) left: Vec<f64>,
    /// Sums by group, where groups have several rows.
    pub(crate) clusters: Option<Clusters>,
    /// Fitted value and residual of rows at equal distances.
    pub(crate) sample: Vec<[f64; 2]>,
    bins: [Bin; BINS],
}

#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    rows: u64,
    fitted: f64,
    sum: f64,
    squares: f64,
}

impl Residuals {
    pub(crate) fn of<R: Rows + ?Sized>(rows: &R, line: &Line<'_>) -> Self {
        let features = rows.names().len();
        let step = rows.count().div_ceil(SAMPLE);
        let is_grouped = rows.groups() < rows.count();
        let mut all = Self::none(features, is_grouped);
        in_blocks(
            rows.count(),
            8 * (features + 1) * (features + 1) + size_of::<Self>(),
            |block| {
                let mut sums = Self::none(features, is_grouped);
                let mut row = vec![0.0; features];
                for index in block {
                    let value = rows.read(index, &mut row);
                    let residual = sums.add(&mut row, value, line);
                    if index.is_multiple_of(step) {
                        sums.sample.push([value - residual, residual]);
                    }
                    if let Some(clusters) = &mut sums.clusters {
                        clusters.add(rows.group(index), &row, residual);
                    }
                }
                sums
            },
            |sums| all.merge(sums),
        );
        all
    }

    fn none(features: usize, is_grouped: bool) -> Self {
        Self {
            squares: 0.0,
            left: vec![0.0; features],
            clusters: is_grouped.then(|| Clusters::none(features)),
            sample: Vec::new(),
            bins: [Bin::default(); BINS],
        }
    }

    /// Takes in a row, overwrites it by its deviations, and gives its residual.
    fn add(&mut self, row: &mut [f64], value: f64, line: &Line<'_>) -> f64 {
        let mut deviation = 0.0;
        for ((number, mean), own) in row.iter_mut().zip(line.means).zip(line.coefficients) {
            *number -= mean;
            deviation += own * *number;
        }
        let residual = (value - line.value) - deviation;
        self.squares += residual * residual;
        for (left, number) in self.left.iter_mut().zip(row.iter()) {
            *left += residual * number;
        }
        let bin = &mut self.bins[place(deviation, line.spread)];
        bin.rows += 1;
        bin.fitted += line.value + deviation;
        bin.sum += residual;
        bin.squares += residual * residual;
        residual
    }

    fn merge(&mut self, other: Self) {
        self.squares += other.squares;
        for (left, more) in self.left.iter_mut().zip(&other.left) {
            *left += more;
        }
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            bin.rows += more.rows;
            bin.fitted += more.fitted;
            bin.sum += more.sum;
            bin.squares += more.squares;
        }
        self.sample.extend(other.sample);
        if let (Some(own), Some(more)) = (&mut self.clusters, other.clusters) {
            own.join(more);
        }
    }

    /// The bins that hold rows, from low to high fitted values.
    pub(crate) fn bins(&self) -> Vec<ResidualBin> {
        let told = |bin: &Bin| {
            let rows = bin.rows as f64;
            let mean = bin.sum / rows;
            ResidualBin {
                rows: bin.rows,
                fitted: bin.fitted / rows,
                mean,
                spread: (bin.squares / rows - mean * mean).max(0.0).sqrt(),
            }
        };
        let filled = self.bins.iter().filter(|bin| bin.rows > 0);
        filled.map(told).collect()
    }
}

/// The bin of a fitted value: half a standard deviation each, the middle of the bins at the mean.
fn place(deviation: f64, spread: f64) -> usize {
    if spread <= 0.0 {
        return BINS / 2;
    }
    let half_spreads = (2.0 * deviation / spread).floor();
    (half_spreads + (BINS / 2) as f64).clamp(0.0, (BINS - 1) as f64) as usize
}
