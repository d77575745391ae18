//! Making a book: its positions in parts, to be solved in any order on any number of threads.
//!
//! Values are exact, so the book does not depend on which machine solves which part. A
//! worker keeps its table from position to position. Positions that few moves
//! tell apart follow each other and share much of what is to be found out:
//! solving them so takes a third of the nodes.

use std::ops::Range;

use plyscope_connect4::{AnySize, ConnectFour, Shape};
use plyscope_game::Limits;

use super::super::board::Board;
use super::super::kernel::Kernel;
use super::super::table::Table;
use super::{Book, openings, size};
use plyscope_search::SearchBudget;

/// Positions that are solved together.
const PART: usize = 64;

/// The positions of a book that have to be solved.
#[derive(Clone, Debug)]
pub struct BookPlan<S: Shape> {
    board: Board<S>,
    shape: AnySize<u64>,
    last: u32,
    /// The keys of the last ply in the order of work.
    keys: Vec<u64>,
}

impl<S: Shape> BookPlan<S> {
    /// A plan for all positions up to ply `last`.
    ///
    /// None if the board does not fit in 64 bits, is full by then, or has too many positions.
    pub fn new(game: &ConnectFour<S>, last: u32) -> Option<Self> {
        let shape = game.shape();
        let board = Board::new(shape)?;
        let (width, height, connect) = size(&shape);
        if last >= board.size() {
            return None;
        }
        let plies = board.openings_to(last, openings::MOST)?;
        Some(Self {
            board,
            shape: AnySize::new(width, height, connect).ok()?,
            last,
            keys: family_order(&board, &plies),
        })
    }

    /// Positions to be solved.
    pub fn positions(&self) -> usize {
        self.keys.len()
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.keys.len().div_ceil(PART)
    }

    /// How many positions a part has.
    pub fn part_len(&self, part: usize) -> usize {
        self.part(part).len()
    }

    fn part(&self, part: usize) -> Range<usize> {
        part * PART..((part + 1) * PART).min(self.keys.len())
    }

    /// A worker that solves parts with so much memory; none if the memory cannot be had.
    pub fn worker(&self, table_bytes: usize, limits: &Limits) -> Option<BookWorker<'_, S>> {
        let table = Table::new(table_bytes, self.board.bits())?;
        Some(BookWorker {
            plan: self,
            kernel: Kernel::new(self.board, table, SearchBudget::new(None, None, limits)),
        })
    }

    /// The book, from the values of all parts in their order.
    ///
    /// None if there are more or fewer values than positions.
    pub fn book(&self, values: &[i8]) -> Option<Book> {
        if values.len() != self.keys.len() {
            return None;
        }
        let mut by_key: Vec<(u64, i8)> = self.keys.iter().copied().zip(values.to_vec()).collect();
        by_key.sort_unstable();
        let values: Vec<i8> = by_key.into_iter().map(|(_, value)| value).collect();
        Book::from_last_ply(self.shape, self.last, &values)
    }
}

/// The positions of the last ply, each behind its brothers: first all that come from the first
/// position of the ply before, then what the second adds, and so on, with these in such order, too.
fn family_order<S: Shape>(board: &Board<S>, plies: &[Vec<u64>]) -> Vec<u64> {
    let mut ordered = plies[0].clone();
    for (ply, next) in plies[1..].iter().enumerate() {
        let mut is_listed = vec![false; next.len()];
        let mut listed = Vec::with_capacity(next.len());
        for &key in &ordered {
            board.each_reply(key, ply as u32, |reply| {
                let place = reply.and_then(|reply| next.binary_search(&reply).ok());
                if let Some(place) = place.filter(|&place| !is_listed[place]) {
                    is_listed[place] = true;
                    listed.push(next[place]);
                }
            });
        }
        ordered = listed;
    }
    ordered
}

/// Solves parts of a plan, one after another.
pub struct BookWorker<'a, S: Shape> {
    plan: &'a BookPlan<S>,
    kernel: Kernel<S>,
}

impl<S: Shape> BookWorker<'_, S> {
    /// The values of a part's positions; none if it was stopped.
    pub fn solve(&mut self, part: usize) -> Option<Vec<i8>> {
        let plan = self.plan;
        let solve = |&key: &u64| {
            let position = plan.board.position_of(key, plan.last);
            self.kernel.solve(position).map(|value| value as i8)
        };
        plan.keys[plan.part(part)].iter().map(solve).collect()
    }
}
