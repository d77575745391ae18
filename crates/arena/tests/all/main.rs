//! The tests of the crate, in one program: one link, and the searches they use compiled once.

mod common;
mod contests;
mod ratings_edges;
mod ratings_examples;
mod ratings_reference;
mod ratings_simulation;
mod records;
