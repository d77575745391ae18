//! What does choosing by the heuristic yield? HEF's expected score, and what it falls short by.

use crate::metrics::sampling::Sampling;
use crate::{Better, Case, Guess, Metric, Trust};

/// The mean true value of the move chosen by a way of sampling.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// How the move is chosen.
    pub by: Sampling,
    /// The least and the most points of the game.
    pub points: (f64, f64),
}

/// [`Expected`] on a scale where the state's worst move is 0 and its best is 1.
#[derive(Clone, Copy, Debug)]
pub struct NormalExpected {
    /// How the move is chosen.
    pub by: Sampling,
}

/// How many points the favourite falls short of the best move; ties share.
#[derive(Clone, Copy, Debug)]
pub struct Regret {
    /// The least and the most points of the game.
    pub points: (f64, f64),
}

/// [`Regret`] as a share of what the choice can cost in the state.
#[derive(Clone, Copy, Debug)]
pub struct NormalRegret;

#[inline]
fn expected(case: &Case<'_>, by: Sampling) -> f64 {
    if by == Sampling::Argmax {
        return case.mean_of_first();
    }
    let guesses: Vec<Guess> = case.guesses().collect();
    let shares = by.probabilities(&guesses);
    let own = case.truth.iter().zip(shares);
    own.map(|(truth, share)| truth.value * share).sum()
}

impl Metric for Expected {
    fn name(&self) -> String {
        format!("expected:by={}", self.by.name())
    }

    fn about(&self) -> String {
        format!("points to be expected when choosing by {}", self.by.name())
    }

    fn range(&self) -> (f64, f64) {
        self.points
    }

    fn better(&self) -> Better {
        Better::Higher
    }

    fn trust(&self) -> Trust {
        Trust::Trend
    }

    #[inline(always)]
    fn score(&self, case: &Case<'_>) -> Option<f64> {
        Some(expected(case, self.by))
    }

    #[inline(always)]
    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        Some(case.worth().mean)
    }
}

impl Metric for NormalExpected {
    fn name(&self) -> String {
        format!("normal-expected:by={}", self.by.name())
    }

    fn about(&self) -> String {
        let by = self.by.name();
        format!("where choosing by {by} lands between the state's worst move (0) and best (1)")
    }

    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn better(&self) -> Better {
        Better::Higher
    }

    fn trust(&self) -> Trust {
        Trust::Trend
    }

    #[inline(always)]
    fn score(&self, case: &Case<'_>) -> Option<f64> {
        case.normal(expected(case, self.by))
    }

    #[inline(always)]
    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        case.normal(case.worth().mean)
    }
}

impl Metric for Regret {
    fn name(&self) -> String {
        "regret".to_owned()
    }

    fn about(&self) -> String {
        "points that its favourite falls short of the best move".to_owned()
    }

    fn range(&self) -> (f64, f64) {
        (0.0, self.points.1 - self.points.0)
    }

    fn better(&self) -> Better {
        Better::Lower
    }

    fn trust(&self) -> Trust {
        Trust::Trend
    }

    #[inline(always)]
    fn score(&self, case: &Case<'_>) -> Option<f64> {
        Some(case.span().1 - case.mean_of_first())
    }

    #[inline(always)]
    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        Some(case.span().1 - case.worth().mean)
    }
}

impl Metric for NormalRegret {
    fn name(&self) -> String {
        "normal-regret".to_owned()
    }

    fn about(&self) -> String {
        "the share of what the choice can cost that its favourite does cost".to_owned()
    }

    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn better(&self) -> Better {
        Better::Lower
    }

    fn trust(&self) -> Trust {
        Trust::Trend
    }

    #[inline(always)]
    fn score(&self, case: &Case<'_>) -> Option<f64> {
        Some(1.0 - case.normal(case.mean_of_first())?)
    }

    #[inline(always)]
    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        Some(1.0 - case.normal(case.worth().mean)?)
    }
}
