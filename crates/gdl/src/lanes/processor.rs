//! The same loop compiled for several kinds of processor; the best that this one has is chosen when it starts.
#![allow(unsafe_code)]

use plyscope_game::Chance;

use super::run::{Job, run};
use super::tally::Playouts;

/// The widest vectors that are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vectors {
    /// 512 bits.
    Avx512,
    /// 256 bits.
    Avx2,
    /// Whatever the compiler makes of 64-bit words.
    Portable,
}

impl Vectors {
    /// The best that this processor has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("popcnt")
            {
                return Self::Avx512;
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
                return Self::Avx2;
            }
        }
        Self::Portable
    }

    /// All that this processor has, the best first.
    pub fn available() -> Vec<Self> {
        match Self::detect() {
            Self::Avx512 => vec![Self::Avx512, Self::Avx2, Self::Portable],
            Self::Avx2 => vec![Self::Avx2, Self::Portable],
            Self::Portable => vec![Self::Portable],
        }
    }
}

/// Runs the job on vectors that [`Vectors::available`] names.
pub(super) fn run_on(vectors: Vectors, job: &mut Job<'_>, chance: &mut Chance) -> Playouts {
    #[cfg(target_arch = "x86_64")]
    {
        let best = Vectors::available();
        match vectors {
            // SAFETY: the processor has been found to have the instructions.
            Vectors::Avx512 if best.contains(&vectors) => {
                return unsafe { run_avx512(job, chance) };
            }
            // SAFETY: the processor has been found to have the instructions.
            Vectors::Avx2 if best.contains(&vectors) => return unsafe { run_avx2(job, chance) },
            _ => {}
        }
    }
    run(job, chance)
}

/// # Safety
/// The processor has AVX-512 F and VL, and POPCNT.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,popcnt")]
unsafe fn run_avx512(job: &mut Job<'_>, chance: &mut Chance) -> Playouts {
    run(job, chance)
}

/// # Safety
/// The processor has AVX2 and POPCNT.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn run_avx2(job: &mut Job<'_>, chance: &mut Chance) -> Playouts {
    run(job, chance)
}
