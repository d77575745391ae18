//! The same loop compiled for several kinds of processor; the best that this one has is chosen when it starts.
#![allow(unsafe_code)]

use plyscope_game::Chance;

use super::code::Target;
#[cfg(target_arch = "x86_64")]
use super::code::has_avx512;
use super::run::{Job, run};
use super::tally::Playouts;

/// How blocks are worked on. The games are the same by all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vectors {
    /// Vectors of 512 bits, and machine code made for the sheet where the system allows that.
    Avx512,
    /// Vectors of 256 bits, and machine code likewise.
    Avx2,
    /// Whatever the compiler makes of 64-bit words.
    Portable,
}

impl Vectors {
    /// The best that this processor has.
    pub fn detect() -> Self {
        Self::available()[0]
    }

    /// All that this processor has, the best first.
    pub fn available() -> Vec<Self> {
        let mut available = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            available.insert(0, Self::Avx2);
            if has_avx512() {
                available.insert(0, Self::Avx512);
            }
        }
        available
    }

    /// The code that is made.
    pub(super) fn target(self) -> Option<Target> {
        match self {
            Self::Avx512 => Some(Target::Lanes512),
            Self::Avx2 => Some(Target::Lanes256),
            Self::Portable => None,
        }
    }
}

/// Runs the job on vectors that [`Vectors::available`] names.
pub(super) fn run_on(vectors: Vectors, job: &mut Job<'_>, chance: &mut Chance) -> Playouts {
    #[cfg(target_arch = "x86_64")]
    if Vectors::available().contains(&vectors) {
        match vectors {
            // SAFETY: the processor has been found to have the instructions.
            Vectors::Avx512 => return unsafe { run_avx512(job, chance) },
            // SAFETY: likewise.
            Vectors::Avx2 => return unsafe { run_avx2(job, chance) },
            Vectors::Portable => {}
        }
    }
    run(job, chance)
}

/// How many bits are set.
#[inline]
pub(crate) fn count_bits(words: &[u64]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has been found to have the instruction.
        return unsafe { count_by_instruction(words) };
    }
    words.iter().map(|word| word.count_ones()).sum()
}

/// # Safety
/// The processor has POPCNT.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
unsafe fn count_by_instruction(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

/// # Safety
/// The processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn run_avx2(job: &mut Job<'_>, chance: &mut Chance) -> Playouts {
    run(job, chance)
}

/// # Safety
/// The processor has what [`run_avx2`] needs, and AVX-512 F, BW, DQ, VL and VPOPCNTDQ.
#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
unsafe fn run_avx512(job: &mut Job<'_>, chance: &mut Chance) -> Playouts {
    run(job, chance)
}
