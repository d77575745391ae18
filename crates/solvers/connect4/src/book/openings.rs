//! The positions of every ply in a fixed order, so that a book needs no keys.

use plyscope_connect4::Shape;

use super::super::board::Board;
use super::super::settle::Position;

/// Positions of one ply beyond which no book is made.
pub(super) const MOST: usize = 50_000_000;

impl<S: Shape> Board<S> {
    /// For every ply from 0 to `last` the keys of the positions in which the
    /// game goes on, in rising order; mirror images share a key.
    ///
    /// None if a ply has more than `most`.
    pub(super) fn openings_to(&self, last: u32, most: usize) -> Option<Vec<Vec<u64>>> {
        let mut plies = vec![vec![self.key(&Position::default())]];
        for ply in 0..last {
            let keys = &plies[ply as usize];
            let mut next = Vec::with_capacity(keys.len() * self.width() as usize);
            for &key in keys {
                self.each_reply(key, ply, |reply| next.extend(reply));
            }
            next.sort_unstable();
            next.dedup();
            if next.len() > most {
                return None;
            }
            plies.push(next);
        }
        Some(plies)
    }

    /// Tells for every move the key of the position after it, or none if it completes a line.
    pub(super) fn each_reply(&self, key: u64, ply: u32, mut tell: impl FnMut(Option<u64>)) {
        let position = self.position_of(key, ply);
        let mut landings = self.landings(position.all);
        while landings != 0 {
            let next = position.after(landings & landings.wrapping_neg());
            landings &= landings - 1;
            let wins = self.has_line(next.theirs());
            tell((!wins).then(|| self.key(&next)));
        }
    }

    /// The position of a key: in every column the highest bit stands on top of the stones.
    pub(super) fn position_of(&self, key: u64, ply: u32) -> Position {
        let (mut all, mut tops) = (0, 0);
        for column in 0..self.width() {
            let at = column * self.stride();
            let bits = key >> at & ((1 << self.stride()) - 1);
            let top = 1 << bits.ilog2();
            tops |= top << at;
            all |= (top - 1) << at;
        }
        Position {
            mine: key ^ tops,
            all,
            ply,
        }
    }
}
