//! The engine `lanes`: 512 games side by side, a bit each.
//!
//! A gate is worked out for all lanes by one operation on a block of 512 bits.
//! A lane whose game ends begins the next one, as soon as the clock of the game
//! stands as at its start.

mod ages;
mod block;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod code;
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
#[path = "no_code.rs"]
mod code;
mod compile;
mod goals;
mod line;
mod memory;
mod pick;
mod processor;
mod program;
mod run;
mod scores;
mod select;
mod supply;
mod tally;

pub(crate) use code::{Code, Target};
pub(crate) use compile::{GoalProgram, Phase, Wanted, gates_and_goals};
pub use processor::Vectors;
pub(crate) use processor::count_bits;
pub(crate) use run::LONGEST;
pub use run::Lanes;
pub(crate) use supply::{LaneEnd, LaneStart};
pub use tally::Playouts;
