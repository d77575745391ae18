//! What went wrong, for programs and for people.

use std::fmt;

/// What sort of trouble it is: what a program can act on without reading words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The caller asked for something that cannot be: a wrong name, number or combination.
    Misuse,
    /// A text could not be read; [`Error::at`] tells where, if it has a place.
    Misread,
    /// An agent does not fit the game, or cannot go as far as it was asked to.
    Unsuited,
    /// An agent chose a move that is not legal, or none.
    Illegal,
    /// A stop was raised before the work was done.
    Stopped,
    /// Anything else: a file, a thread, an outside program.
    Failed,
}

/// An error in words, with its kind and, where there is one, a hint.
///
/// `Display` gives the words and the hint; no caller needs to take a text apart
/// to find either.
///
/// ```
/// use plyscope_game::{Error, ErrorKind};
///
/// let error = Error::misuse("there is no agent `mtcs`", "did you mean `mcts`?")
///     .in_context("the second player");
/// assert_eq!(error.kind, ErrorKind::Misuse);
/// assert_eq!(error.what, "the second player: there is no agent `mtcs`");
/// assert_eq!(error.hint.as_deref(), Some("did you mean `mcts`?"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Error {
    /// What sort of trouble it is.
    pub kind: ErrorKind,
    /// What is wrong, without a full stop.
    pub what: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Byte offset of the trouble in a text that was read, if it has a place.
    pub at: Option<usize>,
}

impl Error {
    /// An error of any kind, without a hint.
    #[must_use]
    pub fn new(kind: ErrorKind, what: impl Into<String>) -> Self {
        Self {
            kind,
            what: what.into(),
            hint: None,
            at: None,
        }
    }

    /// The caller asked for something that cannot be.
    #[must_use]
    pub fn misuse(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(ErrorKind::Misuse, what).with_hint(hint)
    }

    /// An agent does not fit the game, or cannot go so far.
    #[must_use]
    pub fn unsuited(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsuited, what).with_hint(hint)
    }

    /// Something failed though the call was right.
    #[must_use]
    pub fn failed(what: impl Into<String>) -> Self {
        Self::new(ErrorKind::Failed, what)
    }

    /// A stop was raised.
    #[must_use]
    pub fn stopped(what: impl Into<String>) -> Self {
        Self::new(ErrorKind::Stopped, what)
    }

    /// A text that is wrong at one place.
    #[must_use]
    pub fn misread_at(at: usize, what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            at: Some(at),
            ..Self::misread(what, hint)
        }
    }

    /// A text that is wrong as a whole.
    #[must_use]
    pub fn misread(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(ErrorKind::Misread, what).with_hint(hint)
    }

    /// The same error with a hint.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same error as one of another kind.
    #[must_use]
    pub fn of_kind(mut self, kind: ErrorKind) -> Self {
        self.kind = kind;
        self
    }

    /// The same error with the place where it happened before it.
    #[must_use]
    pub fn in_context(mut self, context: impl fmt::Display) -> Self {
        self.what = format!("{context}: {}", self.what);
        self
    }

    /// The same error, `by` bytes further into a longer text.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        self.at = Some(self.at.unwrap_or(0) + by);
        self
    }

    /// Whether the caller is to blame: a wrong call or a text that cannot be read.
    pub fn is_misuse(&self) -> bool {
        matches!(self.kind, ErrorKind::Misuse | ErrorKind::Misread)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if let Some(at) = self.at {
            write!(f, " (at character {})", at + 1)?;
        }
        match &self.hint {
            Some(hint) => write!(f, "\n\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
