//! What is wrong with a sheet, or looks it: everything, not only the first thing.

mod form;
mod play;
mod recursion;

pub(crate) use form::is_role_of_head;
pub use play::check_by_playing;

use crate::error::{GdlError, GdlErrorKind, SheetPlace};
use crate::sheet::Sheet;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Outside the letter of the language, but it can be played.
    Warning,
    /// Not a correct sheet.
    Error,
}

/// What a finding is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// Brackets and bytes.
    Syntax,
    /// An expression that is no rule.
    Form,
    /// Roles missing or too many.
    Roles,
    /// GDL-II.
    Unsupported,
    /// One word with different numbers of arguments.
    Arity,
    /// A variable that no positive condition binds.
    Safety,
    /// A relation that depends on its own negation.
    Stratification,
    /// A recursion that may build ever larger terms.
    Recursion,
    /// A relation that every sheet needs is missing.
    Missing,
    /// A relation that is used but never defined.
    Undefined,
    /// A relation of GDL that depends on what it must not depend on.
    Dependency,
    /// Goals that are not numbers from 0 to 100, or not unique.
    Goal,
    /// A state in which a role has no legal move.
    Playability,
    /// A game that did not end.
    Termination,
    /// A limit was reached while looking.
    Limit,
}

impl DiagnosticKind {
    /// The name in machine-readable output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Form => "form",
            Self::Roles => "roles",
            Self::Unsupported => "unsupported",
            Self::Arity => "arity",
            Self::Safety => "safety",
            Self::Stratification => "stratification",
            Self::Recursion => "recursion",
            Self::Missing => "missing",
            Self::Undefined => "undefined",
            Self::Dependency => "dependency",
            Self::Goal => "goal",
            Self::Playability => "playability",
            Self::Termination => "termination",
            Self::Limit => "limit",
        }
    }
}

/// One thing found in a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub kind: DiagnosticKind,
    /// What is wrong, without a full stop.
    pub what: String,
    /// Where, if it has a place.
    pub place: Option<SheetPlace>,
    /// The line at that place.
    pub line: Option<String>,
    /// What to do about it.
    pub hint: String,
}

impl Diagnostic {
    /// An error as a finding.
    pub(crate) fn from_error(error: &GdlError, kind: DiagnosticKind) -> Self {
        Self {
            severity: Severity::Error,
            kind,
            what: error.what.clone(),
            place: error.place,
            line: error.line.clone(),
            hint: error.hint.clone(),
        }
    }

    /// The finding as a reason to refuse the sheet.
    #[must_use]
    pub fn to_error(&self) -> GdlError {
        let kind = match self.kind {
            DiagnosticKind::Syntax => GdlErrorKind::Syntax,
            DiagnosticKind::Unsupported => GdlErrorKind::Unsupported,
            DiagnosticKind::Stratification => GdlErrorKind::NotStratified,
            DiagnosticKind::Limit => GdlErrorKind::Limit,
            _ => GdlErrorKind::Sheet,
        };
        GdlError {
            kind,
            what: self.what.clone(),
            place: self.place,
            line: self.line.clone(),
            hint: self.hint.clone(),
        }
    }

    /// The same finding, no worse than `severity`.
    pub(crate) fn softened(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}: {}", self.to_error())
    }
}

/// All findings that the text of a sheet shows, in the order of their places.
///
/// Plays no game: [`crate::check_by_playing`] does.
pub fn check(text: &str) -> (Sheet, Vec<Diagnostic>) {
    let (sheet, mut findings) = Sheet::read_all(text);
    let readable = !findings
        .iter()
        .any(|finding| finding.kind == DiagnosticKind::Syntax);
    if readable {
        form::check(&sheet, &mut findings);
        recursion::check(&sheet, &mut findings);
    }
    findings.sort_by_key(|finding| (finding.place, std::cmp::Reverse(finding.severity)));
    findings.dedup();
    (sheet, findings)
}
