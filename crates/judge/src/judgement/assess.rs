//! From guesses to a judgement: every metric of every heuristic, curves, comparisons, worst states.

use plyscope_game::{Board, Player};
use plyscope_stats::smooth;
use plyscope_truth::{Benchmark, player_name};

use super::calibration::{calibration, confusion, on_points};
use super::notes::notes;
use super::verdict::{Verdict, in_words};
use super::worst::{regrets, worst};
use super::{
    About, Compared, ComparedSection, Deciding, Group, Judged, Judgement, LeftOut, Mean,
    PredictedFrom, Scored, SmoothPoint, TruthMade, TruthSource,
};
use crate::predict::Prediction;
use crate::{
    BestBy, Better, Column, Comparison, CurveGroup, Grouping, Groups, Guesses, Metric, PHASES,
    Trust, TruthKind, Truths, compare, correct, curve, sheet_over,
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
    /// How strong the heuristics are expected to be, in their order.
    pub foreseen: Option<Foreseen>,
}

/// A prediction, and the benchmark whose states it rests on.
pub struct Foreseen {
    /// What the benchmark is called.
    pub benchmark: String,
    /// The prediction.
    pub prediction: Prediction,
}

impl Foreseen {
    /// What a judgement says of the prediction.
    fn told(&self, verdict: Option<Verdict>) -> PredictedFrom {
        let own = &self.prediction;
        let (between, more) = verdict.map(|own| (own.between, own.more)).unzip();
        PredictedFrom {
            benchmark: self.benchmark.clone(),
            states: own.states,
            weights: own.weights,
            games: own.games,
            opening: own.opening,
            way: own.way,
            by: in_words(own, own.way),
            between,
            more: more.unwrap_or_default(),
            notes: own.notes.clone(),
        }
    }
}

/// Holds every heuristic against the truth.
pub fn assess(
    benchmark: &Benchmark,
    truths: &Truths,
    entries: &mut [Entry],
    plan: &Assessment<'_>,
    describe: Describe<'_>,
) -> Judgement {
    let (told, properties): (Vec<usize>, Vec<usize>) =
        (0..plan.metrics.len()).partition(|&at| plan.metrics[at].better() != Better::Neither);
    let (decides, deciding) = deciding(plan, &told).unzip();
    let roles = Roles {
        told,
        properties,
        decides,
    };
    let (judged, columns, of_the_game) = judged(truths, entries, plan, &roles, describe);
    let verdict = plan
        .foreseen
        .as_ref()
        .and_then(|own| Verdict::of(&own.prediction, &judged, &benchmark.meta.game));
    let prediction = plan.foreseen.as_ref().map(|own| &own.prediction);
    let about = |at: &usize| about(&*plan.metrics[*at]);
    Judgement {
        verdict: verdict.as_ref().map(|own| own.line.clone()),
        predicted: prediction.map_or_else(Vec::new, Prediction::each),
        predicted_pairs: prediction.map_or_else(Vec::new, Prediction::pairs),
        prediction: plan.foreseen.as_ref().map(|own| own.told(verdict)),
        confirmed: None,
        game: benchmark.meta.game.clone(),
        source: source(benchmark, plan),
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
        metrics: roles.told.iter().map(about).collect(),
        comparisons: roles.decides.map_or_else(Vec::new, |at| {
            compared(&*plan.metrics[at], &columns, &judged, truths, plan.seed)
        }),
        notes: notes(benchmark, truths, &judged, plan),
        about_properties: roles
            .properties
            .iter()
            .take(of_the_game.len())
            .map(about)
            .collect(),
        properties: of_the_game,
        heuristics: judged,
    }
}

/// The places of metrics, by what they are for.
struct Roles {
    /// They tell better from worse.
    told: Vec<usize>,
    /// They describe the game: every heuristic has the same.
    properties: Vec<usize>,
    /// Heuristics are compared by it.
    decides: Option<usize>,
}

