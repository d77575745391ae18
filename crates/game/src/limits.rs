//! How far an agent may look.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A flag that somebody outside raises to end a search early (Ctrl-C, a closed page).
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks whoever holds a copy to finish with what it has.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back, for the next search.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What the caller allows on top of what the agent was made with; the tighter of the two holds.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Moves ahead.
    pub depth: Option<u32>,
    /// States visited.
    pub nodes: Option<u64>,
    /// Games played out.
    pub playouts: Option<u64>,
    /// Time on the clock; makes results depend on the machine.
    pub time: Option<Duration>,
    /// Raised to end the search early.
    pub stop: Stop,
    /// Put a full value on every legal move, not only on the best one.
    pub every_move: bool,
    /// Leave out the line of best play: a solver may search longer for it than for all values.
    pub values_only: bool,
}

impl Limits {
    /// No limit of its own, and a full value for every move.
    #[must_use]
    pub fn every_move() -> Self {
        Self {
            every_move: true,
            ..Self::default()
        }
    }

    /// No limit of its own; only the best move needs its full value.
    #[must_use]
    pub fn best_move() -> Self {
        Self::default()
    }
}
