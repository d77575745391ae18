//! Workflows cut into tasks, for [`plyscope_shards`]: states of a benchmark, games of contests.
//!
//! Each gives its tasks as [`Work`](plyscope_shards::Work), and takes the values of all of them back to write what it
//! writes on one machine. Learning by games is beside its own kind: [`BreedWork`](crate::BreedWork).

mod contest;
mod strength;
mod truth;

pub use contest::{ContestWork, write_record};
pub use strength::{StrengthPlan, StrengthWork, strength_work, write_strength_records};
pub use truth::{ChosenTruth, PlannedTruth, TruthWork, choose_truth, collect_truth, read_states};
