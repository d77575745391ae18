//! What a contest came to, as data: the same for the same seed, times left out.

use plyscope_arena::rating::{
    Difference, Errors, Informed, PriorStrength, Ratings, Sprt, SprtVerdict, difference, discs,
};
use plyscope_arena::{Count, Results, Versus};
use plyscope_stats::Estimate;
use serde_json::{Value, json};

/// A contest, counted and rated.
#[non_exhaustive]
pub struct ContestReport<'a> {
    /// The games.
    pub results: &'a Results,
    /// How each contestant fared.
    pub totals: Vec<Count>,
    /// How those of each pairing fared against each other.
    pub versus: Vec<Versus>,
    /// Everybody's Elo above the mean, if more than two took part.
    pub ratings: Option<Ratings>,
    /// Everybody's rating by margins, where the game is Othello for discs.
    pub discs: Option<discs::DiscRatings>,
    /// The test that may end a match, and its parameters as text.
    pub sprt: Option<&'a (Sprt, String)>,
    /// What was expected before the games, and the rating from both.
    pub informed: Option<(Vec<PriorStrength>, Informed)>,
}

impl<'a> ContestReport<'a> {
    /// Counts and rates; `has_discs` says that points are Othello's discs.
    #[must_use]
    pub fn new(results: &'a Results, has_discs: bool, sprt: Option<&'a (Sprt, String)>) -> Self {
        let players = results.names().len();
        Self {
            results,
            totals: results.totals(),
            versus: results.versus(),
            ratings: (players > 2)
                .then(|| Ratings::fit(players, &results.encounters(), Errors::Pairs)),
            discs: has_discs
                .then(|| discs::DiscRatings::fit(players, &results.margins()))
                .flatten(),
            sprt,
            informed: None,
        }
    }

    /// The same with a rating from the games and from what was expected before them.
    #[must_use]
    pub fn expecting(mut self, prior: Option<&[PriorStrength]>) -> Self {
        self.informed = prior.map(|prior| {
            let both = Informed::fit(prior, &self.results.encounters());
            (prior.to_vec(), both)
        });
        self
    }

    /// How much stronger the first of a pairing is: by pairs, or by games before a pair is whole.
    pub fn difference(versus: &Versus) -> Option<Difference> {
        difference(&versus.pairs).or_else(|| difference(&versus.count.wdl()))
    }

    /// Contestants, the best first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.totals.len()).collect();
        let height = |place: &usize| match &self.ratings {
            Some(ratings) => ratings.elo[*place],
            None => self.totals[*place].score(),
        };
        order.sort_by(|one, other| height(other).total_cmp(&height(one)));
        order
    }

    /// The log likelihood ratio of the test and what it says.
    pub fn test(&self) -> Option<(f64, SprtVerdict)> {
        let (sprt, _) = self.sprt?;
        let pairs = &self.versus[0].pairs;
        Some((sprt.ratio(pairs), sprt.verdict(pairs)))
    }

    /// All of it as JSON, the times left out.
    pub fn json(&self) -> Value {
        let names = self.results.names();
        let agents = names.iter().enumerate().map(|(place, name)| {
            let mut agent = count(&self.totals[place]);
            agent["name"] = json!(name);
            if let Some(ratings) = &self.ratings {
                agent["elo"] = estimate(&ratings.of(place));
            }
            if let Some((prior, both)) = &self.informed {
                agent["prior"] = estimate(&Informed::fit(prior, &[]).of(place));
                agent["elo_with_prior"] = estimate(&both.of(place));
            }
            if let Some(discs) = &self.discs {
                agent["disc_rating"] = estimate(&discs.of(place));
            }
            agent
        });
        let pairings = self.versus.iter().zip(self.results.pairings());
        let pairings = pairings.map(|(versus, &(one, other))| {
            let mut pairing = count(&versus.count);
            pairing["first"] = json!(names[one]);
            pairing["second"] = json!(names[other]);
            pairing["pairs"] = json!(versus.pairs.counts);
            if let Some(difference) = Self::difference(versus) {
                pairing["elo"] = estimate(&difference.elo);
                pairing["superiority"] = json!(difference.superiority);
            }
            if let Some((_, both)) = &self.informed {
                pairing["elo_with_prior"] = estimate(&both.above(one, other));
            }
            pairing
        });
        json!({
            "agents": agents.collect::<Vec<_>>(),
            "pairings": pairings.collect::<Vec<_>>(),
            "sprt": self.test().zip(self.sprt).map(|((ratio, verdict), (sprt, text))| json!({
                "test": text,
                "llr": ratio,
                "bounds": [sprt.bounds().0, sprt.bounds().1],
                "verdict": verdict_name(verdict),
            })),
        })
    }

    /// Mean times per move: another object, because they are never the same again.
    pub fn times(&self) -> Value {
        let of = |(name, count): (&String, &Count)| {
            let mean = count.effort.mean().map(|mean| mean.as_secs_f64() * 1000.0);
            json!({"name": name, "moves": count.effort.moves, "mean_ms": mean})
        };
        let all = self.results.names().iter().zip(&self.totals).map(of);
        json!({"times": all.collect::<Vec<_>>()})
    }
}

fn count(count: &Count) -> Value {
    json!({
        "games": count.games(),
        "wins": count.wins,
        "draws": count.draws,
        "losses": count.losses,
        "score": count.score(),
        "points": count.points,
        "opponents_points": count.opponents_points,
        "games_with_points": count.games_with_points,
        "failures": count.faults,
        "adjudicated": count.adjudicated,
    })
}

/// Ends that nothing bounds become null.
fn estimate(estimate: &Estimate) -> Value {
    json!({"value": estimate.value, "low": estimate.low, "high": estimate.high})
}

/// What a test says, in a word.
pub(crate) fn verdict_name(verdict: SprtVerdict) -> &'static str {
    match verdict {
        SprtVerdict::AcceptH0 => "elo0",
        SprtVerdict::AcceptH1 => "elo1",
        SprtVerdict::Continue => "open",
    }
}
