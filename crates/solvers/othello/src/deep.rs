//! The search proper: null windows, a table, and moves in the order of promise.

use super::board::{Board, odd_quadrants};
use super::code::Code;
use super::few::FEW;
use super::order::{best_to_front, known_above, order, stack_children};
use super::search::Search;
use super::stable::held_down;

/// From so many empty cells on, what is known of the moves is looked at before any is searched; with
/// fewer, they lead to states that are not in the table.
const ETC: u32 = FEW + 2;

/// A bound on the value to the mover that tells whether it is above `alpha`.
///
/// A value returned above `alpha` is a lower bound, any other an upper bound.
/// `moves` are the mover's. If the search had to end, the value means nothing.
#[inline(always)]
pub(super) fn deep<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    moves: u64,
    alpha: i32,
) -> i32 {
    search.nodes += 1;
    if search.has_to_end() {
        return alpha;
    }
    let empty = B::CELLS & !(own | theirs);
    if moves == 0 {
        let moves = code.reach(theirs, own) & empty;
        if moves == 0 {
            return B::end(own, theirs);
        }
        return -code.deep::<B>(search, theirs, own, moves, -alpha - 1);
    }
    if let Some(bound) = held_down::<B>(own, theirs, alpha) {
        return bound;
    }
    let mut hints = [64; 2];
    let count = empty.count_ones();
    if let Some(known) = search.table.get(own, theirs) {
        if i32::from(known.lower) > alpha {
            return known.lower.into();
        }
        if i32::from(known.upper) <= alpha {
            return known.upper.into();
        }
        hints = known.best;
    }
    let first = stack_children::<C, B>(code, search, own, theirs, moves, empty);
    let children = &search.children[first..];
    if B::TO_WINNER && children.iter().any(|child| child.own == 0) {
        search.children.truncate(first);
        return B::COUNT;
    }
    if count >= ETC
        && let Some(bound) = known_above(children, &search.table, alpha)
    {
        search.children.truncate(first);
        return bound;
    }
    let odd = odd_quadrants(empty);
    let hinted = children
        .iter()
        .position(|child| child.place == u32::from(hints[0]));
    // What did best before mostly does again; the others are not put in order until it has failed.
    if let Some(at) = hinted {
        search.children.swap(first, first + at);
    }
    let ordered = first + usize::from(hinted.is_some());
    let last = search
        .children
        .len()
        .min(first.saturating_add(search.width));
    let (mut best, mut best_place) = (-B::COUNT - 1, 64);
    for next in first..last {
        if next == ordered {
            order::<C, B>(code, search, own, theirs, next, hints, odd, count);
        }
        if next >= ordered {
            best_to_front(&mut search.children[next..]);
        }
        let child = search.children[next];
        let value = if count == FEW + 1 {
            -code.few::<B>(search, child.own, child.theirs, child.moves, -alpha - 1)
        } else {
            -code.deep::<B>(search, child.own, child.theirs, child.moves, -alpha - 1)
        };
        if search.ended {
            break;
        }
        if value > best {
            (best, best_place) = (value, child.place);
            if value > alpha {
                break;
            }
        }
    }
    search.children.truncate(first);
    if search.ended {
        return alpha;
    }
    search
        .table
        .put(own, theirs, alpha, best, best_place as u8, count as u8);
    best
}
