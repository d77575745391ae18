//! The two integers that hold a board: `u64` where it fits, `u128` where it does not.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use plyscope_game::mix;

use super::pack::InPacks;

/// A set of cells as bits; only `u64` and `u128` are ones.
pub trait Bits:
    InPacks
    + Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many bits there are.
    const SIZE: u32;
    /// The lowest bit alone.
    const ONE: Self;

    /// The low bits of `bits`.
    fn from_wide(bits: u128) -> Self;

    /// The bits, with zeros above.
    fn to_wide(self) -> u128;

    /// Whether no bit is set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// How many bits are set.
    fn count(self) -> u32;

    /// Whether an odd number of bits is set: cheaper than counting them.
    fn is_odd(self) -> bool;

    /// The number of the lowest bit set; there is one.
    fn lowest(self) -> u32;

    /// 64 well spread bits: different for different `u64`, by chance equal for few `u128`.
    fn spread(self) -> u64;
}

impl Bits for u64 {
    const SIZE: u32 = 64;
    const ONE: Self = 1;

    #[inline]
    fn from_wide(bits: u128) -> Self {
        bits as Self
    }
    #[inline]
    fn to_wide(self) -> u128 {
        u128::from(self)
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn is_odd(self) -> bool {
        self.count_ones() & 1 == 1
    }
    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
    #[inline]
    fn spread(self) -> u64 {
        mix(self)
    }
}

impl Bits for u128 {
    const SIZE: u32 = 128;
    const ONE: Self = 1;

    #[inline]
    fn from_wide(bits: u128) -> Self {
        bits
    }
    #[inline]
    fn to_wide(self) -> u128 {
        self
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn is_odd(self) -> bool {
        ((self ^ (self >> 64)) as u64).count_ones() & 1 == 1
    }
    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
    #[inline]
    fn spread(self) -> u64 {
        mix(mix((self >> 64) as u64) ^ self as u64)
    }
}
