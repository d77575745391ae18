//! Eight empty cells and fewer: no table, no list of moves beyond this state's.

use super::board::{Board, odd_quadrants, places, quadrant};
use super::code::Code;
use super::order::{Child, promise};
use super::search::Search;
use super::stable::held_down;

/// Up to so many empty cells, and hence moves, states are searched here.
pub(super) const FEW: u32 = 8;

/// [`super::deep::deep`] with at most [`FEW`] empty cells, other than five.
#[inline(always)]
pub(super) fn few<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    moves: u64,
    alpha: i32,
) -> i32 {
    search.nodes += 1;
    let empty = B::CELLS & !(own | theirs);
    if moves == 0 {
        let moves = code.reach(theirs, own) & empty;
        if moves == 0 {
            return B::end(own, theirs);
        }
        return -code.few::<B>(search, theirs, own, moves, -alpha - 1);
    }
    if let Some(bound) = held_down::<B>(own, theirs, alpha) {
        return bound;
    }
    let count = empty.count_ones();
    let odd = odd_quadrants(empty);
    let mut children = [Child::default(); FEW as usize];
    let mut left = 0;
    let mut first = i32::MIN;
    for place in places(moves) {
        let step = code.step(own, theirs, place);
        let child = &mut children[left % FEW as usize];
        *child = Child {
            own: step.theirs,
            theirs: step.own,
            moves: step.reach & empty & !(1 << place),
            place,
            promise: 0,
        };
        // The number in the promise makes the best of them a maximum without a branch.
        child.promise = promise::<B>(child, odd, count) * FEW as i32 + left as i32;
        first = first.max(child.promise);
        left += 1;
    }
    let mut next = first as usize % FEW as usize;
    let mut best = -B::COUNT - 1;
    loop {
        let child = children[next];
        let Child {
            own, theirs, moves, ..
        } = child;
        let value = if count == 6 {
            let odd = odd ^ quadrant(child.place);
            -code.last_five::<B>(search, own, theirs, moves, odd, -alpha - 1)
        } else {
            -code.few::<B>(search, own, theirs, moves, -alpha - 1)
        };
        best = best.max(value);
        left -= 1;
        if best > alpha || left == 0 {
            return best;
        }
        children[next] = children[left];
        next = 0;
        for other in 1..left {
            if children[other].promise > children[next].promise {
                next = other;
            }
        }
    }
}
