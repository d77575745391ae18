//! A pool of buffers that threads borrow, so that valuing a state allocates nothing.

use std::sync::Mutex;

/// Buffers that wait for the next caller.
#[derive(Debug)]
pub(super) struct Pool<T>(Mutex<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Pool<T> {
    /// Lends a buffer, made anew where none waits.
    pub(super) fn with<R>(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let waiting = self.0.lock().ok().and_then(|mut waiting| waiting.pop());
        let mut buffer = waiting.unwrap_or_else(make);
        let result = work(&mut buffer);
        if let Ok(mut waiting) = self.0.lock() {
            waiting.push(buffer);
        }
        result
    }
}
