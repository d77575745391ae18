//! When a search has to end.

use std::time::{Duration, Instant};

use plyscope_game::{Limits, Stop};

/// The clock and the stop flag are looked at once in so many states.
const LOOK_EVERY: u64 = 1024;

/// Counts states and tells when a limit is reached.
///
/// The count of states is exact, so that a limit on it gives the same result
/// on every machine; a limit on time cannot.
#[derive(Debug)]
pub struct Budget {
    nodes: u64,
    most: u64,
    until: Option<Instant>,
    stop: Stop,
    spent: bool,
}

impl Budget {
    /// A budget from an agent's own limits and its caller's; the tighter hold.
    #[must_use]
    pub fn new(nodes: Option<u64>, time: Option<Duration>, limits: &Limits) -> Self {
        let time = tighter(time, limits.time);
        Self {
            nodes: 0,
            most: tighter(nodes, limits.nodes).unwrap_or(u64::MAX),
            until: time.and_then(|time| Instant::now().checked_add(time)),
            stop: limits.stop.clone(),
            spent: false,
        }
    }

    /// Counts one more state; true when the search has to end.
    #[inline]
    pub fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.most {
            self.spent = true;
        } else if self.nodes.is_multiple_of(LOOK_EVERY) {
            self.spent |= self.is_called_off();
        }
        self.spent
    }

    /// Whether a limit has been reached.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// States counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    #[cold]
    fn is_called_off(&self) -> bool {
        self.stop.is_raised() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// The smaller of two limits, where `None` is no limit.
pub(crate) fn tighter<T: Ord>(own: Option<T>, callers: Option<T>) -> Option<T> {
    match (own, callers) {
        (Some(own), Some(callers)) => Some(own.min(callers)),
        (own, callers) => own.or(callers),
    }
}
