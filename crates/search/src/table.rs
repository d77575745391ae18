//! Results of earlier searches, in a fixed amount of memory.

use plyscope_game::{Rank, mix};

use crate::blank::{Blank, Blanks, blank};

/// What a stored rank says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    AtLeast,
    /// The true one is at most this.
    AtMost,
}

/// One search result. The rank counts plies from the stored state, not from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) rank: Rank,
    pub(crate) bound: Bound,
    /// Moves looked ahead.
    pub(crate) depth: u32,
    /// No line that mattered was cut off by the horizon, so the result holds at any greater depth too.
    pub(crate) proved: bool,
    /// The lower bound holds though moves were left out; means nothing where there is none.
    pub(crate) least: bool,
    /// The upper bound likewise.
    pub(crate) most: bool,
    /// Index of the best move, in the frame of the canonical state; only a hint.
    pub(crate) best: u16,
}

impl Entry {
    /// Whether a search of `depth` would find the same: a deeper result is
    /// another value, not a better one, unless it is proved.
    #[inline]
    pub(crate) fn holds_at(&self, depth: u32) -> bool {
        self.depth == depth || (self.proved && self.depth <= depth)
    }
}

/// The deepest search whose depth fits an entry.
pub(crate) const MAX_DEPTH: u32 = (1 << DEPTH_BITS) - 1;

const RANK_BITS: u32 = 34;
const DEPTH_BITS: u32 = 9;
const BEST_BITS: u32 = 15;

/// The low bits of a key, its generation above them, and a packed [`Entry`].
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    data: u64,
}

/// Bits of a key that a slot keeps; where the bucket lies tells the others.
const KEY_BITS: u32 = 56;
/// So many buckets at least, so that a bucket and [`KEY_BITS`] bits are the whole key.
const FEWEST: usize = 1 << (64 - KEY_BITS);
/// Generations before the table is wiped and the count begins anew.
const GENERATIONS: u64 = (1 << (64 - KEY_BITS)) - 1;

/// Four slots fill one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

// SAFETY: a slot is two numbers, and numbers may be zero.
#[allow(unsafe_code)]
unsafe impl Blank for Bucket {}

/// A table that forgets the shallowest results first when it is full.
///
/// Keys are compared whole; a wrong answer needs two states with the same 64
/// bits. Every search begins a new generation, to which slots of others are as
/// good as empty: so results never depend on what was searched earlier.
pub(crate) struct Table {
    buckets: Blanks<Bucket>,
    generation: u64,
}

impl Table {
    /// What one result takes.
    pub(crate) const BYTES_A_RESULT: u64 = size_of::<Slot>() as u64;

    /// A table of at most so many bytes, but at least 16 KiB; nothing if the machine has not got them.
    pub(crate) fn new(bytes: usize) -> Option<Self> {
        let count = (bytes / size_of::<Bucket>()).max(FEWEST);
        Some(Self {
            buckets: blank(count)?,
            generation: 1,
        })
    }

    /// Makes everything stored so far unreachable.
    pub(crate) fn next_generation(&mut self) {
        self.generation += 1;
        if self.generation > GENERATIONS {
            self.generation = 1;
            self.buckets.fill(Bucket([Slot { key: 0, data: 0 }; 4]));
        }
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let (place, key) = self.place(key);
        let slot = self.buckets[place].0.iter().find(|slot| slot.key == key)?;
        Some(unpack(slot.data))
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, entry: Entry) {
        let (place, key) = self.place(key);
        let generation = self.generation;
        let bucket = &mut self.buckets[place];
        let slot = match bucket.0.iter_mut().position(|slot| slot.key == key) {
            Some(same) => &mut bucket.0[same],
            None => bucket
                .0
                .iter_mut()
                .min_by_key(|slot| usefulness(slot, generation))
                .expect("a bucket has slots"),
        };
        *slot = Slot {
            key,
            data: pack(entry),
        };
    }

    /// The bucket of a key, and the key as this generation writes it.
    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        // One-to-one, so exact keys stay exact, and spread over all bits.
        let key = mix(key);
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        (
            place as usize,
            (key & ((1 << KEY_BITS) - 1)) | self.generation << KEY_BITS,
        )
    }
}

/// Deep results of this generation before shallow ones; slots of others are as good as empty.
#[inline]
fn usefulness(slot: &Slot, generation: u64) -> u64 {
    if slot.key >> KEY_BITS != generation {
        return 0;
    }
    1 + ((slot.data >> RANK_BITS) & u64::from(MAX_DEPTH))
}

/// From the low end: rank, depth, bound with what it leaves out, proved, best move.
#[inline]
fn pack(entry: Entry) -> u64 {
    let rank = (entry.rank.to_bits() as u64) & ((1 << RANK_BITS) - 1);
    let (least, most) = (u64::from(entry.least), u64::from(entry.most));
    let bound = match entry.bound {
        Bound::Exact => least | most << 1,
        Bound::AtLeast => 4 | least,
        Bound::AtMost => 6 | most,
    };
    let best = u64::from(entry.best) & ((1 << BEST_BITS) - 1);
    rank | u64::from(entry.depth) << 34 | bound << 43 | u64::from(entry.proved) << 46 | best << 47
}

#[inline]
fn unpack(data: u64) -> Entry {
    let rank = ((data << (64 - RANK_BITS)) as i64) >> (64 - RANK_BITS);
    let bound = (data >> 43) & 7;
    let (bound, least, most) = match bound {
        0..4 => (Bound::Exact, bound & 1 == 1, bound & 2 == 2),
        4..6 => (Bound::AtLeast, bound & 1 == 1, false),
        _ => (Bound::AtMost, false, bound & 1 == 1),
    };
    Entry {
        rank: Rank::from_bits(rank),
        depth: (data >> 34) as u32 & MAX_DEPTH,
        bound,
        least,
        most,
        proved: (data >> 46) & 1 == 1,
        best: (data >> 47) as u16 & ((1 << BEST_BITS) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_survives_packing() {
        for rank in [
            Rank::finished(-64, 3),
            Rank::finished(1, 0),
            Rank::finished(i32::from(i16::MAX), 0),
            Rank::estimate(f32::MIN),
            Rank::estimate(0.1),
            Rank::LEVEL,
        ] {
            for (bound, least, most) in [
                (Bound::Exact, true, true),
                (Bound::Exact, false, true),
                (Bound::AtLeast, true, false),
                (Bound::AtMost, false, true),
                (Bound::AtMost, false, false),
            ] {
                let entry = Entry {
                    rank,
                    bound,
                    depth: MAX_DEPTH,
                    proved: true,
                    least,
                    most,
                    best: (1 << BEST_BITS) - 1,
                };
                assert_eq!(unpack(pack(entry)), entry);
            }
        }
    }

    #[test]
    fn a_full_table_keeps_the_deep_and_forgets_the_old() {
        let entry = |depth| Entry {
            rank: Rank::LEVEL,
            bound: Bound::Exact,
            depth,
            proved: false,
            least: true,
            most: true,
            best: 0,
        };
        let mut table = Table::new(64).expect("a little memory");
        let home = table.place(0).0;
        let together: Vec<u64> = (0..)
            .filter(|&key| table.place(key).0 == home)
            .take(5)
            .collect();
        for round in 0..3 * GENERATIONS {
            for (&key, depth) in together.iter().zip([10, 9, 8, 7, 6]) {
                assert!(table.get(key).is_none(), "round {round}");
                table.put(key, entry(depth));
            }
            assert!(table.get(together[0]).is_some() && table.get(together[3]).is_none());
            table.next_generation();
        }
    }
}
