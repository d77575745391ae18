//! Which metrics keep their meaning on sampled truth, all by the same measure.

use serde::Serialize;

use super::follow::{Follow, WithInterval};
use super::{Key, On, Report, StandInWay};

/// From here on a correlation counts as following, if its interval is above 0, too. Our choice.
pub(super) const FOLLOWS: f64 = 0.5;

/// Levels are the same if they differ by no more than this part of the metric's range. Our choice.
pub(super) const LEVEL: f64 = 0.05;

/// Heuristics that are no more than this part of the metric's range apart are not in any order. Our choice.
const TIE: f64 = 0.01;

/// What is left of a metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Left {
    /// Its course over plies, its level and the order in which it puts heuristics.
    All,
    /// Its course over plies and the order of heuristics, but not its level.
    Trend,
    /// Not even that.
    No,
}

/// One metric on one benchmark, the worst of all heuristics.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Survival {
    /// The metric, and how it was brought to sampled truth.
    pub metric: String,
    /// The benchmark.
    pub source: String,
    /// The lowest correlation of curves.
    pub over_plies: Option<WithInterval>,
    /// The lowest correlation state by state.
    pub over_states: Option<WithInterval>,
    /// The level that is farthest off, as part of the metric's range; nothing where scales differ.
    pub level: Option<f64>,
    /// Whether heuristics stand in the same order; nothing for a property of the game.
    pub same_order: Option<bool>,
    /// What is left of it.
    pub left: Left,
}

impl Left {
    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "survives",
            Self::Trend => "trend only",
            Self::No => "lost",
        }
    }
}

/// Whether a correlation is high enough, and surely not nothing.
pub(super) fn follows(correlation: Option<WithInterval>) -> bool {
    correlation.is_some_and(|own| own.value >= FOLLOWS && own.is_above(0.0))
}

/// A heuristic on one metric: how it follows, its mean on the truth and on sampled truth.
struct Entry<'a> {
    follow: &'a Follow,
    on_truth: f64,
    on_search: f64,
}

/// Every metric on every benchmark.
pub(super) fn all(report: &Report) -> Vec<Survival> {
    let sources = report.sources.iter().skip(1);
    let of_source = |source: &str| {
        let mut found: Vec<Survival> = StandInWay::ALL
            .iter()
            .filter_map(|way| differential(report, source, *way))
            .collect();
        found.push(survival(
            "strict best",
            source,
            1.0,
            &strict(report, source),
        ));
        found.extend(baseline(report, source));
        for (on, name) in [(On::Q, "q"), (On::TopQ, "q, three moves")] {
            let name = format!("expected score of argmax by {name}");
            let entries = expected(report, source, on);
            found.push(survival(&name, source, 100.0, &entries));
        }
        for key in Key::ALL {
            let name = format!("Kendall's tau with the order by {}", key.name());
            found.push(survival(&name, source, 2.0, &ordered(report, source, key)));
        }
        for (metric, range) in [("accuracy", 1.0), ("squared-error", 4.0)] {
            let name = format!("{metric} against the decision tree's values");
            let entries = categorised(report, source, metric);
            found.push(survival(&name, source, range, &entries));
        }
        found
    };
    sources.flat_map(|own| of_source(&own.name)).collect()
}

fn differential(report: &Report, source: &str, way: StandInWay) -> Option<Survival> {
    let mut all = report.differential.stand_ins.iter();
    let own = all.find(|own| own.source == source && own.way == way)?;
    let scaled = way == StandInWay::Q;
    let level = own.follow.level.filter(|_| scaled);
    let level = level.map(|level| level.value / 2.0);
    Some(Survival {
        metric: format!("score differential by {}", way.name()),
        source: source.to_owned(),
        over_plies: own.follow.over_plies,
        over_states: own.follow.over_states,
        level,
        same_order: None,
        left: left(own.follow.over_plies, level, true),
    })
}

/// What a random choice gets is the same for all heuristics, so the first tells it.
fn baseline(report: &Report, source: &str) -> Option<Survival> {
    let mut all = report.best.strict.iter();
    let own = all.find(|own| own.source == source)?;
    let follow = own.chance_follow?;
    let level = follow.level.map(|level| level.value);
    Some(Survival {
        metric: "random choice's strict best".to_owned(),
        source: source.to_owned(),
        over_plies: follow.over_plies,
        over_states: follow.over_states,
        level,
        same_order: None,
        left: left(follow.over_plies, level, true),
    })
}

