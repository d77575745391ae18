//! Ranks of a state's moves: how many of them lie below each.
//!
//! All pairs are compared, side by side in registers. For the few moves of a state that is quicker
//! than sorting, and the branches of a sort would be guessed wrong half of the time.

/// Moves whose ranks are packed, a byte each.
pub(crate) const FEW: usize = 32;
/// Words of eight ranks.
const WORDS: usize = FEW / 8;
/// The highest bit of every byte: no rank of so few moves has it.
const HIGH: u64 = 0x8080_8080_8080_8080;
/// The lowest bit of every byte.
const LOW: u64 = 0x0101_0101_0101_0101;

/// Writes beside each value of a list how many of the list lie below it.
///
/// No value is NaN.
#[inline]
pub(crate) fn below<T: Copy + PartialOrd + Default>(values: &[T], counts: &mut [u32]) {
    match values.len() {
        0..=8 => side_by_side::<T, 8>(values, counts),
        9..=16 => side_by_side::<T, 16>(values, counts),
        _ => one_by_one(values, counts),
    }
}

fn one_by_one<T: PartialOrd>(values: &[T], counts: &mut [u32]) {
    for (count, own) in counts.iter_mut().zip(values) {
        *count = values.iter().map(|other| u32::from(other < own)).sum();
    }
}

/// The same for a list of at most `N`.
#[inline]
fn side_by_side<T: Copy + PartialOrd + Default, const N: usize>(values: &[T], counts: &mut [u32]) {
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
    for (count, found) in counts.iter_mut().zip(found) {
        *count = found;
    }
}

/// The ranks of at most [`FEW`] moves in one order, packed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Ranks([u64; WORDS]);

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

impl Ranks {
    /// Packs ranks; nothing if there are too many, or one is too large.
    #[inline]
    pub(crate) fn pack(ranks: impl ExactSizeIterator<Item = u32>) -> Option<Self> {
        if ranks.len() > FEW {
            return None;
        }
        let (mut words, mut largest) = ([0; WORDS], 0);
        for (at, rank) in ranks.enumerate() {
            words[at / 8] |= u64::from(rank) << (at % 8 * 8);
            largest |= rank;
        }
        (largest < 0x80).then_some(Self(words))
    }

    /// How this order of `count` moves agrees with another one.
    #[inline]
    pub(crate) fn concord(&self, other: &Self, count: usize) -> Concord {
        match count {
            0..=8 => self.concord_of::<1>(other, count),
            9..=16 => self.concord_of::<2>(other, count),
            _ => self.concord_of::<WORDS>(other, count),
        }
    }

    #[inline]
    fn concord_of<const W: usize>(&self, other: &Self, count: usize) -> Concord {
        let (mut same, mut opposite) = ([0; W], [0; W]);
        let (mut in_first, mut in_second) = ([0; W], [0; W]);
        for at in 0..count {
            let (first, second) = (self.everywhere(at), other.everywhere(at));
            for word in 0..W {
                // Each pair counts where the first order has the higher move in hand.
                let above = above(first, self.0[word]);
                let higher = self::above(second, other.0[word]);
                let lower = self::above(other.0[word], second);
                same[word] += above & higher;
                opposite[word] += above & lower;
                in_first[word] += above;
                in_second[word] += higher;
            }
        }
        let sum = |counts: [u64; W]| sum::<W>(counts, count);
        Concord {
            agreement: sum(same) as i32 - sum(opposite) as i32,
            in_first: sum(in_first),
            in_second: sum(in_second),
        }
    }

    /// The rank of a move in every byte.
    #[inline]
    fn everywhere(&self, at: usize) -> u64 {
        (self.0[at / 8 % WORDS] >> (at % 8 * 8) & 0x7F) * LOW
    }
}

/// The lowest bit of every byte of `a` that is larger than that of `b`; no byte has its highest bit.
#[inline]
fn above(a: u64, b: u64) -> u64 {
    // With the highest bit set nothing is borrowed from the next byte, and it stays where b ≥ a.
    (!((b | HIGH) - a) & HIGH) >> 7
}

/// The sum of the first `count` bytes, none of which is above 31.
#[inline]
fn sum<const W: usize>(counts: [u64; W], count: usize) -> u32 {
    let mut total = 0;
    for (word, counts) in counts.iter().enumerate() {
        let bytes = count.saturating_sub(word * 8).min(8);
        let kept = if bytes == 8 {
            u64::MAX
        } else {
            (1 << (bytes * 8)) - 1
        };
        total += ((counts & kept).wrapping_mul(LOW) >> 56) as u32;
    }
    total
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::{Concord, FEW, Ranks, below};

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
    fn orders_agree_as_pair_by_pair() {
        let mut chance = Chance::new(4);
        for length in 0..=FEW {
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
                let pack = |ranks: &[u32]| Ranks::pack(ranks.iter().copied()).expect("they fit");
                assert_eq!(pack(&a).concord(&pack(&b), length), plain);
            }
        }
    }

    #[test]
    fn many_moves_and_high_ranks_are_not_packed() {
        assert_eq!(Ranks::pack([128].into_iter()), None);
        assert_eq!(Ranks::pack(std::iter::repeat_n(0, FEW + 1)), None);
    }
}
