//! One pass over the rows, on all cores, with the same sums on any number of them.
//!
//! Rows are cut into blocks of fixed length; whichever thread does a block,
//! results are joined in the order of the blocks.

use plyscope_parallel::map_each;

use crate::folds::Folds;
use crate::moments::Moments;
use crate::{Error, Rows};

/// Rows in a block: enough to make joining cheap, few enough to stay in the cache.
const BLOCK: usize = 4096;
/// Bytes of unfinished results that may wait to be joined.
const WAITING: usize = 16 << 20;

/// Goes over all rows block by block; `work` is told the rows of a block, `join` gets the results in order.
pub(crate) fn in_blocks<T: Send>(
    count: usize,
    bytes_a_block: usize,
    work: impl Fn(std::ops::Range<usize>) -> T + Sync,
    mut join: impl FnMut(T),
) {
    let blocks: Vec<_> = (0..count)
        .step_by(BLOCK)
        .map(|first| first..(first + BLOCK).min(count))
        .collect();
    let at_once = (WAITING / bytes_a_block.max(1)).clamp(2, 256);
    for some in blocks.chunks(at_once) {
        let done = map_each(some, |block| work(block.clone()));
        done.into_iter().for_each(&mut join);
    }
}

/// The moments of each fold.
///
/// # Errors
/// When a row holds something that is no number; says which.
pub(crate) fn gather<R: Rows + ?Sized>(
    rows: &R,
    folds: usize,
    seed: u64,
) -> Result<Vec<Moments>, Error> {
    let width = rows.names().len() + 1;
    let mut sums = vec![Moments::none(width); folds];
    let mut wrong = None;
    in_blocks(
        rows.count(),
        8 * width * width * folds,
        |block| of_block(rows, block, folds, seed),
        |done| match done {
            Ok(done) => sums.iter_mut().zip(&done).for_each(|(a, b)| a.merge(b)),
            Err(row) => wrong = wrong.or(Some(row)),
        },
    );
    match wrong {
        Some(row) => Err(no_number(rows, row)),
        None => Ok(sums),
    }
}

/// The moments of each fold in one block, or the first row that is not made of numbers.
fn of_block<R: Rows + ?Sized>(
    rows: &R,
    block: std::ops::Range<usize>,
    folds: usize,
    seed: u64,
) -> Result<Vec<Moments>, usize> {
    let width = rows.names().len() + 1;
    let mut numbers = vec![Vec::with_capacity(block.len() / folds * width); folds];
    let mut deal = Folds::new(folds, seed);
    let mut row = vec![0.0; width];
    for index in block {
        let (features, value) = row.split_at_mut(width - 1);
        value[0] = rows.read(index, features);
        if !row.iter().all(|number| number.is_finite()) {
            return Err(index);
        }
        numbers[deal.of(rows.group(index))].extend_from_slice(&row);
    }
    let moments = |rows: Vec<f64>| Moments::of(width, &mut { rows });
    Ok(numbers.into_iter().map(moments).collect())
}

fn no_number<R: Rows + ?Sized>(rows: &R, index: usize) -> Error {
    let names = rows.names();
    let mut row = vec![0.0; names.len()];
    rows.read(index, &mut row);
    let at = row.iter().position(|number| !number.is_finite());
    let culprit = at.map_or("value".to_string(), |at| format!("`{}`", names[at]));
    Error::unsuited(
        format!("the {culprit} of row {} is no finite number", index + 1),
        "leave such rows out",
    )
}
