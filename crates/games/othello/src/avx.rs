//! Four directions a register: the kernels for processors with AVX2, with and
//! without the 256-bit part of AVX-512.
//!
//! An [`Avx`] is a proof that the processor has the instructions: only
//! [`Avx::detect`] makes one. Whole loops are compiled for it (at the end),
//! because a function compiled for these instructions cannot be inlined into
//! one that is not.

use std::arch::asm;
use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_load_si256, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_epi32, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_xor_si256,
    _pdep_u64,
};
use std::ptr;

use plyscope_game::patterns::Pairs;
use plyscope_game::{Chance, Player, Tally};

use super::features::MOST_CLASSES;
use super::kernel::{Flipped, INNER_COLUMNS, Kernel, disc};
use super::rays::{RAYS, STEPS};
use super::state::{Move, State};
use super::turn::{self, Payoff};

/// The processor has AVX2, BMI1, BMI2, LZCNT and POPCNT, and if `X512` also
/// AVX-512 F, VL and CD: combinations of three registers and counts of leading zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx<const X512: bool>(());

impl<const X512: bool> Avx<X512> {
    /// The proof, if this processor has the instructions.
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let has512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512cd");
        (has && (has512 || !X512)).then_some(Self(()))
    }
}

impl<const X512: bool> Kernel for Avx<X512> {
    #[inline(always)]
    fn reach(self, own: u64, theirs: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { lowest(reach::<X512>(spread(own), spread(theirs))) }
    }

    #[inline(always)]
    fn flips(self, own: u64, theirs: u64, place: u32) -> u64 {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { lowest(flips::<X512>(spread(own), spread(theirs), place)) }
    }

    #[inline(always)]
    fn step(self, own: u64, theirs: u64, place: u32) -> Flipped {
        self.steps([(own, theirs, place)])[0]
    }

    /// All in vectors: taking the flips out of one and spreading them again
    /// would cost time. First all flips, then all reaches: the processor looks
    /// only so far ahead, and finds work there that does not wait.
    #[inline(always)]
    fn steps<const K: usize>(self, games: [(u64, u64, u32); K]) -> [Flipped; K] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            // Loops, not closures: these would be compiled without the instructions.
            let mut flipped = [(_mm256_setzero_si256(), _mm256_setzero_si256()); K];
            for (after, (own, theirs, place)) in flipped.iter_mut().zip(games) {
                let (own, theirs) = (spread(own), spread(theirs));
                let flips = flips::<X512>(own, theirs, place);
                let placed = _mm256_or_si256(flips, spread(disc(place)));
                *after = (
                    _mm256_xor_si256(own, placed),
                    _mm256_xor_si256(theirs, flips),
                );
            }
            let mut steps = [Flipped::default(); K];
            for (step, (own, theirs)) in steps.iter_mut().zip(flipped) {
                *step = Flipped {
                    own: lowest(own),
                    theirs: lowest(theirs),
                    reach: lowest(reach::<X512>(theirs, own)),
                };
            }
            steps
        }
    }

    #[inline(always)]
    fn nth_bit(self, bits: u64, nth: u32) -> u32 {
        // SAFETY: `self` proves that the processor has BMI2.
        unsafe { _pdep_u64(1 << nth, bits) }.trailing_zeros()
    }
}

