//! What a reader should know before trusting a number.

use std::collections::BTreeSet;

use plyscope_truth::{Benchmark, Labelled};

use super::{Assessment, Judged};
use crate::{Better, Metric, Trust, TruthKind, Truths};

pub(super) fn notes(
    benchmark: &Benchmark,
    truths: &Truths,
    judged: &[Judged],
    plan: &Assessment<'_>,
) -> Vec<String> {
    let all = [
        all_states(truths),
        chosen(benchmark),
        (!truths.whole).then(|| missing_plies(benchmark)).flatten(),
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

/// What `truth choose` writes before the selector of the states that it chose from.
pub const CHOSEN: &str = "telling:";

/// That the states are no sample.
fn chosen(benchmark: &Benchmark) -> Option<String> {
    benchmark.meta.selector.starts_with(CHOSEN).then(|| {
        "The states were chosen because they tell heuristics apart (`truth choose`), and are no sample: \
         means are other than on all states, and bands and p tell nothing about those."
            .to_owned()
    })
}

/// The plies of which the benchmark has no state that can be judged.
fn missing_plies(benchmark: &Benchmark) -> Option<String> {
    let moves = |own: &&Labelled| own.moves.iter().any(|label| label.mv.is_some());
    let states = benchmark.states.iter().filter(moves);
    let plies: BTreeSet<u32> = states.map(|own| own.ply).collect();
    let last = *plies.last()?;
    let mut gaps: Vec<(u32, u32)> = Vec::new();
    for ply in (0..last).filter(|ply| !plies.contains(ply)) {
        match gaps.last_mut() {
            Some((_, last)) if *last + 1 == ply => *last = ply,
            _ => gaps.push((ply, ply)),
        }
    }
    let told = |&(from, to): &(u32, u32)| {
        if from == to {
            format!("ply {from}")
        } else {
            format!("ply {from} to {to}")
        }
    };
    let mut told: Vec<String> = gaps.iter().map(told).collect();
    if is_cut_off(benchmark, last) {
        told.push(format!("any ply after {last}"));
    }
    (!told.is_empty()).then(|| {
        format!(
            "The benchmark covers no state of {}: nothing here tells how a heuristic does there.",
            told.join(", ")
        )
    })
}

/// Whether states were chosen up to a ply after which games go on. How long games can
/// last at the most does not tell: hardly any lasts so long.
fn is_cut_off(benchmark: &Benchmark, last: u32) -> bool {
    let ends = benchmark.meta.selector.split("plies=").skip(1);
    let mut ends = ends.filter_map(|rest| rest.split(',').next()?.split("..").nth(1)?.parse().ok());
    let goes_on = |own: &Labelled| own.moves.iter().any(|label| label.plies != Some(1));
    let states = benchmark.states.iter().filter(|own| own.ply == last);
    ends.any(|end: u32| end == last) && states.into_iter().any(goes_on)
}

/// Metrics that mean less where the truth is not proved.
fn unsure(truths: &Truths, metrics: &[Box<dyn Metric>]) -> Option<String> {
    let what = match truths.made {
        TruthKind::Proved | TruthKind::Computed => return None,
        TruthKind::Sampled => "sampled, not proved",
        TruthKind::Estimated => "estimated, not proved",
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

#[cfg(test)]
mod tests {
    use super::missing_plies;
    use plyscope_game::Player;
    use plyscope_truth::{Benchmark, Label, Labelled, Meta};

    /// A state of each ply, each move of which ends the game after so many plies.
    fn benchmark(selector: &str, plies: &[u32], to_the_end: u32) -> Benchmark {
        let label = Label {
            mv: Some("a1".to_owned()),
            value: Some(0.0),
            exact: true,
            plies: Some(to_the_end),
            visits: None,
            q: None,
        };
        let state = |&ply: &u32| Labelled {
            state: String::new(),
            key: 0,
            ply,
            player: Player::FIRST,
            moves: vec![label.clone()],
        };
        let none = String::new;
        Benchmark {
            meta: Meta {
                game: none(),
                selector: selector.to_owned(),
                labeller: none(),
                limits: none(),
                inputs: none(),
                seeds: Vec::new(),
                version: none(),
                plan: none(),
                sum: Some(0),
                reach: None,
            },
            states: plies.iter().map(state).collect(),
        }
    }

    #[test]
    fn plies_that_a_benchmark_leaves_out_are_told() {
        let whole = benchmark("playouts:states=9", &[0, 1, 2, 3], 5);
        assert_eq!(missing_plies(&whole), None);
        let late = missing_plies(&benchmark("playouts:plies=4..6", &[4, 6], 1));
        let late = late.expect("it begins late");
        assert!(late.contains("no state of ply 0 to 3, ply 5:"), "{late}");
        let early = missing_plies(&benchmark("playouts:states=9,plies=0..2", &[0, 1, 2], 7));
        let early = early.expect("it ends early");
        assert!(early.contains("no state of any ply after 2:"), "{early}");
    }
}
