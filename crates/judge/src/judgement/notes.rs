//! What a reader should know before trusting a number.

use std::collections::BTreeSet;

use plyscope_truth::{Benchmark, Labelled};

use super::{Judged, Plan};
use crate::{Better, Made, Metric, Trust, Truths};

/// The plies at the end of the longest game may be out of reach; a benchmark that
/// lacks no more than one in so many of them is not said to lack any.
const REACHED: u32 = 10;

pub(super) fn notes(
    benchmark: &Benchmark,
    truths: &Truths,
    judged: &[Judged],
    plan: &Plan<'_>,
) -> Vec<String> {
    let all = [
        all_states(truths),
        (!truths.whole)
            .then(|| missing_plies(benchmark, plan.longest))
            .flatten(),
        unsure(truths, plan.metrics),
        scale(truths, plan.metrics),
        fitted(judged, plan.metrics),
    ];
    all.into_iter().flatten().collect()
}

fn all_states(truths: &Truths) -> Option<String> {
    truths.whole.then(|| {
        "The benchmark holds all states there are, so nothing was sampled: numbers have neither \
         bands nor p. Every state counts alike, however rarely games come to it."
            .to_owned()
    })
}

/// The plies of which the benchmark has no state that can be judged.
fn missing_plies(benchmark: &Benchmark, longest: u32) -> Option<String> {
    let moves = |own: &&Labelled| own.moves.iter().any(|label| label.mv.is_some());
    let states = benchmark.states.iter().filter(moves);
    let plies: BTreeSet<u32> = states.map(|own| own.ply).collect();
    let last = *plies.last()?;
    let end = longest.saturating_sub(1);
    let end = if end.saturating_sub(last) > longest / REACHED {
        end
    } else {
        last
    };
    let mut gaps: Vec<(u32, u32)> = Vec::new();
    for ply in (0..=end).filter(|ply| !plies.contains(ply)) {
        match gaps.last_mut() {
            Some((_, last)) if *last + 1 == ply => *last = ply,
            _ => gaps.push((ply, ply)),
        }
    }
    let told = |&(from, to): &(u32, u32)| match from == to {
        true => from.to_string(),
        false => format!("{from} to {to}"),
    };
    let told: Vec<String> = gaps.iter().map(told).collect();
    (!told.is_empty()).then(|| {
        format!(
            "The benchmark covers no state of ply {}: nothing here tells how a heuristic does there.",
            told.join(", ")
        )
    })
}

/// Metrics that mean less where the truth is not proved.
fn unsure(truths: &Truths, metrics: &[Box<dyn Metric>]) -> Option<String> {
    let what = match truths.made {
        Made::Proved => return None,
        Made::Sampled => "sampled, not proved",
        Made::Estimated => "estimated, not proved",
    };
    let less: Vec<String> = metrics
        .iter()
        .filter(|metric| metric.trust() != Trust::Yes && metric.better() != Better::Neither)
        .map(|metric| match metric.trust() {
            Trust::Trend => format!("{} (trend only)", metric.name()),
            _ => format!("{} (not at all)", metric.name()),
        })
        .collect();
    (!less.is_empty()).then(|| {
        format!(
            "The truth of this benchmark was {what}. Less to be trusted: {}.",
            less.join(", ")
        )
    })
}

/// Metrics whose unit is the labeller's.
fn scale(truths: &Truths, metrics: &[Box<dyn Metric>]) -> Option<String> {
    if truths.on_points() {
        return None;
    }
    let in_units = ["regret", "expected", "max-difference"];
    let names = metrics.iter().map(|metric| metric.name());
    let named: Vec<String> = names
        .filter(|name| in_units.contains(&name.split(':').next().unwrap_or(name)))
        .collect();
    let which = if named.is_empty() {
        String::new()
    } else {
        format!(" {} are in its unit, not in points.", named.join(", "))
    };
    Some(format!(
        "The truth is on the labeller’s own scale.{which} A proved win counts as more than its \
         largest estimate. Metrics that compare values with points are left out."
    ))
}

/// Heuristics whose values were mapped.
fn fitted(judged: &[Judged], metrics: &[Box<dyn Metric>]) -> Option<String> {
    let fitted = judged.iter().filter(|own| own.fitted);
    let fitted: Vec<&str> = fitted.map(|own| own.name.as_str()).collect();
    let on_points = metrics.iter().filter(|metric| metric.needs().points);
    let on_points: Vec<String> = on_points.map(|metric| metric.name()).collect();
    (!fitted.is_empty() && !on_points.is_empty()).then(|| {
        format!(
            "For {} the estimates of {} were brought to points by a rising function fitted to this \
             benchmark, each state by a fit on other states (five folds), so that heuristics of any \
             scale can be compared. What a heuristic proved has its points.",
            on_points.join(", "),
            fitted.join(", "),
        )
    })
}
