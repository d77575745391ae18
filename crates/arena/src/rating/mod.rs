//! What results say about strength, and how sure they are.
//!
//! Pure functions over counts: nothing here plays, reads files or knows a game.
//! Every interval is a 95 % interval, given as an [`Estimate`](plyscope_stats::Estimate). Where the data
//! do not bound an end, the end is infinite.
//!
//! | question | answer |
//! |---|---|
//! | how much stronger is A than B? | [`difference`] of [`Pairs`] or [`Wdl`] |
//! | may the match stop? | [`Sprt`] |
//! | who stands where in a tournament? | [`Ratings::fit`] |
//! | and if something was known before? | [`Informed::fit`] |
//! | and by discs, as Abramson and Korf rate? | [`discs::DiscRatings::fit`] |
//! | how often, could it be luck, anything else | `plyscope_stats` |

mod davidson;
mod difference;
pub mod discs;
mod elo;
mod encounter;
mod informed;
mod outcomes;
mod pools;
mod ratings;
mod sprt;

pub use difference::{Difference, difference, normal_difference, normalised_elo};
pub use elo::{elo_of, expected_score};
pub use encounter::Encounter;
pub use informed::{Informed, PriorStrength};
pub use outcomes::{Outcome, Outcomes, Pairs, Wdl};
pub use ratings::{Errors, Ratings};
pub use sprt::{Sprt, SprtError, SprtVerdict};
