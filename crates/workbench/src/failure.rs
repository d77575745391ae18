//! What went wrong, in a sentence a user understands, and what to do about it.

use std::fmt;

use plyscope_game::{AgentError, Misread};

/// An error for a person to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// One sentence or two, without a full stop at the end.
    pub what: String,
    /// What would be right.
    pub hint: Option<String>,
    /// Whether the call was wrong, rather than its execution.
    pub is_misuse: bool,
}

impl Failure {
    /// The call was wrong; the hint says how it would be right.
    #[must_use]
    pub fn misuse(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            hint: Some(hint.into()),
            is_misuse: true,
        }
    }

    /// The call was right, but something outside failed.
    #[must_use]
    pub fn failed(what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            hint: None,
            is_misuse: false,
        }
    }

    /// The same, with `where_` said first.
    #[must_use]
    pub fn in_context(mut self, where_: impl fmt::Display) -> Self {
        self.what = format!("{where_}: {}", self.what);
        self
    }

    /// A name that nobody knows: the nearest known one, and all of them.
    #[must_use]
    pub fn unknown(what: impl Into<String>, name: &str, known: &[&str]) -> Self {
        let nearest = known
            .iter()
            .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
            .filter(|(distance, candidate)| {
                let begins_alike = name.len() > 1 && candidate.get(..2) == name.get(..2);
                *distance <= 3.min(1 + candidate.len() / 3)
                    || candidate.starts_with(name)
                    || begins_alike && *distance <= 3
            })
            .min_by_key(|(distance, _)| *distance);
        let hint = match (nearest, known) {
            (_, []) => "there are none".to_string(),
            (None, _) => format!("there are: {}", known.join(", ")),
            (Some((_, nearest)), [_]) => format!("did you mean `{nearest}`?"),
            (Some((_, nearest)), _) => {
                let others: Vec<&str> = known
                    .iter()
                    .filter(|name| *name != nearest)
                    .copied()
                    .collect();
                format!(
                    "did you mean `{nearest}`? there are also: {}",
                    others.join(", ")
                )
            }
        };
        Self::misuse(what, hint)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.hint {
            Some(hint) => write!(f, "\n\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Misread> for Failure {
    fn from(misread: Misread) -> Self {
        let what = match misread.at {
            Some(at) => format!("{} (at character {})", misread.what, at + 1),
            None => misread.what,
        };
        Self::misuse(what, misread.hint)
    }
}

impl From<AgentError> for Failure {
    fn from(error: AgentError) -> Self {
        Self {
            what: error.what,
            hint: error.hint,
            is_misuse: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_gets_the_nearest_one_and_all_others() {
        let known = ["weighted-squares", "mobility"];
        let failure = Failure::unknown("no `weigthed-squares`", "weigthed-squares", &known);
        let text = failure.to_string();
        assert!(
            text.contains("did you mean `weighted-squares`? there are also: mobility"),
            "{text}"
        );
        let text = Failure::unknown("no `zzz`", "zzz", &known).to_string();
        assert!(
            text.contains("there are: weighted-squares, mobility"),
            "{text}"
        );
    }
}
