//! The experiments of the papers Plyscope stands on, theirs beside ours.
//!
//! ```
//! // Levy's chapter on noughts and crosses, all of it.
//! let report = plyscope_reproduce::levy::report();
//! assert_eq!(report.weights.len(), 5);
//! assert!(report.to_string().contains("6·c2 − 5·n2 − 2·n1"));
//! ```

pub mod abramson_korf;
pub mod balazsfalvi;
pub mod hef;
pub mod levy;
pub mod lin_vanlent;

/// Wilson's 95 % interval for a share of `score` out of `games`, both ends between 0 and 1.
///
/// A draw may count as half a win in `score`; the interval is then a little wider than need be.
fn score_interval(score: f64, games: u32) -> [f64; 2] {
    let share = if games == 0 {
        0.5
    } else {
        score / f64::from(games)
    };
    plyscope_stats::wilson(share, f64::from(games), plyscope_stats::Z95)
}

#[cfg(test)]
mod tests {
    use super::*;

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
