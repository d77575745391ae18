//! The positions that may come again: those since the last move that cannot be taken back.

use std::sync::Arc;

use cozy_chess::{Move, Square};

/// How many positions are kept without a pointer; a copy of these costs next to nothing.
const BLOCK: usize = 4;

/// Some positions and the moves that left them, and those before them.
#[derive(Debug)]
struct Block {
    keys: [u64; BLOCK],
    moves: [u16; BLOCK],
    older: Option<Arc<Block>>,
}

/// Keys of earlier positions, the newest last, and the moves that left them.
///
/// States that descend from one share the older blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    keys: [u64; BLOCK],
    moves: [u16; BLOCK],
    /// How many of `keys` are used.
    recent: u8,
    total: u8,
    /// A number for all of them, whatever their order.
    sum: u64,
    older: Option<Arc<Block>>,
}

impl Past {
    /// Forgets everything: nothing of it can come again.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.recent = 0;
        self.total = 0;
        self.sum = 0;
        if self.older.is_some() {
            self.older = None;
        }
    }

    /// The position of this key was left by `mv`.
    #[inline]
    pub(super) fn push(&mut self, key: u64, mv: Move) {
        if usize::from(self.recent) == BLOCK {
            self.older = Some(Arc::new(Block {
                keys: self.keys,
                moves: self.moves,
                older: self.older.take(),
            }));
            self.recent = 0;
        }
        self.keys[usize::from(self.recent)] = key;
        self.moves[usize::from(self.recent)] = mv.from as u16 | (mv.to as u16) << 6;
        self.recent += 1;
        self.total += 1;
        // Keys are random numbers already, and a sum does not depend on their order.
        self.sum = self.sum.wrapping_add(key);
    }

    /// How many positions are remembered.
    #[inline]
    pub(super) fn len(&self) -> usize {
        usize::from(self.total)
    }

    /// The same number for the same positions in any order.
    #[inline]
    pub(super) fn sum(&self) -> u64 {
        self.sum
    }

    /// How often the position of this key was there.
    pub(super) fn count(&self, key: u64) -> usize {
        let mut count = 0;
        self.each(|own, _| count += usize::from(own == key));
        count
    }

    /// The keys in rising order.
    pub(super) fn sorted(&self) -> Vec<u64> {
        let mut keys = Vec::with_capacity(self.len());
        self.each(|key, _| keys.push(key));
        keys.sort_unstable();
        keys
    }

    /// The squares from and to which pieces moved, the newest move first.
    pub(super) fn steps_back(&self) -> Vec<(Square, Square)> {
        let mut steps = Vec::with_capacity(self.len());
        let square = |bits: u16| Square::index(usize::from(bits % 64));
        self.each(|_, mv| steps.push((square(mv), square(mv >> 6))));
        steps
    }

    /// Every key with the move that left its position, the newest first.
    fn each(&self, mut put: impl FnMut(u64, u16)) {
        let mut used = usize::from(self.recent);
        let (mut keys, mut moves, mut older) = (&self.keys, &self.moves, &self.older);
        loop {
            for place in (0..used).rev() {
                put(keys[place], moves[place]);
            }
            let Some(block) = older else { return };
            (keys, moves, older) = (&block.keys, &block.moves, &block.older);
            used = BLOCK;
        }
    }
}
