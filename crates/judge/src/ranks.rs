//! Ranks of a state's moves: how many of them lie below each.
//!
//! All pairs are compared, side by side in registers. For the few moves of a state that is quicker
//! than sorting, and the branches of a sort would be guessed wrong half of the time.

/// Moves whose ranks take a byte each.
pub(crate) const FEW: usize = 32;
/// Beside the ranks of few moves, up to the next power of two: above every rank.
const BESIDE: u8 = 0x7F;

/// Writes beside each value of a list how many of the list lie below it.
///
/// No value is NaN.
#[inline]
pub(crate) fn below<T: Copy + PartialOrd + Default>(values: &[T], counts: &mut [u32]) {
    let few = match values.len() {
        0..=8 => &side_by_side::<T, 8>(values)[..],
        9..=16 => &side_by_side::<T, 16>(values)[..],
        _ => return one_by_one(values, counts),
    };
    for (count, found) in counts.iter_mut().zip(few) {
        *count = *found;
    }
}

fn one_by_one<T: PartialOrd>(values: &[T], counts: &mut [u32]) {
    for (count, own) in counts.iter_mut().zip(values) {
        *count = values.iter().map(|other| u32::from(other < own)).sum();
    }
}

/// The same for a list of at most `N`; what stands beyond its end means nothing.
#[inline]
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

    /// Adds an order, each move by its rank, which is at most the number of moves.
    #[inline]
    pub(crate) fn push(&mut self, ranks: &[u32]) {
        match ranks.len() {
            0..=8 => self.pack::<1>(ranks),
            9..=16 => self.pack::<2>(ranks),
            17..=FEW => self.pack::<4>(ranks),
            _ => {
                let rank = |at: usize| ranks.get(at).map_or(0, |own| u64::from(*own));
                let words = (0..ranks.len()).step_by(2);
                self.words
                    .extend(words.map(|at| rank(at) | rank(at + 1) << 32));
            }
        }
    }

    #[inline]
    fn pack<const W: usize>(&mut self, ranks: &[u32]) {
        let mut words = [u64::from_le_bytes([BESIDE; 8]); W];
        for (at, rank) in ranks.iter().enumerate() {
            words[at / 8 % W] ^= (u64::from(*rank) ^ u64::from(BESIDE)) << (at % 8 * 8);
        }
        self.words.extend_from_slice(&words);
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
    pub(crate) fn concord(self, other: Self, moves: usize) -> Concord {
        if moves <= 16 {
            concord(self.bytes::<16>(), other.bytes::<16>(), moves)
        } else {
            concord(self.bytes::<FEW>(), other.bytes::<FEW>(), moves)
        }
    }

    #[inline]
    fn bytes<const N: usize>(self) -> [i8; N] {
        let mut bytes = [BESIDE as i8; N];
        for (eight, word) in bytes.chunks_exact_mut(8).zip(self.words) {
            for (own, byte) in eight.iter_mut().zip(word.to_le_bytes()) {
                *own = byte as i8;
            }
        }
        bytes
    }
}

/// How two orders of at most `N` moves agree; bytes beside them are above every rank, and so in no pair.
#[inline(never)]
fn concord<const N: usize>(first: [i8; N], second: [i8; N], moves: usize) -> Concord {
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

    use super::{Concord, FEW, Order, Orders, below};

    fn ranks(values: &[f32]) -> Vec<u32> {
        let mut found = vec![0; values.len()];
        below(values, &mut found);
        found
    }

    fn drawn(chance: &mut Chance, length: usize, kinds: u32) -> Vec<f32> {
        let one = |_| chance.below(kinds) as f32 - 4.0;
        (0..length).map(one).collect()
    }

    #[test]
    fn lists_of_every_length_are_counted_as_one_by_one() {
        let mut chance = Chance::new(3);
        for length in (0..40).chain([200]) {
            let values = drawn(&mut chance, length, 9);
            let plain = |own: &f32| values.iter().filter(|other| *other < own).count() as u32;
            assert_eq!(ranks(&values), values.iter().map(plain).collect::<Vec<_>>());
        }
    }

    #[test]
    fn orders_of_every_length_are_read_as_they_were_written() {
        let mut chance = Chance::new(5);
        let mut orders = Orders::default();
        for length in (1..40).chain([200, 100_000]) {
            let ranks: Vec<u32> = (0..length).map(|_| chance.below(length + 1)).collect();
            let begin = orders.end();
            orders.push(&ranks);
            let order = orders.between(begin, orders.end());
            let read = (0..ranks.len()).map(|mv| order.rank(mv, ranks.len()));
            assert!(read.eq(ranks.iter().copied()), "{length}");
        }
    }

    #[test]
    fn orders_agree_as_pair_by_pair() {
        let mut chance = Chance::new(4);
        for length in 1..=FEW {
            for kinds in [1, 3, 100] {
                let (a, b) = (
                    ranks(&drawn(&mut chance, length, kinds)),
                    ranks(&drawn(&mut chance, length, kinds)),
                );
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
                orders.push(&a);
                let middle = orders.end();
                orders.push(&b);
                let of = |begin, end| -> Order<'_> { orders.between(begin, end) };
                let (a, b) = (of(0, middle), of(middle, orders.end()));
                assert_eq!(a.concord(b, length), plain);
            }
        }
    }
}
