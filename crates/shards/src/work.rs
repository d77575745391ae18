//! Work that can be cut.

use plyscope_game::Error;

/// Takes what came of a task, as one JSON value; called by any thread.
pub type HandIn<'a> = &'a (dyn Fn(u64, &str) -> Result<(), Error> + Sync);

/// Tasks numbered from 0, each of which gives one JSON value.
///
/// The value depends on the command and the number alone: not on the tasks
/// before it, the machine or the number of threads. Where a value holds a time,
/// nothing that is compared may depend on it.
pub trait Work {
    /// Does the tasks, in any order, and hands in the value of each.
    ///
    /// # Errors
    /// When a task fails, the work was stopped, or `hand_in` refuses; what was
    /// handed in before stays.
    fn run(&self, tasks: &[u64], hand_in: HandIn<'_>) -> Result<(), Error>;
}
