//! The search: null windows only, over positions in which the mover has a choice.

use plyscope_connect4::Shape;

use super::board::Board;
use super::settle::{Open, Position, Settled};
use super::table::{Known, Table};
use plyscope_search::SearchBudget;

/// No board has more columns.
const MOST_MOVES: usize = 10;
/// What a threat is worth beside a column nearer to the middle.
const THREAT: i32 = 12;
/// The bonus of a threat that can be played as soon as a stone lies under it.
const NEAR_THREAT: i32 = 12;

/// A move that has to be searched: the position with a choice that it leads to.
#[derive(Clone, Copy, Debug)]
struct Child {
    open: Open,
    /// The other player's choice, as after most moves; else forced moves gave the turn back.
    swapped: bool,
    key: u64,
    /// What the table knew when the move was looked at.
    known: Known,
    promise: i32,
}

/// One search of positions of one shape.
pub(super) struct Kernel<S> {
    board: Board<S>,
    table: Table,
    budget: SearchBudget,
    /// The moves of all nodes on the way from the root, so that a node need not clear room for its own.
    children: Vec<Child>,
}

impl<S: Shape> Kernel<S> {
    pub(super) fn new(board: Board<S>, table: Table, budget: SearchBudget) -> Self {
        Self {
            board,
            table,
            budget,
            children: Vec::with_capacity((board.size() * board.width()) as usize),
        }
    }

    /// Positions searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// The exact value to the mover, or none if the budget ran out.
    pub(super) fn solve(&mut self, position: Position) -> Option<i32> {
        self.root(position, Self::narrow)
    }

    /// Whether the value to the mover is `most` or less, or none if the budget ran out.
    pub(super) fn is_at_most(&mut self, position: Position, most: i32) -> Option<bool> {
        let value = self.root(position, |kernel, open| {
            let (key, known) = kernel.known(open);
            let mover = (position.ply ^ open.position.ply).is_multiple_of(2);
            let alpha = if mover { most } else { -most - 1 };
            let value = kernel.search(open, key, known, alpha);
            (!kernel.budget.is_spent()).then_some(value)
        })?;
        Some(value <= most)
    }

    /// The value where there is no choice, else what `ask` says where there is one.
    fn root(
        &mut self,
        position: Position,
        ask: impl FnOnce(&mut Self, &Open) -> Option<i32>,
    ) -> Option<i32> {
        let board = self.board;
        if board.has_line(position.theirs()) {
            return Some(-board.win_at(position.ply));
        }
        let wins = board.completions(position.mine, position.all) & board.landings(position.all);
        if wins != 0 {
            return Some(board.win_at(position.ply + 1));
        }
        let threats = board.completions(position.theirs(), position.all);
        match board.settle(position, threats) {
            Settled::Value(value) => Some(value),
            Settled::Open(open, swapped) => {
                let value = ask(self, &open)?;
                Some(if swapped { -value } else { value })
            }
        }
    }

    /// The key of a position, and what the table says of it.
    fn known(&self, open: &Open) -> (u64, Known) {
        let key = self.table.scramble(self.board.key(&open.position));
        (key, self.table.get(key))
    }

    /// Closes in on the value by one null window after another.
    fn narrow(&mut self, open: &Open) -> Option<i32> {
        let ply = open.position.ply;
        let (key, known) = self.known(open);
        let mut least = known.least.max(-self.board.win_at(ply + 4));
        let mut most = known.most.min(self.board.win_at(ply + 3));
        if let Some(bound) = self.board.bound_by_answering(open) {
            most = most.min(bound);
        }
        let mut guess = 0;
        while least < most {
            if self.budget.is_spent() {
                return None;
            }
            let alpha = guess.clamp(least, most - 1);
            let known = self.table.get(key);
            let value = self.search(open, key, known, alpha);
            if self.budget.is_spent() {
                return None;
            }
            if value > alpha {
                least = value;
                guess = value;
            } else {
                most = value;
                guess = value - 1;
            }
        }
        Some(least)
    }

    /// Whether the value to the mover exceeds `alpha`: a result above it is a
    /// value that the true one reaches, one not above it a value that the true one does not exceed.
    ///
    /// Means nothing once the budget is spent.
    fn search(&mut self, open: &Open, key: u64, known: Known, alpha: i32) -> i32 {
        if self.budget.spend() {
            return alpha;
        }
        let nodes_before = self.budget.nodes();
        let first = self.children.len();
        let mut best = -self.board.win_at(open.position.ply + 4);
        let most = known.most.min(self.board.win_at(open.position.ply + 3));
        if most <= alpha {
            return most;
        }
        let sure = best.max(known.least);
        if sure > alpha {
            return sure;
        }
        let found = self.expand(open, alpha, &mut best);
        if let Some(value) = found {
            self.children.truncate(first);
            return value;
        }
        best = self.try_children(first, alpha, best);
        self.children.truncate(first);
        if self.budget.is_spent() {
            return alpha;
        }
        let found = if best > alpha {
            Known {
                least: best,
                most: known.most,
            }
        } else {
            Known {
                least: known.least,
                most: best,
            }
        };
        let nodes = self.budget.nodes() - nodes_before;
        self.table.put(key, found, nodes, self.budget.deadline());
        best
    }

