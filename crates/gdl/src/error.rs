//! Why a sheet could not be used: for programs a kind, for people words, a place and a hint.

use std::fmt;

/// A place in the text of a sheet, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct SheetPlace {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

impl fmt::Display for SheetPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What kind of trouble it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum GdlErrorKind {
    /// The text is not a list of balanced expressions.
    Syntax,
    /// The text is read, but it is no rule sheet.
    Sheet,
    /// The sheet needs something outside of GDL-I: chance or hidden information.
    Unsupported,
    /// The rules contradict themselves: negation through recursion.
    NotStratified,
    /// A limit of time or memory was reached.
    Limit,
    /// A trace or a state does not fit the sheet.
    Mismatch,
}

/// Trouble with a sheet or with something that belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GdlError {
    /// For programs.
    pub kind: GdlErrorKind,
    /// What is wrong, without a full stop.
    pub what: String,
    /// Where, if it has a place.
    pub place: Option<SheetPlace>,
    /// The line of the sheet at that place.
    pub line: Option<String>,
    /// What to do about it.
    pub hint: String,
}

impl GdlError {
    /// Trouble without a place.
    #[must_use]
    pub fn new(kind: GdlErrorKind, what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            kind,
            what: what.into(),
            place: None,
            line: None,
            hint: hint.into(),
        }
    }

    /// The same trouble at a place of `text`.
    #[must_use]
    pub fn at(mut self, place: SheetPlace, text: &str) -> Self {
        self.place = Some(place);
        self.line = line_of(text, place);
        self
    }
}

/// The line at `place`, cut to a width that a terminal shows, with a stand-in for each control character.
pub(crate) fn line_of(text: &str, place: SheetPlace) -> Option<String> {
    const WIDTH: usize = 120;
    let line = text.lines().nth(place.line.checked_sub(1)? as usize)?;
    let column = place.column.saturating_sub(1) as usize;
    let from = column.saturating_sub(WIDTH / 2);
    let shown = |letter: char| {
        if letter.is_control() && letter != '\t' {
            '\u{fffd}'
        } else {
            letter
        }
    };
    Some(line.chars().skip(from).take(WIDTH).map(shown).collect())
}

impl fmt::Display for GdlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.what)?;
        if let Some(line) = &self.line {
            write!(f, "\n\n    {}", line.trim_end())?;
        }
        write!(f, "\n\nhint: {}", self.hint)
    }
}

impl std::error::Error for GdlError {}
