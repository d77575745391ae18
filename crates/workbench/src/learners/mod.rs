//! Learners that go step by step: what they share, whatever the method.
//!
//! A method of `learn` asks and is told; here is who answers: games
//! ([`climb`]), a metric on a benchmark ([`climb`]), self-play ([`learn_td`])
//! or known results ([`learn_logistic`]). All of them end in a [`Finding`].

mod budget;
mod climb;
mod finding;
mod judged;
mod logistic;
mod scale;
mod self_play;
mod steps_journal;
mod words;

pub use budget::Budget;
pub use climb::{ClimbMethod, ClimbOrder, Fitness, USUAL_GAMES_PER_STEP, climb};
pub(crate) use judged::{Judged, Making};

pub use finding::{Finding, FindingStep, LearnProgress};
pub use logistic::{LogisticOrder, learn_logistic};
pub use self_play::{TdOrder, learn_td};
pub use words::finding_text;
