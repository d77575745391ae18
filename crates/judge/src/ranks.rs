//! Ranks of a state's moves: how many of them lie below each.
//!
//! All pairs are compared, side by side in registers. For the few moves of a state that is quicker
//! than sorting, and the branches of a sort would be guessed wrong half of the time.

/// Moves whose ranks take a byte each.
pub(crate) const FEW: usize = 32;
/// Beside the ranks of few moves, up to the next power of two: above every rank.
const BESIDE: u8 = 0x7F;

/// How many of a list of at most `N` lie below each; what stands beyond its end means nothing.
// Compiled into its callers, which want bytes, it would narrow every comparison and not their sum.
#[inline(never)]
fn side_by_side<T: Copy + PartialOrd + Default, const N: usize>(values: &[T]) -> [u32; N] {
    let mut row = [T::default(); N];
    for (own, value) in row.iter_mut().zip(values) {
        *own = *value;
    }
    let mut found = [0; N];
    for other in values {
        for (count, own) in found.iter_mut().zip(&row) {
            *count += u32::from(other < own);
        }
    }
    found
}

/// The orders of the moves of many states, packed one after the other.
///
/// ```text
/// up to 32 moves   a byte each: 8, 16 or 32 of them, those beyond the last move 127
/// more             32 bits each, two per word
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Orders {
    words: Vec<u64>,
}

/// The order of one state's moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order<'a> {
    words: &'a [u64],
}

/// How two orders of the same moves agree over all pairs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Concord {
    /// Pairs in the same order less pairs in opposite orders.
    pub(crate) agreement: i32,
    /// Pairs that the first order does not tie.
    pub(crate) in_first: u32,
    /// Pairs that the second order does not tie.
    pub(crate) in_second: u32,
}

impl Orders {
    /// Where the next order will begin.
    #[inline]
    pub(crate) fn end(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    /// Adds the order of some values, none of which is NaN, where moves may stand above all: those
    /// have the number of moves for a rank. Gives the highest moves, a bit each, if moves are few.
    #[inline]
    pub(crate) fn push<T: Copy + PartialOrd + Default>(
        &mut self,
        values: &[T],
        is_above: impl Fn(usize) -> bool,
    ) -> u32 {
        match values.len() {
            0..=8 => self.push_few::<T, 8>(values, is_above),
            9..=16 => self.push_few::<T, 16>(values, is_above),
            17..=FEW => self.push_few::<T, FEW>(values, is_above),
            _ => {
                self.push_many(values, is_above);
                0
            }
        }
    }

    #[inline]
    fn push_few<T: Copy + PartialOrd + Default, const N: usize>(
        &mut self,
        values: &[T],
        is_above: impl Fn(usize) -> bool,
    ) -> u32 {
        let found = side_by_side::<T, N>(values);
        let (mut ranks, mut top) = ([BESIDE; N], 0);
        for at in 0..values.len().min(N) {
            let rank = if is_above(at) {
                values.len() as u8
            } else {
                found[at] as u8
            };
            ranks[at] = rank;
            top = top.max(rank);
        }
        let mut highest = 0;
        for (at, eight) in ranks.as_chunks().0.iter().enumerate() {
            self.words.push(u64::from_le_bytes(*eight));
            highest |= bits(eight.map(|own| own == top)) << (8 * at);
        }
        highest
    }

    fn push_many<T: PartialOrd>(&mut self, values: &[T], is_above: impl Fn(usize) -> bool) {
        let below = |own: &T| values.iter().map(|other| u64::from(other < own)).sum();
        let rank = |(at, own): (usize, &T)| -> u64 {
            if is_above(at) {
                values.len() as u64
            } else {
                below(own)
            }
        };
        let ranks: Vec<u64> = values.iter().enumerate().map(rank).collect();
        let pair = |two: &[u64]| two[0] | two.get(1).unwrap_or(&0) << 32;
        self.words.extend(ranks.chunks(2).map(pair));
    }

    /// The order that lies between two places.
    #[inline]
    pub(crate) fn between(&self, begin: usize, end: usize) -> Order<'_> {
        Order {
            words: &self.words[begin..end],
        }
    }
}

impl Order<'_> {
    /// The rank of one of so many moves.
    #[inline]
    pub(crate) fn rank(self, mv: usize, moves: usize) -> u32 {
        if moves <= FEW {
            (self.words[mv / 8] >> (mv % 8 * 8)) as u32 & 0xFF
        } else {
            (self.words[mv / 2] >> (mv % 2 * 32)) as u32
        }
    }

    /// How this order of `moves`, which are few, agrees with another one.
    #[inline]
    pub(crate) fn concord(self, other: Self, moves: usize) -> Concord {
        if moves <= 16 {
            concord::<2, 16>(self.words(), other.words(), moves)
        } else {
            concord::<4, FEW>(self.words(), other.words(), moves)
        }
    }

    /// The first words, with nothing but what stands beside moves where there are fewer.
    #[inline]
    fn words<const W: usize>(self) -> [u64; W] {
        let beside = u64::from_le_bytes([BESIDE; 8]);
        std::array::from_fn(|at| self.words.get(at).copied().unwrap_or(beside))
    }
}

