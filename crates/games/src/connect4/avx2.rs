//! A pack in two AVX2 registers, behind a check of the processor at run time.
#![allow(unsafe_code)]
#![expect(
    clippy::inline_always,
    reason = "intrinsics must end up in a function compiled for AVX2"
)]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_mul_epu32, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_sll_epi64, _mm256_sllv_epi64, _mm256_srl_epi64, _mm256_srlv_epi64,
    _mm256_storeu_si256, _mm256_sub_epi64, _mm256_testz_si256, _mm256_xor_si256,
};
use std::ops::{BitAnd, BitOr, BitXor};

use plyscope_game::{Chance, Payoffs, Tally};

use super::bits::Bits;
use super::lanes::play_in_lanes;
use super::line::directions;
use super::pack::{LANES, Pack};
use super::playout::play_out_with;
use super::shape::Shape;
use super::state::State;

/// [`play_in_lanes`] with AVX2, or `None` on a processor that lacks it.
pub(super) fn play_many<S: Shape>(
    shape: &S,
    start: &State<S::Bits>,
    count: u64,
    chance: &mut Chance,
) -> Option<Tally> {
    if !is_x86_feature_detected!("avx2") {
        return None;
    }
    // SAFETY: the processor has AVX2.
    Some(unsafe { compiled_for_avx2(shape, start, count, chance) })
}

/// [`play_out_with`] with AVX2 and BMI, or `None` on a processor that lacks them.
#[inline]
pub(super) fn play_out<S: Shape>(
    shape: &S,
    state: State<S::Bits>,
    chance: &mut Chance,
) -> Option<(Payoffs, u32)> {
    // Two-word boards gain nothing: vectors do not shift across words.
    if S::Bits::SIZE != 64 || !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("bmi2")
    {
        return None;
    }
    // SAFETY: the processor has AVX2 and BMI2.
    Some(unsafe { play_out_in_registers(shape, state, chance) })
}

/// # Safety
/// The processor has AVX2 and BMI2.
#[target_feature(enable = "avx2,bmi2")]
unsafe fn play_out_in_registers<S: Shape>(
    shape: &S,
    state: State<S::Bits>,
    chance: &mut Chance,
) -> (Payoffs, u32) {
    let steps = directions(shape).map(u64::from);
    play_out_with(shape, state, chance, |stones| {
        has_line(stones.to_wide() as u64, steps, shape.connect())
    })
}

/// Whether `stones` hold a line, one direction a lane; see [`line_starts`](super::line::line_starts).
///
/// Called only where AVX2 is.
#[inline(always)]
fn has_line(stones: u64, [up, along, down, rise]: [u64; 4], connect: u32) -> bool {
    // SAFETY: the only caller has AVX2.
    unsafe {
        let steps = _mm256_set_epi64x(rise as i64, down as i64, along as i64, up as i64);
        let double = _mm256_add_epi64(steps, steps);
        let stones = _mm256_set1_epi64x(stones as i64);
        let pairs = _mm256_and_si256(stones, _mm256_srlv_epi64(stones, steps));
        let others = match connect {
            3 => _mm256_srlv_epi64(pairs, steps),
            4 => _mm256_srlv_epi64(pairs, double),
            _ => {
                let triples = _mm256_and_si256(pairs, _mm256_srlv_epi64(pairs, steps));
                _mm256_srlv_epi64(triples, double)
            }
        };
        _mm256_testz_si256(pairs, others) == 0
    }
}

/// # Safety
/// The processor has AVX2.
#[target_feature(enable = "avx2")]
unsafe fn compiled_for_avx2<S: Shape>(
    shape: &S,
    start: &State<S::Bits>,
    count: u64,
    chance: &mut Chance,
) -> Tally {
    play_in_lanes::<S, Registers>(shape, start, count, chance)
}

/// Eight words in two registers.
///
/// Made only inside [`compiled_for_avx2`]: whoever has one has AVX2, which is
/// what makes the intrinsics below sound.
#[derive(Clone, Copy)]
struct Registers([__m256i; 2]);

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
