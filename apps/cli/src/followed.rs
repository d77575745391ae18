//! Being followed by the program that started this one, as `plyscope serve` follows its jobs.
//!
//! With `PLYSCOPE_FOLLOWED` set, progress goes to standard error as JSON lines,
//! and the end of standard input means that the caller has stopped following: then the
//! command stops as on SIGTERM, and saves what it has.

use std::io::{Read, Write};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use plyscope_workbench::WeightRange;
use serde_json::{Value, json};

use crate::stop;

/// Lines come no closer together.
const BETWEEN: Duration = Duration::from_millis(200);

/// Whether a program follows this one.
pub(crate) fn is_followed() -> bool {
    static FOLLOWED: OnceLock<bool> = OnceLock::new();
    *FOLLOWED.get_or_init(|| std::env::var_os("PLYSCOPE_FOLLOWED").is_some())
}

/// Stops when the follower is gone.
pub(crate) fn heed_follower() {
    if !is_followed() {
        return;
    }
    let wait = || {
        let mut bytes = [0; 64];
        while matches!(std::io::stdin().read(&mut bytes), Ok(count) if count > 0) {}
        stop::deserted();
    };
    let thread = std::thread::Builder::new().name("follower".to_owned());
    // Without the thread the command only outlives its follower.
    let _ = thread.spawn(wait);
}

/// Tells the follower how far the work is, a few times per second at the most.
#[derive(Default)]
pub(crate) struct Teller {
    told: Mutex<Option<Instant>>,
}

impl Teller {
    /// Tells what `line` makes, if a line is due.
    pub(crate) fn tell(&self, line: impl FnOnce() -> Value) {
        if !is_followed() {
            return;
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_none_or(|told| told.elapsed() >= BETWEEN) {
            *told = Some(Instant::now());
            write(&line());
        }
    }
}

/// How far a bar is.
pub(crate) fn progress(done: u64, of: Option<u64>, unit: &str, message: &str) -> Value {
    json!({"done": done, "of": of, "unit": unit, "message": message})
}

/// Weights on the way: after so many generations or states, the `unit`.
pub(crate) fn weights(unit: &str, step: u64, weights: &[WeightRange]) -> Value {
    json!({"step": step, "unit": unit, "weights": weights})
}

/// One line on standard error; who does not read it misses it.
pub(crate) fn write(line: &Value) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
