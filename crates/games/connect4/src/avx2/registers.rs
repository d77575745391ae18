//! A pack in two AVX2 registers.
#![expect(
    clippy::inline_always,
    reason = "intrinsics must end up in a function compiled for AVX2"
)]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_mul_epu32, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_sll_epi64, _mm256_sllv_epi64, _mm256_srl_epi64, _mm256_srlv_epi64, _mm256_storeu_si256,
    _mm256_sub_epi64, _mm256_xor_si256,
};
use std::ops::{BitAnd, BitOr, BitXor};

use crate::pack::{LANES, Pack};

/// Eight words in two registers.
///
/// Made only inside [`compiled_for_avx2`](super::compiled_for_avx2): whoever has one has AVX2, which is
/// what makes the intrinsics below sound.
#[derive(Clone, Copy)]
pub(super) struct Registers([__m256i; 2]);

impl Registers {
    #[inline(always)]
    fn each(self, change: impl Fn(__m256i) -> __m256i) -> Self {
        Self(self.0.map(change))
    }

    #[inline(always)]
    fn zip(self, other: Self, join: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
        let [a, b] = self.0;
        let [c, d] = other.0;
        Self([join(a, c), join(b, d)])
    }
}

impl Pack for Registers {
    #[inline(always)]
    fn load(words: [u64; LANES]) -> Self {
        let halves: *const __m256i = words.as_ptr().cast();
        // SAFETY: AVX2 is there; two halves of 32 bytes make up the array, and
        // these loads need no alignment.
        unsafe {
            Self([
                _mm256_loadu_si256(halves),
                _mm256_loadu_si256(halves.add(1)),
            ])
        }
    }
    #[inline(always)]
    fn store(self) -> [u64; LANES] {
        let mut words = [0; LANES];
        let halves: *mut __m256i = words.as_mut_ptr().cast();
        // SAFETY: as in `load`.
        unsafe {
            _mm256_storeu_si256(halves, self.0[0]);
            _mm256_storeu_si256(halves.add(1), self.0[1]);
        }
        words
    }
    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: AVX2 is there.
        Self([unsafe { _mm256_set1_epi64x(word as i64) }; 2])
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        self.zip(other, |a, b| unsafe { _mm256_add_epi64(a, b) })
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        self.zip(other, |a, b| unsafe { _mm256_sub_epi64(a, b) })
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        self.zip(other, |a, b| unsafe { _mm256_mul_epu32(a, b) })
    }
    #[inline(always)]
    fn up_each(self, by: Self) -> Self {
        // SAFETY: AVX2 is there.
        self.zip(by, |a, b| unsafe { _mm256_sllv_epi64(a, b) })
    }
    #[inline(always)]
    fn down_each(self, by: Self) -> Self {
        // SAFETY: AVX2 is there.
        self.zip(by, |a, b| unsafe { _mm256_srlv_epi64(a, b) })
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        self.zip(other, |a, b| unsafe { _mm256_cmpeq_epi64(a, b) })
    }
    #[inline(always)]
    fn without(self, mask: Self) -> Self {
        // SAFETY: AVX2 is there.
        self.zip(mask, |a, b| unsafe { _mm256_andnot_si256(b, a) })
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        // SAFETY: AVX2 is there.
        self.each(|a| unsafe { _mm256_sll_epi64(a, _mm_cvtsi32_si128(by as i32)) })
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        // SAFETY: AVX2 is there.
        self.each(|a| unsafe { _mm256_srl_epi64(a, _mm_cvtsi32_si128(by as i32)) })
    }
}

impl BitAnd for Registers {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        self.zip(other, |a, b| unsafe { _mm256_and_si256(a, b) })
    }
}

impl BitOr for Registers {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        self.zip(other, |a, b| unsafe { _mm256_or_si256(a, b) })
    }
}

impl BitXor for Registers {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        self.zip(other, |a, b| unsafe { _mm256_xor_si256(a, b) })
    }
}
