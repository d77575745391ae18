//! The tests that need the games that ship, in one program.

mod agents;
mod breeding;
#[path = "../../../../fuzz/src/lib.rs"]
pub mod fuzz;
mod layers;
mod learners;
mod panels;
mod random_text;
mod sheets;
mod tables;
mod truth;
