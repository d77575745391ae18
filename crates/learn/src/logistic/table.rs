//! Rows laid out for passes: blocks of one fold each, column by column, in the narrowest type that loses nothing.

#![allow(
    clippy::inline_always,
    reason = "a conversion is one instruction in a loop of its caller"
)]

use crate::folds::Folds;
use crate::gather::in_blocks;
use crate::{Error, Rows};

/// Rows in a block: the sums of one stay in the first cache.
const BLOCK: usize = 2048;

/// A number of a row as it is kept.
pub(super) trait Cell: Copy + Send + Sync {
    fn single(self) -> f32;
    fn double(self) -> f64;
}

impl Cell for i8 {
    #[inline(always)]
    fn single(self) -> f32 {
        f32::from(self)
    }
    #[inline(always)]
    fn double(self) -> f64 {
        f64::from(self)
    }
}

impl Cell for f32 {
    #[inline(always)]
    fn single(self) -> f32 {
        self
    }
    #[inline(always)]
    fn double(self) -> f64 {
        f64::from(self)
    }
}

impl Cell for f64 {
    #[inline(always)]
    fn single(self) -> f32 {
        self as f32
    }
    #[inline(always)]
    fn double(self) -> f64 {
        self
    }
}

/// The numbers of a block, column after column.
pub(super) enum Cells {
    Bytes(Vec<i8>),
    Singles(Vec<f32>),
    Doubles(Vec<f64>),
}

/// Rows of one fold.
pub(super) struct Block {
    pub(super) fold: usize,
    pub(super) cells: Cells,
    /// The results, each in 0 to 1.
    pub(super) results: Vec<f32>,
    /// The same where a single is not exact.
    exact: Option<Vec<f64>>,
}

impl Block {
    /// A block of rows, each with its result behind its numbers.
    fn new(fold: usize, width: usize, rows: &[f64]) -> Self {
        let count = rows.len() / (width + 1);
        let at = |column: usize, row: usize| rows[row * (width + 1) + column];
        let column_wise = || (0..width).flat_map(|column| (0..count).map(move |row| (column, row)));
        let all = || column_wise().map(|(column, row)| at(column, row));
        let is_byte = |own: f64| f64::from(own as i8).to_bits() == own.to_bits();
        let is_single = |own: f64| f64::from(own as f32).to_bits() == own.to_bits();
        let cells = if all().all(is_byte) {
            Cells::Bytes(all().map(|own| own as i8).collect())
        } else if all().all(is_single) {
            Cells::Singles(all().map(|own| own as f32).collect())
        } else {
            Cells::Doubles(all().collect())
        };
        let results: Vec<f64> = (0..count).map(|row| at(width, row)).collect();
        let is_exact = results.iter().all(|own| is_single(*own));
        Self {
            fold,
            cells,
            results: results.iter().map(|own| *own as f32).collect(),
            exact: (!is_exact).then_some(results),
        }
    }

    /// How many rows.
    pub(super) fn len(&self) -> usize {
        self.results.len()
    }

    /// The result of a row.
    pub(super) fn result(&self, row: usize) -> f64 {
        match &self.exact {
            Some(exact) => exact[row],
            None => f64::from(self.results[row]),
        }
    }
}

/// Rows with results in 0 to 1, kept in memory: a byte per small count, else four or eight.
pub struct ResultTable {
    names: Vec<String>,
    pub(super) blocks: Vec<Block>,
    pub(super) folds: usize,
    groups: usize,
}

