//! What is learned of a node on the way up.

use plyscope_game::Points;

/// What is known of a node. Points are those of the *chooser*: the player who makes the move that leads here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// Points of all playouts through here.
    pub(super) sum: i64,
    /// Playouts through here.
    pub(super) visits: u32,
    /// The state is worth at least this.
    pub(super) low: i16,
    /// The state is worth at most this.
    pub(super) high: i16,
}

impl Record {
    /// Of a state that was not visited and can be worth anything within the bounds.
    #[inline]
    pub(super) fn new((low, high): (i16, i16)) -> Self {
        Self {
            sum: 0,
            visits: 0,
            low,
            high,
        }
    }

    /// Whether the worth of the state is known.
    #[inline]
    pub(super) fn is_proved(&self) -> bool {
        self.low == self.high
    }

    /// Counts one more playout.
    #[inline]
    pub(super) fn count_playout(&mut self, points: Points) {
        self.visits += 1;
        self.sum += i64::from(points);
    }
}
