//! Agents in other programs.
//!
//! [`Child`] is a process that is spoken to in lines.

mod child;
mod command_line;
mod last_words;
mod patience;
pub mod process;
pub mod serve;
mod tries;
pub mod uci;
mod watcher;

pub use child::Child;
pub use command_line::CommandLine;
pub use patience::Patience;
