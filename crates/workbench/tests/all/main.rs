//! The tests that need the games that ship, in one program.

mod agents;
mod breeding;
#[path = "../../../../fuzz/src/lib.rs"]
pub mod fuzz;
mod learners;
mod panels;
mod random_text;
mod tables;
mod truth;
