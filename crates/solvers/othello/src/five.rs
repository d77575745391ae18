//! Five empty cells: too few for a table or an order to pay, so moves are tried by parity alone.

use super::board::{Board, places, quadrant};
use super::code::Code;
use super::search::Search;

/// Five empty cells; see [`super::deep::deep`]. `odd` are the quadrants with an odd number of them.
#[inline(always)]
pub(super) fn last_five<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    moves: u64,
    odd: u64,
    alpha: i32,
) -> i32 {
    search.nodes += 1;
    if moves == 0 {
        let moves = code.reach(theirs, own) & B::CELLS & !(own | theirs);
        if moves == 0 {
            return B::end(own, theirs);
        }
        return -code.last_five::<B>(search, theirs, own, moves, odd, -alpha - 1);
    }
    let mut best = -B::COUNT;
    for half in [moves & odd, moves & !odd] {
        for place in places(half) {
            let flips = code.flips(own, theirs, place);
            let (own, theirs) = (own ^ flips | 1 << place, theirs ^ flips);
            let odd = odd ^ quadrant(place);
            let value = -code.last_four::<B>(search, theirs, own, odd, -alpha - 1);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
    }
    best
}
