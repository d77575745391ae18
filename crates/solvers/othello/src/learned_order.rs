//! Moves in the order of learned patterns, a few moves ahead.

use super::ahead::MOST;
use super::board::Board;
use super::code::Code;
use super::learned::Learned;
use super::order::{Child, EARLY_PARITY, parity};
use super::search::Search;

/// From so many empty cells on, learned patterns order moves.
pub(super) const LEARNED: u32 = 12; // 11: 1 % fewer nodes on FForum 40 to 44, in no less time
/// From so many empty cells on, one, two and three moves ahead.
const AHEAD: [u32; 3] = [15, 17, 19]; // one fewer each: 8 % more nodes; 15, 18, 20: 2 % more there, 24 % on others
/// What a move left to the opponent costs, and one into a corner once more.
const THEIR_MOVE: i32 = 24; // with one cell fewer in AHEAD: 8 119 M nodes, 16 102 to 104 M, 24 105 M, 32 110 M
/// How far below the best guess moves are still told apart.
const RANKED: i32 = 100;

/// [`super::order::order`] by learned patterns.
#[inline(always)]
pub(super) fn order_learned<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    learned: &Learned,
    own: u64,
    theirs: u64,
    first: usize,
    hints: [u8; 2],
    odd: u64,
    count: u32,
) {
    let lanes = learned.lanes(own, theirs);
    let depth = AHEAD.iter().filter(|&&from| count >= from).count() as u32;
    let mut top = -MOST;
    for index in first..search.children.len() {
        let child = search.children[index];
        search.children[index].promise = if child.place == u32::from(hints[0]) {
            i32::MAX
        } else if child.place == u32::from(hints[1]) {
            i32::MAX - 1
        } else {
            let after = learned.after(&lanes, child.place, theirs ^ child.own);
            let Child {
                own, theirs, moves, ..
            } = child;
            let (low, high) = (-MOST, RANKED - top);
            let value = -code.learned_ahead::<B>(
                search, learned, &after, own, theirs, moves, depth, low, high,
            );
            top = top.max(value);
            let left = moves.count_ones() + (moves & B::CORNERS).count_ones();
            value + parity(child.place, odd, EARLY_PARITY) - left as i32 * THEIR_MOVE
        };
    }
}
