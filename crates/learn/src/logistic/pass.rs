//! One pass over the rows: the loss and its slope in single precision, or with the curvature in double.
//!
//! Columns of a block are gone through one after the other, so that every loop
//! is over neighbouring numbers of one type and becomes SIMD code. Sums of a
//! block are joined in the order of the blocks: threads change nothing.

#![allow(
    clippy::inline_always,
    reason = "what is not part of its caller is not compiled for the caller's registers"
)]

use plyscope_parallel::map_each;
use plyscope_stats::Matrix;

use super::table::{Block, Cell, Cells, ResultTable};

/// Which rows a pass sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    All,
    /// All but those of a fold.
    Without(usize),
    /// Those of a fold alone.
    Only(usize),
    /// Every so-manieth block.
    Every(usize),
}

impl Which {
    fn blocks(self, table: &ResultTable) -> Vec<&Block> {
        let own = table.blocks.iter().enumerate();
        let is_in = |(at, block): &(usize, &Block)| match self {
            Self::All => true,
            Self::Without(fold) => block.fold != fold,
            Self::Only(fold) => block.fold == fold,
            Self::Every(step) => at % step == 0,
        };
        own.filter(is_in).map(|(_, block)| block).collect()
    }
}

/// What a pass finds: means over its rows. The last place is the intercept's.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Slope {
    pub(super) rows: f64,
    pub(super) loss: f64,
    pub(super) gradient: Vec<f64>,
}

/// Loss and gradient in single precision within a block, which is right to about six digits.
pub(super) fn slope(table: &ResultTable, which: Which, weights: &[f64]) -> Slope {
    let single: Vec<f32> = weights.iter().map(|own| *own as f32).collect();
    let blocks = which.blocks(table);
    let parts = map_each(&blocks, |block| {
        let sums = &mut Vec::new();
        match &block.cells {
            Cells::Bytes(cells) => wide::of_block(cells, &block.results, &single, sums),
            Cells::Singles(cells) => wide::of_block(cells, &block.results, &single, sums),
            Cells::Doubles(cells) => wide::of_block(cells, &block.results, &single, sums),
        }
    });
    let rows: usize = blocks.iter().map(|own| own.len()).sum();
    let mut all = Slope {
        rows: rows as f64,
        loss: 0.0,
        gradient: vec![0.0; weights.len()],
    };
    for (loss, gradient) in parts {
        all.loss += loss;
        all.gradient
            .iter_mut()
            .zip(gradient)
            .for_each(|(a, b)| *a += b);
    }
    all.loss /= all.rows;
    all.gradient.iter_mut().for_each(|own| *own /= all.rows);
    all
}

/// Numbers that are added side by side.
const LANES: usize = 16;

#[inline(always)]
fn of_block<T: Cell>(
    cells: &[T],
    results: &[f32],
    weights: &[f32],
    sums: &mut Vec<f32>,
) -> (f64, Vec<f64>) {
    let rows = results.len();
    let (intercept, weights) = weights.split_last().expect("there is an intercept");
    sums.clear();
    sums.resize(rows, *intercept);
    for (column, weight) in cells.chunks_exact(rows).zip(weights) {
        for (sum, cell) in sums.iter_mut().zip(column) {
            *sum += weight * cell.single();
        }
    }
    let loss = errors(sums, results);
    let mut gradient = Vec::with_capacity(weights.len() + 1);
    for column in cells.chunks_exact(rows) {
        gradient.push(product(column, sums));
    }
    gradient.push(sums.iter().map(|own| f64::from(*own)).sum());
    (loss, gradient)
}

/// Turns logits into errors (predicted less result); gives the sum of the losses.
#[inline(always)]
fn errors(logits: &mut [f32], results: &[f32]) -> f64 {
    let mut losses = [0.0_f32; LANES];
    let (chunks, rest) = logits.as_chunks_mut::<LANES>();
    let (of_chunks, of_rest) = results.as_chunks::<LANES>();
    for (logits, results) in chunks.iter_mut().zip(of_chunks) {
        for lane in 0..LANES {
            let (error, loss) = error(logits[lane], results[lane]);
            logits[lane] = error;
            losses[lane] += loss;
        }
    }
    let mut sum: f64 = losses.iter().map(|own| f64::from(*own)).sum();
    for (logit, result) in rest.iter_mut().zip(of_rest) {
        let (error, loss) = error(*logit, *result);
        *logit = error;
        sum += f64::from(loss);
    }
    sum
}

#[inline(always)]
fn error(logit: f32, result: f32) -> (f32, f32) {
    let small = exp_of_negative(-logit.abs());
    let share = 1.0 / (1.0 + small);
    let chance = if logit >= 0.0 { share } else { small * share };
    let loss = logit.max(0.0) - result * logit + ln_above_one(small);
    (chance - result, loss)
}

