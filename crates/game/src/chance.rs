//! Seeded random numbers, the same on every machine and thread.

use crate::mix;

/// A small, fast generator (`SplitMix64`): good enough for playouts, not for secrets.
///
/// Our own because it sits in the innermost loop of every playout, and because
/// this crate has no dependencies.
#[derive(Clone, Debug)]
pub struct Chance {
    state: u64,
}

/// The odd number next to 2⁶⁴ / golden ratio, as in the paper of `SplitMix64`.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Chance {
    /// Chance that repeats itself for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            state: mix(seed ^ STEP),
        }
    }

    /// Chance for one task of many: independent of how the tasks share out over threads.
    #[must_use]
    pub fn for_task(seed: u64, task: u64) -> Self {
        Self::new(mix(seed).wrapping_add(mix(task ^ STEP)))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number in `0..below`; `below` is at least 1.
    ///
    /// Off from uniform by less than `below` / 2³², which no experiment here can see.
    #[inline]
    pub fn below(&mut self, below: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(below)) >> 32) as u32
    }

    /// A number in `0.0..1.0`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles in place, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}
