//! The same loop compiled for several kinds of processor; the best that this one has is chosen when it starts.
#![allow(unsafe_code)]

use plyscope_game::Chance;

use super::run::{Job, run};
use super::tally::Playouts;

/// How blocks are worked on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vectors {
    /// Vectors of 256 bits, and machine code made for the sheet.
    Code,
    /// Vectors of 256 bits.
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
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            return if cfg!(target_os = "linux") {
                vec![Self::Code, Self::Avx2, Self::Portable]
            } else {
                vec![Self::Avx2, Self::Portable]
            };
        }
        vec![Self::Portable]
    }

    /// Whether machine code is made.
    pub(super) fn is_code(self) -> bool {
        self == Self::Code
    }
}

/// Runs the job on vectors that [`Vectors::available`] names.
pub(super) fn run_on(vectors: Vectors, job: &mut Job<'_>, chance: &mut Chance) -> Playouts {
    #[cfg(target_arch = "x86_64")]
    if vectors != Vectors::Portable && Vectors::available().contains(&vectors) {
        // SAFETY: the processor has been found to have the instructions.
        return unsafe { run_avx2(job, chance) };
    }
    run(job, chance)
}

/// # Safety
/// The processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn run_avx2(job: &mut Job<'_>, chance: &mut Chance) -> Playouts {
    run(job, chance)
}