fn strict<'a>(report: &'a Report, source: &str) -> Vec<Entry<'a>> {
    let all = report.best.strict.iter();
    let own = all.filter(|own| own.source == source);
    own.filter_map(|own| {
        let mut all = report.best.strict.iter();
        let truth = all.find(|all| all.heuristic == own.heuristic && all.follow.is_none())?;
        Some(Entry {
            follow: own.follow.as_ref()?,
            on_truth: truth.mean,
            on_search: own.mean,
        })
    })
    .collect()
}

fn expected<'a>(report: &'a Report, source: &str, on: On) -> Vec<Entry<'a>> {
    let all = report.expected.iter();
    let own = all.filter(|own| own.source == source && own.on == on);
    own.filter_map(|own| {
        let mut all = report.expected.iter();
        let truth = all.find(|all| all.heuristic == own.heuristic && all.on == On::Exact)?;
        let (own, truth) = (own.levels.first()?, truth.levels.first()?);
        Some(Entry {
            follow: own.follow.as_ref()?,
            on_truth: truth.mean?.value,
            on_search: own.mean?.value,
        })
    })
    .collect()
}

fn ordered<'a>(report: &'a Report, source: &str, key: Key) -> Vec<Entry<'a>> {
    let all = report.order.metric.iter();
    let own = all.filter(|own| own.source == source && own.key == key);
    own.map(|own| Entry {
        follow: &own.follow,
        on_truth: own.on_truth,
        on_search: own.on_search,
    })
    .collect()
}

fn categorised<'a>(report: &'a Report, source: &str, metric: &str) -> Vec<Entry<'a>> {
    let all = report.category.metric.iter();
    let own = all.filter(|own| own.source == source && own.metric == metric);
    own.map(|own| Entry {
        follow: &own.follow,
        on_truth: own.on_truth,
        on_search: own.on_search,
    })
    .collect()
}

fn survival(metric: &str, source: &str, range: f64, entries: &[Entry<'_>]) -> Survival {
    let lowest = |of: fn(&Follow) -> Option<WithInterval>| {
        let all = entries.iter().map(|own| of(own.follow));
        // Nothing to correlate is worse than any correlation.
        all.collect::<Option<Vec<_>>>()?
            .into_iter()
            .min_by(|a, b| a.value.total_cmp(&b.value))
    };
    let off = |own: &Entry<'_>| (own.on_search - own.on_truth) / range;
    let level = entries
        .iter()
        .map(off)
        .max_by(|a, b| a.abs().total_cmp(&b.abs()));
    let same_order = in_same_order(entries, TIE * range);
    let over_plies = lowest(|own| own.over_plies);
    Survival {
        metric: metric.to_owned(),
        source: source.to_owned(),
        over_plies,
        over_states: lowest(|own| own.over_states),
        level,
        same_order: Some(same_order),
        left: left(over_plies, level, same_order),
    }
}

/// Whether no two heuristics change places that are farther apart than a tie on both kinds of truth.
fn in_same_order(entries: &[Entry<'_>], tie: f64) -> bool {
    let mut pairs = entries
        .iter()
        .enumerate()
        .flat_map(|(at, one)| entries[..at].iter().map(move |other| (one, other)));
    pairs.all(|(one, other)| {
        let truth = one.on_truth - other.on_truth;
        let search = one.on_search - other.on_search;
        let apart = truth.abs() > tie && search.abs() > tie;
        !apart || (truth > 0.0) == (search > 0.0)
    })
}

fn left(over_plies: Option<WithInterval>, level: Option<f64>, same_order: bool) -> Left {
    if !follows(over_plies) || !same_order {
        return Left::No;
    }
    match level {
        Some(level) if level.abs() <= LEVEL => Left::All,
        _ => Left::Trend,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64, low: f64) -> Option<WithInterval> {
        Some(WithInterval {
            value,
            low,
            high: 1.0,
        })
    }

    #[test]
    fn what_is_left_depends_on_course_level_and_order() {
        let high = estimate(0.9, 0.7);
        assert_eq!(left(high, Some(0.01), true), Left::All);
        assert_eq!(left(high, Some(-0.2), true), Left::Trend);
        assert_eq!(left(high, None, true), Left::Trend);
        assert_eq!(left(high, Some(0.01), false), Left::No);
        assert_eq!(left(estimate(0.4, 0.2), Some(0.0), true), Left::No);
        assert_eq!(left(estimate(0.6, -0.1), Some(0.0), true), Left::No);
        assert_eq!(left(None, Some(0.0), true), Left::No);
    }
}
