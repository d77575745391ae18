//! Why a contest could not be held, for a person to read.

use std::fmt;
use std::path::Path;

use plyscope_game::AgentError;

/// What is wrong and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// A sentence without a full stop.
    pub what: String,
    /// What would be right.
    pub hint: Option<String>,
    /// Whether the request was wrong, rather than its execution.
    pub is_misuse: bool,
}

impl Trouble {
    /// The request was wrong; the hint says how it would be right.
    #[must_use]
    pub fn misuse(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            hint: Some(hint.into()),
            is_misuse: true,
        }
    }

    /// The request was right, but something outside failed.
    #[must_use]
    pub fn failed(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            is_misuse: false,
            ..Self::misuse(what, hint)
        }
    }

    /// A file that cannot be read or written, and why.
    #[must_use]
    pub fn unusable(path: &Path, error: &std::io::Error) -> Self {
        Self::failed(
            format!("{} cannot be used: {error}", path.display()),
            "see that the folder exists, may be written to and has room; games written before are kept",
        )
    }

    /// The same, with `place` said first.
    #[must_use]
    pub fn in_context(mut self, place: impl fmt::Display) -> Self {
        self.what = format!("{place}: {}", self.what);
        self
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.hint {
            Some(hint) => write!(f, "\n\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<AgentError> for Trouble {
    fn from(error: AgentError) -> Self {
        Self {
            what: error.what,
            hint: error.hint,
            is_misuse: false,
        }
    }
}
