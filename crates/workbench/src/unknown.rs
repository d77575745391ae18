//! Unknown names, and the nearest known one.

use plyscope_game::Error;

/// A name that is not among the known ones: the nearest of them, and all.
#[must_use]
pub fn unknown(what: impl Into<String>, name: &str, known: &[&str]) -> Error {
    let nearest = known
        .iter()
        // Nothing is like no name at all.
        .filter(|_| !name.trim().is_empty())
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
    Error::misuse(what, hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_gets_the_nearest_one_and_all_others() {
        let known = ["weighted-squares", "mobility"];
        let error = unknown("no `weigthed-squares`", "weigthed-squares", &known);
        let text = error.to_string();
        assert!(
            text.contains("did you mean `weighted-squares`? there are also: mobility"),
            "{text}"
        );
        for name in ["zzz", ""] {
            let text = unknown("no such name", name, &known).to_string();
            assert!(
                text.contains("there are: weighted-squares, mobility"),
                "{text}"
            );
        }
    }
}
