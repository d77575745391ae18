//! A smaller benchmark of the states that tell most, by a pool of heuristics that was judged on it.

use plyscope_game::Error;
use plyscope_judge::judgement::{CHOSEN, Entry};
use plyscope_judge::predict::{Predicted, Way};
use plyscope_judge::{Better, Column, Metric, choose::most_telling, sheet};
use plyscope_truth::Benchmark;

use super::Judging;

/// Fewer heuristics tell nothing about states.
const LEAST: usize = 6;

/// The `count` states of a benchmark that tell most about the heuristics which were judged on it,
/// with a word in the selector on how they were chosen.
///
/// What the heuristics are worth is their expected Elo, one move ahead and at depth 3, where that is
/// predicted, or else their mean score by the first metric.
///
/// # Errors
/// When the pool is too small, there is no metric, or the benchmark has fewer states than are wanted.
pub fn choose_states(
    benchmark: &Benchmark,
    judging: &Judging,
    count: usize,
) -> Result<Benchmark, Error> {
    let metric = check(judging, count)?;
    let rows = &judging.truths.rows;
    let scores = scores(judging, metric);
    let strength: Vec<f64> = judging
        .entries
        .iter()
        .zip(&scores)
        .map(|(own, scores)| expected(judging, &own.name).unwrap_or_else(|| mean(scores)))
        .collect();
    if scores.iter().all(|own| *own == scores[0]) {
        return Err(Error::misuse(
            "all heuristics of the pool choose alike, so that no state tells more than another",
            "name heuristics of different strength",
        ));
    }
    let chosen = most_telling(&scores, &strength, count);
    let mut smaller = benchmark.clone();
    smaller.states = chosen
        .into_iter()
        .map(|place| benchmark.states[rows[place].at].clone())
        .collect();
    // Another selector than that of the states it was given: these are never all there are.
    smaller.meta.selector = format!(
        "{CHOSEN}states={count},metric={},pool={},of=({})",
        metric.name(),
        judging.entries.len(),
        benchmark.meta.selector
    );
    smaller.meta.plan.clear();
    Ok(smaller)
}

/// Refuses a pool or a benchmark that is too small; else the metric by which states are scored.
fn check(judging: &Judging, count: usize) -> Result<&dyn Metric, Error> {
    let pool = judging.entries.len();
    if pool < LEAST {
        return Err(Error::misuse(
            format!("{pool} heuristics are too few to tell which states tell most"),
            format!("name {LEAST} or more of different strength, each by --heuristic"),
        ));
    }
    let Some(metric) = judging.metrics.first() else {
        return Err(Error::misuse(
            "there is no metric to score states by",
            "name one by --metric, such as regret",
        ));
    };
    let states = judging.truths.rows.len();
    if states < count {
        return Err(Error::misuse(
            format!("the benchmark has only {states} states to choose from"),
            "ask for fewer, or make a larger benchmark by `plyscope truth make`",
        ));
    }
    Ok(&**metric)
}

/// The score of every heuristic on every state by the first metric; more is better.
fn scores(judging: &Judging, metric: &dyn Metric) -> Vec<Vec<Option<f64>>> {
    let sign = if metric.better() == Better::Lower {
        -1.0
    } else {
        1.0
    };
    let of = |own: &Entry| {
        let columns = sheet(&judging.truths, &own.guesses, &judging.metrics[..1]);
        signed(&columns[0], sign)
    };
    judging.entries.iter().map(of).collect()
}

fn signed(column: &Column, sign: f64) -> Vec<Option<f64>> {
    column.scores.iter().map(|own| Some(sign * own?)).collect()
}

fn mean(scores: &[Option<f64>]) -> f64 {
    let known = scores.iter().flatten();
    known.clone().sum::<f64>() / known.count().max(1) as f64
}

/// The expected Elo of a heuristic, mean of one move ahead and depth 3.
fn expected(judging: &Judging, name: &str) -> Option<f64> {
    let all = judging.judgement.predicted.iter();
    let own: Vec<&Predicted> = all
        .filter(|own| own.name == name && own.way != Way::Mcts)
        .collect();
    let sum: f64 = own.iter().map(|own| own.elo).sum();
    (!own.is_empty()).then(|| sum / own.len() as f64)
}
