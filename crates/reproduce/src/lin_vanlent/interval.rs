//! How sure a share of wins is.

/// Standard deviations to either side that hold 95 % of a normal distribution.
const WIDTH: f64 = 1.959_964;

/// Wilson's 95 % interval for a share of `score` out of `games`, both ends between 0 and 1.
///
/// A draw may count as half a win in `score`; the interval is then a little wider than need be.
#[must_use]
pub fn wilson(score: f64, games: u32) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let n = f64::from(games);
    let share = score / n;
    let square = WIDTH * WIDTH;
    let middle = share + square / (2.0 * n);
    let spread = WIDTH * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    let scale = 1.0 + square / n;
    // Rounding must not push the share itself out of its interval.
    [
        ((middle - spread) / scale).clamp(0.0, share),
        ((middle + spread) / scale).clamp(share, 1.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_results_have_the_intervals_of_the_textbook() {
        let rounded = |score, games| wilson(score, games).map(|end| (1000.0 * end).round() as i32);
        assert_eq!(rounded(24.0, 30), [627, 905]);
        assert_eq!(rounded(28.0, 30), [787, 982]);
        assert_eq!(rounded(30.0, 30), [886, 1000]);
        assert_eq!(rounded(0.0, 10), [0, 278]);
        assert_eq!(rounded(0.0, 0), [0, 1000]);
    }
}
