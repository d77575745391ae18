//! One state as a metric sees it: what each move is worth, and what the heuristic says.

use plyscope_game::Player;

use crate::metrics::category;

/// What is known of a move's worth to the mover.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Truth {
    /// Points if `exact`, else the labeller's estimate.
    pub value: f64,
    /// Whether the value is proved.
    pub exact: bool,
    /// How often the labeller tried the move (HEF's n).
    pub visits: Option<u64>,
    /// The mean result of those tries (HEF's q).
    pub q: Option<f64>,
}

/// What the heuristic says of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guess {
    /// Where the move stands among the state's moves: higher is preferred, equal is a tie.
    pub place: u32,
    /// The heuristic's own number; never NaN, may be infinite.
    pub value: f64,
    /// The number brought to the game's points, where that was done.
    pub points: Option<f64>,
    /// 1 for a win, 0 for a draw, −1 for a loss, where that was fitted beside the points.
    pub class: Option<i8>,
}

impl Guess {
    /// Whether it takes the move for a win (1), a draw (0) or a loss (−1).
    pub fn category(&self) -> Option<i8> {
        self.class.or(self.points.map(category))
    }
}

/// How to tell the best moves of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Those of the highest value.
    Values,
    /// Those before the widest gap in the sorted visits: HEF's way for truth
    /// that was sampled, whose values are unsure but whose visits are not.
    Visits,
}

/// One state with one player to move.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Moves since the start.
    pub ply: u32,
    /// Whose moves they are.
    pub player: Player,
    /// The least and the most points of the game.
    pub points: (f64, f64),
    /// The worth of every move.
    pub truth: &'a [Truth],
    /// Which moves are best; at least one is.
    pub best: &'a [bool],
    /// What the heuristic says of every move.
    pub guess: &'a [Guess],
}

impl Case<'_> {
    /// How many legal moves there are.
    pub fn moves(&self) -> usize {
        self.truth.len()
    }

    /// How many of them are best.
    pub fn best_count(&self) -> usize {
        self.best.iter().filter(|best| **best).count()
    }

    /// The worst and the best value of a move.
    pub fn span(&self) -> (f64, f64) {
        let values = || self.truth.iter().map(|truth| truth.value);
        let low = values().fold(f64::INFINITY, f64::min);
        let high = values().fold(f64::NEG_INFINITY, f64::max);
        (low, high)
    }

    /// A value on a scale where the worst move of the state is 0 and the best is 1;
    /// nothing where all moves are worth the same.
    pub fn normal(&self, value: f64) -> Option<f64> {
        let (low, high) = self.span();
        (high > low).then(|| (value - low) / (high - low))
    }
}

/// Marks the best moves.
///
/// By visits the widest gap counts once, at its first place from the top, and
/// moves of equal visits are never parted; where all are equal all are best.
pub fn best_moves(truth: &[Truth], kind: Kind) -> Vec<bool> {
    match kind {
        Kind::Values => {
            let top = truth
                .iter()
                .map(|own| own.value)
                .fold(f64::NEG_INFINITY, f64::max);
            truth.iter().map(|own| own.value >= top).collect()
        }
        Kind::Visits => before_the_gap(truth),
    }
}

fn before_the_gap(truth: &[Truth]) -> Vec<bool> {
    let visits = |own: &Truth| own.visits.unwrap_or(0);
    let mut sorted: Vec<u64> = truth.iter().map(visits).collect();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let mut widest = 0;
    let mut least = sorted.last().copied().unwrap_or(0);
    for pair in sorted.windows(2) {
        if pair[0] - pair[1] > widest {
            widest = pair[0] - pair[1];
            least = pair[0];
        }
    }
    truth.iter().map(|own| visits(own) >= least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visited(visits: u64) -> Truth {
        Truth {
            value: 0.0,
            exact: false,
            visits: Some(visits),
            q: None,
        }
    }

    fn by_visits(visits: &[u64]) -> Vec<bool> {
        let truth: Vec<Truth> = visits.iter().map(|&n| visited(n)).collect();
        best_moves(&truth, Kind::Visits)
    }

    #[test]
    fn the_widest_gap_in_the_visits_parts_good_from_bad() {
        assert_eq!(by_visits(&[10, 900, 850, 20]), [false, true, true, false]);
    }

    #[test]
    fn equal_visits_are_not_parted() {
        assert_eq!(by_visits(&[5, 5, 5]), [true, true, true]);
        assert_eq!(by_visits(&[7]), [true]);
    }

    #[test]
    fn of_two_equal_gaps_the_upper_counts() {
        assert_eq!(by_visits(&[30, 20, 10]), [true, false, false]);
    }
}
