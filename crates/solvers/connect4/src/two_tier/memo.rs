//! What the search has found out about states that it may meet again by another path.

use plyscope_game::mix;

use super::kernel::Window;

/// Entries; 256 KiB stay near the processor, and four times as many were slower at depth 12.
const SIZE: usize = 1 << 14;

/// The low bits of a key tell what kind of value goes with it.
const KIND: u64 = 3;
const EXACT: u64 = 0;
const AT_LEAST: u64 = 1;
const AT_MOST: u64 = 2;

/// A small table of values, good for one root and one depth.
///
/// Utilities count from the root; [`Self::next`] makes everything in it foreign.
#[derive(Clone, Debug)]
pub(super) struct Memo {
    entries: Vec<(u64, i64)>,
    generation: u64,
    /// Sets the keys of one generation apart from those of all others.
    salt: u64,
}

impl Memo {
    pub(super) fn new() -> Self {
        Self {
            entries: vec![(0, 0); SIZE],
            generation: 0,
            salt: 0,
        }
    }

    /// Forgets everything, at no cost.
    pub(super) fn next(&mut self) {
        self.generation += 1;
        self.salt = mix(self.generation);
    }

    /// A value that answers the question of the window: exact, or a bound outside it.
    #[inline]
    pub(super) fn get(&self, key: u64, window: Window) -> Option<i64> {
        let (slot, tag) = self.place(key);
        let (stored, value) = self.entries[slot];
        if (stored ^ tag) & !KIND != 0 {
            return None;
        }
        let answers = match stored & KIND {
            EXACT => true,
            AT_LEAST => value >= window.high,
            _ => value <= window.low,
        };
        answers.then_some(value)
    }

    /// Keeps what a search with this window found.
    #[inline]
    pub(super) fn put(&mut self, key: u64, window: Window, value: i64) {
        let (slot, tag) = self.place(key);
        let kind = if value >= window.high {
            AT_LEAST
        } else if value <= window.low {
            AT_MOST
        } else {
            EXACT
        };
        self.entries[slot] = ((tag & !KIND) | kind, value);
    }

    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let tag = key ^ self.salt;
        ((tag >> 2) as usize % SIZE, tag)
    }
}
