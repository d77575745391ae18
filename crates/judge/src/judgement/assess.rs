//! From guesses to a judgement: every metric of every heuristic, curves, comparisons, worst states.

use plyscope_game::{Board, Player};
use plyscope_truth::{Benchmark, player_name};

use super::calibration::{calibration, confusion, on_points};
use super::notes::notes;
use super::worst::{regrets, worst};
use super::{
    About, Compared, ComparedSection, Deciding, Group, Judged, Judgement, LeftOut, Mean, Scored,
    TruthMade, TruthSource,
};
use crate::{
    BestBy, Better, Column, Comparison, CurveGroup, Grouping, Guesses, Metric, PHASES, Trust,
    TruthKind, Truths, compare, correct, curve, sheet,
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
pub struct Assessment<'a> {
    /// The metrics.
    pub metrics: &'a [Box<dyn Metric>],
    /// The metric by which heuristics are compared; if it is not among them, or nobody
    /// named one, the first that tells better from worse.
    pub deciding: Option<Deciding>,
    /// What states are put together in curves.
    pub grouping: Grouping,
    /// How many worst states to keep of each heuristic.
    pub worst: usize,
    /// The seed of all random choices, in folds and tests.
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
    plan: &Assessment<'_>,
    describe: Describe<'_>,
) -> Judgement {
    let meta = &benchmark.meta;
    let (told, properties): (Vec<usize>, Vec<usize>) =
        (0..plan.metrics.len()).partition(|&at| plan.metrics[at].better() != Better::Neither);
    let (decides, deciding) = deciding(plan, &told).unzip();
    let mut judged = Vec::new();
    let mut columns = Vec::new();
    let mut of_the_game = Vec::new();
    for entry in entries {
        let fitted = on_points(truths, &mut entry.guesses, plan.seed);
        let mut sheet = sheet(truths, &entry.guesses, plan.metrics);
        let scored = |at: usize, sheet: &[Column]| {
            scored(&*plan.metrics[at], &sheet[at], truths, plan.grouping)
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
            on_points: entry.guesses.on_points,
            fitted,
        });
        columns.extend(decides.map(|at| sheet.swap_remove(at)));
    }
    let decides = decides.map(|at| &*plan.metrics[at]);
    Judgement {
        game: meta.game.clone(),
        source: TruthSource {
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
        truth: truth_made(truths),
        deciding,
        grouping: plan.grouping.name(),
        metrics: told.iter().map(|&at| about(&*plan.metrics[at])).collect(),
        comparisons: decides.map_or_else(Vec::new, |metric| {
            compared(metric, &columns, &judged, truths, plan.seed)
        }),
        notes: notes(benchmark, truths, &judged, plan),
        about_properties: properties
            .iter()
            .take(of_the_game.len())
            .map(|&at| about(&*plan.metrics[at]))
            .collect(),
        properties: of_the_game,
        heuristics: judged,
    }
}

/// The place of the metric that decides, and why it does.
fn deciding(plan: &Assessment<'_>, told: &[usize]) -> Option<(usize, Deciding)> {
    let named = plan.deciding.as_ref().and_then(|own| {
        let found = told
            .iter()
            .find(|&&at| plan.metrics[at].name() == own.metric);
        Some((*found?, own.clone()))
    });
    let first = || {
        let at = *told.first()?;
        let own = Deciding {
            metric: plan.metrics[at].name(),
            why: "it is the first of those that were asked for".to_owned(),
        };
        Some((at, own))
    };
    named.or_else(first)
}

fn truth_made(truths: &Truths) -> TruthMade {
    let (proved, moves) = truths.proved();
    TruthMade {
        made: match truths.made {
            TruthKind::Proved => "proved",
            TruthKind::Computed => "computed",
            TruthKind::Sampled => "sampled",
            TruthKind::Estimated => "estimated",
        },
        proved,
        moves,
        best_by: match truths.kind {
            BestBy::Values => "values",
            BestBy::Visits => "visits",
            BestBy::Points => "points",
            BestBy::PointsByVisits => "points and visits",
        },
        all_states: truths.whole,
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

fn scored(metric: &dyn Metric, column: &Column, truths: &Truths, by: Grouping) -> Scored {
    let all = curve(metric, column, &truths.rows, Grouping::All);
    let groups = curve(metric, column, &truths.rows, by);
    let mean = |point: &CurveGroup| mean(point, truths.whole);
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

/// A mean over a sample of states, or over all there are.
fn mean(point: &CurveGroup, whole: bool) -> Mean {
    let end = |end: f64| Some(end).filter(|end| !whole && end.is_finite());
    Mean {
        mean: point.band.mean,
        low: end(point.band.low),
        high: end(point.band.high),
        chance: point.chance,
        states: point.band.states,
    }
}

fn name(by: Grouping, group: u32) -> String {
    match by {
        Grouping::Ply => group.to_string(),
        Grouping::Phase => PHASES[group as usize].to_owned(),
        Grouping::Player => player_name(Player(group as u8)).to_owned(),
        Grouping::All => "all".to_owned(),
    }
}

/// Every two heuristics, the earlier one first.
fn compared(
    metric: &dyn Metric,
    columns: &[Column],
    judged: &[Judged],
    truths: &Truths,
    seed: u64,
) -> Vec<Compared> {
    let pairs = (0..judged.len()).flat_map(|a| (a + 1..judged.len()).map(move |b| (a, b)));
    let count = judged.len() * judged.len().saturating_sub(1) / 2;
    let one = |(a, b): (usize, usize)| {
        let found = compare(
            &columns[a],
            &columns[b],
            &truths.rows,
            metric.better(),
            count,
            seed,
        )?;
        Some(((a, b), found))
    };
    let (pairs, mut found): (Vec<(usize, usize)>, Vec<Comparison>) = pairs.filter_map(one).unzip();
    correct(&mut found);
    let told = |((a, b), found): ((usize, usize), &Comparison)| {
        let names = (&judged[a].name, &judged[b].name);
        pair(metric, names, found, truths.whole)
    };
    pairs.into_iter().zip(&found).map(told).collect()
}

fn pair(
    metric: &dyn Metric,
    (first, second): (&String, &String),
    found: &Comparison,
    whole: bool,
) -> Compared {
    let tested = |p: f64| (!whole).then_some(p);
    let section = |own: &crate::Section| ComparedSection {
        from: own.plies.0,
        to: own.plies.1,
        states: own.states,
        gain: own.gain,
        p: tested(own.p),
    };
    Compared {
        metric: metric.name(),
        verdict: if whole {
            found.verdict_on_all(first, second)
        } else {
            found.verdict(first, second)
        },
        gain: found.all.gain,
        p: tested(found.all.p),
        sections: found.sections.iter().map(section).collect(),
        first: first.clone(),
        second: second.clone(),
    }
}
