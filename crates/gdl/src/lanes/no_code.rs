//! Stands in for machine code where there is none for the processor or the system.

use super::block::Block;
use super::line::Line;

/// A kind of code; there is none here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Lanes512,
    Lanes256,
}

impl Target {
    /// None.
    pub(crate) fn for_one() -> Option<Self> {
        None
    }

    /// Bytes from one cell in memory to the next.
    pub(crate) fn stride(self) -> usize {
        size_of::<Block>()
    }
}

/// Whether the processor has all of AVX-512 that is used.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
}

/// There is no machine code here.
#[derive(Clone, Debug)]
pub(crate) enum Code {}

impl Code {
    /// Never.
    pub(crate) fn new(_line: &Line, _fluents: usize, _target: Target) -> Option<Self> {
        None
    }

    /// Room for work that it needs.
    pub(crate) fn work(&self) -> usize {
        match *self {}
    }

    /// Runs it on all lanes.
    pub(crate) fn run(&self, _work: &mut [Block], _now: &[Block], _next: &mut [Block]) {
        match *self {}
    }

    /// Runs it on one game.
    pub(crate) fn run_one(&self, _work: &mut [u32], _now: &[u32], _next: &mut [u32]) {
        match *self {}
    }
}
