//! The numbers of all configurations at once: sixteen-bit lanes, one per place.
//!
//! A number is a sum over the stones of what their cells count, and a sum can
//! be taken slice by slice: for every slice of the board and every set of stones
//! on it, a table has what the set adds to each of [`LANES`] numbers. Eight
//! slices of eight cells serve a board of 64; the opponent's stones are taken off.

use std::hint::black_box;

use plyscope_game::patterns::PatternSet;

/// Numbers that are found together: three registers of AVX2.
pub(super) const LANES: usize = 48;

/// The entry of lanes that have no place.
const NO_PLACE: u32 = 0;

/// One number per place.
#[repr(align(32))]
#[derive(Clone, Copy)]
pub(super) struct Lanes(pub(super) [i16; LANES]);

/// Bits of the board that are looked up together.
struct Slice {
    word: usize,
    shift: u32,
    /// Where its table begins.
    start: usize,
}

/// Up to [`LANES`] places.
struct Block {
    slices: Vec<Slice>,
    /// What each set of stones of each slice adds.
    adds: Vec<Lanes>,
    /// Where the weight of configuration 0 of each place stands in a phase's table.
    middles: [u32; LANES],
}

/// Finds the numbers of all configurations of a set on a board.
pub(super) struct Indexer {
    blocks: Vec<Block>,
    mask: u64,
    /// Entries of a phase's table.
    entries: usize,
}

impl Indexer {
    pub(super) fn new(set: &PatternSet) -> Self {
        // Large boards take narrow slices, or the tables would leave the cache.
        let width = if set.cells() <= 64 { 8 } else { 4 };
        // The first entry is 0 and serves lanes that have no place.
        let mut next = 1;
        let mut lanes: Vec<(&[u16], u32)> = Vec::new();
        for pattern in set.patterns() {
            let count = pattern.weight_of().len();
            let middle = (next + count / 2) as u32;
            lanes.extend(
                pattern
                    .places()
                    .iter()
                    .map(|place| (place.as_slice(), middle)),
            );
            next += count;
        }
        let blocks = lanes
            .chunks(LANES)
            .map(|lanes| Block::new(lanes, set.cells(), width))
            .collect();
        Self {
            blocks,
            mask: (1 << width) - 1,
            entries: next,
        }
    }

    /// How many entries the table of a phase has.
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// Calls `each` with where in a phase's table the weight of every place stands.
    pub(super) fn each(&self, own: &[u64], theirs: &[u64], mut each: impl FnMut(usize)) {
        for block in &self.blocks {
            let numbers = block.numbers(own, theirs, self.mask);
            for (number, &middle) in numbers.0.iter().zip(&block.middles) {
                if middle != NO_PLACE {
                    each((middle as i32 + i32::from(*number)) as usize);
                }
            }
        }
    }

    /// The sum of the weights of all places; `table` is that of the phase.
    ///
    /// The stones are those of the mover and of the opponent; a cell that both have counts as empty.
    #[inline(always)]
    pub(super) fn sum(&self, own: &[u64], theirs: &[u64], table: &[i16]) -> i32 {
        assert!(
            table.len() == self.entries,
            "the table is one phase of this set"
        );
        let mut sums = [0; 4];
        for block in &self.blocks {
            let numbers = block.numbers(own, theirs, self.mask);
            // Through memory, so that the compiler does not gather the weights into a register one by
            // one; AVX2's own gathering was about as quick.
            let numbers = black_box(&numbers.0);
            let fours = numbers.as_chunks::<4>().0.iter();
            for (numbers, middles) in fours.zip(block.middles.as_chunks::<4>().0) {
                for lane in 0..4 {
                    let at = (i64::from(middles[lane]) + i64::from(numbers[lane])) as usize;
                    // SAFETY: a number is a sum of different powers of 3, each added, taken off or
                    // left out, so that it lies within half of the pattern's configurations around the
                    // middle, whatever the stones are; `middle` was placed so that all of these are
                    // entries. Lanes without a place have the number 0 and the entry 0.
                    sums[lane] += i32::from(unsafe { *table.get_unchecked(at) });
                }
            }
        }
        sums.iter().sum()
    }
}

impl Block {
    fn new(lanes: &[(&[u16], u32)], cells: usize, width: u32) -> Self {
        let mut middles = [NO_PLACE; LANES];
        for (middle, lane) in middles.iter_mut().zip(lanes) {
            *middle = lane.1;
        }
        let mut slices = Vec::new();
        let mut adds = Vec::new();
        for first in (0..cells).step_by(width as usize) {
            let counts = counts(lanes, first, width as usize);
            if counts
                .iter()
                .all(|lanes| lanes.0.iter().all(|&own| own == 0))
            {
                continue;
            }
            slices.push(Slice {
                word: first / 64,
                shift: first as u32 % 64,
                start: adds.len(),
            });
            for stones in 0..1usize << width {
                let mut sum = Lanes([0; LANES]);
                for (bit, counts) in counts
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| stones >> bit & 1 == 1)
                {
                    debug_assert!(bit < width as usize);
                    sum.0
                        .iter_mut()
                        .zip(counts.0)
                        .for_each(|(sum, count)| *sum += count);
                }
                adds.push(sum);
            }
        }
        Self {
            slices,
            adds,
            middles,
        }
    }

    #[inline(always)]
    fn numbers(&self, own: &[u64], theirs: &[u64], mask: u64) -> Lanes {
        let mut numbers = Lanes([0; LANES]);
        for slice in &self.slices {
            let table = &self.adds[slice.start..=slice.start + mask as usize];
            let more = &table[(own[slice.word] >> slice.shift & mask) as usize];
            let less = &table[(theirs[slice.word] >> slice.shift & mask) as usize];
            for lane in 0..LANES {
                numbers.0[lane] += more.0[lane] - less.0[lane];
            }
        }
        numbers
    }
}

/// What each of `width` cells from `first` on counts in every lane.
fn counts(lanes: &[(&[u16], u32)], first: usize, width: usize) -> Vec<Lanes> {
    let mut counts = vec![Lanes([0; LANES]); width];
    for (lane, (place, _)) in lanes.iter().enumerate() {
        for (digit, &cell) in place.iter().enumerate() {
            if let Some(at) = usize::from(cell)
                .checked_sub(first)
                .filter(|&at| at < width)
            {
                counts[at].0[lane] = 3i16.pow(digit as u32);
            }
        }
    }
    counts
}
