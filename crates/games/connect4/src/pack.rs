//! Several boards side by side, so that one instruction serves them all.
//!
//! A [`Pack`] is eight 64-bit words; [`Narrow`] and [`Wide`] are eight boards of
//! one and of two words. Everything here is forced inline: it must end up in a
//! function that was compiled for the processor's vectors.
#![expect(clippy::inline_always, reason = "see above")]

use std::ops::{BitAnd, BitOr, BitXor, Shr};

/// Words in a pack. Two registers of four keep a core busier than one.
pub(super) const LANES: usize = 8;

/// Eight words. Operations are on each word by itself; a mask is all ones or all zeros.
pub trait Pack:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// These words.
    fn load(words: [u64; LANES]) -> Self;
    /// The words.
    fn store(self) -> [u64; LANES];
    /// The bits that `mask` lacks.
    fn without(self, mask: Self) -> Self;
    /// Sum, wrapping.
    fn plus(self, other: Self) -> Self;
    /// Difference, wrapping.
    fn minus(self, other: Self) -> Self;
    /// Product of words below 2³².
    fn times(self, other: Self) -> Self;
    /// Shift to the left by less than 64.
    fn up(self, by: u32) -> Self;
    /// Shift to the right by less than 64.
    fn down(self, by: u32) -> Self;
    /// Shift to the left by each word's own amount; 0 by 64 and more.
    fn up_each(self, by: Self) -> Self;
    /// Shift to the right by each word's own amount; 0 by 64 and more.
    fn down_each(self, by: Self) -> Self;
    /// The mask of words that are equal.
    fn equals(self, other: Self) -> Self;

    /// The same word eight times.
    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self::load([word; LANES])
    }
}

/// Eight boards.
pub trait Packed<P: Pack>:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shr<u32, Output = Self>
{
    /// The same board eight times.
    fn splat(board: u128) -> Self;
    /// A few low bits, moved up by each board's own amount.
    fn moved_up(low: u64, by: P) -> Self;
    /// Adds a bit to every column; columns have an empty bit on top.
    fn plus_bottom(self, bottom: Self) -> Self;
    /// The boards under the mask, nothing elsewhere.
    fn under(self, mask: P) -> Self;
    /// The boards outside the mask, nothing under it.
    fn outside(self, mask: P) -> Self;
    /// The mask of boards that are equal.
    fn equals(self, other: Self) -> P;
}

/// Which packed boards go with an integer.
pub trait InPacks {
    /// Eight of them.
    type Packed<P: Pack>: Packed<P>;
}

impl InPacks for u64 {
    type Packed<P: Pack> = Narrow<P>;
}

impl InPacks for u128 {
    type Packed<P: Pack> = Wide<P>;
}

/// Eight boards of one word.
#[derive(Clone, Copy)]
pub struct Narrow<P>(P);

impl<P: Pack> Packed<P> for Narrow<P> {
    #[inline(always)]
    fn splat(board: u128) -> Self {
        Self(P::splat(board as u64))
    }
    #[inline(always)]
    fn moved_up(low: u64, by: P) -> Self {
        // The amount is below 64; saying so spares the compiler a comparison.
        Self(P::splat(low).up_each(by & P::splat(63)))
    }
    #[inline(always)]
    fn plus_bottom(self, bottom: Self) -> Self {
        Self(self.0.plus(bottom.0))
    }
    #[inline(always)]
    fn under(self, mask: P) -> Self {
        Self(self.0 & mask)
    }
    #[inline(always)]
    fn outside(self, mask: P) -> Self {
        Self(self.0.without(mask))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> P {
        self.0.equals(other.0)
    }
}

impl<P: Pack> BitAnd for Narrow<P> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<P: Pack> BitOr for Narrow<P> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<P: Pack> BitXor for Narrow<P> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl<P: Pack> Shr<u32> for Narrow<P> {
    type Output = Self;
    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Self(self.0.down(by))
    }
}

/// Eight boards of two words.
#[derive(Clone, Copy)]
pub struct Wide<P> {
    low: P,
    high: P,
}

impl<P: Pack> Packed<P> for Wide<P> {
    #[inline(always)]
    fn splat(board: u128) -> Self {
        Self {
            low: P::splat(board as u64),
            high: P::splat((board >> 64) as u64),
        }
    }
    #[inline(always)]
    fn moved_up(low: u64, by: P) -> Self {
        let (low, word) = (P::splat(low), P::splat(64));
        // A negative amount wraps to a big one, and that leaves nothing.
        Self {
            low: low.up_each(by),
            high: low.up_each(by.minus(word)) | low.down_each(word.minus(by)),
        }
    }
    #[inline(always)]
    fn plus_bottom(self, bottom: Self) -> Self {
        let low = self.low.plus(bottom.low);
        // A column across both words carries just when its stone on top of the
        // low word goes out.
        let carry = self.low.without(low).down(63);
        Self {
            low,
            high: self.high.plus(bottom.high).plus(carry),
        }
    }
    #[inline(always)]
    fn under(self, mask: P) -> Self {
        Self {
            low: self.low & mask,
            high: self.high & mask,
        }
    }
    #[inline(always)]
    fn outside(self, mask: P) -> Self {
        Self {
            low: self.low.without(mask),
            high: self.high.without(mask),
        }
    }
    #[inline(always)]
    fn equals(self, other: Self) -> P {
        let differing = (self.low ^ other.low) | (self.high ^ other.high);
        differing.equals(P::splat(0))
    }
}

impl<P: Pack> BitAnd for Wide<P> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self {
            low: self.low & other.low,
            high: self.high & other.high,
        }
    }
}

impl<P: Pack> BitOr for Wide<P> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self {
            low: self.low | other.low,
            high: self.high | other.high,
        }
    }
}

impl<P: Pack> BitXor for Wide<P> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self {
            low: self.low ^ other.low,
            high: self.high ^ other.high,
        }
    }
}

impl<P: Pack> Shr<u32> for Wide<P> {
    type Output = Self;
    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Self {
            low: self.low.down(by) | self.high.up(64 - by),
            high: self.high.down(by),
        }
    }
}

/// A pack in plain words, for processors without vectors that we know.
#[derive(Clone, Copy)]
pub(super) struct Words([u64; LANES]);

impl Words {
    #[inline(always)]
    fn zip(self, other: Self, each: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|lane| {
            each(self.0[lane], other.0[lane])
        }))
    }
}

impl Pack for Words {
    #[inline(always)]
    fn load(words: [u64; LANES]) -> Self {
        Self(words)
    }
    #[inline(always)]
    fn store(self) -> [u64; LANES] {
        self.0
    }
    #[inline(always)]
    fn without(self, mask: Self) -> Self {
        self.zip(mask, |own, mask| own & !mask)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_mul)
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        Self(self.0.map(|word| word << by))
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        Self(self.0.map(|word| word >> by))
    }
    #[inline(always)]
    fn up_each(self, by: Self) -> Self {
        self.zip(by, |word, by| if by < 64 { word << by } else { 0 })
    }
    #[inline(always)]
    fn down_each(self, by: Self) -> Self {
        self.zip(by, |word, by| if by < 64 { word >> by } else { 0 })
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        self.zip(other, |own, other| u64::from(own == other).wrapping_neg())
    }
}

impl BitAnd for Words {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |own, other| own & other)
    }
}

impl BitOr for Words {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |own, other| own | other)
    }
}

impl BitXor for Words {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |own, other| own ^ other)
    }
}
