//! Wilson's interval: which true shares would not be surprised by what was seen.

/// The interval of a mean between 0 and 1 that is worth `trials` tosses of a coin, `reach` standard errors wide.
///
/// It stays inside 0 to 1, holds the mean, and has a width even where the mean
/// is 0 or 1. Scores that spread less than a coin's are worth more tosses than
/// there are: their number divided by the share of a coin's variance that they
/// have. Without trials nothing is known: 0 to 1.
#[must_use]
pub fn wilson(mean: f64, trials: f64, reach: f64) -> [f64; 2] {
    if trials <= 0.0 {
        return [0.0, 1.0];
    }
    let surplus = reach * reach / trials;
    let middle = (mean + surplus / 2.0) / (1.0 + surplus);
    let half = (surplus * (mean * (1.0 - mean) + surplus / 4.0)).sqrt() / (1.0 + surplus);
    // At the ends the sums are exact on paper only, and the mean must not fall out.
    let low = if mean <= 0.0 { 0.0 } else { middle - half };
    let high = if mean >= 1.0 { 1.0 } else { middle + half };
    [low.clamp(0.0, mean), high.clamp(mean, 1.0)]
}

/// Wilson's 95 % interval for a share of `score` out of `games`, both ends between 0 and 1.
///
/// A draw may count as half a win in `score`; the interval is then a little wider than need be.
#[must_use]
pub fn score_interval(score: f64, games: u32) -> [f64; 2] {
    let share = if games == 0 {
        0.5
    } else {
        score / f64::from(games)
    };
    wilson(share, f64::from(games), crate::Z95)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Z95;

    #[test]
    fn it_is_the_textbooks() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (successes, trials, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let found = wilson(successes / trials, trials, Z95);
            assert!((found[0] - low).abs() < 5e-5, "{found:?}");
            assert!((found[1] - high).abs() < 5e-5, "{found:?}");
        }
    }

    #[test]
    fn less_spread_is_worth_more_tosses_and_nothing_is_known_without_any() {
        let [low, high] = wilson(0.5, 10.0, Z95);
        let [inner_low, inner_high] = wilson(0.5, 10.0 / 0.25, Z95);
        assert!(low < inner_low && inner_high < high);
        assert_eq!(wilson(0.5, 0.0, Z95), [0.0, 1.0]);
    }

    #[test]
    fn the_papers_results_have_the_intervals_of_the_textbook() {
        let rounded =
            |score, games| score_interval(score, games).map(|end| (1000.0 * end).round() as i32);
        assert_eq!(rounded(24.0, 30), [627, 905]);
        assert_eq!(rounded(28.0, 30), [787, 982]);
        assert_eq!(rounded(30.0, 30), [886, 1000]);
        assert_eq!(rounded(0.0, 10), [0, 278]);
        assert_eq!(rounded(0.0, 0), [0, 1000]);
    }
}
