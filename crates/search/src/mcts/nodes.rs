//! The nodes of a tree, four siblings together: in one cache line what the way
//! down looks at, in the next what is learned on the way up.

use std::ops::Range;

use super::record::Record;
use crate::steer::Lean;

/// Four arms side by side: moves to choose from, with what selection compares.
///
/// With moves of up to two bytes this fills one cache line, and four upper
/// bounds are one operation each on four floats. Lanes without a move stay excluded.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Arms<M> {
    /// The chooser's mean, kept ready so that a look at the siblings costs no division.
    ///
    /// [`LEVEL`] stands for 0 points, which keeps means positive; or one of the stand-ins below.
    mean: [f32; LANES],
    /// 1 / √visits; 0 where there is nothing left to find out.
    spread: [f32; LANES],
    /// Index of the first child, which is always in lane 0; children lie side by side.
    first: [u32; LANES],
    /// How many children there are, 0 before expansion; [`PARTIAL`] if moves were left out.
    count: [u16; LANES],
    /// The moves that lead here.
    mv: [M; LANES],
}

/// Four siblings. The pair of lines begins at a multiple of its size, so that
/// processors which fetch lines in pairs bring the records along with the arms.
#[derive(Clone, Copy, Debug)]
#[repr(align(128))]
struct Quad<M> {
    arms: Arms<M>,
    records: [Record; LANES],
}

const LANES: usize = 4;

/// The mean of a level state.
const LEVEL: f32 = 2.0;
/// The mean of what selection must not come to: below every other.
const EXCLUDED: f32 = 0.5;
/// Means of arms that were never tried start here: above every other, so that each is tried once.
const UNTRIED: f32 = 4_194_304.0;
/// Marks a node whose children are not all of its moves.
const PARTIAL: u16 = 1 << 15;

/// All nodes of a tree. Node `i` is lane `i % 4` of quad `i / 4`.
#[derive(Debug)]
pub(super) struct Nodes<M> {
    quads: Vec<Quad<M>>,
}

impl<M: Copy> Nodes<M> {
    /// Bytes that one place takes.
    pub(super) const BYTES: usize = size_of::<Quad<M>>() / LANES;

    pub(super) fn new() -> Self {
        Self { quads: Vec::new() }
    }

