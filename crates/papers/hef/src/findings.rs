//! The paper's statements, each held against our numbers.

use serde::Serialize;

use super::follow::WithInterval;
use super::survival::{Survival, follows};
use super::{Classifier, Gain, Left, On, Report, StandInWay};

/// What the paper's classifiers reached.
pub(super) const THEIR_ACCURACY: f64 = 0.67;

/// How often the paper's order matched the truth.
pub(super) const THEIR_ORDER: f64 = 0.57;

/// Whether a statement holds on our benchmarks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingVerdict {
    /// It does.
    Holds,
    /// A part of it does.
    InPart,
    /// The numbers neither show it nor the contrary.
    NotShown,
    /// It does not.
    Fails,
}

impl FindingVerdict {
    /// All of them, from the best on.
    pub const ALL: [Self; 4] = [Self::Holds, Self::InPart, Self::NotShown, Self::Fails];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::InPart => "holds in part",
            Self::NotShown => "not shown",
            Self::Fails => "does not hold here",
        }
    }

    /// From how many of several conditions are met.
    fn of(conditions: &[bool]) -> Self {
        match conditions.iter().filter(|met| **met).count() {
            0 => Self::Fails,
            all if all == conditions.len() => Self::Holds,
            _ => Self::InPart,
        }
    }
}

/// A statement of the paper beside what we found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PaperFinding {
    /// The statement.
    pub statement: String,
    /// Whether it holds here.
    pub verdict: FindingVerdict,
    /// When it would count as holding.
    pub test: String,
    /// The numbers, a line each.
    pub because: Vec<String>,
}

pub(super) fn all(report: &Report, survivals: &[Survival]) -> Vec<PaperFinding> {
    vec![
        visits_not_q(report),
        more_playouts(report),
        best_only(survivals),
        q_is_blind(report),
        trend_only(report),
        ordering(report, survivals),
        categories(report, survivals),
    ]
}

fn finding(
    statement: &str,
    verdict: FindingVerdict,
    test: &str,
    because: Vec<String>,
) -> PaperFinding {
    PaperFinding {
        statement: statement.to_owned(),
        verdict,
        test: test.to_owned(),
        because,
    }
}

/// `0.31 [0.2, 0.4]`.
pub(super) fn told(own: Option<WithInterval>) -> String {
    own.map_or_else(
        || "none".to_owned(),
        |own| format!("{:.2} [{:.2}, {:.2}]", own.value, own.low, own.high),
    )
}

/// The same in per cent.
pub(super) fn told_percent(own: Option<WithInterval>) -> String {
    own.map_or_else(
        || "none".to_owned(),
        |own| {
            let [value, low, high] = [own.value, own.low, own.high].map(|share| 100.0 * share);
            format!("{value:.1} % [{low:.1}, {high:.1}]")
        },
    )
}

fn visits_not_q(report: &Report) -> PaperFinding {
    let (mut because, mut conditions) = (Vec::new(), Vec::new());
    for gain in &report.differential.visits_against_q {
        let source = gain.than.split(' ').next().unwrap_or_default();
        let own = |way| {
            let mut all = report.differential.stand_ins.iter();
            all.find(|own| own.source == source && own.way == way)
        };
        let (Some(visits), Some(q)) = (own(StandInWay::Visits), own(StandInWay::Q)) else {
            continue;
        };
        conditions.extend([
            follows(visits.follow.over_plies),
            !follows(q.follow.over_plies),
            gain.over_plies.is_some_and(|own| own.is_above(0.0)),
        ]);
        because.push(format!(
            "{source}: over plies visits {}, q {}, difference {}; state by state visits {}, q {}, difference {}",
            told(visits.follow.over_plies),
            told(q.follow.over_plies),
            told(gain.over_plies),
            told(visits.follow.over_states),
            told(q.follow.over_states),
            told(gain.over_states),
        ));
    }
    // That q does not follow is no merit of visits: without a difference the statement fails.
    let differ = conditions.iter().skip(2).step_by(3).any(|met| *met);
    let visits_follow = conditions.iter().step_by(3).any(|met| *met);
    let verdict = if differ || visits_follow {
        FindingVerdict::of(&conditions)
    } else {
        FindingVerdict::Fails
    };
    finding(
        "The score differential by visits follows the truth over plies, by q it does not.",
        verdict,
        "the correlation over plies is at least 0.5 by visits and not by q, and their difference is surely above 0",
        because,
    )
}

