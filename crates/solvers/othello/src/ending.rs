//! The last plies counted: value and length in one number, by alpha-beta without a table.
//!
//! With few empty cells that is cheaper than finding out first which moves
//! keep the value.

use super::board::{AROUND, Board, odd_quadrants, places};
use super::code::Code;
use super::last_flips::last_flips;
use super::root::Unit;
use super::search::Search;

/// Up to so many empty cells, value and length are searched for together.
pub(super) const ENDING: u32 = 7; // 6 and less: more nodes for wins; 8: no fewer

/// Ranks of equal points lie within this.
const BAND: i32 = 256;

/// [`super::lengths::length`] of a state that is won or lost, with few empty cells.
#[inline(always)]
pub(super) fn ending_length<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    value: i32,
    unit: Unit,
    low: i32,
    high: i32,
) -> i32 {
    let (low, high) = (low.max(0), high.min(BAND / 2));
    let band = value * BAND;
    if value > 0 {
        band - code.ending::<B>(search, own, theirs, unit, 0, band - high, band - low)
    } else {
        code.ending::<B>(search, own, theirs, unit, 0, band + low, band + high) - band
    }
}

/// What an end is worth to whom it gives `points`: a win is better sooner, a loss later.
///
/// Draws are all alike: the state asked about is none.
#[inline(always)]
fn rank(points: i32, unit: Unit, plies: i32) -> i32 {
    unit.of(points) * BAND - points.signum() * plies
}

/// The rank of best play to the mover, `plies` after the state asked about.
///
/// Right between `alpha` and `beta`, else a bound on the same side.
#[inline(always)]
pub(super) fn ending<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    unit: Unit,
    plies: i32,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    search.nodes += 1;
    let empty = B::CELLS & !(own | theirs);
    if empty.is_power_of_two() {
        return last_one::<B>(own, theirs, empty.trailing_zeros(), unit, plies);
    }
    let mut best = None;
    let odd = odd_quadrants(empty);
    for half in [empty & odd, empty & !odd] {
        for place in places(half) {
            if AROUND[place as usize] & theirs == 0 {
                continue;
            }
            let flips = code.flips(own, theirs, place);
            if flips == 0 {
                continue;
            }
            let (own, theirs) = (own ^ flips | 1 << place, theirs ^ flips);
            let rank = -code.ending::<B>(search, theirs, own, unit, plies + 1, -beta, -alpha);
            if rank >= beta {
                return rank;
            }
            alpha = alpha.max(rank);
            best = best.max(Some(rank));
        }
    }
    if let Some(best) = best {
        return best;
    }
    if code.reach(theirs, own) & empty == 0 {
        return rank(B::end(own, theirs), unit, plies);
    }
    -code.ending::<B>(search, theirs, own, unit, plies + 1, -beta, -alpha)
}

/// [`ending`] with one empty cell.
#[inline(always)]
fn last_one<B: Board>(own: u64, theirs: u64, place: u32, unit: Unit, plies: i32) -> i32 {
    let margin = 2 * own.count_ones() as i32 - B::COUNT;
    let flips = last_flips(own, place);
    if flips != 0 {
        return rank(margin + 2 + 2 * flips, unit, plies + 1);
    }
    let flips = last_flips(theirs, place);
    if flips != 0 {
        return rank(margin - 2 * flips, unit, plies + 2);
    }
    rank(B::end(own, theirs), unit, plies)
}
