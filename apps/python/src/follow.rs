//! Telling a function of the user's how far the work is.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plyscope_truth::Stage;
use pyo3::prelude::*;

/// A function is told no more often than this: bars need no more, and each call costs.
const SELDOM: Duration = Duration::from_millis(100);

/// How much is done and how much there is, told by any thread.
#[derive(Clone, Default)]
pub(crate) struct Told(Arc<Mutex<(u64, u64)>>);

impl Told {
    /// So much is done, of so much.
    pub(crate) fn tell(&self, done: u64, of: u64) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *told = (done, of);
    }

    /// States are labelled; while they are chosen their number is unknown.
    pub(crate) fn tell_stage(&self, stage: &Stage) {
        if let Stage::Labelling { done, of } = *stage {
            self.tell(done, of);
        }
    }

    fn last(&self) -> (u64, u64) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A function that is told what is new, now and then and at the end.
pub(crate) struct Follower {
    function: Option<Py<PyAny>>,
    told: Told,
    heard: (u64, u64),
    at: Instant,
}

impl Follower {
    /// Without a function nothing is told.
    pub(crate) fn new(function: Option<Py<PyAny>>, told: Told) -> Self {
        Self {
            function,
            told,
            heard: (0, 0),
            at: Instant::now(),
        }
    }

    /// Calls the function if there is news and it was not called a moment ago.
    ///
    /// # Errors
    /// What the function raises.
    pub(crate) fn look(&mut self, py: Python<'_>) -> PyResult<()> {
        if self.function.is_none() || self.at.elapsed() < SELDOM {
            return Ok(());
        }
        self.at = Instant::now();
        self.end(py)
    }

    /// Calls the function if there is news.
    ///
    /// # Errors
    /// What the function raises.
    pub(crate) fn end(&mut self, py: Python<'_>) -> PyResult<()> {
        let told = self.told.last();
        if let Some(function) = &self.function
            && told != self.heard
        {
            function.call1(py, told)?;
            self.heard = told;
        }
        Ok(())
    }
}
