//! From guesses to a judgement: every metric of every heuristic, curves, comparisons, worst states.

use plyscope_game::Board;
use plyscope_truth::Benchmark;

use super::calibration::{calibration, confusion, on_points};
use super::worst::{regrets, worst};
use super::{
    About, Compared, ComparedSection, Group, Judged, Judgement, LeftOut, Mean, Scored, Source,
};
use crate::{
    Better, Column, Grouping, Guesses, Metric, PHASES, Point, Row, Trust, Truths, compare, curve,
    sheet,
};

/// A heuristic with what it said.
pub struct Entry {
    /// What it is called.
    pub name: String,
    /// How it is made.
    pub spec: String,
    /// What it says of every state that is judged.
    pub guesses: Guesses,
}

/// A state in the game's own words.
pub struct Described {
    /// As text.
    pub state: String,
    /// As a board to draw.
    pub board: Board,
    /// Each move, and the column and row where it is drawn.
    pub moves: Vec<(String, Option<(usize, usize)>)>,
}

/// Tells a state of the benchmark, by its place among those judged, in the game's own words.
pub type Describe<'a> = &'a dyn Fn(usize) -> Described;

/// What to find.
pub struct Plan<'a> {
    /// The metrics; comparisons go by the first that tells better from worse.
    pub metrics: &'a [Box<dyn Metric>],
    /// What states are put together in curves.
    pub grouping: Grouping,
    /// How many worst states to keep of each heuristic.
    pub worst: usize,
    /// Where chance begins, in folds and tests.
    pub seed: u64,
    /// The name of the benchmark.
    pub name: String,
    /// The filters, in words.
    pub filters: Vec<String>,
    /// States that they took out.
    pub filtered: usize,
}

/// Holds every heuristic against the truth.
pub fn assess(
    benchmark: &Benchmark,
    truths: &Truths,
    entries: &mut [Entry],
    plan: &Plan<'_>,
    describe: Describe<'_>,
) -> Judgement {
    let meta = &benchmark.meta;
    let (told, properties): (Vec<usize>, Vec<usize>) =
        (0..plan.metrics.len()).partition(|&at| plan.metrics[at].better() != Better::Neither);
    let mut judged = Vec::new();
    let mut columns = Vec::new();
    let mut of_the_game = Vec::new();
    for entry in entries {
        let fitted = on_points(truths, &mut entry.guesses, plan.seed);
        let mut sheet = sheet(truths, &entry.guesses, plan.metrics);
        let scored = |at: usize, sheet: &[Column]| {
            scored(&*plan.metrics[at], &sheet[at], &truths.rows, plan.grouping)
        };
        if of_the_game.is_empty() {
            of_the_game = properties.iter().map(|&at| scored(at, &sheet)).collect();
        }
        judged.push(Judged {
            scores: told.iter().map(|&at| scored(at, &sheet)).collect(),
            regrets: regrets(truths, &entry.guesses),
            calibration: calibration(truths, &entry.guesses),
            confusion: confusion(truths, &entry.guesses),
            worst: worst(truths, &entry.guesses, plan.worst, describe),
            name: entry.name.clone(),
            spec: entry.spec.clone(),
            fitted,
        });
        columns.extend(told.first().map(|&at| sheet.swap_remove(at)));
    }
    let first = told.first().map(|&at| &*plan.metrics[at]);
    Judgement {
        game: meta.game.clone(),
        source: Source {
            name: plan.name.clone(),
            states: benchmark.states.len(),
            selector: meta.selector.clone(),
            labeller: meta.labeller.clone(),
            limits: meta.limits.clone(),
            seeds: meta.seeds.clone(),
            version: meta.version.clone(),
        },
        states: truths.rows.len(),
        left_out: LeftOut {
            finished: truths.finished,
            unlabelled: truths.unlabelled,
            filtered: plan.filtered,
        },
        filters: plan.filters.clone(),
        sampled: truths.is_sampled(),
        grouping: plan.grouping.name(),
        metrics: told.iter().map(|&at| about(&*plan.metrics[at])).collect(),
        comparisons: first.map_or_else(Vec::new, |metric| {
            compared(metric, &columns, &judged, &truths.rows, plan.seed)
        }),
        notes: notes(truths, &judged, plan.metrics),
        about_properties: properties
            .iter()
            .take(of_the_game.len())
            .map(|&at| about(&*plan.metrics[at]))
            .collect(),
        properties: of_the_game,
        heuristics: judged,
    }
}

