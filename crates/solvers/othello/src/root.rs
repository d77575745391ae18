//! The moves of the state asked about: tests "is it worth at least so much?"
//! until the bounds on a move's value meet.

use super::ahead::MOST;
use super::board::{Board, odd_quadrants};
use super::code::Code;
use super::few::FEW;
use super::lengths::keeps;
use super::search::Search;
use plyscope_search::by_keys;

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
    /// The plies to the end, this move's included, once they are found.
    pub(super) plies: Option<u32>,
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
    pub(super) fn of(self, value: i32) -> i32 {
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

    pub(super) fn most<B: Board>(self) -> i32 {
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
            plies: None,
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
        // A narrow search proves nothing, so its bounds may cross.
        while self.lower < self.upper && !search.ended {
            target = target.clamp(self.lower + unit.step::<B>(), self.upper);
            self.test::<C, B>(code, search, target, unit);
            target = if self.lower >= target {
                self.lower + unit.step::<B>()
            } else {
                self.upper
            };
        }
    }

    /// Finds the plies to the end under best play; leaves them unknown if the
    /// search has to end, or had to before the value was found.
    fn measure<C: Code, B: Board>(&mut self, code: C, search: &mut Search, unit: Unit) {
        if !self.is_solved() || search.ended {
            return;
        }
        let most = 2 * B::COUNT;
        let plies = 1 + self.length::<C, B>(code, search, -self.lower, unit, -1, most);
        if !search.ended {
            self.plies = Some(plies as u32);
        }
    }

    /// [`super::lengths::length`] of the state that the move leads to.
    fn length<C: Code, B: Board>(
        &self,
        code: C,
        search: &mut Search,
        value: i32,
        unit: Unit,
        low: i32,
        high: i32,
    ) -> i32 {
        let Self { own, theirs, .. } = *self;
        let moves = code.reach(own, theirs) & B::CELLS & !(own | theirs);
        code.length::<B>(search, own, theirs, moves, value, unit, low, high)
    }
}

/// Finds the plies to the end of every move whose value is known.
pub(super) fn measure_all<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    moves: &mut [RootMove],
    unit: Unit,
) {
    for mv in moves {
        mv.measure::<C, B>(code, search, unit);
    }
}

/// The number of a best move in a state worth `value`, one that leaves `plies`
/// more where they are asked for; none if the search has to end.
///
/// Tries `hint` first.
pub(super) fn next_of_line<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    moves: &[RootMove],
    hint: usize,
    value: i32,
    plies: Option<u32>,
    unit: Unit,
) -> Option<usize> {
    if moves.len() == 1 {
        return Some(0);
    }
    let mut order: Vec<usize> = (0..moves.len()).collect();
    if let Some(before) = order.get_mut(..=hint) {
        before.rotate_right(1);
    }
    let is_best = |&index: &usize| {
        let mv = &moves[index];
        keeps::<C, B>(code, search, mv.own, mv.theirs, value, unit)
            && plies.is_none_or(|plies| {
                let plies = plies as i32;
                if value > 0 {
                    mv.length::<C, B>(code, search, -value, unit, plies, plies + 1) <= plies
                } else {
                    mv.length::<C, B>(code, search, -value, unit, plies - 1, plies) >= plies
                }
            })
    };
    let found = order.into_iter().find(is_best);
    found.filter(|_| !search.ended)
}

/// Below so many empty cells a narrow search first does not pay.
const NARROW_FIRST: u32 = 13;
/// The moves per state that a narrow search tries.
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
    let keys: Vec<i64> = guesses.iter().map(|guess| -i64::from(*guess)).collect();
    by_keys(&mut sorted, &keys);
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
        if lower >= upper || search.ended {
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
    let mut look = |mv: &RootMove| {
        let RootMove { own, theirs, .. } = *mv;
        let replies = code.reach(own, theirs) & B::CELLS & !(own | theirs);
        let value = code.ahead::<B>(search, own, theirs, replies, FIRST_LOOK, -MOST, MOST);
        i64::from(value)
    };
    let keys: Vec<i64> = moves.iter().map(&mut look).collect();
    let mut order: Vec<usize> = (0..moves.len()).collect();
    by_keys(&mut order, &keys);
    order
}

fn pays_narrow<B: Board>(moves: &[RootMove]) -> bool {
    let empty = |mv: &RootMove| B::CELLS & !(mv.own | mv.theirs);
    moves
        .first()
        .is_some_and(|mv| empty(mv).count_ones() + 1 >= NARROW_FIRST)
}

/// [`super::deep::deep`] for any number of empty cells.
#[inline(always)]
pub(super) fn value<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    own: u64,
    theirs: u64,
    alpha: i32,
) -> i32 {
    // With few empty cells, this is the only place to ask.
    if search.has_to_end() {
        return alpha;
    }
    let empty = B::CELLS & !(own | theirs);
    let moves = code.reach(own, theirs) & empty;
    if empty.count_ones() == 5 {
        code.last_five::<B>(search, own, theirs, moves, odd_quadrants(empty), alpha)
    } else if empty.count_ones() <= FEW {
        code.few::<B>(search, own, theirs, moves, alpha)
    } else {
        code.deep::<B>(search, own, theirs, moves, alpha)
    }
}
