//! How specs become agents and evaluators.

mod catalog;
mod common;
pub mod engines;
mod expected_outcome;
mod make;
mod many;
mod process;
mod rising;
mod steady;
pub(crate) mod steering;

pub(crate) use catalog::Catalog;
pub(crate) use make::Maker;
pub(crate) use many::ManyPlayers;

/// The evaluator that weighs features.
pub(crate) const LINEAR: &str = "linear";