/// [`Kernel::reach`] in every lane.
///
/// # Safety
/// The processor has what [`Avx`] promises.
#[inline(always)]
unsafe fn reach<const X512: bool>(own: __m256i, theirs: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let step = steps();
        let two = _mm256_add_epi64(step, step);
        let inner = INNER_COLUMNS as i64;
        let theirs = _mm256_and_si256(theirs, _mm256_set_epi64x(inner, inner, -1, inner));
        let mut up = _mm256_and_si256(theirs, _mm256_sllv_epi64(own, step));
        let mut down = _mm256_and_si256(theirs, _mm256_srlv_epi64(own, step));
        let pairs = _mm256_and_si256(theirs, _mm256_sllv_epi64(theirs, step));
        let pairs_down = _mm256_srlv_epi64(pairs, step);
        up = or_and::<X512>(up, theirs, _mm256_sllv_epi64(up, step));
        down = or_and::<X512>(down, theirs, _mm256_srlv_epi64(down, step));
        up = or_and::<X512>(up, pairs, _mm256_sllv_epi64(up, two));
        down = or_and::<X512>(down, pairs_down, _mm256_srlv_epi64(down, two));
        up = or_and::<X512>(up, pairs, _mm256_sllv_epi64(up, two));
        down = or_and::<X512>(down, pairs_down, _mm256_srlv_epi64(down, two));
        any(_mm256_or_si256(
            _mm256_sllv_epi64(up, step),
            _mm256_srlv_epi64(down, step),
        ))
    }
}

/// What a disc of `own` on `place` encloses, in every lane.
///
/// # Safety
/// The processor has what [`Avx`] promises.
#[inline(always)]
unsafe fn flips<const X512: bool>(own: __m256i, theirs: __m256i, place: u32) -> __m256i {
    // SAFETY: the caller's promise; `Rays` are aligned, and so are both their halves.
    unsafe {
        let rays = ptr::from_ref(&RAYS[place as usize]).cast::<__m256i>();
        let up = _mm256_load_si256(rays);
        let down = _mm256_load_si256(rays.add(1));
        let down = if X512 {
            flips_down_by_count(own, theirs, down)
        } else {
            flips_down_by_blots(own, theirs, down)
        };
        let kept = kept_up::<X512>(own, theirs, up);
        any(or_and_not::<X512>(down, up, kept))
    }
}

/// The complement of the flips along rays towards higher bits.
///
/// # Safety
/// The processor has what [`Avx`] promises.
#[inline(always)]
unsafe fn kept_up<const X512: bool>(own: __m256i, theirs: __m256i, ray: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let zero = _mm256_setzero_si256();
        let others = _mm256_andnot_si256(theirs, ray);
        // The lowest of the others, if it is one of `own`.
        let stop = and3::<X512>(others, _mm256_sub_epi64(zero, others), own);
        // −stop covers the stop and all above it; without a stop, −1 covers all.
        _mm256_sub_epi64(_mm256_cmpeq_epi64(stop, zero), stop)
    }
}

/// The flips along rays towards lower bits: everything beyond the first cell
/// that is not `theirs` is blotted out.
///
/// # Safety
/// The processor has what [`Avx`] promises.
#[inline(always)]
unsafe fn flips_down_by_blots(own: __m256i, theirs: __m256i, ray: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let step = steps();
        let two = _mm256_add_epi64(step, step);
        let four = _mm256_add_epi64(two, two);
        let others = _mm256_andnot_si256(theirs, ray);
        let mut beyond = _mm256_srlv_epi64(others, step);
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, two));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, four));
        let stop = _mm256_and_si256(_mm256_andnot_si256(beyond, others), own);
        let none = _mm256_cmpeq_epi64(stop, _mm256_setzero_si256());
        let blotted = _mm256_or_si256(_mm256_or_si256(beyond, others), none);
        _mm256_andnot_si256(blotted, ray)
    }
}

/// The flips along rays towards lower bits: leading zeros show the first cell
/// that is not `theirs`.
///
/// # Safety
/// The processor has AVX-512 F, VL and CD.
#[inline(always)]
unsafe fn flips_down_by_count(own: __m256i, theirs: __m256i, ray: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let stop = _mm256_and_si256(highest(_mm256_andnot_si256(theirs, ray)), own);
        // −stop covers the stop and all above it; without a stop, nothing.
        let from = _mm256_sub_epi64(_mm256_setzero_si256(), stop);
        ternary::<0x28>(from, stop, ray) // (from ^ stop) & ray
    }
}

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn steps() -> __m256i {
    let [a, b, c, d] = STEPS.map(i64::from);
    // SAFETY: the caller's promise.
    unsafe { _mm256_set_epi64x(d, c, b, a) }
}