fn about(metric: &dyn Metric) -> About {
    let (low, high) = metric.range();
    About {
        name: metric.name(),
        about: metric.about(),
        low: Some(low).filter(|end| end.is_finite()),
        high: Some(high).filter(|end| end.is_finite()),
        better: match metric.better() {
            Better::Higher => "higher",
            Better::Lower => "lower",
            Better::Neither => "neither",
        },
        trust: match metric.trust() {
            Trust::Yes => "yes",
            Trust::Trend => "trend",
            Trust::No => "no",
        },
        on_points: metric.needs().points,
    }
}

fn scored(metric: &dyn Metric, column: &Column, rows: &[Row], by: Grouping) -> Scored {
    let all = curve(metric, column, rows, Grouping::All);
    let groups = curve(metric, column, rows, by);
    Scored {
        metric: metric.name(),
        all: all.first().map(mean),
        groups: groups
            .iter()
            .map(|point| Group {
                group: point.group,
                name: name(by, point.group),
                mean: mean(point),
            })
            .collect(),
    }
}

fn mean(point: &Point) -> Mean {
    Mean {
        mean: point.band.mean,
        low: point.band.low,
        high: point.band.high,
        chance: point.chance,
        states: point.band.states,
    }
}

fn name(by: Grouping, group: u32) -> String {
    match by {
        Grouping::Ply => group.to_string(),
        Grouping::Phase => PHASES[group as usize].to_owned(),
        Grouping::Player => ["first", "second"][group as usize].to_owned(),
        Grouping::All => "all".to_owned(),
    }
}

/// Every two heuristics, the earlier one first.
fn compared(
    metric: &dyn Metric,
    columns: &[Column],
    judged: &[Judged],
    rows: &[Row],
    seed: u64,
) -> Vec<Compared> {
    let pairs = (0..judged.len()).flat_map(|a| (a + 1..judged.len()).map(move |b| (a, b)));
    let one = |(a, b): (usize, usize)| {
        let found = compare(&columns[a], &columns[b], rows, metric.better(), seed)?;
        let (first, second) = (judged[a].name.clone(), judged[b].name.clone());
        let section = |own: &crate::Section| ComparedSection {
            from: own.plies.0,
            to: own.plies.1,
            states: own.states,
            gain: own.gain,
            p: own.p,
        };
        Some(Compared {
            metric: metric.name(),
            verdict: found.verdict(&first, &second),
            gain: found.all.gain,
            p: found.all.p,
            sections: found.sections.iter().map(section).collect(),
            first,
            second,
        })
    };
    pairs.filter_map(one).collect()
}

/// What a reader should know before trusting a number.
fn notes(truths: &Truths, judged: &[Judged], metrics: &[Box<dyn Metric>]) -> Vec<String> {
    let mut notes = Vec::new();
    let fitted: Vec<&str> = judged
        .iter()
        .filter(|own| own.fitted)
        .map(|own| own.name.as_str())
        .collect();
    let on_points: Vec<String> = metrics
        .iter()
        .filter(|metric| metric.needs().points)
        .map(|metric| metric.name())
        .collect();
    if !fitted.is_empty() && !on_points.is_empty() {
        notes.push(format!(
            "The values of {} are not points: for {} they were mapped to points by a rising \
             function fitted to this benchmark, each state by a fit on other states (five folds).",
            fitted.join(", "),
            on_points.join(", ")
        ));
    }
    if truths.is_sampled() {
        let less: Vec<String> = metrics
            .iter()
            .filter(|metric| metric.trust() != Trust::Yes && metric.better() != Better::Neither)
            .map(|metric| match metric.trust() {
                Trust::Trend => format!("{} (trend only)", metric.name()),
                _ => format!("{} (not at all)", metric.name()),
            })
            .collect();
        if !less.is_empty() {
            notes.push(format!(
                "The truth of this benchmark was sampled, not proved. Less to be trusted: {}.",
                less.join(", ")
            ));
        }
    }
    notes
}
