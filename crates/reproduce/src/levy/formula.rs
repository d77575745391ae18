//! Weights and conditions on them, as people write them.

use super::cone::{FEATURES, Vector};

/// The features of Task 2, by number.
pub(super) const NAMES: [&str; FEATURES] = ["c3", "n3", "c2", "n2", "c1", "n1"];

/// The features that have a weight.
fn used(weights: &Vector) -> impl Iterator<Item = usize> {
    (0..FEATURES).filter(|&feature| weights[feature] != 0)
}

/// The names of some features.
pub(super) fn names(set: &[usize]) -> Vec<String> {
    set.iter()
        .map(|&feature| NAMES[feature].to_string())
        .collect()
}

/// Such as `6·c2 − 5·n2 − 2·n1`.
pub(super) fn sum(weights: &Vector) -> String {
    signed(used(weights).map(|feature| {
        let size = weights[feature].abs();
        let name = NAMES[feature];
        let term = if size == 1 {
            name.to_string()
        } else {
            format!("{size}·{name}")
        };
        (weights[feature] < 0, term)
    }))
}

/// Such as `a·c2 − b·n2 − c·n1`, with the signs of `weights`.
pub(super) fn pattern(weights: &Vector) -> String {
    signed(used(weights).zip('a'..).map(|(feature, letter)| {
        let term = format!("{letter}·{}", NAMES[feature]);
        (weights[feature] < 0, term)
    }))
}

/// What a wall asks of the sizes of weights, such as `b > 2c`.
///
/// The letters are those of [`pattern`], whose signs are in `weights`.
pub(super) fn condition(weights: &Vector, wall: &Vector) -> String {
    let (mut more, mut less) = (Vec::new(), Vec::new());
    for (feature, letter) in used(weights).zip('a'..) {
        let factor = wall[feature] * weights[feature].signum();
        let term = match factor.abs() {
            0 => continue,
            1 => letter.to_string(),
            size => format!("{size}{letter}"),
        };
        if factor > 0 {
            more.push(term);
        } else {
            less.push(term);
        }
    }
    if less.is_empty() {
        less.push("0".to_string());
    }
    format!("{} > {}", more.join(" + "), less.join(" + "))
}

fn signed(terms: impl Iterator<Item = (bool, String)>) -> String {
    let mut text = String::new();
    for (negative, term) in terms {
        text.push_str(match (negative, text.is_empty()) {
            (true, true) => "−",
            (true, false) => " − ",
            (false, true) => "",
            (false, false) => " + ",
        });
        text.push_str(&term);
    }
    if text.is_empty() {
        "0".to_string()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_conditions_read_as_written_by_hand() {
        let weights = [0, 0, 6, -5, 0, -1];
        assert_eq!(sum(&weights), "6·c2 − 5·n2 − n1");
        assert_eq!(sum(&[0; FEATURES]), "0");
        assert_eq!(pattern(&weights), "a·c2 − b·n2 − c·n1");
        assert_eq!(condition(&weights, &[9, 0, 0, -1, 0, 2]), "b > 2c");
        assert_eq!(condition(&weights, &[0, 0, 1, 0, 0, 0]), "a > 0");
    }
}