/// The same bits in every lane.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn spread(bits: u64) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe { _mm256_set1_epi64x(bits as i64) }
}

/// The bits of the lowest lane.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn lowest(lanes: __m256i) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { _mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)) as u64 }
}

/// In every lane the bits set in any lane.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn any(lanes: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let lanes = _mm256_or_si256(lanes, _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes));
        _mm256_or_si256(lanes, _mm256_shuffle_epi32::<0b01_00_11_10>(lanes))
    }
}

/// `a | (b & c)`.
///
/// # Safety
/// The processor has what [`Avx`] promises.
#[inline(always)]
unsafe fn or_and<const X512: bool>(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        if X512 {
            ternary::<0xf8>(a, b, c)
        } else {
            _mm256_or_si256(a, _mm256_and_si256(b, c))
        }
    }
}

/// `a | (b & !c)`.
///
/// # Safety
/// The processor has what [`Avx`] promises.
#[inline(always)]
unsafe fn or_and_not<const X512: bool>(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        if X512 {
            ternary::<0xf4>(a, b, c)
        } else {
            _mm256_or_si256(a, _mm256_andnot_si256(c, b))
        }
    }
}

/// `a & b & c`.
///
/// # Safety
/// The processor has what [`Avx`] promises.
#[inline(always)]
unsafe fn and3<const X512: bool>(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        if X512 {
            ternary::<0x80>(a, b, c)
        } else {
            _mm256_and_si256(_mm256_and_si256(a, b), c)
        }
    }
}

/// Any function of three bits, each bit by itself: `CODE` has its value for
/// (a, b, c) at bit 4a + 2b + c.
///
/// Written in assembler because the intrinsics are younger than the compiler we ask for.
///
/// # Safety
/// The processor has AVX-512 F and VL.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn ternary<const CODE: u8>(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    let mut out = a;
    // SAFETY: the caller's promise; the instruction touches nothing but its operands.
    unsafe {
        asm!(
            "vpternlogq {out}, {b}, {c}, {code}",
            out = inout(ymm_reg) out,
            b = in(ymm_reg) b,
            c = in(ymm_reg) c,
            code = const CODE,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    out
}

/// The highest set bit of every lane, or none where none is set.
///
/// # Safety
/// The processor has AVX-512 F, VL and CD.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn highest(lanes: __m256i) -> __m256i {
    let mut out = lanes;
    // SAFETY: the caller's promise; the instructions touch nothing but their operands.
    unsafe {
        asm!(
            "vplzcntq {out}, {out}",
            "vpsrlvq {out}, {top}, {out}",
            out = inout(ymm_reg) out,
            top = in(ymm_reg) _mm256_set1_epi64x(i64::MIN),
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    out
}

/// Compiles functions of [`turn`] for these instructions and makes them safe to call.
macro_rules! compiled {
    ($($name:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {
        impl<const X512: bool> Avx<X512> {
            $(
                #[inline]
                pub(super) fn $name<const N: u8>(self, $($arg: $type),*) -> $result {
                    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                    unsafe fn compiled<const N: u8, const X512: bool>(
                        kernel: Avx<X512>,
                        $($arg: $type),*
                    ) -> $result {
                        turn::$name::<N, Avx<X512>>(kernel, $($arg),*)
                    }
                    // SAFETY: `self` proves that the processor has all of them.
                    unsafe { compiled::<N, X512>(self, $($arg),*) }
                }
            )*
        }
    };
}

compiled! {
    look(own: u64, theirs: u64, mover: Player) -> State;
    play(state: &mut State, mv: Move) -> ();
    pick(state: &State, chance: &mut Chance) -> Move;
    pairs(own: u64, theirs: u64) -> Pairs;
    margins(own: u64, theirs: u64, sets: &[u64; MOST_CLASSES]) -> [i8; MOST_CLASSES];
    playout(state: State, chance: &mut Chance) -> (State, u32);
    playouts(state: &State, count: u64, payoff: Payoff, chance: &mut Chance) -> Tally;
}
