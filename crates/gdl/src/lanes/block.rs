//! 512 bits, one per lane, and chance for all lanes at once.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use plyscope_game::Chance;

/// Words of a block.
pub(crate) const WORDS: usize = 8;
/// Lanes of a block.
pub(crate) const LANES: usize = 64 * WORDS;

/// One bit per lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Block(pub(crate) [u64; WORDS]);

impl Block {
    pub(crate) const NONE: Self = Self([0; WORDS]);
    pub(crate) const ALL: Self = Self([u64::MAX; WORDS]);

    /// Combines two blocks word by word.
    #[inline(always)]
    fn with(self, other: Self, by: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = [0; WORDS];
        for (word, slot) in words.iter_mut().enumerate() {
            *slot = by(self.0[word], other.0[word]);
        }
        Self(words)
    }

    /// Lanes of this block that are not in the other.
    #[inline(always)]
    pub(crate) fn without(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    /// Whether any lane is set.
    #[inline(always)]
    pub(crate) fn any(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) != 0
    }

    /// How many lanes are set.
    #[inline(always)]
    pub(crate) fn count(self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether a lane is set.
    #[inline(always)]
    pub(crate) fn has(&self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }

    /// Sets a lane to a value.
    #[inline(always)]
    pub(crate) fn put(&mut self, lane: usize, value: bool) {
        let word = &mut self.0[lane / 64];
        *word = *word & !(1 << (lane % 64)) | u64::from(value) << (lane % 64);
    }

    /// The first `count` lanes.
    pub(crate) fn first(count: usize) -> Self {
        let mut block = Self::NONE;
        (0..count).for_each(|lane| block.put(lane, true));
        block
    }

    /// Calls `each` with every lane that is set.
    #[inline(always)]
    pub(crate) fn each(self, mut each: impl FnMut(usize)) {
        for (place, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                each(place * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

impl std::ops::BitAnd for Block {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }
}

impl std::ops::BitOr for Block {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }
}

impl std::ops::BitXor for Block {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.with(other, |a, b| a ^ b)
    }
}

impl std::ops::Not for Block {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.with(self, |a, _| !a)
    }
}

/// Eight generators side by side (xorshift128+).
#[derive(Clone, Debug)]
pub(crate) struct BlockChance {
    old: Block,
    new: Block,
}

impl BlockChance {
    /// Seeds the generators, all differently.
    pub(crate) fn new(chance: &mut Chance) -> Self {
        Self {
            old: Block(std::array::from_fn(|_| chance.bits() | 1)),
            new: Block(std::array::from_fn(|_| chance.bits())),
        }
    }

    /// A random bit per lane.
    #[inline(always)]
    pub(crate) fn bits(&mut self) -> Block {
        let (mut old, new) = (self.old, self.new);
        let sum = old.with(new, u64::wrapping_add);
        self.old = new;
        old = old.with(old, |a, _| a ^ a << 23);
        self.new = old.with(new, |a, b| a ^ b ^ (a >> 18) ^ (b >> 5));
        sum
    }
}
