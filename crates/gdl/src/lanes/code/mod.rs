//! A line as machine code: no list of operations is read while it runs, and what is needed soon stays in registers.
//!
//! Two to three times as fast as following the list. On processors and systems
//! where it cannot be had, lines are followed operation by operation.
#![allow(unsafe_code)]

mod allocate;
mod assemble;
mod evex;
mod fuse;
mod memory;
mod target;

use std::sync::Arc;

use super::block::Block;
use super::line::Line;

pub(crate) use target::{Target, has_avx512};

/// Bytes of half a block.
const HALF: usize = size_of::<Block>() / 2;

/// Longer lines are not turned into code: addresses and time to compile.
const LONGEST: usize = 2_000_000;

/// Machine code for one line.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pages: Arc<memory::Executable>,
    target: Target,
    /// Cells that it reads or writes in each of the three places.
    fluents: usize,
    work: usize,
}

type Function = extern "sysv64" fn(*mut u8, *const u8, *mut u8);

impl Code {
    /// Compiles a line; `None` where it has circles, or is too long, or the system does not allow it.
    ///
    /// `fluents` is how many cells a state has.
    pub(crate) fn new(line: &Line, fluents: usize, target: Target) -> Option<Self> {
        if !target.is_possible() || !line.circles.is_empty() || line.ops.len() > LONGEST {
            return None;
        }
        let (bytes, work) = allocate::allocate(line, target);
        Some(Self {
            pages: Arc::new(memory::Executable::new(&bytes)?),
            target,
            fluents,
            work: work as usize,
        })
    }

    /// Room for work that it needs.
    pub(crate) fn work(&self) -> usize {
        self.work
    }

    /// Runs it on all lanes.
    pub(crate) fn run(&self, work: &mut [Block], now: &[Block], next: &mut [Block]) {
        assert!(matches!(self.target, Target::Lanes256 | Target::Lanes512));
        assert!(work.len() >= self.work && now.len() >= self.fluents && next.len() >= self.fluents);
        let (work, now, next) = (work.as_mut_ptr(), now.as_ptr(), next.as_mut_ptr());
        let (work, now, next) = (work.cast::<u8>(), now.cast::<u8>(), next.cast::<u8>());
        let code = self.function();
        // All cells that the code reads or writes are inside the three slices, as has been asserted.
        code(work, now, next);
        if self.target == Target::Lanes256 {
            // SAFETY: the second half of a block begins inside of it, and each half is as long as a cell.
            let (work, now, next) = unsafe { (work.add(HALF), now.add(HALF), next.add(HALF)) };
            code(work, now, next);
        }
    }

    /// Runs it on one game, in cells of [`Target::stride`] bytes.
    pub(crate) fn run_one(&self, work: &mut [u32], now: &[u32], next: &mut [u32]) {
        assert!(matches!(self.target, Target::One256 | Target::One512));
        let words = self.target.stride() / size_of::<u32>();
        assert!(work.len() >= self.work * words);
        assert!(now.len() >= self.fluents * words && next.len() >= self.fluents * words);
        // All cells that the code reads or writes are inside the three slices, as has been asserted.
        let code = self.function();
        code(
            work.as_mut_ptr().cast(),
            now.as_ptr().cast(),
            next.as_mut_ptr().cast(),
        );
    }

    fn function(&self) -> Function {
        // SAFETY: the pages hold a whole function of this type, made by `allocate`, for a processor like this one.
        unsafe { std::mem::transmute::<*const std::ffi::c_void, Function>(self.pages.entry()) }
    }
}
