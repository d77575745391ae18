//! Games written in Rust, one folder each: rules, notation, features.

pub mod gomoku;
mod grid;
pub mod mnk;
pub mod othello;
