//! All four directions of one game's lines in one test.
#![expect(
    clippy::inline_always,
    reason = "intrinsics must end up in a function compiled for AVX2"
)]

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_testz_si256,
};

/// Whether `stones` hold a line, one direction a lane; see [`line_starts`](crate::line::line_starts).
///
/// Called only where AVX2 is. Where the high word is known to be empty, the
/// compiler leaves it out.
#[inline(always)]
pub(super) fn has_line(stones: u128, steps: [u32; 4], connect: u32) -> bool {
    let stones = FourWays::splat(stones);
    let pairs = stones.and(stones.down_each(steps, 1));
    let others = match connect {
        3 => pairs.down_each(steps, 1),
        4 => pairs.down_each(steps, 2),
        _ => pairs.and(pairs.down_each(steps, 1)).down_each(steps, 2),
    };
    !pairs.and(others).is_empty()
}

/// Four boards of two words, one for each direction of a line.
///
/// Made only where AVX2 is, like [`Registers`](super::Registers).
#[derive(Clone, Copy)]
struct FourWays {
    low: __m256i,
    high: __m256i,
}

impl FourWays {
    #[inline(always)]
    fn splat(board: u128) -> Self {
        // SAFETY: AVX2 is there.
        unsafe {
            Self {
                low: _mm256_set1_epi64x(board as i64),
                high: _mm256_set1_epi64x((board >> 64) as i64),
            }
        }
    }

    /// Shifts each board by `times` its own step, which is not 0.
    #[inline(always)]
    fn down_each(self, steps: [u32; 4], times: u32) -> Self {
        let [a, b, c, d] = steps;
        // SAFETY: AVX2 is there.
        unsafe {
            let by = |step: u32| i64::from(step * times);
            let by = _mm256_set_epi64x(by(d), by(c), by(b), by(a));
            let back = _mm256_sub_epi64(_mm256_set1_epi64x(64), by);
            let carried = _mm256_sllv_epi64(self.high, back);
            Self {
                low: _mm256_or_si256(_mm256_srlv_epi64(self.low, by), carried),
                high: _mm256_srlv_epi64(self.high, by),
            }
        }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        unsafe {
            Self {
                low: _mm256_and_si256(self.low, other.low),
                high: _mm256_and_si256(self.high, other.high),
            }
        }
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: AVX2 is there.
        unsafe {
            let any = _mm256_or_si256(self.low, self.high);
            _mm256_testz_si256(any, any) == 1
        }
    }
}
