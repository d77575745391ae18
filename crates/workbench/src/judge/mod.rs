//! Judging heuristics of a game chosen at run time: names become metrics and agents, and the rest is done by `judge`.

mod filter;
mod metrics;
mod names;
mod states;

pub use filter::StateFilter;
pub use metrics::{MetricListing, metric_listings};
use states::{ask, describe, read};

use plyscope_game::{Error, Limits};
use plyscope_judge::judgement::{Assessment, Deciding, Entry, Judgement, assess};
use plyscope_judge::{Grouping, Metric, TruthKind, Truths};
use plyscope_truth::Benchmark;

use crate::agents::steering::is_for_all;
use crate::contest::named;
use crate::{NamedGame, Param, ParamKind, Spec};

/// The metric that decides where no study of the game names another.
pub(crate) const USUAL_METRIC: &str = "regret";

/// What is to be judged, and how.
pub struct JudgeOrder<'a> {
    /// The heuristics: `SPEC` or `NAME=SPEC`, any agent.
    pub heuristics: &'a [String],
    /// The metrics by name, or `NAME=EXPRESSION`; none for all that the benchmark can serve.
    pub metrics: &'a [String],
    /// Which states.
    pub filter: &'a StateFilter,
    /// What states are put together in curves.
    pub grouping: Grouping,
    /// Worst states to keep of each heuristic.
    pub worst: usize,
    /// What the benchmark is called.
    pub name: &'a str,
    /// How to run it.
    pub run: JudgeRun<'a>,
}

/// How judging is run.
pub struct JudgeRun<'a> {
    /// The seed of all random choices.
    pub seed: u64,
    /// Limits for each state, and the flag that stops the run.
    pub limits: Limits,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// Told whenever a heuristic has answered for a state.
    pub progress: &'a (dyn Fn() + Sync),
}

/// What came of it, with everything that went into it.
pub struct Judging {
    /// The finding.
    pub judgement: Judgement,
    /// The truth about the states that were judged.
    pub truths: Truths,
    /// What each heuristic said of them.
    pub entries: Vec<Entry>,
    /// The metrics.
    pub metrics: Vec<Box<dyn Metric>>,
    /// The heuristics that a stop left out.
    pub left: Vec<String>,
}

/// Holds heuristics against a benchmark of their game.
///
/// # Errors
/// When a name is unknown, a heuristic fails, the benchmark does not fit the
/// rules or lacks what a metric needs, or no state passes the filter.
pub fn judge(
    game: &NamedGame,
    benchmark: &Benchmark,
    order: &JudgeOrder<'_>,
) -> Result<Judging, Error> {
    let heuristics = named(order.heuristics)?;
    // All that is judged is counted from the level result.
    let (points, level) = (game.facts().points, game.facts().level());
    let points = (f64::from(points.0) - level, f64::from(points.1) - level);
    let shifted = (level != 0.0).then(|| benchmark.from_level(level));
    let benchmark = shifted.as_ref().unwrap_or(benchmark);
    let mut truths = Truths::new(benchmark, points);
    let metrics = metrics::choose(game, order.metrics, &truths, order.name)?;
    let filtered = order.filter.apply(&mut truths, order.name)?;
    let labelled: Vec<_> = truths
        .rows
        .iter()
        .map(|row| &benchmark.states[row.id])
        .collect();
    let states = read(game, &labelled).map_err(|error| error.in_context(order.name))?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(order.run.threads)
        .build()
        .map_err(|error| Error::failed(format!("no threads can be had: {error}")))?;
    let mut entries = Vec::new();
    let mut left = Vec::new();
    let names = names::shown(&heuristics);
    for ((_, spec), name) in heuristics.iter().zip(names) {
        let text = spec.to_string();
        let asked = pool.install(|| ask(game, &*states, spec, &order.run));
        match asked {
            Ok(guesses) => entries.push(Entry {
                name,
                spec: text,
                guesses,
            }),
            // What others said before the stop is not lost.
            Err(_) if order.run.limits.stop.is_raised() && !entries.is_empty() => left.push(name),
            Err(error) => return Err(said_by(error, &name, &text)),
        }
    }
    let plan = Assessment {
        metrics: &metrics,
        deciding: deciding(game, order, &truths),
        grouping: order.grouping,
        worst: order.worst,
        seed: order.run.seed,
        name: order.name.to_owned(),
        filters: order.filter.words(),
        filtered,
    };
    let describe = |at| describe(&*states, at);
    let judgement = pool.install(|| assess(benchmark, &truths, &mut entries, &plan, &describe));
    Ok(Judging {
        judgement,
        truths,
        entries,
        metrics,
        left,
    })
}

/// The heuristics that are judged when none is named: those that the game names and that apply to it, or else
/// the evaluators that need no file and no program, in the game's order. Random ones are the
/// baseline anyway, and those that are made from the rules of any game are judged when they are named.
pub fn usual_heuristics(game: &NamedGame) -> Vec<String> {
    let mut named = game.judged();
    named.retain(|own| Spec::parse(own).is_ok_and(|spec| game.agent(&spec, 1).is_ok()));
    if !named.is_empty() {
        return named;
    }
    let needs_file = |param: &Param| matches!(param.kind, ParamKind::File | ParamKind::Command);
    let mut all = game.evaluators();
    all.retain(|own| {
        own.name != "random" && !own.params.iter().any(needs_file) && !is_for_all(own)
    });
    all.into_iter().map(|own| own.name).collect()
}

/// The metric that decides unless the user named some.
fn deciding(game: &NamedGame, order: &JudgeOrder<'_>, truths: &Truths) -> Option<Deciding> {
    if !order.metrics.is_empty() {
        return None;
    }
    Some(if truths.made == TruthKind::Proved {
        game.deciding()
    } else {
        Deciding {
            metric: USUAL_METRIC.to_owned(),
            why: "the truth is not proved, and which metric goes best with strength was studied on proved truth"
                .to_owned(),
        }
    })
}

/// Says which of several heuristics failed, unless the text tells anyway.
fn said_by(error: Error, name: &str, spec: &str) -> Error {
    if error.is_misuse() && error.what.contains(spec) {
        return error;
    }
    error.in_context(format!("the heuristic `{name}`"))
}
