//! The tests of the crate, in one program: one link, and the searches they use compiled once.

mod analysis;
mod decided;
mod pages;
mod reference;
mod scale;
mod sheet;
mod truths;
