//! Metrics in words: what a reader calls them, and which belong together.

use crate::judgement::About;

/// Metrics that answer the same question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {
    Best,
    Worth,
    Order,
    Values,
    Other,
}

impl Family {
    pub(super) const ALL: [Self; 5] = [
        Self::Best,
        Self::Worth,
        Self::Order,
        Self::Values,
        Self::Other,
    ];

    /// The family of a metric, by its name.
    pub(super) fn of(metric: &str) -> Self {
        match stem(metric) {
            "strict-best" | "k-best" => Self::Best,
            "expected" | "normal-expected" | "regret" | "normal-regret" => Self::Worth,
            "kendall" | "spearman" | "inversions" | "ndcg" => Self::Order,
            "accuracy" | "absolute-error" | "squared-error" | "brier" | "log-loss" => Self::Values,
            _ => Self::Other,
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Best => "Does it find a best move?",
            Self::Worth => "What is its choice worth?",
            Self::Order => "Does it order the moves?",
            Self::Values => "Does it know win, draw and loss?",
            Self::Other => "Other metrics",
        }
    }
}

/// The name without parameters.
fn stem(metric: &str) -> &str {
    metric.split(':').next().unwrap_or(metric)
}

/// What follows `key` in the name, as `2` in `k-best:k=2`.
fn parameter<'a>(metric: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = metric.split_once(':')?;
    rest.strip_prefix(key)?.strip_prefix('=')
}

/// A metric's name for a heading; one that is not ours keeps its own.
pub(super) fn title(metric: &str) -> String {
    let by = || parameter(metric, "by").map_or(String::new(), |by| format!(" ({by})"));
    match stem(metric) {
        "strict-best" => "Strict best".to_owned(),
        "k-best" => match parameter(metric, "k") {
            Some(k) => format!("{k}-best"),
            None => metric.to_owned(),
        },
        "regret" => "Regret".to_owned(),
        "normal-regret" => "Normalised regret".to_owned(),
        "expected" => format!("Expected score{}", by()),
        "normal-expected" => format!("Normalised expected score{}", by()),
        "kendall" => "Kendall’s τ".to_owned(),
        "spearman" => "Spearman’s ρ".to_owned(),
        "inversions" => "Inversions".to_owned(),
        "ndcg" => "NDCG".to_owned(),
        "accuracy" => "Accuracy".to_owned(),
        "absolute-error" => "Absolute error".to_owned(),
        "squared-error" => "Squared error".to_owned(),
        "brier" => "Brier score".to_owned(),
        "log-loss" => "Log loss".to_owned(),
        "max-difference" => "Maximum score difference".to_owned(),
        "visit-ratio" => "Log ratio of visits".to_owned(),
        "branching" => "Branching".to_owned(),
        "decided" => "Decided states".to_owned(),
        "criticality" => "Criticality".to_owned(),
        _ => metric.to_owned(),
    }
}

/// `higher is better`.
pub(super) fn direction(about: &About) -> &'static str {
    match about.better {
        "higher" => "higher is better",
        "lower" => "lower is better",
        _ => "neither is better",
    }
}

/// An arrow for narrow columns.
pub(super) fn arrow(about: &About) -> &'static str {
    match about.better {
        "higher" => "↑",
        "lower" => "↓",
        _ => "",
    }
}

/// What can be trusted on truth that was sampled.
pub(super) fn trust(about: &About) -> &'static str {
    match about.trust {
        "yes" => "yes",
        "trend" => "trend only",
        _ => "no",
    }
}

/// A sentence of its own, with a capital and a full stop.
pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters
        .next()
        .map_or(String::new(), |letter| letter.to_uppercase().to_string());
    let end = if words.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{first}{}{end}", letters.as_str())
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Words safe in the name of a file.
pub(super) fn file_name(words: &str) -> String {
    let plain = words.chars().map(|letter| {
        if letter.is_ascii_alphanumeric() {
            letter.to_ascii_lowercase()
        } else {
            '-'
        }
    });
    let plain: String = plain.collect();
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    let name = parts.join("-");
    if name.is_empty() {
        "figure".to_owned()
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::{Family, file_name, list, sentence, title};

    #[test]
    fn metrics_have_names_for_readers_and_own_ones_keep_theirs() {
        assert_eq!(title("k-best:k=3"), "3-best");
        assert_eq!(title("expected:by=top-k:k=2"), "Expected score (top-k:k=2)");
        assert_eq!(title("my <metric>"), "my <metric>");
        assert_eq!(Family::of("k-best:k=3"), Family::Best);
        assert_eq!(Family::of("my own"), Family::Other);
    }

    #[test]
    fn words_become_sentences_lists_and_names_of_files() {
        assert_eq!(sentence("the share"), "The share.");
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(list(&names, "or"), "a, b or c");
        assert_eq!(file_name("../k-best:k=2 <x>"), "k-best-k-2-x");
        assert_eq!(file_name("≠"), "figure");
    }
}
