//! A heuristic in a process of its own, in any language: a protocol of JSON lines.
//!
//! We greet it with the game; it says whether it values states or moves and
//! what it wants to see of them. Then it gets questions of many states each and
//! answers with their values. `docs/reference/protocol.md` tells the whole.

mod agent;
mod answer;
mod evaluator;
mod greeting;
mod link;
mod request;
mod scan;

use std::time::Duration;

pub use agent::ProcessAgent;
pub use evaluator::ProcessEvaluator;
pub use greeting::GameCard;

use crate::CommandLine;

/// The version of the protocol.
pub const VERSION: u64 = 1;

/// How a process is run.
#[derive(Clone, Debug)]
pub struct ProcessSettings {
    /// The program and its arguments.
    pub command: CommandLine,
    /// How long it may take for one answer, the greeting's too.
    pub timeout: Duration,
    /// How often it is started again after it did wrong.
    pub restarts: u32,
    /// The most states in one question.
    pub batch: usize,
    /// The game it is told of.
    pub card: GameCard,
    /// The seed it is told, for one that has random numbers.
    pub seed: u64,
}
