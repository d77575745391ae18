//! Expected outcome: what a state yields under random play of all players.
//!
//! B. Abramson and R. E. Korf, "A Model of Two-Player Evaluation Functions"
//! (AAAI 1987). A leaf counts with the probability that random play reaches it,
//! which is the product of 1 / branching on its way, not 1 / leaves.
//!
//! [`ExactOutcome`] enumerates, [`Sampler`] plays games out until a [`StopRule`] is
//! content: the paper's, which compares two samples and doubles; an interval
//! of stated width; or a race in which playouts go to the moves that are still
//! in question. Each is an evaluator of states, in the game's own points, and
//! an agent that puts such a value on the state after every move and looks no further.

mod agent;
mod exact;
mod race;
mod sample;
mod sampler;

#[cfg(test)]
mod tests;

pub use exact::{Enumeration, ExactOutcome, NotEnumerated};
pub use sample::Sample;
pub use sampler::{Sampler, SamplerParams, StopRule};
