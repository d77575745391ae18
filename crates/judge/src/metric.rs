//! What a metric is: a number for one state, its range, its meaning, and what chance alone would get.

use crate::{Case, Cases, Places};

/// Which way is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Better {
    /// More is better.
    Higher,
    /// Less is better.
    Lower,
    /// It says something of the game, not of the heuristic.
    Neither,
}

/// What a metric must be given.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a column or a property of its own"
)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// The visits of every move.
    pub visits: bool,
    /// The mean result of every move.
    pub q: bool,
    /// The heuristic's values on the game's points.
    pub points: bool,
    /// Two players who share out a fixed sum of points: wins, draws and losses.
    pub rivals: bool,
}

/// How far a metric can be trusted on truth that was sampled, not proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// It says the same as on proved truth.
    Yes,
    /// Its rises and falls can be trusted, its size cannot.
    Trend,
    /// Not at all.
    No,
}

/// A number for how a heuristic does on one state.
pub trait Metric: Send + Sync {
    /// The name by which it is asked for, with its parameters.
    fn name(&self) -> String;
    /// What it tells, in a sentence for the reader of a report.
    fn about(&self) -> String;
    /// The least and the most it can be; infinite where there is no bound.
    fn range(&self) -> (f64, f64);
    /// Which way is better.
    fn better(&self) -> Better;
    /// What it must be given.
    fn needs(&self) -> Needs {
        Needs::default()
    }
    /// How far to trust it on sampled truth.
    fn trust(&self) -> Trust;
    /// The number; nothing where the state has nothing to say, as an order where all moves are worth the same.
    fn score(&self, case: &Case<'_>) -> Option<f64>;
    /// What a heuristic scores on average that puts the moves in random order.
    fn chance(&self, case: &Case<'_>) -> Option<f64>;
    /// [`Self::score`] and [`Self::chance`]; for a metric that finds both in one pass.
    #[inline(always)]
    fn score_and_chance(&self, case: &Case<'_>) -> (Option<f64>, Option<f64>) {
        (self.score(case), self.chance(case))
    }
    /// The same of many states. Nobody need write it: every metric has this loop to itself, so that
    /// its score is compiled into it and is not called for each state.
    fn score_all(&self, cases: &Cases<'_>, places: &mut Places<'_>) {
        for at in 0..cases.len() {
            places.put(at, self.score_and_chance(&cases.at(at)));
        }
    }
}
