//! The tests of the crate, in one program: one link, and the solver compiled once.

mod connect4_book;
mod connect4_solver;
