//! Does a metric predict strength? A pool of heuristics, each judged by every
//! metric and rated by games under several uses, and the two held together.

mod page;
pub(crate) mod pool;

use std::path::{Path, PathBuf};

use plyscope_arena::Results;
use plyscope_arena::rating::{Errors, Ratings};
use plyscope_game::{Error, Limits, Stop};
use plyscope_judge::Grouping;
use plyscope_judge::judgement::{About, Judgement};
use plyscope_judge::predict::StateWeights;
use plyscope_stats::{Correlation, correlate};
use plyscope_truth::Benchmark;
use serde::Serialize;

use crate::contest::hold;
use crate::judge::{JudgeOrder, JudgeRun, StateFilter, judge};
use crate::{ContestOrder, NamedGame};
pub use pool::Member;

/// What to find out.
pub struct StrengthOrder<'a> {
    /// How many heuristics.
    pub pool: usize,
    /// Games between each two, under each use.
    pub games: u64,
    /// Where weights and records of games are kept; the same order goes on with what is there.
    pub folder: &'a Path,
    /// What the benchmark is called.
    pub name: &'a str,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// Ends it early; games that are finished are kept.
    pub stop: Stop,
    /// Told what is being done, and how far it is.
    pub progress: &'a (dyn Fn(&str, u64, u64) + Sync),
}

/// A way of using a heuristic in play.
pub(crate) struct Use {
    name: &'static str,
    about: &'static str,
    spec: fn(&str) -> String,
}

pub(crate) static USES: [Use; 3] = [
    Use {
        name: "one-ply",
        about: "it plays the move after which it likes the state best",
        spec: |spec| spec.to_owned(),
    },
    Use {
        name: "depth-3",
        about: "NegaScout looks three moves ahead with it",
        spec: |spec| format!("negascout:depth=3,eval=({spec})"),
    },
    Use {
        name: "mcts",
        about: "it steers the playouts of a tree search, 50 per move",
        spec: |spec| format!("mcts:playouts=50,memory=4,eval=({spec})"),
    },
];

/// Random moves before a game begins, so that games differ.
const OPENING: u32 = 4;

/// Metrics beside strength.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct StrengthStudy {
    /// The game's spec.
    pub game: String,
    /// The benchmark.
    pub benchmark: String,
    /// States of it that were judged.
    pub states: usize,
    /// Games between each two heuristics, under each use.
    pub games: u64,
    /// The ways of using a heuristic: name and what it means.
    pub uses: Vec<(&'static str, &'static str)>,
    /// The metrics.
    pub metrics: Vec<String>,
    /// The heuristics with their scores and ratings.
    pub heuristics: Vec<Rated>,
    /// The metrics as predictors, in their order.
    pub predictors: Vec<Predictor>,
}

/// A heuristic of the pool.
#[derive(Clone, Debug, Serialize)]
pub struct Rated {
    /// What it is.
    #[serde(flatten)]
    pub member: Member,
    /// Its mean by each metric.
    pub scores: Vec<Option<f64>>,
    /// Its Elo under each use: value, and the ends of the 95 % interval.
    pub elo: Vec<(f64, f64, f64)>,
}

/// How well a metric predicts strength: correlations are positive where better scores go with more strength.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Predictor {
    /// The metric.
    pub metric: String,
    /// Over the whole pool, for each use.
    pub all: Vec<Option<Correlation>>,
    /// Over the stronger half of the pool under that use, where telling apart is hard.
    pub stronger: Vec<Option<Correlation>>,
}

/// Judges and rates a pool of heuristics.
///
/// # Errors
/// When files cannot be written, a heuristic fails, or it was stopped.
pub fn strength(
    game: &NamedGame,
    benchmark: &Benchmark,
    order: &StrengthOrder<'_>,
) -> Result<StrengthStudy, Error> {
    let pool = pool::make(game, order)?;
    let judged = judgement(game, benchmark, &pool, order)?;
    let mut heuristics: Vec<Rated> = pool
        .into_iter()
        .zip(&judged.heuristics)
        .map(|(member, own)| Rated {
            member,
            scores: own.scores.iter().map(|own| Some(own.all?.mean)).collect(),
            elo: Vec::new(),
        })
        .collect();
    for way in &USES {
        rate(game, &mut heuristics, way, order)?;
    }
    let predictor = |(at, metric): (usize, &About)| {
        let sign = if metric.better == "lower" { -1.0 } else { 1.0 };
        predictor(&heuristics, at, sign, &metric.name, order.seed)
    };
    Ok(StrengthStudy {
        game: judged.game,
        benchmark: order.name.to_owned(),
        states: judged.states,
        games: order.games,
        uses: USES.iter().map(|own| (own.name, own.about)).collect(),
        predictors: judged.metrics.iter().enumerate().map(predictor).collect(),
        metrics: judged.metrics.into_iter().map(|own| own.name).collect(),
        heuristics,
    })
}

