//! A line as machine code: no list of operations is read while it runs, and what is needed soon stays in registers.
//!
//! Two to three times as fast as following the list. On processors and systems
//! where it cannot be had, lines are followed operation by operation.
#![allow(unsafe_code)]

mod allocate;
mod assemble;
mod memory;

use std::sync::Arc;

use super::block::{Block, WORDS};
use super::line::Line;

/// Bytes of a block.
const BYTES: i32 = 32;
const _: () = assert!(size_of::<Block>() == BYTES as usize && WORDS * 8 == BYTES as usize);

/// Longer lines are not turned into code: addresses and time to compile.
const LONGEST: usize = 2_000_000;

/// Machine code for one line.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pages: Arc<memory::Executable>,
    /// Blocks that it reads or writes in each of the three places.
    now: usize,
    next: usize,
    work: usize,
}

impl Code {
    /// Whether this processor can run it.
    pub(crate) fn is_possible() -> bool {
        is_x86_feature_detected!("avx2")
    }

    /// Compiles a line; `None` where it has circles, or is too long, or the system does not allow it.
    ///
    /// `fluents` is how many blocks a state has.
    pub(crate) fn new(line: &Line, fluents: usize) -> Option<Self> {
        if !Self::is_possible() || !line.circles.is_empty() || line.ops.len() > LONGEST {
            return None;
        }
        let (bytes, work) = allocate::allocate(line);
        Some(Self {
            pages: Arc::new(memory::Executable::new(&bytes)?),
            now: fluents,
            next: fluents,
            work: work as usize,
        })
    }

    /// Room for work that it needs.
    pub(crate) fn work(&self) -> usize {
        self.work
    }

    /// Runs it.
    pub(crate) fn run(&self, work: &mut [Block], now: &[Block], next: &mut [Block]) {
        assert!(work.len() >= self.work && now.len() >= self.now && next.len() >= self.next);
        // SAFETY: the pages hold a whole function of this type, made by `allocate`.
        let code: extern "sysv64" fn(*mut Block, *const Block, *mut Block) =
            unsafe { std::mem::transmute(self.pages.entry()) };
        // All blocks that the code reads or writes are inside the three slices, as has been asserted.
        code(work.as_mut_ptr(), now.as_ptr(), next.as_mut_ptr());
    }
}
