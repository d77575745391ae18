//! What games between the two of the verdict came to, beside what was predicted.

use plyscope_stats::{Estimate, Z95};
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
    /// The same by the games, with the prediction as a prior; by the games alone where they contradict it.
    pub both: EloSpan,
    /// What a reader should know: games that were lost by a failure, and a prediction that did not come true.
    pub notes: Vec<String>,
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

/// Standard errors beyond which prediction and games contradict each other: one in a hundred by chance.
const APART: f64 = 2.58;

impl Confirmed {
    /// So many games between the two of a prediction, of which each lost some by a failure, and what they
    /// came to, alone and with the prediction as a prior.
    pub fn new(
        predicted: &PredictedPair,
        games: u64,
        faults: [u64; 2],
        played: Estimate,
        both: Estimate,
    ) -> Self {
        let (a, b) = (predicted.a.clone(), predicted.b.clone());
        let expected = EloSpan {
            elo: predicted.elo,
            low: predicted.low,
            high: predicted.high,
        };
        let (played, mut both) = (EloSpan::from(played), EloSpan::from(both));
        let failed = [&a, &b].into_iter().zip(faults).filter(|own| own.1 > 0);
        let mut notes: Vec<String> = failed
            .map(|(name, lost)| {
                format!("{name} lost {lost} of these games by a failure, not by play.")
            })
            .collect();
        let error = expected.error().hypot(played.error());
        if (expected.elo - played.elo).abs() > APART * error {
            both = played;
            notes.push(
                "The games contradict the prediction, so that it counts for nothing.".to_owned(),
            );
        }
        Self {
            way: predicted.way,
            predicted: expected,
            a,
            b,
            games,
            played,
            both,
            notes,
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
    /// The standard error that the interval stands for.
    fn error(&self) -> f64 {
        (self.high - self.low) / 2.0 / Z95
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    fn confirmed(played: f64, faults: [u64; 2]) -> Confirmed {
        let predicted = PredictedPair {
            a: "one".to_owned(),
            b: "other".to_owned(),
            way: Way::OnePly,
            elo: 40.0,
            low: 20.0,
            high: 60.0,
            wins: wins(40.0),
            apart: 0.5,
        };
        let both = Estimate::normal(f64::midpoint(played, 40.0), 7.0);
        Confirmed::new(
            &predicted,
            400,
            faults,
            Estimate::normal(played, 10.0),
            both,
        )
    }

    #[test]
    fn games_that_contradict_a_prediction_stand_alone() {
        let found = confirmed(-40.0, [0, 0]);
        assert_eq!(found.both, found.played);
        assert!(found.notes[0].contains("contradict"), "{:?}", found.notes);
        let found = confirmed(25.0, [0, 0]);
        assert!(found.notes.is_empty() && found.both != found.played);
    }

    #[test]
    fn games_lost_by_a_failure_are_told() {
        let found = confirmed(30.0, [0, 7]);
        assert_eq!(
            found.notes,
            ["other lost 7 of these games by a failure, not by play."]
        );
    }
}
