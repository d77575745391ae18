//! The exact solver of Connect Four on every board that fits in 64 bits.
//!
//! Null windows over positions in which the mover has a choice: forced moves are
//! played out first (`settle`), answering bounds a position without search
//! (`parity`), and the table tells about moves before they are made.
//! `docs/concepts/solvers.md` says what each idea gains.
//!
//! [`two_tier`] plays the same game after Lin and van Lent, without solving it.
//!
//! ```
//! use plyscope_connect4::Standard;
//! use plyscope_game::{Agent, Game, Limits, Notation, Score};
//! use plyscope_solver_connect4::{ConnectFourSolver, SolverParams};
//!
//! let game = Standard::default();
//! let mut state = game.start();
//! for column in "44444222226666611111".chars() {
//!     let mv = game.read_move(&state, &column.to_string())?;
//!     game.play(&mut state, mv);
//! }
//! let mut solver = ConnectFourSolver::new(SolverParams::default());
//! let advice = solver.advise(&game, &state, &Limits::every_move())?;
//! assert!(advice.moves.iter().all(|own| matches!(own.score, Score::Exact { .. })));
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod agent;
mod board;
mod book;
mod kernel;
mod key;
mod known;
mod parity;
mod settle;
mod table;
pub mod two_tier;

pub use book::{Book, BookError, BookPlan, BookWorker};

use std::sync::Arc;
use std::time::Duration;

use plyscope_connect4::{Bits, ConnectFour, Shape, State};
use plyscope_game::{Game, Limits};

use board::Board;
use kernel::Kernel;
use known::KnownValues;
use plyscope_search::SearchBudget;
use settle::Position;
use table::Table;

/// How positions are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverParams {
    /// Memory for results, in bytes, rounded down to a power of two; it is taken
    /// as it fills, and half as much again for the moment in which it grows.
    pub table_bytes: usize,
    /// The most positions to search for one call.
    pub nodes: Option<u64>,
    /// The longest time for one call.
    pub time: Option<Duration>,
}

impl Default for SolverParams {
    fn default() -> Self {
        Self {
            table_bytes: 1 << 30,
            nodes: None,
            time: None,
        }
    }
}

/// Knows the exact worth of every move of Connect Four.
///
/// Every call begins with an empty table: answers do not depend on earlier
/// ones, nor do counts of nodes, and a small table is faster than a full one.
/// All moves of one position share it.
#[derive(Debug)]
pub struct ConnectFourSolver {
    params: SolverParams,
    book: BookChoice,
    nodes: u64,
}

/// Where values of early positions come from. They are the same with and without a book.
#[derive(Clone, Debug, Default)]
pub enum BookChoice {
    /// From search, like all others.
    #[default]
    No,
    /// From the book that ships, where the board is its board.
    Shipped,
    /// From this book, where the board is its board.
    Own(Arc<Book>),
}

impl ConnectFourSolver {
    /// A solver with these limits.
    #[must_use]
    pub fn new(params: SolverParams) -> Self {
        Self {
            params,
            book: BookChoice::No,
            nodes: 0,
        }
    }

    /// The same with a book, or without.
    #[must_use]
    pub fn with_book(self, book: BookChoice) -> Self {
        Self { book, ..self }
    }

    /// Positions searched since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The exact value of a state to the mover; `None` when a limit ended the search,
    /// the board is too big or there is no memory at all.
    ///
    /// 0 is a draw, 1 a win with the last stone that the winner has, 2 with the
    /// one before, and so on; losses likewise below 0.
    pub fn solve<S: Shape>(
        &mut self,
        game: &ConnectFour<S>,
        state: &<ConnectFour<S> as Game>::State,
        limits: &Limits,
    ) -> Option<i32> {
        let board = Board::new(game.shape())?;
        let mut known = self.known(board, game.shape(), state.ply(), limits)?;
        let value = known.solve(position(state));
        self.nodes += known.nodes();
        value
    }

    /// A search that has seen nothing yet but the book, if that reaches beyond `ply`;
    /// nothing if there is no memory for the smallest table.
    fn known<S: Shape>(
        &self,
        board: Board<S>,
        shape: S,
        ply: u32,
        limits: &Limits,
    ) -> Option<KnownValues<S>> {
        let table = Table::new(self.params.table_bytes, board.bits())?;
        let budget = SearchBudget::new(self.params.nodes, self.params.time, limits);
        let kernel = Kernel::new(board, table, budget);
        let book = self.book.reaching(&shape, ply);
        Some(KnownValues::new(board, book, kernel))
    }
}

fn position<B: Bits>(state: &State<B>) -> Position {
    Position {
        mine: state.moving().to_wide() as u64,
        all: state.all().to_wide() as u64,
        ply: state.ply(),
    }
}
