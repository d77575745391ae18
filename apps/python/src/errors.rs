//! Our errors as Python's.

use plyscope_game::{Error, ErrorKind};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The exception of the package that fits an error: `plyscope.UsageError` is a `ValueError`, `plyscope.FailedError` a `RuntimeError`.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let class = match error.kind {
        ErrorKind::Misuse | ErrorKind::Misread | ErrorKind::Unsuited | ErrorKind::Illegal => {
            "UsageError"
        }
        _ => "FailedError",
    };
    let what = match error.at {
        Some(at) => format!("{} (at character {})", error.what, at + 1),
        None => error.what.clone(),
    };
    let made = py
        .import("plyscope._errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| class.call1((what, error.hint.clone())));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(_) => PyRuntimeError::new_err(error.to_string()),
    }
}

/// The same within a call that ends in `?`.
pub(crate) trait Raise<T> {
    /// The value, or the error as an exception.
    fn raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> Raise<T> for Result<T, Error> {
    fn raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| raised(py, &error))
    }
}
