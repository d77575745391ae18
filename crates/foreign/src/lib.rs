//! Agents in other programs.
//!
//! [`Child`] is a process that is spoken to in lines.

mod child;
mod command_line;
mod gomocup;
mod last_words;
mod nboard;
mod patience;
pub mod process;
pub mod serve;
mod talk;
mod tries;
pub mod uci;
mod watcher;

pub use child::Child;
pub use command_line::CommandLine;
pub use gomocup::GomocupAgent;
pub use nboard::NboardAgent;
pub use patience::Patience;
pub use talk::TalkSettings;
