//! What the game itself is like at a state, whatever the heuristic: HEF's game properties.

use crate::{Better, Case, Metric, Needs, Trust};

/// How much the best and the worst move differ in value: HEF's maximum score difference.
#[derive(Clone, Copy, Debug)]
pub struct MaxDifference {
    /// The least and the most points of the game.
    pub points: (f64, f64),
}

/// The natural logarithm of the most visits of a move over the fewest: HEF's
/// stand-in for [`MaxDifference`] where the truth was sampled.
#[derive(Clone, Copy, Debug)]
pub struct VisitRatio;

/// How many legal moves there are.
#[derive(Clone, Copy, Debug)]
pub struct Branching;

/// Whether every move leads to the same value, so that the choice no longer matters.
#[derive(Clone, Copy, Debug)]
pub struct Decided;

/// The share of moves that are not best: how easily a random choice goes wrong.
#[derive(Clone, Copy, Debug)]
pub struct Criticality;

macro_rules! property {
    ($metric:ty, $name:literal, $about:literal, $trust:expr, $needs:expr, $range:expr, $score:expr) => {
        impl Metric for $metric {
            fn name(&self) -> String {
                $name.to_owned()
            }

            fn about(&self) -> String {
                $about.to_owned()
            }

            fn range(&self) -> (f64, f64) {
                $range(self)
            }

            fn better(&self) -> Better {
                Better::Neither
            }

            fn needs(&self) -> Needs {
                $needs
            }

            fn trust(&self) -> Trust {
                $trust
            }

            fn score(&self, case: &Case<'_>) -> Option<f64> {
                $score(case)
            }

            /// A property of the game is the same for every heuristic.
            fn chance(&self, case: &Case<'_>) -> Option<f64> {
                self.score(case)
            }
        }
    };
}

property!(
    MaxDifference,
    "max-difference",
    "the value of the best move less that of the worst",
    Trust::No,
    Needs::default(),
    |own: &MaxDifference| (0.0, own.points.1 - own.points.0),
    |case: &Case<'_>| {
        let (low, high) = case.span();
        Some(high - low)
    }
);

property!(
    VisitRatio,
    "visit-ratio",
    "the natural logarithm of the most visits of a move over the fewest",
    Trust::Yes,
    Needs {
        visits: true,
        q: false,
        points: false,
        rivals: false
    },
    |_: &VisitRatio| (0.0, f64::INFINITY),
    |case: &Case<'_>| {
        let visits = || case.truth.iter().map(|truth| truth.visits);
        let fewest = visits().min()??;
        let most = visits().max()??;
        // A move that was never tried counts as tried once, or the ratio has no end.
        Some((most.max(1) as f64 / fewest.max(1) as f64).ln())
    }
);

property!(
    Branching,
    "branching",
    "the number of legal moves",
    Trust::Yes,
    Needs::default(),
    |_: &Branching| (1.0, f64::INFINITY),
    |case: &Case<'_>| Some(case.moves() as f64)
);

property!(
    Decided,
    "decided",
    "the share of states where every move is worth the same",
    Trust::No,
    Needs::default(),
    |_: &Decided| (0.0, 1.0),
    |case: &Case<'_>| {
        let (low, high) = case.span();
        Some(f64::from(u8::from(high <= low)))
    }
);

property!(
    Criticality,
    "criticality",
    "the share of moves that are not best",
    Trust::Yes,
    Needs::default(),
    |_: &Criticality| (0.0, 1.0),
    |case: &Case<'_>| Some(1.0 - case.best_share())
);
