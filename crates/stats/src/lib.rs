//! How sure a number is: the intervals, tests and fits that all crates use.
//!
//! Pure functions of numbers; random numbers come from a seed. Every interval is a 95 %
//! interval unless its arguments say otherwise.
//!
//! | question | answer |
//! |---|---|
//! | how often does something happen? | [`proportion`], or [`wilson`] for a mean of scores |
//! | could it be luck? | [`sign_test`], [`binomial_test`]; [`flip_test`] for paired differences |
//! | and among many tests? | [`holm`] |
//! | an interval of anything else | [`bootstrap()`] |
//! | do two lists agree in order? | [`spearman`], [`correlate`] |
//! | isotonic regression | [`Rising`] |
//! | small systems of equations | [`Matrix`] |
//!
//! ```
//! use plyscope_stats::{proportion, sign_test};
//!
//! let share = proportion(48, 50);
//! assert!((share.low - 0.8654).abs() < 1e-4 && (share.high - 0.9890).abs() < 1e-4);
//! assert!((sign_test(9, 1) - 22.0 / 1024.0).abs() < 1e-12);
//! ```

#![allow(
    clippy::float_cmp,
    reason = "ties and neighbours are told by equality, not by nearness"
)]

mod bootstrap;
mod correlation;
mod eigen;
mod estimate;
mod flips;
mod matrix;
mod proportion;
mod rising;
mod smooth;
mod wilson;

pub use bootstrap::bootstrap;
pub use correlation::{Correlation, correlate, ranks, spearman};
pub use estimate::{Estimate, Z95, normal_cdf, student};
pub use flips::{flip_test, holm};
pub use matrix::{Cholesky, Matrix, dot};
pub use proportion::{binomial_test, proportion, sign_test};
pub use rising::Rising;
pub use smooth::{Smooth, smooth};
pub use wilson::{score_interval, wilson};
