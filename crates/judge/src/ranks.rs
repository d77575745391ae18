//! Ranks of a state's moves: how many of them lie below each.
//!
//! All pairs are compared, side by side in registers. For the few moves of a state that is quicker
//! than sorting, and the branches of a sort would be guessed wrong half of the time.

/// Moves whose ranks take a byte each.
pub(crate) const FEW: usize = 32;
/// The lowest bit of every byte.
const EACH: u64 = 0x0101_0101_0101_0101;
/// Beside the ranks of few moves, up to the next power of two: above every rank.
const BESIDE: u64 = EACH * 0x7F;

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
        if values.len() > FEW {
            self.push_many(values, is_above);
            return 0;
        }
        let moves = 0..values.len();
        let above = moves.fold(0, |all, at| all | u32::from(is_above(at)) << at);
        self.push_few(values, above)
    }

    /// The same of few values; those that stand above all have a bit each.
    #[inline]
    pub(crate) fn push_few<T: Copy + PartialOrd + Default>(
        &mut self,
        values: &[T],
        above: u32,
    ) -> u32 {
        match values.len() {
            0..=8 => self.push_lanes::<T, 8>(values, above),
            9..=16 => self.push_lanes::<T, 16>(values, above),
            _ => self.push_lanes::<T, FEW>(values, above),
        }
    }

    #[inline]
    fn push_lanes<T: Copy + PartialOrd + Default, const N: usize>(
        &mut self,
        values: &[T],
        above: u32,
    ) -> u32 {
        let count = values.len();
        let found = side_by_side::<T, N>(values);
        let (words, _) = found.as_chunks();
        self.words
            .extend(words.iter().enumerate().map(|(at, eight)| {
                let ranks = u64::from_le_bytes(eight.map(|own| own as u8));
                let above = bytes_of(above >> (8 * at));
                let ranks = ranks & !above | (EACH * count as u64) & above;
                let own = count.saturating_sub(8 * at) as u32;
                let beside = u64::MAX.checked_shl(8 * own).unwrap_or(0);
                ranks & !beside | BESIDE & beside
            }));
        if above == 0 {
            highest(&found[..count])
        } else {
            above
        }
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

/// Which moves stand above which, over all pairs of at most eight moves.
///
/// Byte `i` tells of the moves `i` and `i + d` for the distances 1 to 4, counted around the eight:
///
/// ```text
/// bit 8 - d   move i stands above
/// bit 4 - d   move i + d stands above
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pairs(u64);

impl Pairs {
    #[inline]
    fn of(order: u64) -> Self {
        let at = |apart: u32| {
            let other = order.rotate_right(8 * apart);
            let pairs = (above(order, other) | above(other, order) >> 4) >> (apart - 1);
            // Halfway around every pair is met twice.
            if apart == 4 {
                pairs & 0xFFFF_FFFF
            } else {
                pairs
            }
        };
        Self(at(1) | at(2) | at(3) | at(4))
    }

    /// The same pairs of the opposite order.
    #[inline]
    fn turned(self) -> Self {
        const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        Self(self.0 >> 4 & LOW | (self.0 & LOW) << 4)
    }

    /// How two orders of so many moves agree.
    #[inline]
    pub(crate) fn concord(self, other: Self, moves: usize) -> Concord {
        let common = |own: Self| (self.0 & own.0).count_ones();
        // What stands beside the moves is above all of them in either order.
        let beside = ((8 - moves) * moves) as u32;
        Concord {
            agreement: (common(other) - beside) as i32 - common(other.turned()) as i32,
            in_first: self.0.count_ones() - beside,
            in_second: other.0.count_ones() - beside,
        }
    }
}

/// The highest bit of every byte, none of which is above 127, that is larger than another one.
#[inline]
fn above(own: u64, other: u64) -> u64 {
    const HIGHEST: u64 = 0x8080_8080_8080_8080;
    !((other | HIGHEST) - own) & HIGHEST
}

impl Order<'_> {
    /// The pairs of at most eight moves; nothing of more.
    #[inline]
    pub(crate) fn pairs(self) -> Pairs {
        match self.words {
            [order] => Pairs::of(*order),
            _ => Pairs::default(),
        }
    }

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
        std::array::from_fn(|at| self.words.get(at).copied().unwrap_or(BESIDE))
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

/// All bits of byte `i` where bit `i` of the lowest eight is set.
#[inline]
fn bytes_of(bits: u32) -> u64 {
    // Every byte keeps its own bit alone, and carries it to its highest.
    let own = (EACH * u64::from(bits as u8)) & 0x8040_2010_0804_0201;
    ((own + BESIDE) >> 7 & EACH) * 0xFF
}

/// The moves of the highest rank, a bit each.
fn highest(ranks: &[u32]) -> u32 {
    let top = ranks.iter().max();
    let bit = |(at, own): (usize, &u32)| u32::from(Some(own) == top) << at;
    ranks.iter().enumerate().map(bit).sum()
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
                if length <= 8 {
                    assert_eq!(a.pairs().concord(b.pairs(), length), plain);
                }
            }
        }
    }
}
