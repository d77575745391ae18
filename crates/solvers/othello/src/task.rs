//! What the solver asks of the search, to be run by the kernel that the processor can.

use super::board::Board;
use super::code::Code;
use super::root::{RootMove, Unit, measure_all, next_of_line, solve_all, solve_best};
use super::search::Search;

/// Something to do with a kernel that is known at run time only.
pub(super) trait Task {
    type Result;
    fn run<C: Code, B: Board>(self, code: C, search: &mut Search) -> Self::Result;
}

/// Find the values of moves.
pub(super) struct Solve<'a> {
    pub(super) moves: &'a mut [RootMove],
    pub(super) unit: Unit,
    pub(super) every_move: bool,
    pub(super) plies: bool,
}

impl Task for Solve<'_> {
    type Result = ();
    fn run<C: Code, B: Board>(self, code: C, search: &mut Search) {
        if self.every_move {
            solve_all::<C, B>(code, search, self.moves, self.unit);
        } else {
            solve_best::<C, B>(code, search, self.moves, self.unit);
        }
        if self.plies {
            measure_all::<C, B>(code, search, self.moves, self.unit);
        }
    }
}

/// Find one of the best moves of a state of known value.
pub(super) struct Next<'a> {
    pub(super) moves: &'a [RootMove],
    pub(super) hint: usize,
    pub(super) value: i32,
    pub(super) plies: Option<u32>,
    pub(super) unit: Unit,
}

impl Task for Next<'_> {
    type Result = Option<usize>;
    fn run<C: Code, B: Board>(self, code: C, search: &mut Search) -> Option<usize> {
        let Self {
            moves,
            hint,
            value,
            plies,
            unit,
        } = self;
        next_of_line::<C, B>(code, search, moves, hint, value, plies, unit)
    }
}
