//! When a match may stop: the sequential probability ratio test.

use std::fmt;

use super::{Outcomes, expected_score};

/// Tests whether the Elo difference is `elo1` rather than `elo0`, after every unit or whenever one likes.
///
/// The generalised test (GSPRT) that fishtest and fastchess run with their
/// logistic model: the log likelihood ratio compares the likeliest distributions
/// over the cells whose mean scores are those of `elo1` and of `elo0`. So it
/// needs no assumption about draws or about how the games of a pair hang
/// together; it assumes that units are independent. Empty cells count as a
/// thousandth, as in fishtest.
///
/// If the truth is `elo0`, H1 is accepted with probability about `alpha`; if it
/// is `elo1`, H0 is accepted with probability about `beta`. Between them either may
/// be. The estimate of a match that a test has stopped is biased away from the
/// middle: read the verdict, not the Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Why there can be no such test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SprtError {
    /// `elo0` must be below `elo1`, and both must be numbers.
    Elo(f64, f64),
    /// `alpha` and `beta` must be between 0 and ½.
    Rates(f64, f64),
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elo(elo0, elo1) => write!(
                f,
                "a test of elo1={elo1} against elo0={elo0} cannot be decided\n\n\
                 hint: elo0 must be smaller than elo1, as in elo0=0,elo1=5"
            ),
            Self::Rates(alpha, beta) => write!(
                f,
                "alpha={alpha} and beta={beta} are not error rates\n\n\
                 hint: both must lie between 0 and 0.5, as in alpha=0.05,beta=0.05"
            ),
        }
    }
}

impl std::error::Error for SprtError {}

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// The difference is not as large as `elo1`: stop.
    AcceptH0,
    /// The difference is larger than `elo0`: stop.
    AcceptH1,
    /// Not decided.
    Continue,
}

impl Sprt {
    /// A test of `elo1` against `elo0` with these error rates.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, or a rate is not between 0 and ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Elo(elo0, elo1));
        }
        if !(rate(alpha) && rate(beta)) {
            return Err(SprtError::Rates(alpha, beta));
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The log likelihood ratios that end the test: `ln(beta / (1 − alpha))` and `ln((1 − beta) / alpha)`.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log likelihood ratio of `elo1` to `elo0`; 0 without units.
    pub fn ratio(&self, outcomes: &impl Outcomes) -> f64 {
        let cells = outcomes.cells();
        let cells = cells.as_ref();
        if cells.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let from = loss(cells, expected_score(self.elo0));
        from - loss(cells, expected_score(self.elo1))
    }

    /// What the results say so far.
    pub fn verdict(&self, outcomes: &impl Outcomes) -> SprtVerdict {
        let (low, high) = self.bounds();
        let ratio = self.ratio(outcomes);
        if ratio >= high {
            SprtVerdict::AcceptH1
        } else if ratio <= low {
            SprtVerdict::AcceptH0
        } else {
            SprtVerdict::Continue
        }
    }
}

/// What an empty cell counts.
const EMPTY: f64 = 1e-3;

/// By how much the log likelihood falls if the mean must be `mean`.
///
/// The likeliest distribution with that mean gives cell i the share
/// `pᵢ / (1 + tilt · (scoreᵢ − mean))`, with the tilt that makes the mean right
/// (Van den Bergh, "MLE for multinomial distributions", proposition 1.1).
fn loss(cells: &[u64], mean: f64) -> f64 {
    let step = 1.0 / (cells.len() - 1) as f64;
    let leads = || {
        let weights = cells.iter().map(|&count| (count as f64).max(EMPTY));
        let leads = (0..cells.len()).map(|cell| cell as f64 * step - mean);
        weights.zip(leads)
    };
    let tilt = root(-1.0 / (1.0 - mean), 1.0 / mean, |tilt| {
        leads().fold((0.0, 0.0), |(sum, slope), (weight, lead)| {
            let share = lead / (1.0 + tilt * lead);
            (sum + weight * share, slope - weight * share * share)
        })
    });
    leads()
        .map(|(weight, lead)| weight * (tilt * lead).ln_1p())
        .sum()
}

/// Where a falling function crosses 0 between `low` and `high`, at which it has poles.
///
/// Newton's steps where they stay between the bounds, halving where they do not.
fn root(mut low: f64, mut high: f64, value_and_slope: impl Fn(f64) -> (f64, f64)) -> f64 {
    let mut at = 0.0;
    for _ in 0..100 {
        let (value, slope) = value_and_slope(at);
        if value > 0.0 {
            low = at;
        } else {
            high = at;
        }
        let newton = at - value / slope;
        let next = if low < newton && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        if (next - at).abs() <= 1e-12 * (1.0 + at.abs()) {
            return next;
        }
        at = next;
    }
    at
}