    /// Places taken, used or not; the next block begins here.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.quads.len() * LANES
    }

    /// Places for which there is memory.
    pub(super) fn capacity(&self) -> usize {
        self.quads.capacity() * LANES
    }

    /// Places that a block of so many siblings takes.
    #[inline]
    pub(super) fn places(count: usize) -> usize {
        count.next_multiple_of(LANES)
    }

    pub(super) fn try_reserve(
        &mut self,
        places: usize,
    ) -> Result<(), std::collections::TryReserveError> {
        self.quads.try_reserve_exact(places.div_ceil(LANES))
    }

    pub(super) fn clear(&mut self) {
        self.quads.clear();
    }

    /// Adds room for a block of siblings, all excluded; `mv` fills the lanes until they are set.
    #[inline]
    pub(super) fn push_block(&mut self, count: usize, mv: M, record: Record) {
        let empty = Quad {
            arms: Arms {
                mean: [EXCLUDED; LANES],
                spread: [0.0; LANES],
                first: [0; LANES],
                count: [0; LANES],
                mv: [mv; LANES],
            },
            records: [record; LANES],
        };
        for _ in 0..count.div_ceil(LANES) {
            self.quads.push(empty);
        }
    }

    #[inline]
    fn arms(&self, at: usize) -> &Arms<M> {
        &self.quads[at / LANES].arms
    }

    #[inline]
    fn arms_mut(&mut self, at: usize) -> &mut Arms<M> {
        &mut self.quads[at / LANES].arms
    }

    /// What is known of a node.
    #[inline]
    pub(super) fn record(&self, at: usize) -> &Record {
        &self.quads[at / LANES].records[at % LANES]
    }

    #[inline]
    pub(super) fn record_mut(&mut self, at: usize) -> &mut Record {
        &mut self.quads[at / LANES].records[at % LANES]
    }

    /// The move that leads to a node.
    #[inline]
    pub(super) fn mv(&self, at: usize) -> M {
        self.arms(at).mv[at % LANES]
    }

    #[inline]
    pub(super) fn set_mv(&mut self, at: usize, mv: M) {
        self.arms_mut(at).mv[at % LANES] = mv;
    }

    #[inline]
    pub(super) fn spread(&self, at: usize) -> f32 {
        self.arms(at).spread[at % LANES]
    }

    /// Whether there are children.
    #[inline]
    pub(super) fn is_expanded(&self, at: usize) -> bool {
        self.arms(at).count[at % LANES] != 0
    }

    /// Whether every move of the state is a child.
    #[inline]
    pub(super) fn is_whole(&self, at: usize) -> bool {
        self.arms(at).count[at % LANES] & PARTIAL == 0
    }

    /// Indices of the children.
    #[inline]
    pub(super) fn children(&self, at: usize) -> Range<usize> {
        let arms = self.arms(at);
        let first = arms.first[at % LANES] as usize;
        first..first + (arms.count[at % LANES] & !PARTIAL) as usize
    }

    /// Makes the nodes of a block the children of a node; `whole` if they are all the moves there are.
    #[inline]
    pub(super) fn adopt(&mut self, at: usize, block: Range<usize>, whole: bool) {
        let arms = self.arms_mut(at);
        arms.first[at % LANES] = block.start as u32;
        arms.count[at % LANES] = block.len() as u16 | if whole { 0 } else { PARTIAL };
    }

    /// Tells a node that its children moved.
    pub(super) fn set_first(&mut self, at: usize, first: usize) {
        self.arms_mut(at).first[at % LANES] = first as u32;
    }

    #[inline]
    fn set(&mut self, at: usize, mean: f32, spread: f32) {
        let arms = self.arms_mut(at);
        arms.mean[at % LANES] = mean;
        arms.spread[at % LANES] = spread;
    }

    /// Marks an arm as never tried. Among siblings, those with a higher `turn` are tried first.
    ///
    /// The turn stands in bits that [`Self::highest`] does not give away to the child's place.
    #[inline]
    pub(super) fn set_untried(&mut self, at: usize, turn: u32, mask: u32) {
        let mean = f32::from_bits(UNTRIED.to_bits() + turn * (mask + 1));
        self.set(at, mean, 0.0);
    }

    /// Takes an arm out of selection.
    #[inline]
    pub(super) fn exclude(&mut self, at: usize) {
        self.set(at, EXCLUDED, 0.0);
    }

    /// Whether selection may come to an arm.
    #[inline]
    pub(super) fn is_open(&self, at: usize) -> bool {
        self.arms(at).mean[at % LANES] != EXCLUDED
    }

    /// Brings what selection compares up to date with sum and visits.
    #[inline]
    pub(super) fn weigh(&mut self, at: usize, per_point: f32) {
        let record = self.record(at);
        let visits = record.visits as f32;
        let mean = LEVEL + record.sum as f32 * per_point / visits;
        self.set(at, mean, 1.0 / visits.sqrt());
    }

    /// The same with what a heuristic counts for, which puts the node at `lean` from −1 to 1.
    pub(super) fn weigh_leaning(&mut self, at: usize, per_point: f32, how: Lean, lean: f32) {
        let record = self.record(at);
        let visits = record.visits as f32;
        let mean = record.sum as f32 * per_point / visits.max(1.0);
        let (mean, visits) = how.adjusted(mean, visits, lean);
        // However strong the bias, above what selection must not come to.
        let mean = (LEVEL + mean).max(EXCLUDED + f32::EPSILON);
        self.set(at, mean, 1.0 / visits.sqrt());
    }

    /// Makes selection take the proved worth for the mean, with nothing left to explore.
    #[inline]
    pub(super) fn weigh_proved(&mut self, at: usize, per_point: f32) {
        let worth = f32::from(self.record(at).low);
        self.set(at, LEVEL + worth * per_point, 0.0);
    }

    /// Whether an arm has nothing left to find out: it is proved, or excluded.
    #[inline]
    pub(super) fn is_settled(&self, at: usize) -> bool {
        let arms = self.arms(at);
        arms.spread[at % LANES] == 0.0 && arms.mean[at % LANES] < UNTRIED
    }

    /// The child with the highest upper confidence bound; the first of equals.
    ///
    /// The last bits of a bound, those of `mask`, give way to the child's place,
    /// so that one maximum over floats finds both.
    #[inline]
    pub(super) fn highest(&self, parent: usize, factor: f32, mask: u32) -> usize {
        let children = self.children(parent);
        let quads = &self.quads[children.start / LANES..children.end.div_ceil(LANES)];
        let mut places = [mask, mask ^ 1, mask ^ 2, mask ^ 3];
        let mut top = [EXCLUDED; LANES];
        for Quad { arms, .. } in quads {
            for (lane, top) in top.iter_mut().enumerate() {
                let bound = arms.mean[lane] + factor * arms.spread[lane];
                let ranked = f32::from_bits(bound.to_bits() & !mask | places[lane]);
                *top = higher(*top, ranked);
            }
            places = places.map(|place| place.wrapping_sub(LANES as u32));
        }
        let best = higher(higher(top[0], top[2]), higher(top[1], top[3]));
        children.start + (!best.to_bits() & mask) as usize
    }

    /// The bits that tell `count` siblings apart: three of a float's 24 for the seven of Connect Four.
    pub(super) fn mask(count: u32) -> u32 {
        count.next_multiple_of(LANES as u32).next_power_of_two() - 1
    }

    /// The same among children that are not settled, if there are any.
    #[cold]
    pub(super) fn highest_unsettled(&self, parent: usize, factor: f32) -> Option<usize> {
        let children = self.children(parent);
        let bound = |at: usize| {
            let arms = self.arms(at);
            arms.mean[at % LANES] + factor * arms.spread[at % LANES]
        };
        let unsettled = children.filter(|&at| !self.is_settled(at));
        unsettled
            .rev()
            .max_by(|&one, &other| bound(one).total_cmp(&bound(other)))
    }

    /// Moves a block of siblings to an earlier place, which begins a quad.
    pub(super) fn slide(&mut self, block: Range<usize>, to: usize) {
        let quads = block.start / LANES..block.end.div_ceil(LANES);
        self.quads.copy_within(quads, to / LANES);
    }

    /// Makes the root what another node was.
    pub(super) fn enthrone(&mut self, at: usize) {
        let (children, whole, mv) = (self.children(at), self.is_whole(at), self.mv(at));
        self.adopt(0, children, whole);
        self.set_mv(0, mv);
        *self.record_mut(0) = *self.record(at);
    }

    pub(super) fn truncate(&mut self, places: usize) {
        self.quads.truncate(places.div_ceil(LANES));
    }
}