/// e to a number from −87 to 0, off by less than 3e-7: two to a whole number by
/// the bits of a float, times a polynomial on what is left.
#[inline(always)]
fn exp_of_negative(number: f32) -> f32 {
    // Adding this rounds to a whole number, which is then in the low bits.
    const ROUND: f32 = 12_582_912.0;
    let powers = number.max(-87.0) * std::f32::consts::LOG2_E;
    let shifted = powers + ROUND;
    let left = powers - (shifted - ROUND);
    let series = 1.540_353e-4_f32;
    let series = series * left + 1.333_355_8e-3;
    let series = series * left + 9.618_129e-3;
    let series = series * left + 5.550_411e-2;
    let series = series * left + 2.402_265e-1;
    let series = series * left + 6.931_472e-1;
    let series = series * left + 1.0;
    let scale = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    series * scale
}

/// ln(1 + x) for x from 0 to 1, by the series of the inverse hyperbolic tangent.
#[inline(always)]
fn ln_above_one(x: f32) -> f32 {
    let s = x / (2.0 + x);
    let square = s * s;
    let series = 1.0 / 13.0_f32;
    let series = series * square + 1.0 / 11.0;
    let series = series * square + 1.0 / 9.0;
    let series = series * square + 1.0 / 7.0;
    let series = series * square + 1.0 / 5.0;
    let series = series * square + 1.0 / 3.0;
    let series = series * square + 1.0;
    2.0 * s * series
}

#[inline(always)]
fn product<T: Cell>(column: &[T], errors: &[f32]) -> f64 {
    let mut lanes = [0.0_f32; LANES];
    let (cells, rest) = column.as_chunks::<LANES>();
    let (of_cells, of_rest) = errors.as_chunks::<LANES>();
    for (cells, errors) in cells.iter().zip(of_cells) {
        for lane in 0..LANES {
            lanes[lane] += cells[lane].single() * errors[lane];
        }
    }
    let rest: f32 = rest.iter().zip(of_rest).map(|(a, b)| a.single() * b).sum();
    lanes.iter().map(|own| f64::from(*own)).sum::<f64>() + f64::from(rest)
}

/// The same code for processors with wider registers: the same sums in the same order, so the same bits.
#[expect(
    unsafe_code,
    reason = "code for instructions that not every processor has"
)]
mod wide {
    use super::Cell;

    pub(super) fn of_block<T: Cell>(
        cells: &[T],
        results: &[f32],
        weights: &[f32],
        sums: &mut Vec<f32>,
    ) -> (f64, Vec<f64>) {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has these instructions.
            return unsafe { with_avx2(cells, results, weights, sums) };
        }
        super::of_block(cells, results, weights, sums)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn with_avx2<T: Cell>(
        cells: &[T],
        results: &[f32],
        weights: &[f32],
        sums: &mut Vec<f32>,
    ) -> (f64, Vec<f64>) {
        super::of_block(cells, results, weights, sums)
    }
}

/// Loss, gradient and curvature in double precision, and whether every row lies on its side.
pub(super) struct Curvature {
    pub(super) slope: Slope,
    pub(super) hessian: Matrix,
    /// Whether all results are 0 or 1, and the sign of every logit is right.
    pub(super) is_parted: bool,
}

/// The same in double precision, with the curvature.
pub(super) fn curvature(table: &ResultTable, which: Which, weights: &[f64]) -> Curvature {
    let width = weights.len();
    let blocks = which.blocks(table);
    let part = |block: &&Block| match &block.cells {
        Cells::Bytes(cells) => curved(cells, block, weights),
        Cells::Singles(cells) => curved(cells, block, weights),
        Cells::Doubles(cells) => curved(cells, block, weights),
    };
    let mut all = Curvature {
        slope: Slope {
            rows: 0.0,
            loss: 0.0,
            gradient: vec![0.0; width],
        },
        hessian: Matrix::zeros(width, width),
        is_parted: true,
    };
    // Few at a time: a curvature of many columns is large.
    for some in blocks.chunks(64) {
        let parts: Vec<Curvature> = map_each(some, part);
        for own in parts {
            all.slope.rows += own.slope.rows;
            all.slope.loss += own.slope.loss;
            let gradient = all.slope.gradient.iter_mut().zip(&own.slope.gradient);
            gradient.for_each(|(a, b)| *a += b);
            all.hessian += &own.hessian;
            all.is_parted &= own.is_parted;
        }
    }
    let share = 1.0 / all.slope.rows;
    all.slope.loss *= share;
    all.slope.gradient.iter_mut().for_each(|own| *own *= share);
    all.hessian = all.hessian.scaled(share);
    all
}

