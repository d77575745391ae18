//! HEF's section 4.3: the expected score of sampling by a heuristic, on the truth, on q, and on q
//! with the sampling kept to the three moves of the highest q.
//!
//! Points run from 0 to 100 here, as in General Game Playing, so that ratios mean something.

use plyscope_judge::metrics::sampling::Sampling;
use plyscope_judge::{Guess, TruthRow};
use plyscope_parallel::map_each;
use plyscope_stats::spearman;
use serde::Serialize;

use super::curve::{Column, PlyCurve};
use super::data::Data;
use super::follow::{Follow, WithInterval, estimate, follow, mean};
use super::heuristics::Heuristic;

/// The ways of choosing; the last is the one to which others are compared.
const SAMPLINGS: [(&str, Sampling); 6] = [
    ("argmax", Sampling::Argmax),
    (
        "epsilon-greedy 0.1",
        Sampling::EpsilonGreedy { epsilon: 0.1 },
    ),
    ("softmax 0.25", Sampling::Softmax { temperature: 0.25 }),
    ("proportional", Sampling::Proportional),
    ("rank", Sampling::Rank),
    ("uniform", Sampling::Uniform),
];

/// How many moves of the highest q remain.
const KEPT: usize = 3;

/// What the chosen move is worth, and among which moves it is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum On {
    /// The truth, any move.
    Exact,
    /// q, any move.
    Q,
    /// q, the three moves of the highest q.
    TopQ,
    /// The truth, those same three moves: what part of a change comes from leaving moves out.
    TopExact,
}

impl On {
    /// What it is called in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "truth",
            Self::Q => "q",
            Self::TopQ => "q, three moves",
            Self::TopExact => "truth, those three",
        }
    }
}

/// One way of choosing.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScoreLevel {
    /// Its name.
    pub sampling: String,
    /// Its mean over all states, from 0 to 100.
    pub mean: Option<WithInterval>,
    /// That mean over the one of the uniform choice.
    pub ratio: Option<WithInterval>,
    /// How it follows the same on the truth; nothing for the truth itself.
    pub follow: Option<Follow>,
    /// By ply.
    pub curve: PlyCurve,
}

/// All ways of choosing by one heuristic on one kind of worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scores {
    /// The heuristic.
    pub heuristic: String,
    /// The benchmark.
    pub source: String,
    /// The worth.
    pub on: On,
    /// The ways of choosing.
    pub levels: Vec<ScoreLevel>,
    /// The best way's mean less the worst way's: how much the way matters.
    pub spread: f64,
    /// Spearman's correlation of the ways' means with those on the truth.
    pub order: Option<f64>,
}

pub(super) fn run(data: &Data, heuristics: &[Heuristic], seed: u64) -> Vec<Scores> {
    let jobs: Vec<(&Heuristic, usize, On)> = heuristics
        .iter()
        .flat_map(|heuristic| {
            let sampled = 0..data.sampled.len();
            let ways = sampled.flat_map(move |own| {
                [On::Q, On::TopQ, On::TopExact].map(|on| (heuristic, own, on))
            });
            std::iter::once((heuristic, 0, On::Exact)).chain(ways)
        })
        .collect();
    let one = |&(heuristic, source, on): &(&Heuristic, usize, On)| {
        scores(data, heuristic, source, on, seed)
    };
    map_each(&jobs, one)
}

fn scores(data: &Data, heuristic: &Heuristic, source: usize, on: On, seed: u64) -> Scores {
    let name = match on {
        On::Exact => "exact",
        _ => data.sampled[source].name,
    };
    let column = |by: Sampling, on: On| -> Column {
        let guesses = heuristic.guesses.iter().enumerate();
        let one = |(state, guess): (usize, &Vec<Guess>)| {
            let truth = &data.exact.rows[state];
            let sampled = &data.sampled[source].truths.rows[state];
            Some(expected(truth, sampled, guess, by, on))
        };
        guesses.map(one).collect()
    };
    let all = SAMPLINGS.map(|(_, by)| column(by, on));
    let truth = SAMPLINGS.map(|(_, by)| column(by, On::Exact));
    let uniform = &all[SAMPLINGS.len() - 1];
    let states = data.plies.len();
    let levels = SAMPLINGS.iter().enumerate().map(|(which, (sampling, _))| {
        let own = &all[which];
        let path = format!(
            "expected/{}/{name}/{}/{sampling}",
            heuristic.name,
            on.name()
        );
        ScoreLevel {
            sampling: (*sampling).to_owned(),
            mean: estimate(states, seed, |drawn| mean(own, drawn)),
            ratio: estimate(states, seed, |drawn| {
                Some(mean(own, drawn)? / mean(uniform, drawn)?)
            }),
            follow: (on != On::Exact).then(|| follow(&data.plies, &truth[which], own, seed)),
            curve: PlyCurve::new(path, &data.plies, own, (0.0, 100.0)),
        }
    });
    let levels: Vec<ScoreLevel> = levels.collect();
    let everyone: Vec<usize> = (0..states).collect();
    let means = |columns: &[Column]| -> Vec<f64> {
        let of = |column: &Column| mean(column, &everyone).unwrap_or(f64::NAN);
        columns.iter().map(of).collect()
    };
    let (own, real) = (means(&all), means(&truth));
    let most = own.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = own.iter().copied().fold(f64::INFINITY, f64::min);
    Scores {
        heuristic: heuristic.name.to_owned(),
        source: name.to_owned(),
        on,
        levels,
        spread: most - least,
        order: spearman(&real.into_iter().zip(own).collect::<Vec<_>>()),
    }
}

/// The expected score in one state, from 0 to 100.
fn expected(truth: &TruthRow, sampled: &TruthRow, guess: &[Guess], by: Sampling, on: On) -> f64 {
    let kept: Vec<usize> = match on {
        On::Exact | On::Q => (0..guess.len()).collect(),
        On::TopQ | On::TopExact => highest(sampled),
    };
    let of = |at: usize| match on {
        On::Exact | On::TopExact => truth.truth()[at].value,
        On::Q | On::TopQ => sampled.truth()[at].value,
    };
    let guesses: Vec<Guess> = kept.iter().map(|&at| guess[at]).collect();
    let shares = by.probabilities(&guesses);
    let points: f64 = kept.iter().zip(shares).map(|(&at, p)| of(at) * p).sum();
    50.0 * (points + 1.0)
}

/// The moves of the highest q, at the most three; of equals the earlier.
fn highest(row: &TruthRow) -> Vec<usize> {
    let mut moves: Vec<usize> = (0..row.truth().len()).collect();
    moves.sort_by(|&a, &b| row.truth()[b].value.total_cmp(&row.truth()[a].value));
    moves.truncate(KEPT);
    moves.sort_unstable();
    moves
}
