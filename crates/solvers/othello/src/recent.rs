//! What is known of states with few empty cells that were met a moment ago: small enough for the
//! processor's own caches, so that a look costs less than searching most of them again.


#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Entry {
    own: u64,
    theirs: u64,
    lower: i8,
    upper: i8,
    age: u8,
}

/// So many entries, 32 bytes each.
const ENTRIES: usize = 1 << 12;

/// Bounds on values, each in the one place that it can have.
pub(super) struct Recent {
    entries: Box<[Entry]>,
    /// Entries of another age are forgotten.
    age: u8,
}

impl Recent {
    pub(super) fn new() -> Self {
        Self {
            entries: vec![Entry::default(); ENTRIES].into(),
            age: 1,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.age == u8::MAX {
            self.entries.fill(Entry::default());
            self.age = 0;
        }
        self.age += 1;
    }

    /// Where a state has its place.
    #[inline(always)]
    pub(super) fn place(own: u64, theirs: u64) -> usize {
        let key = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ theirs.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(32);
        (key.wrapping_mul(0x94d0_49bb_1331_11eb) >> (64 - ENTRIES.trailing_zeros())) as usize
    }

    #[inline(always)]
    pub(super) fn get(&self, place: usize, own: u64, theirs: u64) -> Option<(i32, i32)> {
        let entry = &self.entries[place % ENTRIES];
        (entry.own == own && entry.theirs == theirs && entry.age == self.age)
            .then_some((entry.lower.into(), entry.upper.into()))
    }

    #[inline(always)]
    pub(super) fn put(&mut self, place: usize, own: u64, theirs: u64, alpha: i32, value: i32) {
        let age = self.age;
        let entry = &mut self.entries[place % ENTRIES];
        let (mut lower, mut upper) = (i8::MIN, i8::MAX);
        if entry.own == own && entry.theirs == theirs && entry.age == age {
            (lower, upper) = (entry.lower, entry.upper);
        }
        if value > alpha {
            lower = lower.max(value as i8);
        } else {
            upper = upper.min(value as i8);
        }
        *entry = Entry {
            own,
            theirs,
            lower,
            upper,
            age,
        };
    }
}
