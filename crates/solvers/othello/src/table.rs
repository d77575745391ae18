//! What is known of states met before: bounds on their values and the moves that did best.
//!
//! Entries hold the whole position, so that nothing is ever mistaken for
//! something else, and an age, so that a table is emptied by growing older.
//!
//! A search begins with a small part of the memory and doubles it as it fills:
//! most searches then stay near the caches, and never touch pages that the
//! system would have to provide.

use plyscope_search::blank::{Blank, Blanks, blank};

/// What the table knows of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The value is at least this.
    pub(super) lower: i8,
    /// The value is at most this.
    pub(super) upper: i8,
    /// The moves that did best, the latest first; 64 where there is none.
    pub(super) best: [u8; 2],
    /// Best play takes at least so many plies.
    pub(super) shortest: u8,
    /// Best play takes at most so many plies.
    pub(super) longest: u8,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    own: u64,
    theirs: u64,
    lower: i8,
    upper: i8,
    best: [u8; 2],
    shortest: u8,
    longest: u8,
    /// How much work the entry saves; the cheaper one gives way.
    work: u8,
    /// The age in which it was made; 0 is never.
    age: u8,
}

/// A bucket is one line of the cache: an entry worth keeping and the latest.
#[repr(align(64))]
#[derive(Clone, Copy, Default)]
struct Bucket([Entry; 2]);

// SAFETY: a bucket is made of numbers, and numbers may be zero.
#[allow(unsafe_code)]
unsafe impl Blank for Bucket {}

/// How often bounds may be forgotten between clearings.
pub(super) const MOST_STAGES: u8 = 16;

/// In use at the beginning: 1 MiB.
const FIRST_BUCKETS: usize = (1 << 20) / size_of::<Bucket>();

/// Positions with what is known of them.
pub(super) struct Table {
    buckets: Blanks<Bucket>,
    /// So many of the buckets are in use: [`Self::base`] doubled some times.
    used: usize,
    /// In use at the beginning.
    base: usize,
    /// The most that were in use since all were empty.
    touched: usize,
    /// Entries that may still be added before more buckets are used.
    room: usize,
    /// Entries of this age or older are forgotten.
    forgotten: u8,
    /// Entries older than this give hints, no bounds.
    age: u8,
}

impl Table {
    /// A table of at most so many bytes, but at least one bucket; nothing if the machine has not got them.
    pub(super) fn new(bytes: usize) -> Option<Self> {
        let buckets: Blanks<Bucket> = blank((bytes / size_of::<Bucket>()).max(1))?;
        let mut base = buckets.len();
        while base > FIRST_BUCKETS {
            base /= 2;
        }
        Some(Self {
            buckets,
            used: base,
            base,
            touched: base,
            room: base,
            forgotten: 0,
            age: 1,
        })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.age > u8::MAX - MOST_STAGES {
            self.buckets[..self.touched].fill(Bucket::default());
            self.touched = self.base;
            self.age = 0;
        }
        self.used = self.base;
        self.room = self.base;
        self.forgotten = self.age;
        self.age += 1;
    }

    /// Forgets all bounds and keeps the moves that did best; at most [`MOST_STAGES`] times between clearings.
    pub(super) fn forget_bounds(&mut self) {
        self.age += 1;
    }

    #[inline(always)]
    fn index(&self, own: u64, theirs: u64) -> usize {
        let key = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ theirs.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(32);
        let key = (key ^ key >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
        // The high half of the product spreads keys evenly over any number of buckets.
        ((u128::from(key) * self.used as u128) >> 64) as usize
    }

    /// Uses twice as many buckets, if there are.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        if self.used > self.buckets.len() / 2 {
            self.room = usize::MAX;
            return;
        }
        let from = self.used;
        self.used *= 2;
        self.room = self.used;
        self.touched = self.touched.max(self.used);
        // A bucket's entries go to two that lie at or behind it, which the later ones have left.
        for index in (0..from).rev() {
            let entries = self.buckets[index].0;
            self.buckets[2 * index] = Bucket::default();
            self.buckets[2 * index + 1] = Bucket::default();
            for entry in entries.iter().rev().filter(|own| own.age > self.forgotten) {
                let to = self.index(entry.own, entry.theirs);
                add(&mut self.buckets[to].0, *entry, self.forgotten);
            }
        }
    }

    /// Counts an entry that is going to be added.
    #[inline(always)]
    fn make_room(&mut self) {
        self.room -= 1;
        if self.room == 0 {
            self.grow();
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, own: u64, theirs: u64) -> Option<Known> {
        let bucket = &self.buckets[self.index(own, theirs)];
        bucket
            .0
            .iter()
            .find(|entry| entry.own == own && entry.theirs == theirs && entry.age > self.forgotten)
            .map(|entry| {
                let (lower, upper) = if entry.age == self.age {
                    (entry.lower, entry.upper)
                } else {
                    (i8::MIN, i8::MAX)
                };
                Known {
                    lower,
                    upper,
                    best: entry.best,
                    shortest: entry.shortest,
                    longest: entry.longest,
                }
            })
    }

    /// Keeps a value found by a search that asked whether it is above `alpha`.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        own: u64,
        theirs: u64,
        alpha: i32,
        value: i32,
        best: u8,
        work: u8,
    ) {
        let age = self.age;
        let index = self.index(own, theirs);
        let bucket = &mut self.buckets[index].0;
        for entry in bucket.iter_mut() {
            if entry.own == own && entry.theirs == theirs && entry.age > self.forgotten {
                if entry.age != age {
                    (entry.lower, entry.upper, entry.age) = (i8::MIN, i8::MAX, age);
                }
                if value > alpha {
                    entry.lower = entry.lower.max(value as i8);
                } else {
                    entry.upper = entry.upper.min(value as i8);
                }
                if entry.best[0] != best {
                    entry.best = [best, entry.best[0]];
                }
                entry.work = entry.work.max(work);
                return;
            }
        }
        let entry = Entry {
            own,
            theirs,
            lower: if value > alpha { value as i8 } else { i8::MIN },
            upper: if value > alpha { i8::MAX } else { value as i8 },
            best: [best, 64],
            shortest: 0,
            longest: u8::MAX,
            work,
            age,
        };
        add(bucket, entry, self.forgotten);
        self.make_room();
    }

    /// Keeps bounds on the plies to the end.
    #[inline(always)]
    pub(super) fn put_length(
        &mut self,
        own: u64,
        theirs: u64,
        shortest: u8,
        longest: u8,
        work: u8,
    ) {
        let index = self.index(own, theirs);
        let bucket = &mut self.buckets[index].0;
        for entry in bucket.iter_mut() {
            if entry.own == own && entry.theirs == theirs && entry.age > self.forgotten {
                entry.shortest = entry.shortest.max(shortest);
                entry.longest = entry.longest.min(longest);
                return;
            }
        }
        let entry = Entry {
            own,
            theirs,
            lower: i8::MIN,
            upper: i8::MAX,
            best: [64; 2],
            shortest,
            longest,
            work,
            age: self.age,
        };
        add(bucket, entry, self.forgotten);
        self.make_room();
    }
}

/// Adds an entry to a bucket in the place of the one that saves less work.
#[inline(always)]
fn add(bucket: &mut [Entry; 2], entry: Entry, forgotten: u8) {
    let keeps = bucket[0].age > forgotten && bucket[0].work > entry.work;
    if keeps {
        bucket[1] = entry;
    } else {
        bucket[1] = bucket[0];
        bucket[0] = entry;
    }
}
