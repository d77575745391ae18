//! The engine `lanes`: 512 games side by side, a bit each.
//!
//! A gate is worked out for all lanes by one operation on a block of 512 bits.
//! A lane whose game ends begins the next one, as soon as the clock of the game
//! stands as at its start.

mod block;
mod compile;
mod goals;
mod processor;
mod program;
mod run;
mod select;
mod supply;
mod tally;

pub(crate) use block::LANES;
pub use processor::Vectors;
pub(crate) use run::LONGEST;
pub use run::Lanes;
pub use tally::Playouts;
