//! Opening books: made by solving every early position, kept in a file, checked by solving some again.

mod journal;
mod make;

use std::path::Path;
use std::sync::Arc;

use plyscope_connect4::{AnySize, ConnectFour, Fixed, Shape};
use plyscope_game::{Error, Limits};
use plyscope_solver_connect4::Book;
use plyscope_workbench::{NamedGame, Registry, Shelf};

/// The board of seven by six.
type Usual = Fixed<u64, 7, 6, 4>;

/// A book to be made.
pub struct BookOrder<'a> {
    /// The last ply that it knows.
    pub last_ply: u32,
    /// The file to write.
    pub output: &'a Path,
    /// Whether another file of that name may be replaced.
    pub replace: bool,
    /// Bytes that each thread may take for its table.
    pub table_bytes: usize,
    /// Threads; the book does not depend on it.
    pub threads: usize,
    /// The flag that stops the run; other limits do not count, for a book has no gaps.
    pub limits: Limits,
    /// Told how many positions are done, and of how many.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// A book that is to be held against the solver.
pub struct BookCheck<'a> {
    /// The book.
    pub book: &'a Book,
    /// How many positions of its last ply to solve again.
    pub sample: usize,
    /// Where the choice of the sample begins.
    pub seed: u64,
    /// Bytes that each thread may take for its table.
    pub table_bytes: usize,
    /// Threads.
    pub threads: usize,
    /// The flag that stops the run.
    pub limits: Limits,
    /// Told how many positions are done, and of how many.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// What a book says of a position, where the solver finds something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookFlaw {
    /// The position as text.
    pub state: String,
    /// Its value by the book.
    pub said: Option<i32>,
    /// Its value by the solver.
    pub found: i32,
}

/// What came of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMade {
    /// The book.
    pub book: Book,
    /// Positions that an earlier run had solved.
    pub before: u64,
    /// Whether the very book was there already.
    pub already: bool,
}

/// A game of which books can be made.
pub trait BookGame: Sync {
    /// Makes a book, or resumes one that was interrupted.
    ///
    /// # Errors
    /// When the board is too big, the run is stopped, or the file cannot be written.
    fn make_book(&self, spec: &str, order: &BookOrder<'_>) -> Result<BookMade, Error>;
    /// Solves some positions of a book again, and tells where it is wrong.
    ///
    /// # Errors
    /// When the run is stopped.
    fn check_book(&self, check: &BookCheck<'_>) -> Result<Vec<BookFlaw>, Error>;
}

impl<S: Shape> BookGame for ConnectFour<S> {
    fn make_book(&self, spec: &str, order: &BookOrder<'_>) -> Result<BookMade, Error> {
        make::make(self, spec, order)
    }

    fn check_book(&self, check: &BookCheck<'_>) -> Result<Vec<BookFlaw>, Error> {
        make::check(self, check)
    }
}

/// A board that is too big for the solver, and so for books: none is compiled for it.
struct TooBig;

impl BookGame for TooBig {
    fn make_book(&self, spec: &str, order: &BookOrder<'_>) -> Result<BookMade, Error> {
        Err(make::no_book(spec, order))
    }

    fn check_book(&self, _: &BookCheck<'_>) -> Result<Vec<BookFlaw>, Error> {
        Err(Error::failed("there are no books of boards of that size"))
    }
}

/// The game as one of which opening books can be made, if it is Connect Four.
pub fn books(game: &NamedGame) -> Option<&dyn BookGame> {
    fn of<S: Shape>(game: &NamedGame) -> Option<&ConnectFour<S>> {
        game.shelf().map(Shelf::game)
    }
    if let Some(game) = of::<Usual>(game) {
        return Some(game);
    }
    if let Some(game) = of::<AnySize<u64>>(game) {
        return Some(game);
    }
    of::<AnySize<u128>>(game).map(|_| &TooBig as &dyn BookGame)
}

/// Reads a book from a file.
///
/// # Errors
/// When the file cannot be read or is no whole book.
pub fn load_book(path: &Path) -> Result<Book, Error> {
    let bytes = std::fs::read(path).map_err(|error| {
        Error::misuse(
            format!("{} cannot be read: {error}", path.display()),
            "check the path; it is taken from the folder you are in",
        )
    })?;
    Book::read(&bytes).map_err(|error| {
        Error::misuse(
            format!("{}: {error}", path.display()),
            "make one with `plyscope book make connect4`",
        )
    })
}

/// The spec of the game that a book is of.
///
/// # Errors
/// When there is no such game.
pub fn game_of(registry: &Registry, book: &Book) -> Result<Arc<NamedGame>, Error> {
    let (width, height, connect) = book.board();
    registry.open(&format!(
        "connect4:width={width},height={height},connect={connect}"
    ))
}