/// The bytes of `N / 8` words.
#[inline]
fn bytes<const W: usize, const N: usize>(words: [u64; W]) -> [i8; N] {
    std::array::from_fn(|at| words[at / 8].to_le_bytes()[at % 8] as i8)
}

/// How two orders of at most `N` moves agree; bytes beside them are above every rank, and so in no pair.
#[inline(never)]
fn concord<const W: usize, const N: usize>(
    first: [u64; W],
    second: [u64; W],
    moves: usize,
) -> Concord {
    let (first, second) = (bytes::<W, N>(first), bytes::<W, N>(second));
    let (mut same, mut opposite) = ([0_u8; N], [0_u8; N]);
    let (mut in_first, mut in_second) = ([0_u8; N], [0_u8; N]);
    for (own, its) in first.into_iter().zip(second).take(moves) {
        for lane in 0..N {
            // Each pair counts where the first order has the higher move in hand.
            let above = own > first[lane];
            let (higher, lower) = (its > second[lane], its < second[lane]);
            same[lane] += u8::from(above & higher);
            opposite[lane] += u8::from(above & lower);
            in_first[lane] += u8::from(above);
            in_second[lane] += u8::from(higher);
        }
    }
    Concord {
        agreement: sum(same) as i32 - sum(opposite) as i32,
        in_first: sum(in_first),
        in_second: sum(in_second),
    }
}

/// A bit for each of eight that holds.
#[inline]
fn bits(eight: [bool; 8]) -> u32 {
    // Byte `i` is moved to bit 56 + i; nothing else comes that far up without falling out.
    let bytes = u64::from_le_bytes(eight.map(u8::from));
    (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

/// The sum of at most 32 bytes, none of which is above 31, eight at a time.
#[inline]
fn sum<const N: usize>(counts: [u8; N]) -> u32 {
    const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
    let (words, _) = counts.as_chunks();
    let word: u64 = words.iter().map(|own| u64::from_le_bytes(*own)).sum();
    let pairs = (word & EVEN) + (word >> 8 & EVEN);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::{Concord, FEW, Orders};

    fn drawn(chance: &mut Chance, length: usize, kinds: u32) -> Vec<f32> {
        let one = |_| chance.below(kinds) as f32 - 4.0;
        (0..length).map(one).collect()
    }

    /// The rank of every move by counting, those from a place on above all.
    fn counted(values: &[f32], above: usize) -> Vec<u32> {
        let rank = |(at, own): (usize, &f32)| {
            let below = values.iter().filter(|other| *other < own).count();
            let rank = if at < above { below } else { values.len() };
            rank as u32
        };
        values.iter().enumerate().map(rank).collect()
    }

    #[test]
    fn lists_of_every_length_are_ranked_as_one_by_one() {
        let mut chance = Chance::new(3);
        let mut orders = Orders::default();
        for length in (1..40).chain([200, 1000]) {
            let values = drawn(&mut chance, length, 9);
            for above in [length, length / 2] {
                let begin = orders.end();
                let highest = orders.push(&values, |at| at >= above);
                let order = orders.between(begin, orders.end());
                let ranks: Vec<u32> = (0..length).map(|mv| order.rank(mv, length)).collect();
                assert_eq!(ranks, counted(&values, above), "{length}");
                let top = ranks.iter().max();
                let is_highest = |mv: usize| Some(&ranks[mv]) == top;
                let bit = |mv: usize| highest >> mv & 1 == 1;
                assert!((0..length).all(|mv| length > FEW || bit(mv) == is_highest(mv)));
            }
        }
    }

    #[test]
    fn orders_agree_as_pair_by_pair() {
        let mut chance = Chance::new(4);
        for length in 1..=FEW {
            for kinds in [1, 3, 100] {
                let (first, second) = (
                    drawn(&mut chance, length, kinds),
                    drawn(&mut chance, length, kinds),
                );
                let (a, b) = (counted(&first, length), counted(&second, length));
                let mut plain = Concord::default();
                for i in 0..length {
                    for j in 0..i {
                        let (first, second) = (a[i].cmp(&a[j]) as i32, b[i].cmp(&b[j]) as i32);
                        plain.agreement += first * second;
                        plain.in_first += first.unsigned_abs();
                        plain.in_second += second.unsigned_abs();
                    }
                }
                let mut orders = Orders::default();
                orders.push(&first, |_| false);
                let middle = orders.end();
                orders.push(&second, |_| false);
                let a = orders.between(0, middle);
                let b = orders.between(middle, orders.end());
                assert_eq!(a.concord(b, length), plain);
            }
        }
    }
}
