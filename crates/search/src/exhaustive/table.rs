//! Where states are kept with what was found out about them.

use plyscope_game::mix;

use crate::blank::zeroed_words;

/// A hash table from states to their worth, in the order in which they were added.
///
/// Keyed by the states themselves: the 64-bit key only says where to look, so
/// two states that share a key cannot be taken for each other. Every slot holds
/// 32 bits of the key beside the index, and few states are compared in vain.
#[derive(Debug)]
pub struct StateTable<S, W> {
    /// 0, or a tag in the upper half and 1 + an index in the lower. The slot
    /// searched first is given by the tag's top bits alone, so that growing
    /// needs no keys.
    slots: Vec<u64>,
    entries: Vec<(S, W)>,
}

/// Slots of the smallest table, as a power of two.
const LEAST_BITS: u32 = 10;

/// The machine has not got the memory for another state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory;

impl<S: Eq, W> StateTable<S, W> {
    /// The most states a table can hold.
    pub const MOST: usize = u32::MAX as usize - 1;

    /// Bytes that a state takes at the most, but for what it holds on the heap: an entry and three slots.
    pub(crate) const BYTES_PER_STATE: usize = size_of::<(S, W)>() + 3 * size_of::<u64>();

    /// A table with nothing in it.
    #[must_use]
    pub fn new() -> Self {
        Self {
            slots: vec![0; 1 << LEAST_BITS],
            entries: Vec::new(),
        }
    }

    /// The states and their worth, as they were added.
    pub fn entries(&self) -> &[(S, W)] {
        &self.entries
    }

    /// Where in [`Self::entries`] a state is.
    #[inline]
    pub fn find(&self, key: u64, state: &S) -> Option<usize> {
        let tag = mix(key) >> 32;
        let mut slot = self.home(tag);
        while self.slots[slot] != 0 {
            if self.slots[slot] >> 32 == tag {
                let index = (self.slots[slot] as u32 - 1) as usize;
                if self.entries[index].0 == *state {
                    return Some(index);
                }
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        None
    }

    /// Adds a state that is not in the table.
    ///
    /// # Errors
    /// When there is no memory for it; the table is as it was.
    pub fn insert(&mut self, key: u64, state: S, worth: W) -> Result<(), NoMemory> {
        if (self.entries.len() + 1) * 3 > self.slots.len() * 2 {
            self.grow()?;
        }
        self.entries.try_reserve(1).map_err(|_| NoMemory)?;
        self.entries.push((state, worth));
        let tag = mix(key) >> 32;
        self.put(tag << 32 | self.entries.len() as u64);
        Ok(())
    }

    #[inline]
    fn home(&self, tag: u64) -> usize {
        (tag >> (32 - self.slots.len().trailing_zeros())) as usize
    }

    fn put(&mut self, filled: u64) {
        let mut slot = self.home(filled >> 32);
        while self.slots[slot] != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = filled;
    }

    fn grow(&mut self) -> Result<(), NoMemory> {
        let twice = zeroed_words(self.slots.len() * 2).ok_or(NoMemory)?;
        let old = std::mem::replace(&mut self.slots, twice);
        for filled in old.into_iter().filter(|&slot| slot != 0) {
            self.put(filled);
        }
        Ok(())
    }
}

impl<S: Eq, W> Default for StateTable<S, W> {
    fn default() -> Self {
        Self::new()
    }
}
