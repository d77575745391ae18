//! The book where it reaches, the search elsewhere.

use std::sync::Arc;

use plyscope_connect4::Shape;

use super::board::Board;
use super::kernel::Kernel;
use super::settle::Position;
use super::{Book, BookChoice};

impl BookChoice {
    /// The book, if it is of this board and knows positions of `ply`.
    ///
    /// Reading the book that ships takes longer than solving late positions, so it is not read for those.
    pub(super) fn reaching<S: Shape>(&self, shape: &S, ply: u32) -> Option<Arc<Book>> {
        let book = match self {
            Self::No => return None,
            Self::Shipped if ply > Book::SHIPPED_PLY => return None,
            Self::Shipped if !Book::ships_for(shape) => return None,
            Self::Shipped => Book::shipped(),
            Self::Own(book) => Arc::clone(book),
        };
        (book.is_of(shape) && ply <= book.last_ply()).then_some(book)
    }
}

/// Values of positions of one board, wherever they come from.
pub(super) struct KnownValues<S> {
    board: Board<S>,
    book: Option<Arc<Book>>,
    kernel: Kernel<S>,
}

impl<S: Shape> KnownValues<S> {
    pub(super) fn new(board: Board<S>, book: Option<Arc<Book>>, kernel: Kernel<S>) -> Self {
        Self {
            board,
            book,
            kernel,
        }
    }

    /// Positions searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.kernel.nodes()
    }

    /// The exact value to the mover, or none if the budget ran out.
    pub(super) fn solve(&mut self, position: Position) -> Option<i32> {
        self.booked(&position)
            .or_else(|| self.kernel.solve(position))
    }

    /// Whether the value to the mover is `most` or less, or none if the budget ran out.
    pub(super) fn is_at_most(&mut self, position: Position, most: i32) -> Option<bool> {
        match self.booked(&position) {
            Some(value) => Some(value <= most),
            None => self.kernel.is_at_most(position, most),
        }
    }

    fn booked(&self, position: &Position) -> Option<i32> {
        self.book.as_ref()?.value(&self.board, position)
    }
}
