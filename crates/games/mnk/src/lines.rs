//! Where the lines of a board lie, and whether a player has filled one.

use super::rules::bit;

/// From one cell of a line to the next, in bits, columns and rows: across, down, and down both diagonals.
const STEPS: [(u32, isize, isize); 4] = [(1, 1, 0), (8, 0, 1), (9, 1, 1), (7, -1, 1)];

/// All lines of `k` cells on one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    k: u32,
    /// For each direction of [`STEPS`], the cells where a line begins.
    starts: [u64; 4],
    /// Each line as a set of cells.
    pub(super) masks: Box<[u64]>,
}

impl Lines {
    pub(super) fn new(width: usize, height: usize, k: usize) -> Self {
        let mut starts = [0; 4];
        let mut masks = Vec::new();
        for (start, (_, right, down)) in starts.iter_mut().zip(STEPS) {
            for row in 0..height {
                for column in 0..width {
                    let cell = |i: usize| {
                        let column = column.checked_add_signed(right * i as isize)?;
                        let row = row.checked_add_signed(down * i as isize)?;
                        (column < width && row < height).then(|| bit(column, row))
                    };
                    if let Some(mask) = (0..k).map(cell).try_fold(0, |all, c| Some(all | c?)) {
                        *start |= bit(column, row);
                        masks.push(mask);
                    }
                }
            }
        }
        Self {
            k: k as u32,
            starts,
            masks: masks.into(),
        }
    }

    /// Whether `stones` fill a line.
    #[inline]
    pub(super) fn any_filled(&self, stones: u64) -> bool {
        // With the length known the shifts are constants: half the time.
        match self.k {
            2 => self.any_filled_of::<2>(stones),
            3 => self.any_filled_of::<3>(stones),
            4 => self.any_filled_of::<4>(stones),
            5 => self.any_filled_of::<5>(stones),
            6 => self.any_filled_of::<6>(stones),
            7 => self.any_filled_of::<7>(stones),
            _ => self.any_filled_of::<8>(stones),
        }
    }

    /// The same where `K` is the length of the lines.
    ///
    /// A bit of `run` says that stones lie there and on the next cells of that
    /// direction; looking only where lines begin keeps runs from going round the edge.
    #[inline]
    pub(super) fn any_filled_of<const K: u32>(&self, stones: u64) -> bool {
        debug_assert_eq!(K, self.k);
        let mut filled = 0;
        for (&(step, ..), &starts) in STEPS.iter().zip(&self.starts) {
            let mut run = stones;
            let mut length = 1;
            while 2 * length <= K {
                run &= run >> (length * step);
                length *= 2;
            }
            run &= run >> ((K - length) * step);
            filled |= run & starts;
        }
        filled != 0
    }
}
