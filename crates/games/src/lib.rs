//! Games written in Rust, one folder each: rules, notation, features.

pub mod connect4;
