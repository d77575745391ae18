//! Numbers in tables: as many digits as the metric deserves, and the exact value for programs.

use super::escape::text;
use crate::judgement::{About, Mean};

/// How many decimals tell values of such a range apart without pretending more.
pub(super) fn decimals(about: Option<&About>) -> usize {
    let span = about.and_then(|own| Some(own.high? - own.low?));
    match span {
        Some(span) if span > 20.0 => 1,
        Some(span) if span > 10.0 => 2,
        _ => 3,
    }
}

/// A number with so many decimals and a true minus sign.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    let plain = format!("{value:.decimals$}");
    let zero = plain.chars().all(|letter| "-0.".contains(letter));
    let plain = if zero {
        plain.trim_start_matches('-')
    } else {
        &plain
    };
    plain.replace('-', "−").replace("inf", "∞")
}

/// The same with a plus sign where it is more than nothing.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let plain = fixed(value, decimals);
    let is_more = |letter: char| ('1'..='9').contains(&letter) || letter == '∞';
    let more = value > 0.0 && plain.chars().any(is_more);
    if more { format!("+{plain}") } else { plain }
}

/// A number in a page, with its exact value and the name of its column in CSV.
pub(super) fn data(value: f64, column: &str, shown: &str) -> String {
    format!(
        "<data value=\"{value}\" data-column=\"{}\">{}</data>",
        text(column),
        text(shown)
    )
}

/// A mean with its band where it has one: `0.613 [0.571, 0.654]`.
pub(super) fn banded(mean: &Mean, decimals: usize) -> String {
    let one = |value: f64, column: &str| data(value, column, &fixed(value, decimals));
    let middle = one(mean.mean, "mean");
    match mean.band() {
        Some((low, high)) => format!(
            "{middle} <small>[{}, {}]</small>",
            one(low, "low"),
            one(high, "high")
        ),
        None => middle,
    }
}

/// A probability, small ones as a bound: `p = 0.031`, `p < 0.001`.
pub(super) fn chance(p: f64) -> String {
    if p < 0.001 {
        "p < 0.001".to_owned()
    } else {
        format!("p = {p:.3}")
    }
}

/// `1 state`, `500 states`.
pub(super) fn count(many: usize, what: &str) -> String {
    format!("{many} {what}{}", if many == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::{fixed, signed};

    #[test]
    fn there_is_a_true_minus_and_no_negative_zero() {
        assert_eq!(fixed(-0.5, 3), "−0.500");
        assert_eq!(fixed(-0.0001, 3), "0.000");
        assert_eq!(signed(0.0001, 3), "0.000");
        assert_eq!(signed(0.25, 2), "+0.25");
        assert_eq!(signed(f64::INFINITY, 0), "+∞");
    }
}
