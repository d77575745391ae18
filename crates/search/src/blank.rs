//! Zeroed memory that costs nothing until it is used.
//!
//! A table is made for every game of a match, and a short search touches little
//! of it: writing zeros to all of it would take longer than the moves.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed};

/// # Safety
/// All bits zero must be a value of the type.
pub(crate) unsafe trait Blank: Copy {}

/// So many zeroed values; nothing if the machine has not got the memory.
pub(crate) fn blank<T: Blank>(count: usize) -> Option<Vec<T>> {
    let layout = Layout::array::<T>(count).ok()?;
    if layout.size() == 0 {
        return None;
    }
    // SAFETY: the layout is not empty.
    let memory = unsafe { alloc_zeroed(layout) }.cast::<T>();
    if memory.is_null() {
        return None;
    }
    #[allow(
        clippy::same_length_and_capacity,
        reason = "all of it was asked for and all is used"
    )]
    // SAFETY: the memory comes from the global allocator with the layout of so
    // many values, and zeros are values by the promise of `Blank`.
    Some(unsafe { Vec::from_raw_parts(memory, count, count) })
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
        let lines = blank::<Line>(1000).unwrap();
        assert!(lines.iter().all(|line| line.0 == [0; 8]));
        assert_eq!(lines.as_ptr() as usize % 64, 0);
    }

    #[test]
    fn more_than_there_is_or_nothing_at_all_is_refused() {
        assert!(blank::<Line>(usize::MAX / 2).is_none());
        assert!(blank::<Line>(0).is_none());
    }
}