    /// Puts the moves that have to be searched on the stack, or gives a value
    /// that decides the window without search. `best` rises to what the other moves reach at most.
    #[inline]
    fn expand(&mut self, open: &Open, alpha: i32, best: &mut i32) -> Option<i32> {
        let board = self.board;
        let ply = open.position.ply;
        let first = self.children.len();
        let mut safe = open.safe;
        while safe != 0 {
            let cell = safe & safe.wrapping_neg();
            safe &= safe - 1;
            let next = open.position.after(cell);
            let threats = board.completions(next.theirs(), next.all);
            match board.settle(next, threats) {
                Settled::Value(value) => {
                    if -value > alpha {
                        return Some(-value);
                    }
                    *best = (*best).max(-value);
                }
                Settled::Open(child, returned) => {
                    let key = self.table.scramble(board.key(&child.position));
                    self.table.prefetch(key);
                    self.children.push(Child {
                        open: child,
                        swapped: !returned,
                        key,
                        known: Known::NOTHING,
                        promise: promise(&board, open, &next, threats, cell),
                    });
                }
            }
        }
        // No move wins by a double threat, or it would have been found above.
        let most = board.win_at(ply + 5);
        if most <= alpha {
            return Some(most);
        }
        self.weed(first, alpha, best)
            .or_else(|| self.look_up(first, alpha, best))
    }

    /// Asks of each move what answering alone proves of it: one may decide the window, others need no search.
    #[inline]
    fn weed(&mut self, first: usize, alpha: i32, best: &mut i32) -> Option<i32> {
        let mut kept = first;
        for at in first..self.children.len() {
            let child = &self.children[at];
            if let Some(bound) = self.board.bound_by_answering(&child.open) {
                if child.swapped && -bound > alpha {
                    return Some(-bound);
                }
                if !child.swapped && bound <= alpha {
                    *best = (*best).max(bound);
                    continue;
                }
            }
            if kept != at {
                self.children[kept] = self.children[at];
            }
            kept += 1;
        }
        self.children.truncate(kept);
        None
    }

    /// Asks the table about each move: one may decide the window, others need no search.
    #[inline]
    fn look_up(&mut self, first: usize, alpha: i32, best: &mut i32) -> Option<i32> {
        let mut kept = first;
        for at in first..self.children.len() {
            let child = &mut self.children[at];
            child.known = self.table.get(child.key);
            let (least, most) = if child.swapped {
                (-child.known.most, -child.known.least)
            } else {
                (child.known.least, child.known.most)
            };
            if least > alpha {
                return Some(least);
            }
            if most <= alpha {
                *best = (*best).max(most);
                continue;
            }
            if kept != at {
                self.children[kept] = self.children[at];
            }
            kept += 1;
        }
        self.children.truncate(kept);
        None
    }

    /// Searches the moves on the stack from `first` on, the most promising first, until one exceeds `alpha`.
    #[inline]
    fn try_children(&mut self, first: usize, alpha: i32, mut best: i32) -> i32 {
        let last = self.children.len();
        let mut order = [0u8; MOST_MOVES];
        let count = last - first;
        for at in 0..count {
            let promise = self.children[first + at].promise;
            let mut place = at;
            while place > 0 && self.children[first + order[place - 1] as usize].promise < promise {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = at as u8;
        }
        for &at in &order[..count] {
            let child = self.children[first + at as usize];
            let value = if child.swapped {
                -self.search(&child.open, child.key, child.known, -alpha - 1)
            } else {
                self.search(&child.open, child.key, child.known, alpha)
            };
            best = best.max(value);
            if value > alpha || self.budget.is_spent() {
                break;
            }
        }
        best
    }
}

/// How good a move to `cell` looks: by the threats that the player then has, and the middle.
#[inline]
fn promise<S: Shape>(
    board: &Board<S>,
    open: &Open,
    next: &Position,
    threats: u64,
    cell: u64,
) -> i32 {
    let column = cell.trailing_zeros() / board.stride();
    let inward = column.min(board.width() - 1 - column) as i32;
    // A threat on top of the opponent's is never played.
    let useful = threats & !(open.threats << 1);
    if useful == 0 {
        return inward;
    }
    let near = useful & (board.landings(next.all) << 1);
    NEAR_THREAT * near.count_ones() as i32 + THREAT * useful.count_ones() as i32 + inward
}
