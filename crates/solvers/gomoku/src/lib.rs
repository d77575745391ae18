//! Threat search in gomoku: wins by fours, which leave one answer, and by open threes, which leave few.
//!
//! [`ThreatSearch`] puts it before any other agent. A win by fours is checked by the
//! rules of the game against every legal answer before it is called proved; a
//! win by threes is searched against every legal answer.

mod agent;
mod check;
mod field;
mod search;
#[cfg(test)]
mod tests;

pub use agent::{ThreatParams, ThreatSearch};
pub use check::wins_by_fours;
pub use search::{four_win, threat_win};
