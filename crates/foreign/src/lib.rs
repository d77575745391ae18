//! Agents in other programs.
//!
//! [`Child`] is a process that is spoken to in lines, with a deadline on every
//! answer, and that never outlives us. [`process`] is a protocol of JSON lines
//! for heuristics in any language; [`uci`], [`GomocupAgent`] and [`NboardAgent`]
//! are engines of chess, five in a row and Othello as agents; [`serve`] lends our
//! agents to the programs that speak these protocols.
//!
//! ```
//! # #[cfg(unix)] {
//! use std::time::Duration;
//!
//! use plyscope_foreign::{Child, CommandLine, Patience};
//!
//! let mut child = Child::start(&CommandLine::parse("cat")?)?;
//! child.send(b"hello\n");
//! assert_eq!(child.receive(&Patience::of(Duration::from_secs(60)))?, b"hello");
//!
//! let mut silent = Child::start(&CommandLine::parse("sleep 1000")?)?;
//! let error = silent.receive(&Patience::of(Duration::from_millis(10))).unwrap_err();
//! assert!(error.what.starts_with("`sleep 1000` did not answer"));
//! # }
//! # Ok::<(), plyscope_game::Error>(())
//! ```

#[cfg_attr(not(unix), path = "no_child.rs")]
mod child;
mod command_line;
mod gomocup;
#[cfg(unix)]
mod last_words;
mod nboard;
mod patience;
pub mod process;
pub mod serve;
mod talk;
mod tries;
pub mod uci;
#[cfg(unix)]
mod watcher;

pub use child::Child;
pub use command_line::CommandLine;
pub use gomocup::GomocupAgent;
pub use nboard::NboardAgent;
pub use patience::Patience;
pub use talk::TalkSettings;
