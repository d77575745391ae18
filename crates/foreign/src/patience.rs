//! How long a process is waited for.

use std::time::{Duration, Instant};

use plyscope_game::{Deadline, Limits, Stop};

/// Added to the caller's own limit on time, so that a process that is only a little late loses by the clock and is not killed.
const GRACE: Duration = Duration::from_secs(1);

/// The longest time between two looks at the flag that stops.
const SLICE: Duration = Duration::from_millis(50);

/// Until when an answer is waited for.
#[derive(Clone, Debug)]
pub struct Patience {
    until: Instant,
    /// What was allowed in all, to be told.
    pub(crate) allowed: Duration,
    stop: Stop,
    /// Whether it is the caller who waits no longer, and not the process that may take no longer.
    is_callers: bool,
}

impl Patience {
    /// So long from now.
    #[must_use]
    pub fn of(allowed: Duration) -> Self {
        Self {
            until: Instant::now() + allowed,
            allowed,
            stop: Stop::default(),
            is_callers: false,
        }
    }

    /// So long from now, or until a caller's deadline: then it is not the process that is late.
    #[must_use]
    pub fn until(deadline: &Deadline, allowed: Duration) -> Self {
        let left = deadline.left().filter(|&left| left < allowed);
        Self {
            stop: deadline.stop().clone(),
            is_callers: left.is_some(),
            ..Self::of(left.unwrap_or(allowed))
        }
    }

    /// So long from now, but no longer than the caller's limits allow, and until he raises the flag.
    #[must_use]
    pub fn within(allowed: Duration, limits: &Limits) -> Self {
        let asked = limits.time.map(|time| time + GRACE);
        Self {
            stop: limits.stop.clone(),
            ..Self::of(asked.into_iter().chain([allowed]).min().unwrap_or(allowed))
        }
    }

    /// Whether the caller raised his flag or waits no longer.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_raised() || self.is_callers && self.slice().is_none()
    }

    /// The time until the next look; nothing when it is over.
    pub(crate) fn slice(&self) -> Option<Duration> {
        let left = self.until.checked_duration_since(Instant::now())?;
        (!left.is_zero()).then_some(left.min(SLICE))
    }
}