/// The higher of two numbers: one instruction, unlike `f32::max`, which minds what is not a number.
#[inline]
fn higher(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_nodes_are_two_cache_lines() {
        assert_eq!(size_of::<Arms<u8>>(), 64);
        assert_eq!(size_of::<Quad<u16>>(), 128);
    }

    #[test]
    fn arms_that_were_never_tried_are_tried_in_the_order_of_their_turns() {
        for count in [2, 7, 12, 225] {
            let mask = Nodes::<u8>::mask(count);
            let mut nodes = Nodes::new();
            nodes.push_block(1, 0u8, Record::new((-1, 1)));
            nodes.push_block(count as usize, 0, Record::new((-1, 1)));
            nodes.adopt(0, 4..4 + count as usize, true);
            for first in 0..count {
                for child in 0..count {
                    let turn = (child + count - first) % count;
                    nodes.set_untried(4 + child as usize, count - 1 - turn, mask);
                }
                assert_eq!(nodes.highest(0, 1.0, mask), 4 + first as usize);
            }
        }
    }

    #[test]
    fn the_highest_bound_is_found_wherever_it_stands() {
        for count in 1..14 {
            let mut nodes = Nodes::new();
            let record = |sum| Record {
                sum,
                visits: 4,
                low: -1,
                high: 1,
            };
            nodes.push_block(1, 0u8, record(0));
            nodes.push_block(count, 0, record(0));
            nodes.adopt(0, 4..4 + count, true);
            for best in 0..count {
                for child in 4..4 + count {
                    *nodes.record_mut(child) = record(-3);
                    nodes.weigh(child, 1.0);
                }
                assert_eq!(nodes.highest(0, 1.0, 15), 4, "the first of equals");
                *nodes.record_mut(4 + best) = record(-2);
                nodes.weigh(4 + best, 1.0);
                assert_eq!(nodes.highest(0, 1.0, 15), 4 + best);
                assert_eq!(nodes.highest_unsettled(0, 1.0), Some(4 + best));
            }
        }
    }
}
