//! The last four empty cells, written out: no table, no list of moves, one
//! flip less than there are cells.

use super::board::{AROUND, Board, together};
use super::code::Code;
use super::last_flips::last_flips;
use super::search::Search;

/// Worse than any value: no move was found.
const NONE: i32 = -100;

/// The value to the mover with one empty cell.
#[inline(always)]
fn last_one<B: Board>(own: u64, place: u32) -> i32 {
    let margin = 2 * own.count_ones() as i32 - B::COUNT;
    let flips = last_flips(own, place);
    if flips != 0 {
        return margin + 2 + 2 * flips;
    }
    let theirs = B::CELLS & !own & !(1 << place);
    let flips = last_flips(theirs, place);
    if flips != 0 {
        return margin - 2 * flips;
    }
    B::end(own, theirs)
}

/// Two empty cells; see [`super::deep`] for what `alpha` and the value mean.
#[inline(always)]
fn last_two<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    places: [u32; 2],
    alpha: i32,
) -> i32 {
    search.nodes += 1;
    let value = two_moves::<C, B>(code, search, own, theirs, places, alpha);
    if value != NONE {
        return value;
    }
    let value = two_moves::<C, B>(code, search, theirs, own, places, -alpha - 1);
    if value != NONE {
        return -value;
    }
    B::end(own, theirs)
}

#[inline(always)]
fn two_moves<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    [mut a, mut b]: [u32; 2],
    alpha: i32,
) -> i32 {
    let mut best = NONE;
    // Cells taken in turns stay in registers; as an array they would lie in memory.
    for _ in 0..2 {
        let (place, left) = (a, b);
        (a, b) = (b, a);
        if AROUND[place as usize % 64] & theirs == 0 {
            continue;
        }
        let flips = code.flips(own, theirs, place);
        if flips == 0 {
            continue;
        }
        search.nodes += 1;
        let value = -last_one::<B>(theirs ^ flips, left);
        if value > alpha {
            return value;
        }
        best = best.max(value);
    }
    best
}

/// Three empty cells.
#[inline(always)]
pub(super) fn last_three<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    [mut a, mut b, mut c]: [u32; 3],
    alpha: i32,
) -> i32 {
    search.nodes += 1;
    // The cell alone in its quadrant first.
    if together(a, b) {
        (a, c) = (c, a);
    } else if together(a, c) {
        (a, b) = (b, a);
    }
    let value = three_moves::<C, B>(code, search, own, theirs, [a, b, c], alpha);
    if value != NONE {
        return value;
    }
    let value = three_moves::<C, B>(code, search, theirs, own, [a, b, c], -alpha - 1);
    if value != NONE {
        return -value;
    }
    B::end(own, theirs)
}

#[inline(always)]
fn three_moves<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    [mut a, mut b, mut c]: [u32; 3],
    alpha: i32,
) -> i32 {
    let mut best = NONE;
    for _ in 0..3 {
        let (place, left) = (a, [b, c]);
        (a, b, c) = (b, c, a);
        if AROUND[place as usize % 64] & theirs == 0 {
            continue;
        }
        let flips = code.flips(own, theirs, place);
        if flips == 0 {
            continue;
        }
        let (own, theirs) = (own ^ flips | 1 << place, theirs ^ flips);
        let value = -last_two::<C, B>(code, search, theirs, own, left, -alpha - 1);
        if value > alpha {
            return value;
        }
        best = best.max(value);
    }
    best
}

/// Four empty cells, those in `odd` quadrants first.
#[inline(always)]
pub(super) fn last_four<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    odd: u64,
    alpha: i32,
) -> i32 {
    search.nodes += 1;
    let empty = B::CELLS & !(own | theirs);
    let places = in_order(empty & odd, empty & !odd);
    let value = four_moves::<C, B>(code, search, own, theirs, places, alpha);
    if value != NONE {
        return value;
    }
    let value = four_moves::<C, B>(code, search, theirs, own, places, -alpha - 1);
    if value != NONE {
        return -value;
    }
    B::end(own, theirs)
}

/// The four cells, the first set before the second.
#[inline(always)]
fn in_order(mut first: u64, mut second: u64) -> [u32; 4] {
    let mut places = [0; 4];
    for place in &mut places {
        let next = if first == 0 { second } else { first };
        *place = next.trailing_zeros();
        second &= !(next & next.wrapping_neg());
        first &= first.wrapping_sub(1);
    }
    places
}

#[inline(always)]
fn four_moves<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    [mut a, mut b, mut c, mut d]: [u32; 4],
    alpha: i32,
) -> i32 {
    let mut best = NONE;
    for _ in 0..4 {
        let (place, left) = (a, [b, c, d]);
        (a, b, c, d) = (b, c, d, a);
        if AROUND[place as usize % 64] & theirs == 0 {
            continue;
        }
        let flips = code.flips(own, theirs, place);
        if flips == 0 {
            continue;
        }
        let (own, theirs) = (own ^ flips | 1 << place, theirs ^ flips);
        let value = -code.last_three::<B>(search, theirs, own, left, -alpha - 1);
        if value > alpha {
            return value;
        }
        best = best.max(value);
    }
    best
}
