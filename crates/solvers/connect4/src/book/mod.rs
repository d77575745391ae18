//! An opening book: the value of every position up to a ply, found by the solver itself.
//!
//! A book holds one byte for each position of its last ply, in rising order of
//! their keys, and no keys: who reads it lists the positions again. The plies
//! before follow by looking one move ahead.

mod file;
mod make;
mod openings;

pub use file::BookError;
pub use make::{BookPlan, BookWorker};

use std::sync::{Arc, LazyLock};

use plyscope_connect4::{AnySize, ConnectFour, Shape};
use plyscope_game::Game;

use super::board::Board;
use super::position;
use super::settle::Position;

/// The values of all positions of one board up to a ply.
#[derive(Clone, PartialEq, Eq)]
pub struct Book {
    shape: AnySize<u64>,
    /// From the empty board to the last ply.
    plies: Vec<Ply>,
}

/// The positions of one ply in which the game goes on.
#[derive(Clone, PartialEq, Eq)]
struct Ply {
    /// In rising order.
    keys: Vec<u64>,
    /// To the mover, in the order of the keys.
    values: Vec<i8>,
}

impl Book {
    /// The book of a board whose last ply has these values.
    ///
    /// None if they are not as many as the positions.
    fn from_last_ply(shape: AnySize<u64>, last: u32, values: &[i8]) -> Option<Self> {
        let board = Board::new(shape)?;
        let mut lists = board.openings_to(last, openings::MOST)?;
        let keys = lists.pop()?;
        if keys.len() != values.len() {
            return None;
        }
        let mut plies = vec![Ply {
            keys,
            values: values.to_vec(),
        }];
        while let Some(keys) = lists.pop() {
            let next = plies.last()?;
            let ply = lists.len() as u32;
            let values = keys.iter().map(|&key| before(&board, key, ply, next));
            let values = values.collect::<Option<_>>()?;
            plies.push(Ply { keys, values });
        }
        plies.reverse();
        Some(Self { shape, plies })
    }

    /// The last ply of the book that ships.
    pub const SHIPPED_PLY: u32 = 7;

    /// Whether a book ships for this board: the standard one.
    pub(crate) fn ships_for<S: Shape>(shape: &S) -> bool {
        size(shape) == (7, 6, 4)
    }

    /// The book that ships.
    pub fn shipped() -> Arc<Self> {
        static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| {
            let book = Book::read(include_bytes!("connect4-7x6.book"));
            Arc::new(book.expect("the book that ships is whole"))
        });
        Arc::clone(&BOOK)
    }

    /// Columns, rows, and stones in a line that win.
    pub fn board(&self) -> (u32, u32, u32) {
        size(&self.shape)
    }

    /// The last ply that it knows.
    pub fn last_ply(&self) -> u32 {
        self.plies.len() as u32 - 1
    }

    /// Positions of the last ply.
    pub fn positions(&self) -> usize {
        self.plies.last().map_or(0, |ply| ply.keys.len())
    }

    /// The value of the empty board to the first player.
    pub fn start_value(&self) -> i32 {
        i32::from(self.plies[0].values[0])
    }

    /// Whether it is of this board.
    pub fn is_of<S: Shape>(&self, shape: &S) -> bool {
        size(&self.shape) == size(shape)
    }

    /// What the book says of an unfinished state, as [`super::ConnectFourSolver::solve`] does;
    /// none of another board, and none after the last ply.
    pub fn value_of<S: Shape>(
        &self,
        game: &ConnectFour<S>,
        state: &<ConnectFour<S> as Game>::State,
    ) -> Option<i32> {
        let board = Board::new(game.shape()).filter(|_| self.is_of(&game.shape()))?;
        self.value(&board, &position(state))
    }

    /// The value of an unfinished position of its board to the mover; none after the last ply.
    pub(super) fn value<S: Shape>(&self, board: &Board<S>, position: &Position) -> Option<i32> {
        let ply = self.plies.get(position.ply as usize)?;
        let place = ply.keys.binary_search(&board.key(position)).ok()?;
        Some(i32::from(ply.values[place]))
    }
}

impl std::fmt::Debug for Book {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (width, height, connect) = self.board();
        write!(f, "Book({width}×{height}, {connect} in a line, ")?;
        write!(f, "{} plies)", self.last_ply())
    }
}

fn size<S: Shape>(shape: &S) -> (u32, u32, u32) {
    (shape.width(), shape.height(), shape.connect())
}

/// The value of a position of `ply`, from those of the next.
fn before<S: Shape>(board: &Board<S>, key: u64, ply: u32, next: &Ply) -> Option<i8> {
    let win = board.win_at(ply + 1) as i8;
    let mut best = Some(i8::MIN);
    board.each_reply(key, ply, |reply| {
        let value = match reply {
            None => Some(win),
            Some(reply) => next
                .keys
                .binary_search(&reply)
                .ok()
                .map(|place| -next.values[place]),
        };
        best = best.zip(value).map(|(best, value)| best.max(value));
    });
    best
}
