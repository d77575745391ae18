//! The two questions that every Othello program asks millions of times a
//! second: where can a disc go, and what does it flip?
//!
//! A [`Kernel`] answers them. [`Portable`] runs everywhere; the other kernels
//! need instructions that not every processor has, and must agree with it.

use super::rays::{RAYS, STEPS};

/// Answers about discs on the 8×8 layout; knows nothing of smaller boards or turns.
pub(super) trait Kernel: Copy {
    /// The cells next to the end of a line of `theirs` that begins at one of `own`.
    ///
    /// Cells already taken and cells off a smaller board are not left out.
    fn reach(self, own: u64, theirs: u64) -> u64;

    /// Those of `theirs` that a disc of `own` on the empty `cell` encloses.
    fn flips(self, own: u64, theirs: u64, cell: u32) -> u64;

    /// The place of the `nth` set bit, counted from 0; there are more than `nth`.
    fn nth_bit(self, bits: u64, nth: u32) -> u32;
}

/// Plain 64-bit arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Portable;

/// Columns b to g: a line that runs on past an edge column would leave its row.
pub(super) const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

impl Kernel for Portable {
    #[inline(always)]
    fn reach(self, own: u64, theirs: u64) -> u64 {
        let inner = theirs & INNER_COLUMNS;
        reach_along(own, inner, STEPS[0])
            | reach_along(own, theirs, STEPS[1])
            | reach_along(own, inner, STEPS[2])
            | reach_along(own, inner, STEPS[3])
    }

    #[inline(always)]
    fn flips(self, own: u64, theirs: u64, cell: u32) -> u64 {
        let rays = &RAYS[cell as usize % 64].0;
        flips_up(own, theirs, rays[0])
            | flips_up(own, theirs, rays[1])
            | flips_up(own, theirs, rays[2])
            | flips_up(own, theirs, rays[3])
            | flips_down(own, theirs, rays[4])
            | flips_down(own, theirs, rays[5])
            | flips_down(own, theirs, rays[6])
            | flips_down(own, theirs, rays[7])
    }

    #[inline(always)]
    fn nth_bit(self, mut bits: u64, nth: u32) -> u32 {
        for _ in 0..nth {
            bits &= bits - 1;
        }
        bits.trailing_zeros()
    }
}

/// Both ways along one axis at once; doubling steps fill six cells in three.
#[inline(always)]
fn reach_along(own: u64, theirs: u64, step: u32) -> u64 {
    let mut up = theirs & (own << step);
    let mut down = theirs & (own >> step);
    up |= theirs & (up << step);
    down |= theirs & (down >> step);
    let pairs = theirs & (theirs << step);
    let pairs_down = pairs >> step;
    up |= pairs & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up << step) | (down >> step)
}

/// Along a ray towards higher bits: a carry runs through `theirs` and stops at
/// the first other cell.
#[inline(always)]
fn flips_up(own: u64, theirs: u64, ray: u64) -> u64 {
    let stop = (theirs | !ray).wrapping_add(1) & own & ray;
    stop.wrapping_sub(u64::from(stop != 0)) & ray
}

/// Along a ray towards lower bits: the first other cell is the highest one.
#[inline(always)]
fn flips_down(own: u64, theirs: u64, ray: u64) -> u64 {
    // The extra lowest bit keeps the shift below 64; it is off the ray or theirs.
    let others = (ray & !theirs) | 1;
    let stop = (1 << 63 >> others.leading_zeros()) & own & ray;
    (stop << 1).wrapping_neg() & ray
}
