//! Why nothing could be learned, for a person to read.

use std::fmt;

/// What is wrong with the rows or the parameters, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LearnError {
    /// A sentence without a full stop.
    pub what: String,
    /// What would be right.
    pub hint: String,
}

impl LearnError {
    pub(crate) fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            hint: hint.into(),
        }
    }
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\nhint: {}", self.what, self.hint)
    }
}

impl std::error::Error for LearnError {}
