//! What games between the two of the verdict came to, beside what was predicted.

use plyscope_stats::Estimate;
use serde::Serialize;

use crate::predict::{PredictedPair, Way, wins};

/// Games between the two of whom a verdict speaks.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Confirmed {
    /// The one that was expected to be stronger.
    pub a: String,
    /// The other one.
    pub b: String,
    /// How both were used.
    #[serde(rename = "use")]
    pub way: Way,
    /// Games that were played.
    pub games: u64,
    /// Elo of the first above the second as predicted.
    pub predicted: EloSpan,
    /// The same by the games alone.
    pub played: EloSpan,
    /// The same by the games, with the prediction as a prior.
    pub both: EloSpan,
}

/// An Elo difference with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EloSpan {
    /// The difference.
    pub elo: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Confirmed {
    /// So many games between the two of a prediction, and what they came to.
    pub fn new(predicted: &PredictedPair, games: u64, played: Estimate, both: Estimate) -> Self {
        Self {
            a: predicted.a.clone(),
            b: predicted.b.clone(),
            way: predicted.way,
            games,
            predicted: EloSpan {
                elo: predicted.elo,
                low: predicted.low,
                high: predicted.high,
            },
            played: played.into(),
            both: both.into(),
        }
    }

    /// The three that stand side by side, each with its name.
    pub fn rows(&self) -> [(String, EloSpan); 3] {
        [
            ("expected".to_owned(), self.predicted),
            (format!("{} games", self.games), self.played),
            ("both together".to_owned(), self.both),
        ]
    }
}

impl EloSpan {
    /// The share of games that the first wins in percent, a draw counted half, with its interval.
    pub fn percent(&self) -> [f64; 3] {
        [self.elo, self.low, self.high].map(|elo| 100.0 * wins(elo))
    }
}

impl From<Estimate> for EloSpan {
    fn from(own: Estimate) -> Self {
        Self {
            elo: own.value,
            low: own.low,
            high: own.high,
        }
    }
}