fn more_playouts(report: &Report) -> PaperFinding {
    let visits = |gain: &&Gain| gain.better.ends_with(" visits");
    let gain = report.differential.more_against_less.iter().find(visits);
    let over = gain.and_then(|own| own.over_plies);
    let verdict = match over {
        Some(own) if own.is_above(0.0) => FindingVerdict::Holds,
        Some(own) if own.is_below(0.0) => FindingVerdict::Fails,
        _ => FindingVerdict::NotShown,
    };
    let told = gain.map(|own| {
        format!(
            "{} against {}: {} over plies, {} state by state",
            own.better,
            own.than,
            told(own.over_plies),
            told(own.over_states)
        )
    });
    finding(
        "With more playouts the differential by visits follows the truth better.",
        verdict,
        "the difference of the correlations over plies is surely above 0",
        told.into_iter().collect(),
    )
}

fn of_metric<'a>(survivals: &'a [Survival], start: &str) -> Vec<&'a Survival> {
    let all = survivals.iter();
    all.filter(|own| own.metric.starts_with(start)).collect()
}

/// One metric on one benchmark in a few words.
fn in_short(own: &Survival) -> String {
    let level = own.level.map_or_else(String::new, |level| {
        format!(", level off by {:+.0} % of its range", 100.0 * level)
    });
    let order = match own.same_order {
        Some(true) => ", heuristics in the same order",
        Some(false) => ", heuristics in another order",
        None => "",
    };
    format!(
        "{} on {}: {} over plies and {} over states at the least{level}{order}",
        own.metric,
        own.source,
        told(own.over_plies),
        told(own.over_states)
    )
}

fn best_only(survivals: &[Survival]) -> PaperFinding {
    let mut own = of_metric(survivals, "strict best");
    own.extend(of_metric(survivals, "random choice's"));
    let conditions: Vec<bool> = own.iter().map(|own| own.left != Left::No).collect();
    let because: Vec<String> = own.iter().map(|own| in_short(own)).collect();
    finding(
        "Strict best and its random baseline carry over: on sampled truth they follow the course that they have on the truth.",
        FindingVerdict::of(&conditions),
        "every heuristic's curve and the baseline's follow with at least 0.5, surely above 0, and heuristics stand in the same order",
        because,
    )
}

/// What a kind of worth makes of the ways of choosing, beside the truth: for each heuristic but noise.
fn against_truth(report: &Report, on: On) -> Vec<(&super::Scores, &super::Scores)> {
    let all = report.expected.iter();
    let own = all.filter(|own| own.on == on && own.heuristic != "noise");
    own.filter_map(|own| {
        let mut all = report.expected.iter();
        let truth = all.find(|all| all.on == On::Exact && all.heuristic == own.heuristic);
        truth.map(|truth| (own, truth))
    })
    .collect()
}

fn q_is_blind(report: &Report) -> PaperFinding {
    let both = against_truth(report, On::Q);
    let conditions: Vec<bool> = both
        .iter()
        .map(|(own, truth)| own.spread < truth.spread / 2.0)
        .collect();
    let because: Vec<String> = both
        .iter()
        .map(|(own, truth)| {
            format!(
                "{} on {}: ways of choosing differ by {:.1} of 100 points on q, by {:.1} on the truth",
                own.heuristic, own.source, own.spread, truth.spread
            )
        })
        .collect();
    finding(
        "With q as the worth of moves the way of choosing makes little difference.",
        FindingVerdict::of(&conditions),
        "the ways of choosing are less than half as far apart as on the truth",
        because,
    )
}

