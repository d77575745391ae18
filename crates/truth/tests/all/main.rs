//! The tests of the crate, in one program: one link, and the searches they use compiled once.

mod common;
mod files;
mod making;
mod merging;
mod selecting;
