//! How far an agent may look.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that the caller raises to end a search early (Ctrl-C, a closed page).
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks every holder of a copy to finish with what it has.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back, for the next search.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// When work has to end: at a moment on the clock, or when the caller raises the flag.
///
/// For whatever takes longer than a few milliseconds between two looks of the search that asked for it.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    until: Option<Instant>,
    stop: Stop,
}

impl Deadline {
    /// Work may take as long as it needs.
    #[must_use]
    pub fn never() -> Self {
        Self::default()
    }

    /// The caller's limit on time, counted from now, and the caller's flag.
    #[must_use]
    pub fn of(limits: &Limits) -> Self {
        Self::within(limits.time, limits)
    }

    /// The tighter of an agent's own limit on time and the caller's, counted from now, and the caller's flag.
    #[must_use]
    pub fn within(time: Option<Duration>, limits: &Limits) -> Self {
        let time = time.into_iter().chain(limits.time).min();
        Self {
            until: time.and_then(|time| Instant::now().checked_add(time)),
            stop: limits.stop.clone(),
        }
    }

    /// Whether the work has to end now; looks at the clock if there is a limit on time.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.stop.is_raised() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The same at a moment that the caller has read off the clock.
    pub fn is_over_at(&self, now: Instant) -> bool {
        self.stop.is_raised() || self.until.is_some_and(|until| now >= until)
    }

    /// The time that is left; nothing if there is no limit on time.
    pub fn left(&self) -> Option<Duration> {
        let until = self.until?;
        Some(until.saturating_duration_since(Instant::now()))
    }

    /// The caller's flag.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether the caller's flag is raised, as opposed to the time being over.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }
}

/// Told by a search how many states it has visited, every few milliseconds at the most.
///
/// Called by whichever thread searches.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<dyn Fn(u64) + Send + Sync>>);

impl Progress {
    /// Calls `tell` with the states visited so far.
    pub fn new(tell: impl Fn(u64) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(tell)))
    }

    /// Passes the number of states on to the listener.
    pub fn tell(&self, nodes: u64) {
        if let Some(tell) = &self.0 {
            tell(nodes);
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "Progress(told)"
        } else {
            "Progress"
        })
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
    /// Leave out the principal variation: a solver may search longer for it than for all values.
    pub values_only: bool,
    /// Told how far a long search is.
    pub progress: Progress,
    /// Moves made before the state, where the caller knows: for agents whose effort depends on it.
    pub ply: Option<u32>,
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
