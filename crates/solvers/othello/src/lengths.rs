//! How long best play takes: the plies to the end among games that keep the value.
//!
//! The value of a state is known by then. Only moves that keep it are gone
//! into, each found by one question to the search for values; among them who
//! wins takes the soonest end, who loses the latest, and in a draw both the latest.

use super::board::{Board, odd_quadrants};
use super::code::Code;
use super::ending::{ENDING, ending_length};
use super::order::{Child, best_to_front, order, stack_children};
use super::root::{Unit, value as ask};
use super::search::Search;

/// The plies from a state to its end, or a bound on them.
///
/// `value` is what the state is worth to the mover, `moves` are the mover's. A
/// result inside `low..high` (both excluded) is right, one outside is only a
/// bound on the same side. If the search had to end, it means nothing.
#[inline(always)]
pub(super) fn length<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    moves: u64,
    value: i32,
    unit: Unit,
    low: i32,
    high: i32,
) -> i32 {
    search.nodes += 1;
    if search.has_to_end() {
        return 0;
    }
    let empty = B::CELLS & !(own | theirs);
    if moves == 0 {
        let moves = code.reach(theirs, own) & empty;
        if moves == 0 {
            return 0;
        }
        return 1 + code.length::<B>(search, theirs, own, moves, -value, unit, low - 1, high - 1);
    }
    let count = empty.count_ones();
    let most = most_plies(count);
    if count == 1 || high <= 1 {
        return 1;
    }
    if low >= most {
        return most;
    }
    // Draws have no winner to hurry, so they are no question for an alpha-beta search.
    if count <= ENDING && value != 0 {
        return ending_length::<C, B>(code, search, own, theirs, value, unit, low, high);
    }
    let mut hints = [64; 2];
    if let Some(known) = search.table.get(own, theirs) {
        let (shortest, longest) = (known.shortest.into(), known.longest.into());
        if shortest >= high || shortest == longest {
            return shortest;
        }
        if longest <= low {
            return longest;
        }
        hints = known.best;
    }
    let first = stack_children::<C, B>(code, search, own, theirs, moves, empty);
    order::<C, B>(
        code,
        search,
        own,
        theirs,
        first,
        hints,
        odd_quadrants(empty),
        count,
    );
    let best = best_length::<C, B>(code, search, first, value, unit, low, high, most);
    search.children.truncate(first);
    if !search.ended {
        let shortest = if best > low { best } else { 0 };
        let longest = if best < high { best } else { most };
        search
            .table
            .put_length(own, theirs, shortest as u8, longest as u8, count as u8);
    }
    best
}

/// No game takes longer when the mover can put a disc: every later one of `count` may follow a pass.
#[inline(always)]
fn most_plies(count: u32) -> i32 {
    2 * count as i32 - 1
}

/// The length by the best of the moves stacked from `first` on; see [`length`].
#[inline(always)]
fn best_length<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    first: usize,
    value: i32,
    unit: Unit,
    mut low: i32,
    mut high: i32,
    most: i32,
) -> i32 {
    let hurries = value > 0;
    let mut best = if hurries { most } else { 1 };
    for next in first..search.children.len() {
        let child = best_to_front(&mut search.children[next..]);
        let Child {
            own, theirs, moves, ..
        } = child;
        if !keeps::<C, B>(code, search, own, theirs, value, unit) {
            continue;
        }
        let length =
            1 + code.length::<B>(search, own, theirs, moves, -value, unit, low - 1, high - 1);
        if search.ended {
            break;
        }
        if hurries {
            best = best.min(length);
            high = high.min(best);
        } else {
            best = best.max(length);
            low = low.max(best);
        }
        if low >= high {
            break;
        }
    }
    best
}

/// Whether a move is as good as the state it is made in, which is worth
/// `value`; `own` are the discs of who moves next.
#[inline(always)]
pub(super) fn keeps<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    value: i32,
    unit: Unit,
) -> bool {
    // Nothing is worse than the worst.
    unit.most::<B>() == -value || ask::<C, B>(code, search, own, theirs, -value) <= -value
}
