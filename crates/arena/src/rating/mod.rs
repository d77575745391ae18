//! What results say about strength, and how sure they are.
//!
//! Pure functions over counts: nothing here plays, reads files or knows a game.
//! Every interval is a 95 % interval, given as an [`Estimate`]. Where the data
//! do not bound an end, the end is infinite.
//!
//! | question | answer |
//! |---|---|
//! | how much stronger is A than B? | [`difference`] of [`Pairs`] or [`Wdl`] |
//! | may the match stop? | [`Sprt`] |
//! | who stands where in a tournament? | [`Ratings::fit`] |
//! | and by discs, as Abramson and Korf rate? | [`discs::Table::fit`] |
//! | how often? | [`wilson`] |
//! | could it be luck? | [`sign_test`] |
//! | an interval of anything else | [`bootstrap()`] |

mod bootstrap;
mod davidson;
mod difference;
pub mod discs;
mod elo;
mod encounter;
mod estimate;
mod outcomes;
mod pools;
mod proportion;
mod ratings;
mod sprt;

pub use bootstrap::bootstrap;
pub use difference::{Difference, difference, normal_difference, normalised_elo};
pub use elo::{elo_of, expected_score};
pub use encounter::Encounter;
pub use estimate::{Estimate, Z95, normal_cdf};
pub use outcomes::{Outcome, Outcomes, Pairs, Wdl};
pub use proportion::{binomial_test, sign_test, wilson};
pub use ratings::{Errors, Ratings};
pub use sprt::{Sprt, SprtError, Verdict};
