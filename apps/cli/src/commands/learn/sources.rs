//! Where methods that learn from states get them: a benchmark, results, or labels made now.

use std::path::{Path, PathBuf};

use plyscope_game::{Error, Limits};
use plyscope_learn::FitParams;
use plyscope_truth::{Amount, Benchmark, Filter, Output, Selector};
use plyscope_workbench::{
    Backup, LearnFrom, LearnOrder, NamedGame, RowOf, View, WeightRange, find_benchmark,
};

use super::budget;
use crate::args::{Learn, WhatRow, WhatWorth, WhoLooks};
use crate::commands::truth::{Steps, make};
use crate::followed::{self, is_followed};
use crate::out::{Ended, Out};
use crate::outputs::files_of;
use crate::stop::on_interrupt;

/// States by default: enough for some dozen features.
const USUAL: u64 = 5000;

/// Where labels and rows go.
pub(super) struct Places<'a> {
    /// The file of the weights, beside which labels are kept.
    pub(super) output: Option<&'a Path>,
    /// The file of the rows.
    pub(super) export: Option<&'a Output>,
}

/// Calls `learn` with the order that the command gives, while a bar tells how far it is.
pub(super) fn with_order<R>(
    args: &Learn,
    params: FitParams,
    places: &Places<'_>,
    out: &Out,
    learn: impl FnOnce(&NamedGame, LearnOrder<'_>) -> Result<R, Error>,
) -> Result<R, Ended> {
    let game = out.registry.open(&args.game)?;
    let benchmark = benchmark(args, out)?;
    let most_states = budget::positions(args)?;
    let selector = selector(args, most_states)?;
    let from = match (&benchmark, &args.results) {
        (Some((name, benchmark)), _) => LearnFrom::Benchmark {
            benchmark,
            name,
            digest: digest(args)?,
        },
        (None, Some(path)) => LearnFrom::Results { path },
        (None, None) => LearnFrom::Fresh {
            selector: &selector,
            positions: make::positions(&args.choice, &game)?,
            by: args.by.as_deref().unwrap_or_default(),
        },
    };
    // A state with one move is as good a row as any; a finished one is never judged in a search.
    let filter = Filter {
        keep_single: true,
        ..make::filter(&args.choice.wanted)?
    };
    let bar = Steps::new(format!("{} {}", game.spec(), from_in_words(&from)));
    let progress = |step| bar.tell(step);
    let meanwhile = |states: u64, weights: &[WeightRange]| {
        followed::write(&followed::weights("states", states, weights));
    };
    let order = LearnOrder {
        from,
        filter: &filter,
        features: args.features.as_deref(),
        only: &args.only,
        rows: rows(args),
        view: view(args),
        backup: backup(args),
        params,
        limits: limits(args),
        threads: out.threads,
        output: places.output,
        export: places.export,
        most_states,
        progress: &progress,
        // The fits on the way are for who follows.
        meanwhile: is_followed().then_some(&meanwhile),
    };
    let learned = learn(&game, order);
    bar.finish();
    Ok(learned?)
}

/// The benchmark that the command names, with its name: a file, one that ships, or the one of a game.
pub(super) fn benchmark(args: &Learn, out: &Out) -> Result<Option<(String, Benchmark)>, Error> {
    let named = args.benchmark.as_deref();
    let found = named.map(|path| find_benchmark(&out.registry, &path.to_string_lossy()));
    found.transpose()
}

/// How states are chosen, so many where the budget says it.
fn selector(args: &Learn, states: Option<u64>) -> Result<Selector, Error> {
    let mut selector = make::selector(&args.choice, USUAL)?;
    if let Some(states) = states {
        if args.choice.states.is_some() || args.choice.per_ply.is_some() {
            let what = "--budget positions=N and --states or --per-ply both say how many states";
            return Err(Error::misuse(what, "leave one of them out"));
        }
        selector.amount = Amount::States(states);
    }
    Ok(selector)
}

fn from_in_words(from: &LearnFrom<'_>) -> String {
    match from {
        LearnFrom::Benchmark { name, .. } => format!("from {name}"),
        LearnFrom::Results { path } => format!("from {}", path.display()),
        LearnFrom::Fresh { by, .. } => format!("by {by}"),
    }
}

/// Those of each label.
fn limits(args: &Learn) -> Limits {
    Limits {
        time: args.limits.time,
        nodes: args.limits.nodes,
        stop: on_interrupt(),
        ..Limits::every_move()
    }
}

fn rows(args: &Learn) -> RowOf {
    match args.rows {
        WhatRow::States => RowOf::States,
        WhatRow::Moves => RowOf::Moves,
    }
}

fn view(args: &Learn) -> View {
    match args.view {
        WhoLooks::Mover => View::Mover,
        WhoLooks::Waiting => View::Waiting,
        WhoLooks::First => View::First,
    }
}

fn backup(args: &Learn) -> Backup {
    match args.worth {
        WhatWorth::Fitting => Backup::Fitting,
        WhatWorth::Best => Backup::Best,
        WhatWorth::Mean => Backup::Mean,
    }
}

/// A digest of the benchmark's file; none of one that ships within the program.
pub(super) fn digest(args: &Learn) -> Result<Option<String>, Error> {
    let path = args.benchmark.as_deref().filter(|path| path.is_file());
    path.map(plyscope_truth::digest_of).transpose()
}

/// What the command reads.
pub(super) fn inputs(args: &Learn) -> Vec<PathBuf> {
    let specs = args.choice.agent.iter().chain(&args.by).chain([&args.game]);
    let mut inputs = files_of(specs.map(String::as_str));
    inputs.extend(args.benchmark.clone());
    inputs.extend(args.results.clone());
    inputs.extend(args.start.clone());
    inputs.extend(args.choice.positions.clone());
    inputs
}
