//! What was proved about positions, in a fixed amount of memory, eight bytes each.
//!
//! A key is scrambled one to one; some of its bits say where an entry lies and
//! the rest lie in it, so that two positions are never confused.
#![allow(unsafe_code)]

use plyscope_game::Deadline;

use plyscope_search::blank::zeroed_words;

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The value is at least this.
    pub(super) least: i32,
    /// The value is at most this.
    pub(super) most: i32,
}

impl Known {
    /// All that can be said of a value without looking.
    pub(super) const NOTHING: Self = Self {
        least: -OFFSET,
        most: OFFSET - 1,
    };
}

const BOUND_BITS: u32 = 6;
const WORK_BITS: u32 = 5;
const WORK_AT: u32 = 2 * BOUND_BITS;
/// Bits of an entry that are not of the key.
const DATA_BITS: u32 = WORK_AT + WORK_BITS;
const OFFSET: i32 = 1 << (BOUND_BITS - 1);
/// Entries that lie together and compete for their room.
const SLOTS: usize = 4;

/// Buckets that a table begins with: as many as the fast caches hold.
const FIRST_BITS: u32 = 14;
/// Buckets that are moved between two looks at the clock: about a millisecond's work.
const MOVED_AT_ONCE: usize = 1 << 16;
/// Buckets that begin with a cache line never cross one.
const LINE: usize = 64;

/// A table that grows as it fills, up to its size, and then forgets what was cheap to find first.
///
/// Small as long as it can be, because most positions are solved long before a
/// big table is worth the misses that it costs. Where the machine has not got
/// the memory to grow, it stays as it is: that only costs time.
pub(super) struct Table {
    slots: Vec<u64>,
    /// The first slot that begins a cache line.
    start: usize,
    taken: usize,
    key_bits: u32,
    index_bits: u32,
    most_bits: u32,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} of {} slots)", self.taken, self.slots.len())
    }
}

/// Where a key lies.
#[derive(Clone, Copy)]
struct Place {
    /// The first slot of the bucket.
    bucket: usize,
    /// The bits of the key that the bucket does not tell.
    rest: u64,
}

impl Table {
    /// A table for keys below 2 to the `key_bits`, of at most `bytes`, but at
    /// least as many as tell such keys apart; nothing if the machine has not got the memory to begin with.
    pub(super) fn new(bytes: usize, key_bits: u32) -> Option<Self> {
        let least = key_bits.saturating_sub(u64::BITS - DATA_BITS);
        let most = (bytes / (SLOTS * size_of::<u64>())).max(1).ilog2();
        let most_bits = most.clamp(least.max(1), key_bits - 1);
        let index_bits = FIRST_BITS.clamp(least.max(1), most_bits);
        let (slots, start) = empty(index_bits)?;
        Some(Self {
            slots,
            start,
            taken: 0,
            key_bits,
            index_bits,
            most_bits,
        })
    }

