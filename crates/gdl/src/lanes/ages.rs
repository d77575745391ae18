//! When the game of every lane began, a bit of the number per block: all lanes are set at once.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use super::block::{Block, LANES};

/// Bits of a step that are kept: games are given up long before they come round.
const BITS: usize = 16;
/// No game may last longer than this.
pub(super) const MOST: u32 = 60_000;

/// The steps at which games began.
#[derive(Clone, Debug)]
pub(super) struct Ages {
    bits: [Block; BITS],
}

impl Ages {
    pub(super) fn new() -> Self {
        Self {
            bits: [Block::NONE; BITS],
        }
    }

    /// Games begin in some lanes.
    #[inline(always)]
    pub(super) fn begin(&mut self, fresh: Block, step: u32) {
        for (place, block) in self.bits.iter_mut().enumerate() {
            *block = if step >> place & 1 == 1 {
                *block | fresh
            } else {
                block.without(fresh)
            };
        }
    }

    /// Lanes whose games began at least so many steps ago.
    #[inline(always)]
    pub(super) fn at_least(&self, longest: u32, step: u32) -> Block {
        let everywhere = |number: u32, place: usize| {
            if number >> place & 1 == 1 {
                Block::ALL
            } else {
                Block::NONE
            }
        };
        // The age, bit by bit from below, and whether so far it is less.
        let (mut borrow, mut less) = (Block::NONE, Block::NONE);
        for (place, &begun) in self.bits.iter().enumerate() {
            let step = everywhere(step, place);
            let age = step ^ begun ^ borrow;
            borrow = begun.without(step) | (borrow & (begun | !step));
            let least = everywhere(longest, place);
            less = least.without(age) | (less & (least | !age));
        }
        !less
    }

    /// How many steps ago the game of a lane began.
    #[inline(always)]
    pub(super) fn of(&self, lane: usize, step: u32) -> u32 {
        debug_assert!(lane < LANES);
        let begun = self.bits.iter().enumerate();
        let begun = begun.fold(0, |begun, (place, block)| {
            begun | u32::from(block.has(lane)) << place
        });
        step.wrapping_sub(begun) & ((1 << BITS) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_counted_from_the_last_beginning() {
        let mut ages = Ages::new();
        let mut evens = Block::NONE;
        (0..LANES).step_by(2).for_each(|lane| evens.put(lane, true));
        ages.begin(Block::ALL, 65_530);
        ages.begin(evens, 65_540);
        for lane in 0..LANES {
            let age = if lane % 2 == 0 { 100 } else { 110 };
            assert_eq!(ages.of(lane, 65_640), age);
            for longest in [1, 99, 100, 101, 109, 110, 111, 5_000] {
                let is_old = ages.at_least(longest, 65_640).has(lane);
                assert_eq!(is_old, age >= longest);
            }
        }
    }
}
