//! Six to nine empty cells: too many states for the large table and its memory, for learned patterns
//! and for limits to be asked about.
//!
//! Apart from [`super::deep`], so that what most states go through has small code and a small frame.

use super::board::{Board, odd_quadrants, places, quadrant};
use super::code::Code;
use super::order::{Child, promise};
use super::recent::Recent;
use super::search::Search;
use super::stable::held_down;

/// Up to so many empty cells, and hence moves, states are searched here.
pub(super) const FEW: u32 = 9; // 8: 5 % more time; 10: 30 %, for want of best moves and narrow searches
/// Numbers of moves, a power of two.
const NUMBERS: usize = (FEW as usize).next_power_of_two();

/// [`super::deep::deep`] with at most [`FEW`] empty cells, but not five.
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
    let count = empty.count_ones();
    if moves == 0 {
        let moves = code.reach(theirs, own) & empty;
        if moves == 0 {
            return B::end(own, theirs);
        }
        return -code.few::<B>(search, theirs, own, moves, -alpha - 1);
    }
    // Nearer to a draw more than three eighths of the board would have to be stable: too rare to look.
    if alpha > B::COUNT / 4
        && let Some(bound) = held_down::<B>(own, theirs, alpha)
    {
        return bound;
    }
    let at = Recent::place(own, theirs);
    if let Some((lower, upper)) = search.recent.get(at, own, theirs) {
        if lower > alpha {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
    }
    let odd = odd_quadrants(empty);
    let mut children = [Child::default(); FEW as usize];
    let mut left = 0;
    let mut most = i32::MIN;
    for place in places(moves) {
        let step = code.step(own, theirs, place);
        let child = &mut children[left];
        *child = Child {
            own: step.theirs,
            theirs: step.own,
            moves: step.reach & empty & !(1 << place),
            place,
            promise: 0,
        };
        // With the move's number in it, the greatest promise is found without a branch.
        child.promise = promise::<B>(child, odd, count) * NUMBERS as i32 + left as i32;
        most = most.max(child.promise);
        left += 1;
    }
    let mut next = most as usize % NUMBERS;
    let mut best = -B::COUNT - 1;
    loop {
        let child = children[next];
        let value = if count == 6 {
            let odd = odd ^ quadrant(child.place);
            -code.last_five::<B>(
                search,
                child.own,
                child.theirs,
                child.moves,
                odd,
                -alpha - 1,
            )
        } else {
            -code.few::<B>(search, child.own, child.theirs, child.moves, -alpha - 1)
        };
        best = best.max(value);
        left -= 1;
        if best > alpha || left == 0 {
            search.recent.put(at, own, theirs, alpha, best);
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
