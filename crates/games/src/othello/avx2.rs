//! Four directions a register: the kernel for processors with AVX2 and BMI2.
//!
//! [`Avx2`] is a proof that the processor has the instructions: only
//! [`Avx2::detect`] makes one. Whole loops are compiled for it (the functions
//! at the end), because a function compiled for these instructions cannot be
//! inlined into one that is not.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_load_si256, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64,
    _mm256_sub_epi64, _pdep_u64,
};

use std::ptr;

use plyscope_game::{Chance, Player, Tally};

use super::kernel::{INNER_COLUMNS, Kernel};
use super::rays::{RAYS, STEPS};
use super::state::{Move, State};
use super::turn::{self, Payoff};

/// The processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn reach(self, own: u64, theirs: u64) -> u64 {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { reach(own, theirs) }
    }

    #[inline(always)]
    fn flips(self, own: u64, theirs: u64, cell: u32) -> u64 {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { flips(own, theirs, cell) }
    }

    #[inline(always)]
    fn nth_bit(self, bits: u64, nth: u32) -> u32 {
        // SAFETY: `self` proves that the processor has BMI2.
        unsafe { _pdep_u64(1 << nth, bits) }.trailing_zeros()
    }
}

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn reach(own: u64, theirs: u64) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        let step = _mm256_set_epi64x(
            STEPS[3] as i64,
            STEPS[2] as i64,
            STEPS[1] as i64,
            STEPS[0] as i64,
        );
        let two = _mm256_add_epi64(step, step);
        let inner = INNER_COLUMNS as i64;
        let passable = _mm256_set_epi64x(inner, inner, -1, inner);
        let own = _mm256_set1_epi64x(own as i64);
        let theirs = _mm256_and_si256(_mm256_set1_epi64x(theirs as i64), passable);
        let mut up = _mm256_and_si256(theirs, _mm256_sllv_epi64(own, step));
        let mut down = _mm256_and_si256(theirs, _mm256_srlv_epi64(own, step));
        let pairs = _mm256_and_si256(theirs, _mm256_sllv_epi64(theirs, step));
        let pairs_down = _mm256_srlv_epi64(pairs, step);
        up = join(up, theirs, _mm256_sllv_epi64(up, step));
        down = join(down, theirs, _mm256_srlv_epi64(down, step));
        up = join(up, pairs, _mm256_sllv_epi64(up, two));
        down = join(down, pairs_down, _mm256_srlv_epi64(down, two));
        up = join(up, pairs, _mm256_sllv_epi64(up, two));
        down = join(down, pairs_down, _mm256_srlv_epi64(down, two));
        any(_mm256_or_si256(
            _mm256_sllv_epi64(up, step),
            _mm256_srlv_epi64(down, step),
        ))
    }
}

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn flips(own: u64, theirs: u64, cell: u32) -> u64 {
    // SAFETY: the caller's promise; both halves of an aligned `Rays` are aligned to 32 bytes.
    unsafe {
        let rays = ptr::from_ref(&RAYS[cell as usize % 64]).cast::<__m256i>();
        let up = _mm256_load_si256(rays);
        let down = _mm256_load_si256(rays.add(1));
        let own = _mm256_set1_epi64x(own as i64);
        let theirs = _mm256_set1_epi64x(theirs as i64);
        any(_mm256_or_si256(
            flips_up(own, theirs, up),
            flips_down(own, theirs, down),
        ))
    }
}

/// A carry runs through `theirs` and stops at the first other cell of the ray.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn flips_up(own: __m256i, theirs: __m256i, ray: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let ones = _mm256_set1_epi64x(-1);
        // The carry is made by taking all ones away: x - (-1) = x + 1.
        let off_or_theirs = _mm256_or_si256(theirs, _mm256_andnot_si256(ray, ones));
        let carried = _mm256_sub_epi64(off_or_theirs, ones);
        let stop = _mm256_and_si256(carried, _mm256_and_si256(own, ray));
        let none = _mm256_cmpeq_epi64(stop, _mm256_setzero_si256());
        let below = _mm256_add_epi64(stop, ones);
        _mm256_andnot_si256(none, _mm256_and_si256(below, ray))
    }
}

/// Everything beyond the first cell that is not `theirs` is blotted out; there
/// is no vector count of leading zeros before AVX-512 to find that cell.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn flips_down(own: __m256i, theirs: __m256i, ray: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let step = _mm256_set_epi64x(
            STEPS[3] as i64,
            STEPS[2] as i64,
            STEPS[1] as i64,
            STEPS[0] as i64,
        );
        let two = _mm256_add_epi64(step, step);
        let four = _mm256_add_epi64(two, two);
        let others = _mm256_andnot_si256(theirs, ray);
        let mut beyond = _mm256_srlv_epi64(others, step);
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, two));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, four));
        let stop = _mm256_and_si256(_mm256_andnot_si256(beyond, others), own);
        let none = _mm256_cmpeq_epi64(stop, _mm256_setzero_si256());
        let near = _mm256_andnot_si256(_mm256_or_si256(beyond, others), ray);
        _mm256_andnot_si256(none, near)
    }
}

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn join(have: __m256i, through: __m256i, moved: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe { _mm256_or_si256(have, _mm256_and_si256(through, moved)) }
}

/// The bits set in any lane.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn any(lanes: __m256i) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        let half = _mm_or_si128(
            _mm256_castsi256_si128(lanes),
            _mm256_extracti128_si256::<1>(lanes),
        );
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
    }
}

/// Compiles a function of [`turn`] for these instructions and makes it safe to call.
macro_rules! compiled_for_avx2 {
    ($($name:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {
        impl Avx2 {
            $(
                #[inline]
                pub(super) fn $name<const N: u8>(self, $($arg: $type),*) -> $result {
                    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                    unsafe fn compiled<const N: u8>(kernel: Avx2, $($arg: $type),*) -> $result {
                        turn::$name::<N, Avx2>(kernel, $($arg),*)
                    }
                    // SAFETY: `self` proves that the processor has all of them.
                    unsafe { compiled::<N>(self, $($arg),*) }
                }
            )*
        }
    };
}

compiled_for_avx2! {
    look(own: u64, theirs: u64, mover: Player) -> State;
    play(state: &mut State, mv: Move) -> ();
    pick(state: &State, chance: &mut Chance) -> Move;
    playout(state: State, chance: &mut Chance) -> (State, u32);
    playouts(state: &State, count: u64, payoff: Payoff, chance: &mut Chance) -> Tally;
}
