//! Discs that can never be flipped again: they bound what the opponent of
//! their owner can still get.

use super::board::Board;

/// Discs of `own` that no sequence of moves can flip.
///
/// Finds those that are held on each of the four axes by a full line, the
/// edge, or a stable neighbour of the same owner; misses a few others.
#[inline(always)]
pub(super) fn stable<B: Board>(own: u64, theirs: u64) -> u64 {
    let filled = own | theirs | !B::CELLS;
    let along = full_rows(filled) | B::SIDES;
    let down = full_columns(filled) | B::ENDS;
    let falling = full_diagonals::<9>(filled) | B::EDGE;
    let rising = full_diagonals::<7>(filled) | B::EDGE;
    let mut stable = own & along & down & falling & rising;
    if stable == 0 {
        return 0;
    }
    loop {
        // A shift past the end of a row lands on the edge, which counts anyway.
        let more = own
            & (along | stable << 1 | stable >> 1)
            & (down | stable << 8 | stable >> 8)
            & (falling | stable << 9 | stable >> 9)
            & (rising | stable << 7 | stable >> 7);
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// The cells of full rows.
#[inline(always)]
fn full_rows(filled: u64) -> u64 {
    let mut full = filled & filled >> 1;
    full &= full >> 2;
    full &= full >> 4;
    (full & 0x0101_0101_0101_0101).wrapping_mul(255)
}

/// The cells of full columns.
#[inline(always)]
fn full_columns(filled: u64) -> u64 {
    let mut full = filled & filled.rotate_right(8);
    full &= full.rotate_right(16);
    full & full.rotate_right(32)
}

/// The cells of full diagonals with so many bits between neighbours: 7 or 9.
///
/// Looks 1, 2 and 4 cells further, both ways; beyond the layout all is full.
#[inline(always)]
fn full_diagonals<const STEP: u32>(filled: u64) -> u64 {
    let (mut up, mut down) = (filled, filled);
    up &= up << STEP | const { outside(STEP, 1, true) };
    down &= down >> STEP | const { outside(STEP, 1, false) };
    up &= up << (2 * STEP) | const { outside(STEP, 2, true) };
    down &= down >> (2 * STEP) | const { outside(STEP, 2, false) };
    up &= up << (4 * STEP) | const { outside(STEP, 4, true) };
    down &= down >> (4 * STEP) | const { outside(STEP, 4, false) };
    up & down
}

/// The cells from which so many steps back (`up`) or on lead out of the layout.
const fn outside(step: u32, steps: i32, up: bool) -> u64 {
    let right = if step == 9 { 1 } else { -1 };
    let way = if up { -steps } else { steps };
    let mut cells = 0;
    let mut place = 0;
    while place < 64 {
        let row = place / 8 + way;
        let column = place % 8 + right * way;
        if row < 0 || row > 7 || column < 0 || column > 7 {
            cells |= 1 << place;
        }
        place += 1;
    }
    cells
}

/// A bound at or below `alpha` from the opponent's stable discs, if they give one.
#[inline(always)]
pub(super) fn held_down<B: Board>(own: u64, theirs: u64, alpha: i32) -> Option<i32> {
    // Even if all were stable it would not be enough.
    if B::COUNT - 2 * theirs.count_ones() as i32 > alpha {
        return None;
    }
    let bound = B::COUNT - 2 * stable::<B>(theirs, own).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}
