//! Games written in Rust, one folder each: rules, notation, features.

mod grid;
pub mod mnk;
pub mod othello;
