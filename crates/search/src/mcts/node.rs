//! One node of the tree, and how selection weighs it.

use plyscope_game::Points;

/// A move that was looked at, and what is known of the state behind it.
///
/// Sums, means and bounds are those of the *chooser*: whoever makes the move.
/// 32 bytes for moves of up to two, so that two nodes share a cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// What selection compares, kept ready so that a look at the siblings costs
    /// no division: the mean in half ranges of points, or a stand-in (below).
    pub(super) mean: f32,
    /// 1 / √visits; 0 where there is nothing left to find out.
    pub(super) spread: f32,
    /// Points of all playouts through here.
    pub(super) sum: i64,
    /// Playouts through here.
    pub(super) visits: u32,
    /// Index of the first child; children lie side by side.
    pub(super) first: u32,
    /// How many children there are, 0 before expansion; [`PARTIAL`] if moves were left out.
    count: u16,
    /// The state is worth at least this.
    pub(super) low: i16,
    /// The state is worth at most this.
    pub(super) high: i16,
    /// The move that leads here.
    pub(super) mv: M,
}

/// Means of nodes that were never visited start here: above every real mean, so that each is tried once.
const UNTRIED: f32 = 4_194_304.0;

/// Marks a node whose children are not all of its moves.
const PARTIAL: u16 = 1 << 15;

impl<M> Node<M> {
    /// A node not yet visited. Among siblings, those with a higher `turn` are tried first.
    #[inline]
    pub(super) fn new(mv: M, (low, high): (i16, i16), turn: u32) -> Self {
        Self {
            mean: UNTRIED + turn as f32,
            spread: 0.0,
            sum: 0,
            visits: 0,
            first: 0,
            count: 0,
            low,
            high,
            mv,
        }
    }

    /// Records that the game is over here.
    #[inline]
    pub(super) fn end(&mut self, points: Points) {
        self.low = points as i16;
        self.high = points as i16;
    }

    /// Whether the worth of the state is known.
    #[inline]
    pub(super) fn is_proved(&self) -> bool {
        self.low == self.high
    }

    /// Whether there are children.
    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.count != 0
    }

    /// Whether every move of the state is a child.
    #[inline]
    pub(super) fn is_whole(&self) -> bool {
        self.count & PARTIAL == 0
    }

    /// Whether the game is over here.
    pub(super) fn is_end(&self) -> bool {
        self.is_proved() && !self.is_expanded()
    }

    /// Indices of the children.
    #[inline]
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + (self.count & !PARTIAL) as usize
    }

    /// Makes `count` nodes from index `first` on the children; `whole` if they are all the moves there are.
    #[inline]
    pub(super) fn adopt(&mut self, first: usize, count: usize, whole: bool) {
        self.first = first as u32;
        self.count = count as u16 | if whole { 0 } else { PARTIAL };
    }

    /// Takes the node out of selection.
    #[inline]
    pub(super) fn exclude(&mut self) {
        self.mean = f32::NEG_INFINITY;
        self.spread = 0.0;
    }

    /// Whether selection may come here.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.mean != f32::NEG_INFINITY
    }

    /// Counts one more playout.
    #[inline]
    pub(super) fn count_playout(&mut self, points: Points) {
        self.visits += 1;
        self.sum += i64::from(points);
    }

    /// Brings what selection compares up to date with sum and visits.
    #[inline]
    pub(super) fn weigh(&mut self, per_point: f32) {
        let visits = self.visits as f32;
        self.mean = self.sum as f32 * per_point / visits;
        self.spread = 1.0 / visits.sqrt();
    }

    /// Makes selection take the proved worth for the mean, with nothing left to explore.
    #[inline]
    pub(super) fn weigh_proved(&mut self, per_point: f32) {
        self.mean = f32::from(self.low) * per_point;
        self.spread = 0.0;
    }
}

/// c · √ln(visits), read off a table: the logarithm would be the dearest step of the descent.
///
/// Visits are rounded down to seven binary digits, which moves the factor by
/// less than a hundredth.
#[derive(Debug)]
pub(super) struct Exploration {
    factors: Vec<f32>,
}

/// Binary digits kept after the leading one.
const DIGITS: u32 = 6;
/// Digits of an `f32` that are dropped.
const DROPPED: u32 = f32::MANTISSA_DIGITS - 1 - DIGITS;
/// Where 1 visit stands among the shortened floats.
const ONE: u32 = 1.0f32.to_bits() >> DROPPED;

impl Exploration {
    pub(super) fn new(c: f32) -> Self {
        let entries = 33 << DIGITS;
        let factor = |entry: u32| {
            let visits = f32::from_bits((ONE + entry) << DROPPED);
            (f64::from(c) * f64::from(visits).ln().sqrt()) as f32
        };
        Self {
            factors: (0..entries).map(factor).collect(),
        }
    }

    /// The factor for a node visited so often, at least once.
    #[inline]
    pub(super) fn factor(&self, visits: u32) -> f32 {
        self.factors[((visits as f32).to_bits() >> DROPPED).wrapping_sub(ONE) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stays_within_a_hundredth_of_the_formula() {
        let table = Exploration::new(1.4);
        for visits in (1..100_000).chain([1 << 24, u32::MAX - 1, u32::MAX]) {
            let formula = 1.4 * f64::from(visits).ln().sqrt();
            let error = (f64::from(table.factor(visits)) - formula).abs();
            assert!(error <= 0.01 * formula, "{visits}: off by {error}");
        }
    }

    #[test]
    fn two_nodes_share_a_cache_line() {
        assert!(size_of::<Node<u8>>() <= 32 && size_of::<Node<u16>>() <= 32);
    }
}
