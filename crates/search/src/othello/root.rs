//! The moves of the state asked about: tests "is it worth at least so much?"
//! until the bounds on a move's value meet.

use super::ahead::MOST;
use super::board::{Board, odd_quadrants};
use super::code::Code;
use super::search::Search;

/// A move of the state asked about, with what is proved of its value to the mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove {
    /// The discs of who moves next.
    pub(super) own: u64,
    /// The discs of who made the move.
    pub(super) theirs: u64,
    /// What is proved of the value.
    pub(super) lower: i32,
    /// What is proved of the value.
    pub(super) upper: i32,
}

/// In which unit values are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// −1, 0 or 1.
    WinLoss,
    /// Discs.
    Discs,
}

impl Unit {
    fn of(self, value: i32) -> i32 {
        match self {
            Self::WinLoss => value.signum(),
            Self::Discs => value,
        }
    }

    fn step<B: Board>(self) -> i32 {
        match self {
            Self::WinLoss => 1,
            Self::Discs => B::STEP,
        }
    }

    fn most<B: Board>(self) -> i32 {
        match self {
            Self::WinLoss => 1,
            Self::Discs => B::COUNT,
        }
    }
}

impl RootMove {
    /// A move of which nothing is proved.
    pub(super) fn new<B: Board>(own: u64, theirs: u64, unit: Unit) -> Self {
        let most = unit.most::<B>();
        Self {
            own,
            theirs,
            lower: -most,
            upper: most,
        }
    }

    /// Whether the value is known.
    pub(super) fn is_solved(&self) -> bool {
        self.lower == self.upper
    }

    /// Finds out whether the value is at least `target`; changes nothing if the search has to end.
    fn test<C: Code, B: Board>(&mut self, code: C, search: &mut Search, target: i32, unit: Unit) {
        if self.lower >= target || self.upper < target {
            return;
        }
        let value = -value::<C, B>(code, search, self.own, self.theirs, -target);
        if search.ended {
            return;
        }
        let value = unit.of(value);
        if value >= target {
            self.lower = self.lower.max(value);
        } else {
            self.upper = self.upper.min(value);
        }
    }

    /// Tests until the value is known or the search has to end.
    fn solve<C: Code, B: Board>(&mut self, code: C, search: &mut Search, guess: i32, unit: Unit) {
        let mut target = guess;
        while !self.is_solved() && !search.ended {
            target = target.clamp(self.lower + unit.step::<B>(), self.upper);
            self.test::<C, B>(code, search, target, unit);
            target = if self.lower >= target {
                self.lower + unit.step::<B>()
            } else {
                self.upper
            };
        }
    }
}

/// Below so many empty cells a narrow search first does not pay.
const NARROW_FIRST: u32 = 13;
/// The moves a state that a narrow search tries.
const WIDTH: usize = 3; // 2 guesses badly, 4 costs more than it saves
/// How far moves are looked at to begin with.
const FIRST_LOOK: u32 = 2;

/// Tests until every move is solved or the search has to end.
pub(super) fn solve_all<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    moves: &mut [RootMove],
    unit: Unit,
) {
    let order = promising_first::<C, B>(code, search, moves);
    let mut guesses = vec![0; moves.len()];
    if pays_narrow::<B>(moves) {
        search.width = WIDTH;
        let mut guess = 0;
        for &index in &order {
            let mut trial = moves[index];
            trial.solve::<C, B>(code, search, guess, unit);
            guess = trial.lower;
            guesses[index] = guess;
        }
        search.table.forget_bounds();
        search.width = usize::MAX;
    }
    let mut sorted = order;
    sorted.sort_by_key(|&index| -guesses[index]);
    for index in sorted {
        moves[index].solve::<C, B>(code, search, guesses[index], unit);
    }
}

/// Tests until one move is solved and no other is better, or the search has to end.
pub(super) fn solve_best<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    moves: &mut [RootMove],
    unit: Unit,
) {
    let mut order = promising_first::<C, B>(code, search, moves);
    let mut guess = 0;
    if pays_narrow::<B>(moves) {
        search.width = WIDTH;
        let mut trial = moves.to_vec();
        guess = find_best::<C, B>(code, search, &mut trial, &mut order, guess, unit);
        search.table.forget_bounds();
        search.width = usize::MAX;
    }
    find_best::<C, B>(code, search, moves, &mut order, guess, unit);
}

/// Tests all moves against one target after the other, beginning with a guess;
/// gives the value of the best, and leaves that first in the order.
fn find_best<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    moves: &mut [RootMove],
    order: &mut [usize],
    guess: i32,
    unit: Unit,
) -> i32 {
    let mut target = guess;
    loop {
        let lower = moves.iter().map(|mv| mv.lower).max().unwrap_or(0);
        let upper = moves.iter().map(|mv| mv.upper).max().unwrap_or(0);
        if lower == upper || search.ended {
            return lower;
        }
        target = target.clamp(lower + unit.step::<B>(), upper);
        let found = order.iter().position(|&index| {
            moves[index].test::<C, B>(code, search, target, unit);
            moves[index].lower >= target
        });
        if let Some(at) = found {
            order[..=at].rotate_right(1);
            target = moves[order[0]].lower + unit.step::<B>();
        } else {
            target = moves.iter().map(|mv| mv.upper).max().unwrap_or(0);
        }
    }
}

/// The numbers of the moves, by a first look at where they lead.
fn promising_first<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    moves: &[RootMove],
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_cached_key(|&index| {
        let RootMove { own, theirs, .. } = moves[index];
        let replies = code.reach(own, theirs) & B::CELLS & !(own | theirs);
        code.ahead::<B>(search, own, theirs, replies, FIRST_LOOK, -MOST, MOST)
    });
    order
}

fn pays_narrow<B: Board>(moves: &[RootMove]) -> bool {
    let empty = |mv: &RootMove| B::CELLS & !(mv.own | mv.theirs);
    moves
        .first()
        .is_some_and(|mv| empty(mv).count_ones() + 1 >= NARROW_FIRST)
}

/// [`super::deep::deep`] for any number of empty cells.
fn value<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    alpha: i32,
) -> i32 {
    let empty = B::CELLS & !(own | theirs);
    let moves = code.reach(own, theirs) & empty;
    if empty.count_ones() == 5 {
        code.last_five::<B>(search, own, theirs, moves, odd_quadrants(empty), alpha)
    } else {
        code.deep::<B>(search, own, theirs, moves, alpha)
    }
}