fn curved<T: Cell>(cells: &[T], block: &Block, weights: &[f64]) -> Curvature {
    let (rows, width) = (block.len(), weights.len());
    let (intercept, own) = weights.split_last().expect("there is an intercept");
    let mut logits = vec![*intercept; rows];
    for (column, weight) in cells.chunks_exact(rows).zip(own) {
        for (sum, cell) in logits.iter_mut().zip(column) {
            *sum += weight * cell.double();
        }
    }
    let mut loss = 0.0;
    let mut is_parted = true;
    let mut spreads = vec![0.0; rows];
    for row in 0..rows {
        let (logit, result) = (logits[row], block.result(row));
        let small = (-logit.abs()).exp();
        let chance = if logit >= 0.0 {
            1.0 / (1.0 + small)
        } else {
            small / (1.0 + small)
        };
        loss += logit.max(0.0) - result * logit + small.ln_1p();
        is_parted &= (result >= 1.0 && logit > 0.0) || (result <= 0.0 && logit < 0.0);
        spreads[row] = small / ((1.0 + small) * (1.0 + small));
        logits[row] = chance - result;
    }
    let column = |at: usize| cells.get(at * rows..(at + 1) * rows);
    let mut gradient = Vec::with_capacity(width);
    let mut hessian = Matrix::zeros(width, width);
    let mut weighed = vec![0.0; rows];
    for at in 0..width {
        // Behind the last column is the intercept, whose number is always 1.
        if let Some(own) = column(at).filter(|_| at + 1 < width) {
            gradient.push(own.iter().zip(&logits).map(|(a, b)| a.double() * b).sum());
            let pairs = weighed.iter_mut().zip(own.iter().zip(&spreads));
            pairs.for_each(|(to, (a, b))| *to = a.double() * b);
        } else {
            gradient.push(logits.iter().sum());
            weighed.copy_from_slice(&spreads);
        }
        for other in at..width {
            let sum: f64 = match column(other).filter(|_| other + 1 < width) {
                Some(own) => own.iter().zip(&weighed).map(|(a, b)| a.double() * b).sum(),
                None => weighed.iter().sum(),
            };
            hessian[(at, other)] = sum;
            hessian[(other, at)] = sum;
        }
    }
    Curvature {
        slope: Slope {
            rows: rows as f64,
            loss,
            gradient,
        },
        hessian,
        is_parted,
    }
}

/// The mean and the deviation of every column.
pub(super) fn spreads(table: &ResultTable) -> Vec<(f64, f64)> {
    let width = table.names().len();
    let rows = table.rows() as f64;
    let part = |block: &Block| match &block.cells {
        Cells::Bytes(cells) => sums(cells, block.len()),
        Cells::Singles(cells) => sums(cells, block.len()),
        Cells::Doubles(cells) => sums(cells, block.len()),
    };
    let mut means = vec![0.0; width];
    let parts = map_each(&table.blocks, part);
    for own in parts {
        means.iter_mut().zip(own).for_each(|(a, b)| *a += b);
    }
    for own in &mut means {
        *own /= rows;
    }
    let part = |block: &Block| match &block.cells {
        Cells::Bytes(cells) => squares(cells, block.len(), &means),
        Cells::Singles(cells) => squares(cells, block.len(), &means),
        Cells::Doubles(cells) => squares(cells, block.len(), &means),
    };
    let mut all = vec![0.0; width];
    let parts = map_each(&table.blocks, part);
    for own in parts {
        all.iter_mut().zip(own).for_each(|(a, b)| *a += b);
    }
    let both = means.into_iter().zip(all);
    both.map(|(mean, sum)| (mean, (sum / rows).sqrt()))
        .collect()
}

fn sums<T: Cell>(cells: &[T], rows: usize) -> Vec<f64> {
    let columns = cells.chunks_exact(rows);
    columns
        .map(|own| own.iter().map(|cell| cell.double()).sum())
        .collect()
}

fn squares<T: Cell>(cells: &[T], rows: usize, means: &[f64]) -> Vec<f64> {
    let columns = cells.chunks_exact(rows).zip(means);
    columns
        .map(|(own, mean)| own.iter().map(|cell| (cell.double() - mean).powi(2)).sum())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{exp_of_negative, ln_above_one};

    #[test]
    fn the_quick_functions_are_right_to_six_digits() {
        for step in 0..=8700_u16 {
            let x = -f32::from(step) / 100.0;
            let exact = f64::from(x).exp();
            let off = (f64::from(exp_of_negative(x)) - exact).abs();
            assert!(
                off < 3e-7 && off < 1e-5 * exact,
                "exp({x}) is off by {off:e}"
            );
            let part = f32::from(step) / 8700.0;
            let exact = f64::from(part).ln_1p();
            let off = (f64::from(ln_above_one(part)) - exact).abs();
            assert!(off < 1e-6, "ln(1 + {part}) is off by {off:e}");
        }
        assert!(exp_of_negative(-1e30) < 1e-37);
    }
}
