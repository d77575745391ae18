//! One key for a position and its mirror image.

use plyscope_connect4::Shape;

use super::board::Board;
use super::settle::Position;

impl<S: Shape> Board<S> {
    /// The key of a position: different for positions that are not images of each other.
    #[inline]
    pub(super) fn key(&self, position: &Position) -> u64 {
        // The mover's stones, and a bit above the top stone of each column.
        let bits = position.mine | (position.all + self.bottom());
        bits.min(self.mirrored(bits))
    }
}
