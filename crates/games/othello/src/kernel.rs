//! The two questions that every Othello program asks millions of times a
//! second: where can a disc go, and what does it flip?
//!
//! A [`Kernel`] answers them. [`Portable`] runs everywhere; the other kernels
//! need instructions that not every processor has, and must agree with it.

use super::rays::{RAYS, STEPS};

/// Answers about discs on the 8×8 layout; knows nothing of smaller boards or turns.
pub trait Kernel: Copy {
    /// The cells next to the end of a line of `theirs` that begins at one of `own`.
    ///
    /// Cells already taken and cells off a smaller board are not left out.
    fn reach(self, own: u64, theirs: u64) -> u64;

    /// Puts a disc of `own` on the empty cell `place` and flips what it encloses; 64 is a pass.
    fn step(self, own: u64, theirs: u64, place: u32) -> Flipped;

    /// Those of `theirs` that a disc of `own` on the empty cell `place` encloses; 64 is a pass.
    fn flips(self, own: u64, theirs: u64, place: u32) -> u64;

    /// Several [`Self::step`]s, of games that have nothing to do with each other.
    #[inline(always)]
    fn steps<const K: usize>(self, games: [(u64, u64, u32); K]) -> [Flipped; K] {
        games.map(|(own, theirs, place)| self.step(own, theirs, place))
    }

    /// The place of the `nth` set bit, counted from 0; there are more than `nth`.
    fn nth_bit(self, bits: u64, nth: u32) -> u32;
}

/// What a disc leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flipped {
    /// The discs of the player who moved.
    pub own: u64,
    /// The discs of the other.
    pub theirs: u64,
    /// [`Kernel::reach`] of the other, who moves now.
    pub reach: u64,
}

/// Plain 64-bit arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Portable;

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
    fn step(self, own: u64, theirs: u64, place: u32) -> Flipped {
        let flips = flips(own, theirs, place);
        let (own, theirs) = (own ^ flips ^ disc(place), theirs ^ flips);
        let reach = self.reach(theirs, own);
        Flipped { own, theirs, reach }
    }

    #[inline(always)]
    fn flips(self, own: u64, theirs: u64, place: u32) -> u64 {
        flips(own, theirs, place)
    }

    /// Without a loop, whose length nobody could foresee: sums of bits up to
    /// each byte tell which byte, a table tells which bit of it.
    #[inline(always)]
    fn nth_bit(self, bits: u64, nth: u32) -> u32 {
        const BYTES: u64 = 0x0101_0101_0101_0101;
        const TOPS: u64 = 0x8080_8080_8080_8080;
        let pairs = bits - ((bits >> 1) & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
        let eights = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        let sums = eights.wrapping_mul(BYTES);
        // A byte's top bit stays set where the sum is at most `nth`: the byte is passed.
        let passed = ((u64::from(nth) * BYTES) | TOPS).wrapping_sub(sums) & TOPS;
        let place = ((passed >> 7).wrapping_mul(BYTES) >> 56) as u32 * 8;
        let before = ((sums << 8) >> place) as usize % 256;
        let byte = (bits >> place) as usize % 256;
        place + u32::from(BIT_OF_BYTE[(nth as usize - before) % 8][byte])
    }
}

/// The place of the nth set bit of every byte.
static BIT_OF_BYTE: [[u8; 256]; 8] = bits_of_bytes();

const fn bits_of_bytes() -> [[u8; 256]; 8] {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut nth) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[nth][byte] = bit as u8;
                nth += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
}

/// The disc put on a cell; none for a pass.
#[inline(always)]
pub(super) fn disc(place: u32) -> u64 {
    u64::from(place < 64) << (place % 64)
}

/// Those of `theirs` that a disc of `own` on the empty cell `place` encloses.
#[inline(always)]
fn flips(own: u64, theirs: u64, place: u32) -> u64 {
    let rays = &RAYS[place as usize].0;
    flips_up(own, theirs, rays[0])
        | flips_up(own, theirs, rays[1])
        | flips_up(own, theirs, rays[2])
        | flips_up(own, theirs, rays[3])
        | flips_down(own, theirs, rays[4])
        | flips_down(own, theirs, rays[5])
        | flips_down(own, theirs, rays[6])
        | flips_down(own, theirs, rays[7])
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