    /// Asks the memory for what [`Self::get`] will read.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const u64 = &raw const self.slots[self.place(key).bucket];
            // SAFETY: a prefetch reads nothing and the address is inside the table.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Known {
        let place = self.place(key);
        let bucket = &self.slots[place.bucket..][..SLOTS];
        let slot = bucket.iter().find(|&&slot| is_of(slot, place.rest));
        slot.map_or(Known::NOTHING, |&slot| unpack(slot))
    }

    /// Keeps what was found with so much work (nodes searched); does not begin to grow what the deadline would cut off.
    #[inline]
    pub(super) fn put(&mut self, key: u64, known: Known, nodes: u64, deadline: &Deadline) {
        let place = self.place(key);
        let bucket = &mut self.slots[place.bucket..][..SLOTS];
        let mut chosen = 0;
        for at in 0..SLOTS {
            if is_of(bucket[at], place.rest) {
                chosen = at;
                break;
            }
            if work(bucket[at]) < work(bucket[chosen]) {
                chosen = at;
            }
        }
        let was_empty = bucket[chosen] == 0;
        bucket[chosen] = place.rest << DATA_BITS | pack(known, nodes);
        if was_empty {
            self.taken += 1;
            if self.taken << 1 > SLOTS << self.index_bits && self.index_bits < self.most_bits {
                self.grow(deadline);
            }
        }
    }

    /// Doubles the buckets: one more bit of each key tells the bucket.
    ///
    /// Stays as it is where there is no memory, or where the search is over before all is moved.
    #[cold]
    fn grow(&mut self, deadline: &Deadline) {
        let rest_bits = self.key_bits - self.index_bits - 1;
        let Some((mut slots, start)) = empty(self.index_bits + 1) else {
            self.most_bits = self.index_bits;
            return;
        };
        for bucket in 0..1 << self.index_bits {
            if bucket % MOVED_AT_ONCE == 0 && deadline.is_over() {
                return;
            }
            let mut filled = [0; 2];
            for &slot in &self.slots[self.start + bucket * SLOTS..][..SLOTS] {
                if slot != 0 {
                    let half = (slot >> (DATA_BITS + rest_bits)) as usize;
                    let place = start + (2 * bucket + half) * SLOTS + filled[half];
                    slots[place] = slot & (u64::MAX >> (u64::BITS - DATA_BITS - rest_bits));
                    filled[half] += 1;
                }
            }
        }
        (self.slots, self.start) = (slots, start);
        self.index_bits += 1;
    }

    /// Spreads the bits of a key; the other methods take it so.
    #[inline]
    pub(super) fn scramble(&self, key: u64) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        // Both steps are one to one on numbers of this many bits.
        let mask = u64::MAX >> (u64::BITS - self.key_bits);
        (key ^ (key >> (self.key_bits / 2))).wrapping_mul(ODD) & mask
    }

    #[inline]
    fn place(&self, key: u64) -> Place {
        let rest_bits = self.key_bits - self.index_bits;
        Place {
            bucket: self.start + (key >> rest_bits) as usize * SLOTS,
            rest: key & ((1 << rest_bits) - 1),
        }
    }
}

/// So many empty buckets, and the first slot that begins a cache line; nothing if there is no memory.
fn empty(index_bits: u32) -> Option<(Vec<u64>, usize)> {
    let spare = LINE / size_of::<u64>();
    let slots = zeroed_words((SLOTS << index_bits) + spare)?;
    let start = slots.as_ptr().align_offset(LINE).min(spare);
    Some((slots, start))
}

/// Whether a slot holds the key with this rest. An empty slot holds none.
#[inline]
fn is_of(slot: u64, rest: u64) -> bool {
    slot >> DATA_BITS == rest && slot != 0
}

#[inline]
fn work(slot: u64) -> u64 {
    (slot >> WORK_AT) & ((1 << WORK_BITS) - 1)
}

/// From the low end: least, most, work. Work is at least 1, so that no entry is 0.
#[inline]
fn pack(known: Known, nodes: u64) -> u64 {
    let work = u64::from(nodes.max(2).ilog2()).min((1 << WORK_BITS) - 1);
    let bound = |value: i32| (value + OFFSET) as u64;
    bound(known.least) | bound(known.most) << BOUND_BITS | work << WORK_AT
}

#[inline]
fn unpack(slot: u64) -> Known {
    let bound = |at: u32| (slot >> at) as i32 & ((1 << BOUND_BITS) - 1);
    Known {
        least: bound(0) - OFFSET,
        most: bound(BOUND_BITS) - OFFSET,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(key: u64) -> Known {
        let least = (key % 20) as i32 - 20;
        Known {
            least,
            most: least + (key % 7) as i32,
        }
    }

    #[test]
    fn entries_survive_growth_and_are_never_confused() {
        for key_bits in [20, 49, 64] {
            let mut table = Table::new(64 << 20, key_bits).expect("64 MiB");
            let mask = u64::MAX >> (u64::BITS - key_bits);
            let keys = (1..200_000).map(|n: u64| n.wrapping_mul(0x0123_4567_89ab_cdef) & mask);
            for key in keys.clone() {
                table.put(table.scramble(key), known(key), 1, &Deadline::never());
            }
            let found = |key: &u64| table.get(table.scramble(*key)) != Known::NOTHING;
            let kept: Vec<u64> = keys.filter(found).collect();
            assert!(kept.len() > 100_000, "{} kept", kept.len());
            assert!(
                kept.iter()
                    .all(|&key| table.get(table.scramble(key)) == known(key))
            );
        }
    }

    #[test]
    fn a_full_table_keeps_what_was_dear() {
        let mut table = Table::new(64, 49).expect("64 bytes");
        let never = &Deadline::never();
        table.put(table.scramble(5), known(5), 1_000_000, never);
        for key in 100..1000 {
            table.put(table.scramble(key), known(key), 3, never);
        }
        assert_eq!(table.get(table.scramble(5)), known(5));
    }
}