/// Judges the pool by all metrics.
fn judgement(
    game: &NamedGame,
    benchmark: &Benchmark,
    pool: &[Member],
    order: &StrengthOrder<'_>,
) -> Result<Judgement, Error> {
    let texts: Vec<String> = pool
        .iter()
        .map(|own| format!("{}=({})", own.name, own.spec))
        .collect();
    let answers = (pool.len() * benchmark.states.len()) as u64;
    let done = std::sync::atomic::AtomicU64::new(0);
    let judged = judge(
        game,
        benchmark,
        &JudgeOrder {
            heuristics: &texts,
            metrics: &[],
            filter: &StateFilter::default(),
            grouping: Grouping::All,
            worst: 0,
            name: order.name,
            weights: StateWeights::Equal,
            run: JudgeRun {
                seed: order.seed,
                limits: Limits {
                    stop: order.stop.clone(),
                    ..Limits::every_move()
                },
                threads: order.threads,
                progress: &|| {
                    let before = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    (order.progress)("judging", before + 1, answers);
                },
            },
        },
    )?;
    Ok(judged.judgement)
}

/// Plays the pool's contest under one use, and adds each heuristic's Elo in it.
fn rate(
    game: &NamedGame,
    heuristics: &mut [Rated],
    way: &'static Use,
    order: &StrengthOrder<'_>,
) -> Result<(), Error> {
    let results = play(game, heuristics, way, order)?;
    let ratings = Ratings::fit(heuristics.len(), &results.encounters(), Errors::Pairs);
    for (player, own) in heuristics.iter_mut().enumerate() {
        let elo = ratings.of(player);
        own.elo.push((elo.value, elo.low, elo.high));
    }
    Ok(())
}

/// One of the contests of a study: the pool under one use.
pub(crate) struct StudyContest {
    way: &'static Use,
    entrants: Vec<String>,
    record: PathBuf,
}

impl StudyContest {
    /// `pool` has the name and the spec of each heuristic.
    pub(crate) fn new<'a>(
        way: &'static Use,
        pool: impl Iterator<Item = (&'a str, &'a str)>,
        order: &StrengthOrder<'_>,
    ) -> Self {
        let entrant = |(name, spec)| format!("{name}=({})", (way.spec)(spec));
        Self {
            way,
            entrants: pool.map(entrant).collect(),
            record: order.folder.join(format!("{}.jsonl", way.name)),
        }
    }

    /// Where its games are kept.
    pub(crate) fn record(&self) -> PathBuf {
        self.record.clone()
    }

    /// What is to be held; without progress.
    pub(crate) fn order<'a>(&'a self, order: &StrengthOrder<'a>) -> ContestOrder<'a> {
        ContestOrder {
            limits: Limits {
                stop: order.stop.clone(),
                ..Limits::best_move()
            },
            seed: order.seed,
            threads: order.threads,
            record: Some(&self.record),
            ..ContestOrder::round_robin(&self.entrants, order.games, OPENING)
        }
    }
}

fn play(
    game: &NamedGame,
    pool: &[Rated],
    way: &'static Use,
    order: &StrengthOrder<'_>,
) -> Result<Results, Error> {
    let studied = StudyContest::new(way, pool.iter().map(|own| own.member.told()), order);
    let progress = |results: &Results| {
        let (done, of) = results.progress();
        (order.progress)(&format!("playing, {}", studied.way.name), done, of);
    };
    let contest = ContestOrder {
        progress: &progress,
        ..studied.order(order)
    };
    let record = studied.record();
    // The record of another pool or seed is told in many words about files that nobody chose.
    let held = hold(game, &contest).map_err(|error| {
        if !record.exists() || !error.is_misuse() {
            return error;
        }
        Error::misuse(
            format!("{} holds another study", order.folder.display()),
            "choose another folder by --out, or the pool, games and seed that it was begun with",
        )
    })?;
    if held.results.is_whole() {
        return Ok(held.results);
    }
    Err(Error::stopped("stopped before all games were played")
        .with_hint("run the same command again; what is finished is kept"))
}

fn predictor(pool: &[Rated], metric: usize, sign: f64, name: &str, seed: u64) -> Predictor {
    let pairs = |way: usize, least: f64| -> Vec<(f64, f64)> {
        let strong = pool.iter().filter(|own| own.elo[way].0 >= least);
        strong
            .filter_map(|own| Some((own.scores[metric]? * sign, own.elo[way].0)))
            .collect()
    };
    let median = |way: usize| {
        let mut elo: Vec<f64> = pool.iter().map(|own| own.elo[way].0).collect();
        elo.sort_by(f64::total_cmp);
        elo[elo.len() / 2]
    };
    let ways = 0..USES.len();
    Predictor {
        metric: name.to_owned(),
        all: ways
            .clone()
            .map(|way| correlate(&pairs(way, f64::NEG_INFINITY), seed))
            .collect(),
        stronger: ways
            .map(|way| correlate(&pairs(way, median(way)), seed))
            .collect(),
    }
}