/// Every heuristic, its column of the metric that decides, and the game's own properties.
fn judged(
    truths: &Truths,
    entries: &mut [Entry],
    plan: &Assessment<'_>,
    roles: &Roles,
    describe: Describe<'_>,
) -> (Vec<Judged>, Vec<Column>, Vec<Scored>) {
    let mut judged = Vec::new();
    let mut columns = Vec::new();
    let mut of_the_game = Vec::new();
    let mut sheet = Vec::new();
    let [all, groups] = [Grouping::All, plan.grouping].map(|by| Groups::new(&truths.rows, by));
    for entry in entries {
        let fitted = on_points(truths, &mut entry.guesses, plan.seed);
        sheet_over(truths, &entry.guesses, plan.metrics, &mut sheet);
        let scored = |at: &usize| {
            let (metric, column) = (&*plan.metrics[*at], &sheet[*at]);
            let by = (plan.grouping, &groups);
            scored(metric, column, truths, &all, by)
        };
        if of_the_game.is_empty() {
            of_the_game = roles.properties.iter().map(scored).collect();
        }
        judged.push(Judged {
            scores: roles.told.iter().map(scored).collect(),
            regrets: regrets(truths, &entry.guesses),
            calibration: calibration(truths, &entry.guesses),
            confusion: confusion(truths, &entry.guesses),
            worst: worst(truths, &entry.guesses, plan.worst, describe),
            name: entry.name.clone(),
            spec: entry.spec.clone(),
            on_points: entry.guesses.on_points,
            fitted,
        });
        columns.extend(roles.decides.map(|at| sheet[at].clone()));
    }
    (judged, columns, of_the_game)
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

/// Where the truth comes from.
fn source(benchmark: &Benchmark, plan: &Assessment<'_>) -> TruthSource {
    let meta = &benchmark.meta;
    TruthSource {
        name: plan.name.clone(),
        states: benchmark.states.len(),
        selector: meta.selector.clone(),
        labeller: meta.labeller.clone(),
        limits: meta.limits.clone(),
        seeds: meta.seeds.clone(),
        version: meta.version.clone(),
    }
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

fn scored(
    metric: &dyn Metric,
    column: &Column,
    truths: &Truths,
    all: &Groups,
    (by, groups): (Grouping, &Groups),
) -> Scored {
    let all = curve(metric, column, all);
    let groups = curve(metric, column, groups);
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
        smooth: if by == Grouping::Ply && !truths.whole {
            smoothed(metric, column, truths)
        } else {
            Vec::new()
        },
    }
}

/// The smooth curve, within the metric's range.
fn smoothed(metric: &dyn Metric, column: &Column, truths: &Truths) -> Vec<SmoothPoint> {
    let scored = truths.rows.iter().zip(column.scores.iter());
    let values: Vec<(f64, f64)> = scored
        .filter_map(|(row, score)| Some((f64::from(row.ply), score.filter(|own| own.is_finite())?)))
        .collect();
    let (least, most) = metric.range();
    let point = |(ply, found): (f64, plyscope_stats::Estimate)| SmoothPoint {
        group: ply as u32,
        mean: found.value.clamp(least, most),
        low: found.low.clamp(least, most),
        high: found.high.clamp(least, most),
    };
    smooth(&values).map_or_else(Vec::new, |own| own.curve.into_iter().map(point).collect())
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

/// The most heuristics of which every two are compared. Of more, the best is compared with each other one:
/// the tests of all pairs would take minutes, and correcting for them would leave little to show.
const COMPARED: usize = 12;

/// The place of the heuristic with the best mean.
fn leader(metric: &dyn Metric, columns: &[Column]) -> usize {
    let sign = if metric.better() == Better::Lower {
        -1.0
    } else {
        1.0
    };
    let worth = |column: &Column| {
        let scores = column.scores.iter().flatten();
        let (count, sum) = scores.fold((0.0, 0.0), |(count, sum), own| (count + 1.0, sum + own));
        if count > 0.0 {
            sign * sum / count
        } else {
            f64::NEG_INFINITY
        }
    };
    let all = columns.iter().map(worth).enumerate();
    let best = all.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    best.map_or(0, |own| own.0)
}

/// Every two heuristics, or the best and each other one where there are many; the earlier one first.
fn compared(
    metric: &dyn Metric,
    columns: &[Column],
    judged: &[Judged],
    truths: &Truths,
    seed: u64,
) -> Vec<Compared> {
    let leader = (judged.len() > COMPARED).then(|| leader(metric, columns));
    let pairs = (0..judged.len()).flat_map(|a| (a + 1..judged.len()).map(move |b| (a, b)));
    let pairs = pairs.filter(|(a, b)| leader.is_none_or(|own| own == *a || own == *b));
    let pairs: Vec<(usize, usize)> = pairs.collect();
    let count = pairs.len();
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
    let (pairs, mut found): (Vec<(usize, usize)>, Vec<Comparison>) =
        pairs.into_iter().filter_map(one).unzip();
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
