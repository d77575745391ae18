//! A rough guess at how a state stands, a few moves ahead: good enough to
//! order moves by, and nothing else rests on it.
//!
//! Moves, cells next to the opponent's discs and corners count; the weights
//! were set by hand, one at a time, to visit the fewest states.

use super::board::{Board, places};
use super::code::Code;
use super::search::Search;

/// Guesses lie within this.
pub(super) const MOST: i32 = 30_000;

/// A move of the mover. The opponent's counts less: the mover will take some of them away.
pub(super) const MOVE: i32 = 16;
const THEIR_MOVE: i32 = 6; // 2: 14 % more nodes than 4; 6: 5 % fewer
/// A move into a corner counts so much more.
pub(super) const CORNER_MOVE: i32 = 24;
const THEIR_CORNER_MOVE: i32 = 8; // 0: 9 % more nodes
/// An empty cell next to a disc of the opponent's: a move to come.
pub(super) const NEAR: i32 = 7;
const NEAR_TO_THEM: i32 = 4; // 2 and 6: within 5 %
/// A disc in a corner.
pub(super) const CORNER: i32 = 8; // 0: 13 % more nodes, 20: 7 % more
/// A disc in a corner, or beside one's own corner on the edge.
const HELD: i32 = 20; // 12: 38 % more nodes than 16, 32: 8 % more
/// A disc at the end; the sign is right, the size need not be.
const DISC: i32 = 400;

/// A guess at how well the mover stands, looking `depth` moves ahead.
///
/// Right between `alpha` and `beta`, else a bound, like any alpha-beta.
#[inline(always)]
pub(super) fn ahead<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    moves: u64,
    depth: u32,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    search.nodes += 1;
    let empty = B::CELLS & !(own | theirs);
    if moves == 0 {
        let moves = code.reach(theirs, own) & empty;
        if moves == 0 {
            return B::end(own, theirs) * DISC;
        }
        return -code.ahead::<B>(search, theirs, own, moves, depth, -beta, -alpha);
    }
    if depth == 0 {
        return guess::<C, B>(code, own, theirs, moves);
    }
    let mut best = -MOST;
    for place in places(moves) {
        let step = code.step(own, theirs, place);
        let moves = step.reach & empty & !(1 << place);
        let value = -code.ahead::<B>(
            search,
            step.theirs,
            step.own,
            moves,
            depth - 1,
            -beta,
            -alpha,
        );
        best = best.max(value);
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
    }
    best
}

/// A guess without looking ahead; `moves` are the mover's.
#[inline(always)]
fn guess<C: Code, B: Board>(code: C, own: u64, theirs: u64, moves: u64) -> i32 {
    let empty = B::CELLS & !(own | theirs);
    let their_moves = code.reach(theirs, own) & empty;
    let count = |set: u64| set.count_ones() as i32;
    count(moves) * MOVE - count(their_moves) * THEIR_MOVE + count(moves & B::CORNERS) * CORNER_MOVE
        - count(their_moves & B::CORNERS) * THEIR_CORNER_MOVE
        + count(around(theirs) & empty) * NEAR
        - count(around(own) & empty) * NEAR_TO_THEM
        + (count(held::<B>(own)) - count(held::<B>(theirs))) * HELD
        + (count(own & B::CORNERS) - count(theirs & B::CORNERS)) * CORNER
}

/// The cells next to these, and these.
#[inline(always)]
pub(super) fn around(discs: u64) -> u64 {
    let right = discs << 1 & 0xfefe_fefe_fefe_fefe;
    let left = discs >> 1 & 0x7f7f_7f7f_7f7f_7f7f;
    let row = discs | right | left;
    row | row << 8 | row >> 8
}

/// Discs in corners, and those beside them on the edge.
#[inline(always)]
fn held<B: Board>(discs: u64) -> u64 {
    let corners = discs & B::CORNERS;
    let beside = corners << 1 | corners >> 1 | corners << 8 | corners >> 8;
    corners | beside & discs & B::EDGE
}
