//! The metrics, a file for each family.

mod best;
mod category;
mod expected;
mod order;
mod property;
pub mod sampling;
mod standard;

pub use best::{KBest, StrictBest};
pub use category::{AbsoluteError, Accuracy, Brier, LogLoss, SquaredError, category};
pub use expected::{Expected, NormalExpected, NormalRegret, Regret};
pub use order::{Inversions, Kendall, Ndcg, Spearman};
pub use property::{Branching, Criticality, Decided, MaxDifference, VisitRatio};
pub use standard::standard;
