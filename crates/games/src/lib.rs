//! Games written in Rust, one folder each: rules, notation, features.

pub mod breakthrough;
mod cells;
pub mod connect4;
pub mod gomoku;
mod grid;
pub mod mnk;
pub mod othello;
