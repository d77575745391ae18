//! How much stronger one player of a match is.

use std::f64::consts::SQRT_2;

use super::elo::ELO;
use super::elo_of;
use super::outcomes::{Moments, Outcomes, moments};
use plyscope_stats::{Estimate, Z95, normal_cdf, wilson};

/// What a match says about its first player against its second.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Difference {
    /// The mean score per game, 0 to 1.
    pub score: Estimate,
    /// The same as Elo difference: [`elo_of`] of the score and of its ends.
    pub elo: Estimate,
    /// How likely it is that the first is the stronger one, before anything else is known.
    pub superiority: f64,
}

/// Score, Elo difference and likelihood of superiority with intervals that also hold for short and one-sided matches.
///
/// The formula is Wilson's for a share, with the effective sample size of the
/// units seen: `units · s(1 − s) / variance`. So pairs of games count by how
/// much pairs really vary. One more unit, spread evenly over all cells, enters
/// that size (never the score itself), because units that all came out alike
/// do not prove that they always will. After winning every game the upper end
/// is infinite and the lower one is a bound. The interval is above 0 exactly
/// when `superiority` is above 97.5 %.
///
/// Assumes that units are independent: games of one opening belong in one pair,
/// and deterministic players who repeat a game repeat nothing but the count.
/// Leaves out which player moved first. `None` without units.
///
/// ```
/// # use plyscope_arena::rating::{difference, Pairs};
/// let pairs = Pairs { counts: [14, 50, 102, 61, 23], ..Pairs::default() };
/// let found = difference(&pairs).unwrap();
/// assert_eq!(format!("{:.1}", found.elo.value), "20.2");
/// assert_eq!(format!("{:.1} to {:.1}", found.elo.low, found.elo.high), "-1.7 to 42.1");
/// assert_eq!(format!("{:.3}", found.superiority), "0.965");
/// ```
#[must_use]
pub fn difference(outcomes: &impl Outcomes) -> Option<Difference> {
    let seen = moments(outcomes, 0.0);
    if seen.units < 1.0 {
        return None;
    }
    let tosses = seen.units * tosses_a_unit(&moments(outcomes, 1.0));
    let [low, high] = wilson(seen.mean, tosses, Z95);
    let score = Estimate {
        value: seen.mean,
        low,
        high,
    };
    Some(Difference {
        score,
        elo: score.map(elo_of),
        superiority: normal_cdf((seen.mean - 0.5) * 2.0 * tosses.sqrt()),
    })
}

/// How many tosses of a coin with the same mean vary as little as one unit.
fn tosses_a_unit(smoothed: &Moments) -> f64 {
    smoothed.mean * (1.0 - smoothed.mean) / smoothed.variance
}

/// The same by the normal approximation, as fastchess and cutechess compute it.
///
/// The score's interval is `mean ± 1.96 · sqrt(variance / units)`. Above some 100
/// units and away from 0 and 1 it is the same as [`difference`]; below, it is
/// too narrow (at 10 pairs and a true score of 0.95 it covers 62 %), and it is
/// a point when all units came out alike. Here to be compared with other tools.
#[must_use]
pub fn normal_difference(outcomes: &impl Outcomes) -> Option<Difference> {
    let seen = moments(outcomes, 0.0);
    if seen.units < 1.0 {
        return None;
    }
    let error = (seen.variance / seen.units).sqrt();
    let lead = seen.mean - 0.5;
    let score = Estimate::normal(seen.mean, error);
    Some(Difference {
        score,
        elo: score.map(elo_of),
        superiority: if lead == 0.0 {
            0.5
        } else {
            normal_cdf(lead / error)
        },
    })
}

/// Normalised Elo: the lead in standard deviations of a game, on the scale `800 / ln 10`.
///
/// It tells how many games are needed to see the difference, whatever the share
/// of draws. Two openings books give the same players different Elo but nearly
/// the same normalised Elo. The interval takes the deviation as known. `None`
/// if all units came out alike, because then there is no deviation to divide by.
#[must_use]
pub fn normalised_elo<O: Outcomes>(outcomes: &O) -> Option<Estimate> {
    let seen = moments(outcomes, 0.0);
    if seen.units < 1.0 || seen.variance <= 0.0 {
        return None;
    }
    // Two games vary twice as much as their mean does.
    let games = if O::GAMES == 2 { SQRT_2 } else { 1.0 };
    let scale = 2.0 * ELO / games;
    let lead = (seen.mean - 0.5) / seen.variance.sqrt();
    Some(Estimate::normal(scale * lead, scale / seen.units.sqrt()))
}
