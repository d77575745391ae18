//! The metrics that are there by name, in the order of a report.

use super::sampling::Sampling;
use super::{
    AbsoluteError, Accuracy, Branching, Brier, Criticality, Decided, Expected, Inversions, KBest,
    Kendall, LogLoss, MaxDifference, Ndcg, NormalExpected, NormalRegret, Regret, Spearman,
    SquaredError, StrictBest, VisitRatio,
};
use crate::Metric;

/// Every metric once, with its usual parameters, for a game of such points.
pub fn standard(points: (f64, f64)) -> Vec<Box<dyn Metric>> {
    let by = Sampling::Argmax;
    vec![
        Box::new(StrictBest),
        Box::new(KBest { k: 2 }),
        Box::new(Regret { points }),
        Box::new(NormalRegret),
        Box::new(Expected { by, points }),
        Box::new(NormalExpected { by }),
        Box::new(Kendall),
        Box::new(Spearman),
        Box::new(Inversions),
        Box::new(Ndcg),
        Box::new(Accuracy),
        Box::new(AbsoluteError { points }),
        Box::new(SquaredError { points }),
        Box::new(Brier),
        Box::new(LogLoss),
        Box::new(MaxDifference { points }),
        Box::new(VisitRatio),
        Box::new(Branching),
        Box::new(Decided),
        Box::new(Criticality),
    ]
}
