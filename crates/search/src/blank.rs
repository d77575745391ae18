//! Zeroed memory that costs nothing until it is used.
//!
//! A table is made for every game of a match, and a short search touches little
//! of it: writing zeros to all of it would take longer than the moves.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// # Safety
/// All bits zero must be a value of the type.
pub unsafe trait Blank: Copy {}

/// Values that were zero when they were made.
///
/// They lie inside memory for plain words, at the first place that suits them:
/// the allocator hands out untouched pages for words, but writes zeros itself
/// where something wants to be aligned to a cache line.
pub struct Blanks<T> {
    words: Vec<u64>,
    /// The word at which the values begin.
    first: usize,
    count: usize,
    of: PhantomData<T>,
}

/// So many zeroed values; nothing if the machine has not got the memory.
pub fn blank<T: Blank>(count: usize) -> Option<Blanks<T>> {
    let bytes = count.checked_mul(size_of::<T>()).filter(|&all| all > 0)?;
    let spare = align_of::<T>() / size_of::<u64>();
    let words = zeroed_words(bytes.div_ceil(size_of::<u64>()).checked_add(spare)?)?;
    let first = words.as_ptr().align_offset(align_of::<T>());
    (first <= spare).then_some(Blanks {
        words,
        first,
        count,
        of: PhantomData,
    })
}

/// So many zeros, at least one; nothing if the machine has not got the memory.
pub fn zeroed_words(count: usize) -> Option<Vec<u64>> {
    let layout = Layout::array::<u64>(count.max(1)).ok()?;
    #[allow(clippy::cast_ptr_alignment, reason = "the layout is that of words")]
    // SAFETY: there is at least one word, so the layout is not empty.
    let memory = unsafe { alloc_zeroed(layout) }.cast::<u64>();
    if memory.is_null() {
        return None;
    }
    #[allow(
        clippy::same_length_and_capacity,
        reason = "all of it was asked for and all is used"
    )]
    // SAFETY: the memory comes from the global allocator with the layout of so
    // many words, and zero is a word.
    Some(unsafe { Vec::from_raw_parts(memory, count.max(1), count.max(1)) })
}

impl<T: Blank> Deref for Blanks<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `blank` took words for `count` values behind `first`, where they are
        // aligned; words do not move, and what is in them was zero, which is a value
        // by the promise of `Blank`, or was written as a value.
        unsafe {
            std::slice::from_raw_parts(self.words.as_ptr().add(self.first).cast(), self.count)
        }
    }
}

impl<T: Blank> DerefMut for Blanks<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else has them.
        unsafe {
            let first = self.words.as_mut_ptr().add(self.first);
            std::slice::from_raw_parts_mut(first.cast(), self.count)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Debug)]
    #[repr(align(64))]
    struct Line([u64; 8]);

    // SAFETY: numbers may be zero.
    unsafe impl Blank for Line {}

    #[test]
    fn blank_memory_is_zero_and_aligned() {
        for count in [1, 2, 7, 1000, 100_000] {
            let mut lines = blank::<Line>(count).unwrap();
            assert_eq!(lines.len(), count);
            assert!(lines.iter().all(|line| line.0 == [0; 8]));
            assert_eq!(lines.as_ptr() as usize % 64, 0);
            lines[count - 1].0[7] = 9;
            assert_eq!(lines[count - 1].0, [0, 0, 0, 0, 0, 0, 0, 9]);
        }
    }

    #[test]
    fn more_than_there_is_or_nothing_at_all_is_refused() {
        assert!(blank::<Line>(usize::MAX / 2).is_none());
        assert!(blank::<Line>(usize::MAX / 128).is_none());
        assert!(blank::<Line>(0).is_none());
    }
}
