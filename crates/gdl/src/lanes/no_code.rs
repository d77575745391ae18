//! Stands in for machine code where there is none for the processor or the system.

use super::block::Block;
use super::line::Line;

/// There is no machine code here.
#[derive(Clone, Debug)]
pub(crate) enum Code {}

impl Code {
    /// Never.
    pub(crate) fn new(_line: &Line, _fluents: usize) -> Option<Self> {
        None
    }

    /// Room for work that it needs.
    pub(crate) fn work(&self) -> usize {
        match *self {}
    }

    /// Runs it.
    pub(crate) fn run(&self, _work: &mut [Block], _now: &[Block], _next: &mut [Block]) {
        match *self {}
    }
}
