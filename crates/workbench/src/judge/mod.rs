//! Judging heuristics of a game chosen at run time: names become metrics and agents, and the rest is done by `judge`.

mod choose;
mod effort;
mod filter;
mod foresee;
mod metrics;
mod names;
mod panel;
mod ready;
mod states;

pub use choose::choose_states;
pub use filter::StateFilter;
pub use metrics::{MetricListing, metric_listings};
pub use ready::ReadyBench;
use states::ask;

use std::path::Path;

use plyscope_game::{Error, Limits};
use plyscope_judge::judgement::{Deciding, Entry, Judgement};
use plyscope_judge::predict::StateWeights;
use plyscope_judge::{Grouping, Metric, TruthKind, Truths};
use plyscope_parallel::Threads;
use plyscope_truth::Benchmark;

use crate::agents::steering::is_for_all;
use crate::contest::named;
use crate::{NamedGame, Param, ParamKind, Spec, Weights};

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
    /// What states count for in predictions of strength.
    pub weights: StateWeights,
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
#[non_exhaustive]
pub struct Judging {
    /// The finding.
    pub judgement: Judgement,
    /// The truth about the states that were judged.
    pub truths: Truths,
    /// What each heuristic said of them.
    pub entries: Vec<Entry>,
    /// The metrics.
    pub metrics: Vec<Box<dyn Metric>>,
    /// Which heuristics were learned from these states; also among the judgement's notes.
    pub warnings: Vec<String>,
    /// The heuristics that a stop left out.
    pub left: Vec<String>,
    /// Whether a stop came before their strength was predicted.
    pub is_unforeseen: bool,
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
    let ready = ReadyBench::new(game, benchmark, order.name, order.metrics, order.filter)?;
    let threads = Threads::new(order.run.threads)?;
    let mut entries = Vec::new();
    let mut left = Vec::new();
    let names = names::shown(&heuristics);
    for ((_, spec), name) in heuristics.iter().zip(names) {
        let text = spec.to_string();
        let make = || game.agent(spec, order.run.seed);
        match threads.run(|| ask(game, &*ready.states, &make, &order.run)) {
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
    let foreseen = threads.run(|| foresee::foresee(game, &ready, order, &entries))?;
    let is_unforeseen = foreseen.is_none() && order.run.limits.stop.is_raised();
    let mut judgement = threads.run(|| ready.assess(&mut entries, order, foreseen));
    let warnings = learned_here(game, &entries, &ready);
    judgement.notes.extend(warnings.iter().cloned());
    if is_unforeseen {
        let note = "A stop came before the strength of these heuristics was predicted.";
        judgement.notes.push(note.to_owned());
    }
    Ok(Judging {
        judgement,
        warnings,
        truths: ready.truths,
        entries,
        metrics: ready.metrics,
        left,
        is_unforeseen,
    })
}

/// What is to be said of heuristics whose weights were learned from the states they are judged on.
fn learned_here(game: &NamedGame, entries: &[Entry], ready: &ReadyBench<'_>) -> Vec<String> {
    let warning = |entry: &Entry| {
        let spec = Spec::parse(&entry.spec).ok()?;
        let files = game.files_of(&spec).into_iter();
        // What is no weights file marks no states.
        let mut marked = files.filter_map(|own| Weights::load(Path::new(&own)).ok()?.learned_from);
        marked.find_map(|own| own.warning(&entry.name, ready.states()))
    };
    entries.iter().filter_map(warning).collect()
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
fn deciding(game: &NamedGame, metrics: &[String], truths: &Truths) -> Option<Deciding> {
    if !metrics.is_empty() {
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
