//! A guess by learned patterns, a few moves ahead: see [`super::ahead`] for the one without.

use super::ahead::MOST;
use super::board::{Board, places};
use super::code::Code;
use super::learned::{DISC, Lanes, Learned};
use super::search::Search;

/// A guess at how well the mover stands, looking `depth` moves ahead.
///
/// Right between `alpha` and `beta`, else a bound, like any alpha-beta.
#[inline(always)]
pub(super) fn learned_ahead<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    learned: &Learned,
    lanes: &Lanes,
    own: u64,
    theirs: u64,
    moves: u64,
    depth: u32,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    search.nodes += 1;
    if moves == 0 {
        let moves = code.reach(theirs, own) & B::CELLS & !(own | theirs);
        if moves == 0 {
            return B::end(own, theirs) * DISC;
        }
        let lanes = Learned::passed(lanes);
        return -code.learned_ahead::<B>(
            search, learned, &lanes, theirs, own, moves, depth, -beta, -alpha,
        );
    }
    if depth == 0 {
        return learned.value(lanes, (own | theirs).count_ones());
    }
    let mut best = -MOST;
    for place in places(moves) {
        let flips = code.flips(own, theirs, place);
        let (own, theirs) = (own ^ flips | 1 << place, theirs ^ flips);
        let lanes = learned.after(lanes, place, flips);
        let value = if depth == 1 {
            search.nodes += 1;
            -learned.value(&lanes, (own | theirs).count_ones())
        } else {
            let moves = code.reach(theirs, own) & B::CELLS & !(own | theirs);
            -code.learned_ahead::<B>(
                search,
                learned,
                &lanes,
                theirs,
                own,
                moves,
                depth - 1,
                -beta,
                -alpha,
            )
        };
        best = best.max(value);
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
    }
    best
}