fn trend_only(report: &Report) -> PaperFinding {
    let both = against_truth(report, On::TopQ);
    let (mut conditions, mut because) = (Vec::new(), Vec::new());
    for (own, truth) in both {
        let follow = |level: &super::ScoreLevel| level.follow.and_then(|own| own.over_plies);
        let level = |level: &super::ScoreLevel| level.follow.and_then(|own| own.level);
        let lowest = own
            .levels
            .iter()
            .filter_map(follow)
            .min_by(|a, b| a.value.total_cmp(&b.value));
        let off = own.levels.iter().filter_map(level);
        let is_off = |own: &WithInterval| own.is_above(0.0) || own.is_below(0.0);
        let offs: Vec<WithInterval> = off.collect();
        let all_off = offs.iter().all(is_off);
        let ordered = own.order.is_some_and(|order| order >= 0.8);
        let kept = own.spread / truth.spread;
        conditions.extend([
            follows(lowest),
            all_off,
            ordered,
            (0.5..=2.0).contains(&kept),
        ]);
        let ends = |pick: fn(f64, f64) -> f64, from: f64| {
            offs.iter().map(|own| own.value).fold(from, pick)
        };
        because.push(format!(
            "{} on {}: over plies {} at the least, levels off by {:+.1} to {:+.1} of 100 points{}, order of the ways {}, their spread {:.1} beside {:.1}",
            own.heuristic,
            own.source,
            told(lowest),
            ends(f64::min, f64::INFINITY),
            ends(f64::max, f64::NEG_INFINITY),
            if all_off { "" } else { " (not all surely)" },
            own.order.map_or_else(|| "none".to_owned(), |own| format!("{own:.2}")),
            own.spread,
            truth.spread
        ));
    }
    finding(
        "Kept to the three moves of the highest q, the expected score shows the truth's trends and ratios between ways of choosing, but not its level.",
        FindingVerdict::of(&conditions),
        "every way's curve follows with at least 0.5, the order of the ways correlates with at least 0.8 and their spread is half to twice the truth's, while every level is surely off",
        because,
    )
}

fn ordering(report: &Report, survivals: &[Survival]) -> PaperFinding {
    let orders = &report.order.orders;
    let low = |own: Option<WithInterval>| own.is_some_and(|own| !own.is_above(THEIR_ORDER));
    let metric = of_metric(survivals, "Kendall");
    let mut conditions: Vec<bool> = orders.iter().map(|own| low(own.right)).collect();
    conditions.extend(metric.iter().map(|own| own.left == Left::No));
    conditions.extend(orders.iter().map(|own| low(own.strictly)));
    let mut because: Vec<String> = orders
        .iter()
        .map(|own| {
            format!(
                "{} by {}: {} of pairs of different worth in the true order; of all pairs {} if those of equal worth must be tied, {} if they are half right",
                own.source,
                own.key.name(),
                told_percent(own.right),
                told_percent(own.strictly),
                told_percent(own.halves)
            )
        })
        .collect();
    because.extend(metric.iter().map(|own| in_short(own)));
    finding(
        "The order of moves is not to be had from tree search (57 % match), so move-ordering metrics do not carry over.",
        FindingVerdict::of(&conditions),
        "no more than 57 % of the pairs stand as in truth, neither of those of different worth nor of all, and Kendall's tau of heuristics does not follow",
        because,
    )
}

fn categories(report: &Report, survivals: &[Survival]) -> PaperFinding {
    let (mut conditions, mut because) = (Vec::new(), Vec::new());
    for source in report.sources.iter().skip(1) {
        let all = report.category.classified.iter();
        let own = all.filter(|own| own.source == source.name);
        let value = |own: &super::Classified| own.accuracy.map_or(0.0, |own| own.value);
        let Some(best) = own.clone().max_by(|a, b| value(a).total_cmp(&value(b))) else {
            continue;
        };
        let majority = own
            .clone()
            .find(|own| own.classifier == Classifier::Majority);
        let surely_more = best
            .accuracy
            .is_some_and(|own| own.is_above(THEIR_ACCURACY));
        conditions.push(!surely_more);
        let worst = best.worst.map_or_else(String::new, |worst| {
            format!(
                ", worst at ply {} with {:.0} %",
                worst.ply,
                100.0 * worst.mean
            )
        });
        let draws = if best.confusion[1].iter().sum::<usize>() == 0 {
            "there are no draws".to_owned()
        } else {
            format!("{:.0} % of the draws found", 100.0 * best.found[1])
        };
        because.push(format!(
            "{}: {} by {} ({} by the most frequent value){worst}; {draws}",
            source.name,
            told_percent(best.accuracy),
            best.classifier.name(),
            majority.map_or_else(String::new, |own| told_percent(own.accuracy)),
        ));
    }
    let mut metric = of_metric(survivals, "accuracy");
    metric.extend(of_metric(survivals, "squared-error"));
    conditions.extend(metric.iter().map(|own| own.left == Left::No));
    because.extend(metric.iter().map(|own| in_short(own)));
    finding(
        "The value of moves is not to be had from tree search (67 % at best), so categorisation metrics do not carry over.",
        FindingVerdict::of(&conditions),
        "no classifier is surely above 67 %, and neither the accuracy nor the squared error of heuristics follows",
        because,
    )
}
