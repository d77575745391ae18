//! Numbers as people read them and as programs read them.
//!
//! What is shown is short and has a true minus sign; what stands in data
//! attributes is exact. Neither ever shows a negative zero.

/// What stands for a number that is missing or not finite.
const NONE: &str = "–";

/// Three or four significant digits, large numbers with k, M, G or T: `0.123`, `12.3`, `1.5M`.
pub fn short(value: f64) -> String {
    let size = value.abs();
    if !value.is_finite() {
        NONE.to_string()
    } else if size >= 1e15 || (size > 0.0 && size < 1e-4) {
        with_minus(&format!("{value:.1e}"))
    } else if size >= 9_999.5 {
        let (unit, suffix) = unit_of(size);
        let scaled = value / unit;
        fixed(scaled, decimals(scaled)) + suffix
    } else {
        fixed(value, decimals(value))
    }
}

/// A share as a percentage: 0.256 is `25.6 %`.
pub fn percent(share: f64) -> String {
    if share.is_finite() {
        let hundred = share * 100.0;
        format!("{} %", fixed(hundred, decimals(hundred).min(1)))
    } else {
        NONE.to_string()
    }
}

/// The shortest text that reads back as the same number, for data attributes.
pub(crate) fn exact(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_string()
    } else if !(1e-6..1e16).contains(&size) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

/// A coordinate: hundredths of a unit are finer than any screen.
pub(crate) fn coordinate(value: f64) -> String {
    trimmed(&format!("{value:.2}"))
}

/// A number with at most so many decimals, without zeros at the end.
pub(crate) fn fixed(value: f64, decimals: usize) -> String {
    with_minus(&trimmed(&format!("{value:.decimals$}")))
}

/// The same with commas between thousands, for ticks that differ only in their last digits.
pub(crate) fn grouped(value: f64, decimals: usize) -> String {
    let plain = fixed(value, decimals);
    let digits = plain.trim_start_matches('−');
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut text = String::new();
    if digits.len() < plain.len() {
        text.push('−');
    }
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + rest
}

/// Decimals for three significant digits (four from 1000 on).
fn decimals(value: f64) -> usize {
    let size = value.abs();
    let bounds = [99.95, 9.995, 0.9995, 0.09995, 0.009_995, 0.000_999_5];
    let below = |bound: &&f64| size < **bound;
    match bounds.iter().filter(below).count() {
        0 => 0,
        1 => 1,
        more => more.min(5),
    }
}

fn unit_of(size: f64) -> (f64, &'static str) {
    // A number that would round to 1000 belongs to the next unit.
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M")];
    let fits = |(unit, _): &(f64, &str)| size >= unit * 0.9995;
    units.into_iter().find(fits).unwrap_or((1e3, "k"))
}

fn trimmed(text: &str) -> String {
    let short = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    };
    let zero = short.trim_start_matches('-') == "0";
    if zero { "0" } else { short }.to_string()
}

fn with_minus(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::{coordinate, exact, fixed, grouped, percent, short};

    #[test]
    fn numbers_are_short() {
        let shown = |value| short(value);
        assert_eq!(shown(0.0), "0");
        assert_eq!(shown(-0.0), "0");
        assert_eq!(shown(-1.5), "−1.5");
        assert_eq!(shown(0.123_456), "0.123");
        assert_eq!(shown(0.012_345), "0.0123");
        assert_eq!(shown(9.999), "10");
        assert_eq!(shown(1234.0), "1234");
        assert_eq!(shown(9_999.9), "10k");
        assert_eq!(shown(123_456.0), "123k");
        assert_eq!(shown(999_950.0), "1M");
        assert_eq!(shown(1.5e6), "1.5M");
        assert_eq!(shown(2e-7), "2.0e−7");
        assert_eq!(shown(f64::NAN), "–");
        assert_eq!(percent(0.256_4), "25.6 %");
        assert_eq!(percent(-0.000_01), "0 %");
    }

    #[test]
    fn there_is_no_negative_zero() {
        assert_eq!(coordinate(-0.001), "0");
        assert_eq!(fixed(-0.04, 1), "0");
        assert_eq!(exact(-0.0), "0");
        assert_eq!(grouped(-0.2, 0), "0");
    }

    #[test]
    fn exact_numbers_read_back_the_same() {
        for value in [0.1 + 0.2, -1e-9, 1.0 / 3.0, 6e22, -17.0, f64::MIN_POSITIVE] {
            assert_eq!(exact(value).parse::<f64>(), Ok(value));
        }
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(1_234_567.5, 1), "1,234,567.5");
        assert_eq!(grouped(-1234.0, 0), "−1,234");
        assert_eq!(grouped(123.0, 0), "123");
    }
}
