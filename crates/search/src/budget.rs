//! When a search has to end.

use std::time::{Duration, Instant};

use plyscope_game::{Deadline, Limits, Progress};

/// The clock and the stop flag are looked at once in so many states at the most.
const LOOK_EVERY: u64 = 1024;
/// Looks that lie farther apart than this on the clock become more frequent.
const TOO_SELDOM: Duration = Duration::from_millis(4);
/// Looks that lie nearer together than this become less frequent.
const TOO_OFTEN: Duration = Duration::from_millis(1);

/// How many steps of work to do between two looks at the clock.
///
/// A step takes nanoseconds by one evaluator and milliseconds by another, so
/// the number follows what the steps before took.
#[derive(Debug)]
pub(crate) struct Pace {
    look_at: u64,
    step: u64,
    last: Option<Instant>,
}

impl Pace {
    pub(crate) fn new() -> Self {
        Self {
            look_at: 1,
            step: 1,
            last: None,
        }
    }

    /// Whether it is time for a look after so many steps.
    #[inline]
    pub(crate) fn is_due(&self, steps: u64) -> bool {
        steps >= self.look_at
    }

    /// Plans the next look after one that was made now.
    pub(crate) fn looked(&mut self, steps: u64, now: Instant) {
        let taken = self.last.map_or(Duration::ZERO, |last| now - last);
        self.last = Some(now);
        if taken > TOO_SELDOM {
            let share = TOO_SELDOM.as_nanos() as f64 / taken.as_nanos() as f64;
            self.step = ((self.step as f64 * share) as u64).max(1);
        } else if taken < TOO_OFTEN {
            self.step = (self.step * 2).min(LOOK_EVERY);
        }
        self.look_at = steps + self.step;
    }
}

/// Counts states and tells when a limit is reached.
///
/// The count of states is exact, so that a limit on it gives the same result
/// on every machine; a limit on time cannot.
#[derive(Debug)]
pub struct SearchBudget {
    nodes: u64,
    most: u64,
    /// The first number of states at which there is something to do.
    next: u64,
    deadline: Deadline,
    pace: Pace,
    progress: Progress,
    spent: bool,
    called_off: bool,
}

impl SearchBudget {
    /// A budget from an agent's own limits and its caller's; the tighter hold.
    #[must_use]
    pub fn new(nodes: Option<u64>, time: Option<Duration>, limits: &Limits) -> Self {
        Self::until(
            tighter(nodes, limits.nodes),
            Deadline::within(time, limits),
            limits.progress.clone(),
        )
    }

    /// A budget of so many states until a deadline.
    #[must_use]
    pub fn until(nodes: Option<u64>, deadline: Deadline, progress: Progress) -> Self {
        Self {
            nodes: 0,
            most: nodes.unwrap_or(u64::MAX),
            next: 1,
            deadline,
            pace: Pace::new(),
            progress,
            spent: false,
            called_off: false,
        }
    }

    /// Counts one more state; true when the search has to end.
    #[inline]
    pub fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next {
            self.look();
        }
        self.spent
    }

    /// Whether a limit has been reached.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Whether the time is over or the caller asked to stop, whatever the count of states.
    #[inline]
    pub(crate) fn is_called_off(&self) -> bool {
        self.called_off
    }

    /// Ends the search because an evaluator ran into the deadline.
    pub(crate) fn call_off(&mut self) {
        self.called_off = true;
        self.spent = true;
    }

    /// When work for this search has to end.
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// States counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    #[cold]
    fn look(&mut self) {
        self.spent |= self.nodes >= self.most;
        if self.pace.is_due(self.nodes) {
            let now = Instant::now();
            self.progress.tell(self.nodes);
            if self.deadline.is_over_at(now) {
                self.call_off();
            }
            self.pace.looked(self.nodes, now);
        }
        // Once the count is reached there is only the clock to look at.
        self.next = if self.nodes < self.most {
            self.pace.look_at.min(self.most)
        } else {
            self.pace.look_at
        };
    }
}

/// The smaller of two limits, where `None` is no limit.
pub fn tighter<T: Ord>(own: Option<T>, callers: Option<T>) -> Option<T> {
    match (own, callers) {
        (Some(own), Some(callers)) => Some(own.min(callers)),
        (own, callers) => own.or(callers),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_steps_are_looked_at_one_by_one_and_fast_ones_by_the_thousand() {
        let mut pace = Pace::new();
        let mut now = Instant::now();
        let mut steps = 0;
        let mut run = |a_step: Duration, most: u64| {
            let mut looks = 0;
            for _ in 0..most {
                steps += 1;
                now += a_step;
                if pace.is_due(steps) {
                    pace.looked(steps, now);
                    looks += 1;
                }
            }
            looks
        };
        let fast = run(Duration::from_nanos(100), 100_000);
        assert!(fast < 200, "{fast} looks");
        run(Duration::from_millis(20), 2000);
        let slow = run(Duration::from_millis(20), 100);
        assert_eq!(slow, 100, "every step is looked at");
    }

    #[test]
    fn a_count_of_states_is_exact_and_a_stop_is_heard_after_it() {
        let limits = Limits {
            nodes: Some(5),
            ..Limits::default()
        };
        let mut budget = SearchBudget::new(None, None, &limits);
        let spent: Vec<bool> = (0..6).map(|_| budget.spend()).collect();
        assert_eq!(spent, [false, false, false, false, true, true]);
        assert!(!budget.is_called_off());
        limits.stop.raise();
        for _ in 0..2 * LOOK_EVERY {
            budget.spend();
        }
        assert!(budget.is_called_off());
    }
}
