//! HEF's figure 1b: strict best on the truth and on sampled truth, and how well best moves are told.

use plyscope_judge::TruthRow;
use plyscope_judge::metrics::StrictBest;
use plyscope_parallel::map_each;
use serde::Serialize;

use super::curve::{Column, PlyCurve, chances, scores};
use super::data::{Data, Sampled, visits};
use super::follow::{Follow, WithInterval, estimate, follow, mean};
use super::heuristics::Heuristic;

/// A way of telling the best moves of a state from sampled truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BestRule {
    /// Those before the widest gap in the sorted visits: HEF's.
    Gap,
    /// The same, but by values where a proved move decides: the judge's.
    Judge,
    /// Those of the most visits.
    MostVisits,
    /// Those of the highest q.
    HighestQ,
}

impl BestRule {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Gap, Self::Judge, Self::MostVisits, Self::HighestQ];

    /// What it is called in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gap => "widest gap in visits",
            Self::Judge => "the gap, proofs first",
            Self::MostVisits => "most visits",
            Self::HighestQ => "highest q",
        }
    }

    fn best(self, source: &Sampled, state: usize) -> Vec<bool> {
        let row = &source.truths.rows[state];
        match self {
            Self::Gap => row.best.clone(),
            Self::Judge => source.judged[state].clone(),
            Self::MostVisits => top(row, |truth| visits(truth) as f64),
            Self::HighestQ => top(row, |truth| truth.value),
        }
    }
}

fn top(row: &TruthRow, key: impl Fn(&plyscope_judge::Truth) -> f64) -> Vec<bool> {
    let most = row
        .truth()
        .iter()
        .map(&key)
        .fold(f64::NEG_INFINITY, f64::max);
    row.truth().iter().map(|truth| key(truth) >= most).collect()
}

/// How well a rule finds the moves that are truly best.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sets {
    /// The benchmark.
    pub source: String,
    /// The rule.
    pub rule: BestRule,
    /// The share of states where it names exactly the best moves.
    pub equal: Option<WithInterval>,
    /// The share where at least one of those it names is best.
    pub overlap: Option<WithInterval>,
    /// The mean share of those it names that are best.
    pub precision: Option<WithInterval>,
    /// The mean share of the best moves that it names.
    pub recall: Option<WithInterval>,
    /// The mean of both, harmonic, state by state.
    pub f1: Option<WithInterval>,
    /// How many moves it names on average.
    pub size: f64,
}

/// Strict best of one heuristic on one benchmark.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Strict {
    /// The heuristic.
    pub heuristic: String,
    /// The benchmark.
    pub source: String,
    /// Over all states.
    pub mean: f64,
    /// What a random choice gets.
    pub chance: f64,
    /// By ply.
    pub curve: PlyCurve,
    /// What a random choice gets, by ply.
    pub chance_curve: PlyCurve,
    /// How it follows the same on the truth; nothing for the truth itself.
    pub follow: Option<Follow>,
    /// How what a random choice gets follows the same on the truth.
    pub chance_follow: Option<Follow>,
    /// How what it has beyond a random choice follows the same on the truth.
    pub beyond_follow: Option<Follow>,
}

/// Figure 1b.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Best {
    /// How many moves are truly best on average.
    pub true_size: f64,
    /// How best moves are found.
    pub sets: Vec<Sets>,
    /// Every heuristic on every benchmark, the truth first.
    pub strict: Vec<Strict>,
}

struct Columns {
    score: Column,
    chance: Column,
    beyond: Column,
}

pub(super) fn run(data: &Data, heuristics: &[Heuristic], seed: u64) -> Best {
    let strict = map_each(heuristics, |own| {
        let truth = columns(&data.exact, own);
        let sampled = data.sampled.iter().map(|source| {
            let found = columns(&source.truths, own);
            strict(data, own, source.name, &found, Some((&truth, seed)))
        });
        let mut all: Vec<Strict> = sampled.collect();
        all.insert(0, strict(data, own, "exact", &truth, None));
        all
    });
    let size = |row: &TruthRow| row.best.iter().filter(|best| **best).count() as f64;
    let rules = data
        .sampled
        .iter()
        .flat_map(|own| BestRule::ALL.map(|rule| (own, rule)));
    Best {
        true_size: data.exact.rows.iter().map(size).sum::<f64>() / data.plies.len() as f64,
        strict: strict.into_iter().flatten().collect(),
        sets: rules
            .map(|(source, rule)| sets(data, source, rule, seed))
            .collect(),
    }
}

fn columns(truths: &plyscope_judge::Truths, heuristic: &Heuristic) -> Columns {
    let score = scores(truths, &heuristic.guesses, &StrictBest);
    let chance = chances(truths, &heuristic.guesses, &StrictBest);
    let both = score.iter().zip(&chance);
    Columns {
        beyond: both
            .map(|(score, chance)| Some((*score)? - (*chance)?))
            .collect(),
        score,
        chance,
    }
}

fn strict(
    data: &Data,
    heuristic: &Heuristic,
    source: &str,
    own: &Columns,
    truth: Option<(&Columns, u64)>,
) -> Strict {
    let all: Vec<usize> = (0..data.plies.len()).collect();
    let name = format!("strict-best/{}/{source}", heuristic.name);
    let curve = |name: String, column| PlyCurve::new(name, &data.plies, column, (0.0, 1.0));
    let follows = |of: fn(&Columns) -> &Column| {
        truth.map(|(truth, seed)| follow(&data.plies, of(truth), of(own), seed))
    };
    Strict {
        heuristic: heuristic.name.to_owned(),
        source: source.to_owned(),
        mean: mean(&own.score, &all).unwrap_or(f64::NAN),
        chance: mean(&own.chance, &all).unwrap_or(f64::NAN),
        chance_curve: curve(format!("{name}/random"), &own.chance),
        curve: curve(name, &own.score),
        follow: follows(|own| &own.score),
        chance_follow: follows(|own| &own.chance),
        beyond_follow: follows(|own| &own.beyond),
    }
}

fn sets(data: &Data, source: &Sampled, rule: BestRule, seed: u64) -> Sets {
    let rows = data.exact.rows.iter().enumerate();
    let found: Vec<Found> = rows
        .map(|(state, truth)| Found::new(&truth.best, &rule.best(source, state)))
        .collect();
    let of = |share: fn(&Found) -> f64| {
        let column: Column = found.iter().map(|own| Some(share(own))).collect();
        estimate(found.len(), seed, |drawn| mean(&column, drawn))
    };
    Sets {
        source: source.name.to_owned(),
        rule,
        equal: of(|own| f64::from(u8::from(own.both == own.named && own.both == own.best))),
        overlap: of(|own| f64::from(u8::from(own.both > 0))),
        precision: of(|own| f64::from(own.both) / f64::from(own.named)),
        recall: of(|own| f64::from(own.both) / f64::from(own.best)),
        f1: of(|own| 2.0 * f64::from(own.both) / f64::from(own.named + own.best)),
        size: found.iter().map(|own| f64::from(own.named)).sum::<f64>() / found.len() as f64,
    }
}

/// How many moves are best, are named, and are both.
struct Found {
    best: u32,
    named: u32,
    both: u32,
}

impl Found {
    fn new(best: &[bool], named: &[bool]) -> Self {
        let count = |own: &mut dyn Iterator<Item = bool>| own.filter(|yes| *yes).count() as u32;
        let both = best.iter().zip(named);
        Self {
            best: count(&mut best.iter().copied()),
            named: count(&mut named.iter().copied()),
            both: count(&mut both.map(|(best, named)| *best && *named)),
        }
    }
}
