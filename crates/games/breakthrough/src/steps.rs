//! The legal steps as three sets of cells to step on: to the left, straight, to the right.

use plyscope_game::Player;

use super::state::Step;

/// Columns that a step to the left, straight and to the right can end in.
const ENDS: [u64; 3] = [0x7f7f_7f7f_7f7f_7f7f, u64::MAX, 0xfefe_fefe_fefe_fefe];

/// The cells that pawns of `player` reach in one direction, on all eight columns.
#[inline]
pub(super) fn ahead(pawns: u64, player: Player, direction: usize) -> u64 {
    let ends = if player == Player::FIRST {
        pawns << (7 + direction)
    } else {
        pawns >> (9 - direction)
    };
    ends & ENDS[direction]
}

/// The cells that pawns of `player` could capture on.
#[inline]
pub(super) fn attacked(pawns: u64, player: Player) -> u64 {
    ahead(pawns, player, 0) | ahead(pawns, player, 2)
}

/// Legal steps of one player: all to the left, all straight, all to the right.
#[derive(Clone, Debug)]
pub struct Steps {
    ends: [u64; 3],
    player: Player,
}

impl Steps {
    /// The steps of `player` on a board of `cells`.
    #[inline]
    pub(super) fn new(cells: u64, own: u64, theirs: u64, player: Player) -> Self {
        let open = cells & !own;
        let free = [open, open & !theirs, open];
        let ends = [0, 1, 2].map(|direction| ahead(own, player, direction) & free[direction]);
        Self { ends, player }
    }

    /// The step of this player that goes in `direction` and ends on bit `to`.
    #[inline]
    fn step(&self, direction: u8, to: u8) -> Step {
        let from = if self.player == Player::FIRST {
            to - (7 + direction)
        } else {
            to + (9 - direction)
        };
        Step { from, to }
    }
}

impl Iterator for Steps {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let direction = (0..3).find(|&direction| self.ends[direction] != 0)?;
        let ends = &mut self.ends[direction];
        let to = ends.trailing_zeros() as u8;
        *ends &= *ends - 1;
        Some(self.step(direction as u8, to))
    }

    /// Skips whole directions: playouts pick the nth of many.
    #[inline]
    fn nth(&mut self, mut n: usize) -> Option<Step> {
        for direction in 0..3 {
            let mut ends = self.ends[direction];
            let count = ends.count_ones() as usize;
            if n >= count {
                n -= count;
                self.ends[direction] = 0;
                continue;
            }
            for _ in 0..n {
                ends &= ends - 1;
            }
            self.ends[direction] = ends & (ends - 1);
            return Some(self.step(direction as u8, ends.trailing_zeros() as u8));
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.ends.iter().map(|ends| ends.count_ones()).sum::<u32>() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Steps {}