impl ResultTable {
    /// Reads all rows once, dealt into `folds` parts by their groups; with one, cross-validation has nothing to leave out.
    ///
    /// # Errors
    /// When there are none, a number is not finite, or a result is not in 0 to 1; says which row.
    pub fn read<R: Rows + ?Sized>(rows: &R, folds: usize, seed: u64) -> Result<Self, Error> {
        let width = rows.names().len();
        let folds = folds.max(1);
        if rows.count() == 0 {
            return Err(Error::unsuited(
                "there are no rows to learn from",
                "give positions with results",
            ));
        }
        let mut table = Self {
            names: rows.names().to_vec(),
            blocks: Vec::new(),
            folds,
            groups: rows.groups(),
        };
        let mut waiting = vec![Vec::new(); folds];
        let mut wrong = None;
        in_blocks(
            rows.count(),
            8 * (width + 1) * 4096,
            |some| parted(rows, some, folds, seed),
            |done| match done {
                Ok(parts) => {
                    for (fold, part) in parts.into_iter().enumerate() {
                        waiting[fold].extend(part);
                        table.cut(&mut waiting[fold], fold, BLOCK);
                    }
                }
                Err(row) => wrong = wrong.or(Some(row)),
            },
        );
        if let Some(row) = wrong {
            return Err(unfit(rows, row));
        }
        for (fold, rest) in waiting.iter_mut().enumerate() {
            table.cut(rest, fold, 1);
        }
        Ok(table)
    }

    /// Makes blocks of what waits, as long as there are `least` rows.
    fn cut(&mut self, waiting: &mut Vec<f64>, fold: usize, least: usize) {
        let width = self.names.len() + 1;
        let mut from = 0;
        while waiting.len() - from >= least * width && waiting.len() > from {
            let to = waiting.len().min(from + BLOCK * width);
            self.blocks
                .push(Block::new(fold, width - 1, &waiting[from..to]));
            from = to;
        }
        waiting.drain(..from);
    }

    /// The names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.blocks.iter().map(Block::len).sum()
    }

    /// How many groups of rows that belong together.
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// Bytes that the rows take.
    pub fn bytes(&self) -> usize {
        let cells = |own: &Block| match &own.cells {
            Cells::Bytes(all) => all.len(),
            Cells::Singles(all) => 4 * all.len(),
            Cells::Doubles(all) => 8 * all.len(),
        };
        let results =
            |own: &Block| 4 * own.len() + own.exact.as_ref().map_or(0, |all| 8 * all.len());
        self.blocks
            .iter()
            .map(|own| cells(own) + results(own))
            .sum()
    }
}

/// The rows of a range by folds, each with its result, or the first that is not fit.
fn parted<R: Rows + ?Sized>(
    rows: &R,
    some: std::ops::Range<usize>,
    folds: usize,
    seed: u64,
) -> Result<Vec<Vec<f64>>, usize> {
    let width = rows.names().len();
    let mut parts = vec![Vec::new(); folds];
    let mut deal = Folds::new(folds, seed);
    let mut row = vec![0.0; width + 1];
    for index in some {
        let (numbers, result) = row.split_at_mut(width);
        result[0] = rows.read(index, numbers);
        let is_fit = numbers.iter().all(is_tame);
        if !is_fit || !(0.0..=1.0).contains(&result[0]) {
            return Err(index);
        }
        parts[deal.of(rows.group(index))].extend_from_slice(&row);
    }
    Ok(parts)
}

/// The largest number of a row: squares of more are not finite in single precision, nor sums of many.
const LARGEST: f64 = 1e15;

fn is_tame(number: &f64) -> bool {
    number.abs() <= LARGEST
}

fn unfit<R: Rows + ?Sized>(rows: &R, index: usize) -> Error {
    let mut row = vec![0.0; rows.names().len()];
    let result = rows.read(index, &mut row);
    match row.iter().position(|number| !is_tame(number)) {
        Some(at) => {
            let (name, row, number) = (&rows.names()[at], index + 1, row[at]);
            let (what, hint) = if number.is_finite() {
                let what = format!("`{name}` of row {row} is {number:e}: too large to be squared");
                (what, "measure the feature in a larger unit")
            } else {
                let what = format!("`{name}` of row {row} is no finite number");
                (what, "leave such rows out")
            };
            Error::unsuited(what, hint)
        }
        None => Error::unsuited(
            format!("the result of row {} is {result}, not in 0 to 1", index + 1),
            "0 is a loss, 0.5 a draw, 1 a win; values on another scale must be squashed first",
        ),
    }
}
