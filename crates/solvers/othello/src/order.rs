//! The order in which moves are tried: those first that leave the opponent the least.

use super::ahead::{CORNER, CORNER_MOVE, MOST, MOVE, NEAR, around};
use super::board::{Board, places};
use super::code::Code;
use super::learned_order::{LEARNED, order_learned};
use super::search::Search;
use super::table::Table;

/// A move made, seen by who moves next.
#[derive(Clone, Copy, Default)]
pub(super) struct Child {
    pub(super) own: u64,
    pub(super) theirs: u64,
    pub(super) moves: u64,
    pub(super) place: u32,
    pub(super) promise: i32,
}

/// Makes the moves of a state and stacks them; the first has the number returned.
#[inline(always)]
pub(super) fn stack_children<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    moves: u64,
    empty: u64,
) -> usize {
    let first = search.children.len();
    for place in places(moves) {
        let step = code.step(own, theirs, place);
        search.children.push(Child {
            own: step.theirs,
            theirs: step.own,
            moves: step.reach & empty & !(1 << place),
            place,
            promise: 0,
        });
    }
    first
}

/// A lower bound above `alpha`, if the table proves one of a move.
#[inline(always)]
pub(super) fn known_above(children: &[Child], table: &Table, alpha: i32) -> Option<i32> {
    children
        .iter()
        .filter_map(|child| table.get(child.own, child.theirs))
        .map(|known| -i32::from(known.upper))
        .find(|&lower| lower > alpha)
}

/// Brings the most promising of some moves to the front.
#[inline(always)]
pub(super) fn best_to_front(children: &mut [Child]) -> Child {
    let mut best = 0;
    for index in 1..children.len() {
        if children[index].promise > children[best].promise {
            best = index;
        }
    }
    children.swap(0, best);
    children[0]
}

/// Puts a promise on every move stacked from `first` on.
///
/// They are moves of `own` against `theirs`; `hints` are those that did well
/// before, `odd` the quadrants with an odd number of the `count` empty cells.
#[inline(always)]
pub(super) fn order<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    first: usize,
    hints: [u8; 2],
    odd: u64,
    count: u32,
) {
    if search.children.len() - first == 1 {
        return;
    }
    if count >= LEARNED
        && search.order.is_none()
        && let Some(learned) = search.learned.take_if(|learned| learned.cells == B::CELLS)
    {
        order_learned::<C, B>(
            code, search, &learned, own, theirs, first, hints, odd, count,
        );
        search.learned = Some(learned);
        return;
    }
    let mut top = -MOST;
    for index in first..search.children.len() {
        let child = search.children[index];
        search.children[index].promise = if child.place == u32::from(hints[0]) {
            i32::MAX
        } else if child.place == u32::from(hints[1]) {
            i32::MAX - 1
        } else if count >= LOOK_AHEAD
            && let Some(order) = &search.order
        {
            order.promise(child.own, child.theirs)
        } else if count >= LOOK_AHEAD {
            let depth = ((count - LOOK_AHEAD) / 2).min(FURTHEST);
            let Child {
                own, theirs, moves, ..
            } = child;
            // A move far below the best need not be ranked among its like.
            let floor = top - RANKED;
            let value = -code.ahead::<B>(search, own, theirs, moves, depth, -MOST, -floor);
            top = top.max(value);
            value + parity(child.place, odd, EARLY_PARITY)
        } else {
            promise::<B>(&child, odd, count)
        };
    }
}

/// From so many empty cells on, moves are ordered by looking ahead.
const LOOK_AHEAD: u32 = 13;
/// The most moves to look ahead.
const FURTHEST: u32 = 4;
/// How far below the best guess moves are still told apart.
const RANKED: i32 = 200;
/// From so many empty cells on, the cells next to discs count.
const NEAR_COUNTS: u32 = 9;
/// For a disc in an odd quadrant, where moves are ordered by looking ahead and where not.
pub(super) const EARLY_PARITY: i32 = 4;
const PARITY: i32 = 12; // 8 and 16: 2 to 4 % more nodes

/// What can be seen without looking ahead: fastest first, that is, the fewer
/// moves for the opponent the better.
#[inline(always)]
pub(super) fn promise<B: Board>(child: &Child, odd: u64, count: u32) -> i32 {
    let mut promise = parity(child.place, odd, PARITY)
        - child.moves.count_ones() as i32 * MOVE
        - (child.moves & B::CORNERS).count_ones() as i32 * CORNER_MOVE;
    if B::CORNERS >> child.place & 1 == 1 {
        promise += CORNER;
    }
    if count >= NEAR_COUNTS {
        let empty = B::CELLS & !(child.own | child.theirs);
        promise -= (around(child.theirs) & empty).count_ones() as i32 * NEAR;
    }
    promise
}

/// The bonus if the place lies in an odd quadrant.
#[inline(always)]
pub(super) fn parity(place: u32, odd: u64, bonus: i32) -> i32 {
    (odd >> place & 1) as i32 * bonus
}
