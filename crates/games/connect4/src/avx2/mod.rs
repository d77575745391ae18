//! Playouts compiled for AVX2, behind a check of the processor at run time.
//!
//! Intrinsics sit in two private types, [`Registers`] and [`has_line`]'s boards,
//! which are made only inside the two functions below that are compiled for AVX2.
#![allow(unsafe_code)]

mod four_ways;
mod registers;

use plyscope_game::{Chance, Payoffs, Tally};

use self::four_ways::has_line;
use self::registers::Registers;
use super::bits::Bits;
use super::lanes::play_in_lanes;
use super::line::directions;
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

/// [`play_out_with`] with AVX2 and BMI2, or `None` on a processor that lacks them.
#[inline]
pub(super) fn play_out<S: Shape>(
    shape: &S,
    state: State<S::Bits>,
    chance: &mut Chance,
) -> Option<(Payoffs, u32)> {
    if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("bmi2") {
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
    let steps = directions(shape);
    play_out_with(shape, state, chance, |stones| {
        has_line(stones.to_wide(), steps, shape.connect())
    })
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
