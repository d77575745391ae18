//! Where methods that learn from states get them: a benchmark, results, or labels made now.

use std::path::{Path, PathBuf};

use plyscope_game::{Error, Limits};
use plyscope_learn::FitParams;
use plyscope_truth::{Amount, Filter, Output};
use plyscope_workbench::{
    Backup, LearnFrom, LearnOrder, NamedGame, RowOf, View, WeightRange, benchmark_at,
};

use super::budget;
use crate::args::{Learn, WhatRow, WhatWorth, WhoLooks};
use crate::commands::truth::{Steps, make};
use crate::followed::{self, is_followed};
use crate::out::{Ended, Out};
use crate::outputs::files_of;
use crate::stop::on_interrupt;

/// States, when nobody says how many: enough for some dozen features.
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
    let benchmark = match &args.benchmark {
        Some(path) => Some(benchmark_at(path)?),
        None => None,
    };
    let positions = budget::positions(args)?;
    let mut selector = make::selector(&args.choice, USUAL)?;
    if let Some(states) = positions {
        if args.choice.states.is_some() || args.choice.per_ply.is_some() {
            let what = "--budget positions=N and --states or --per-ply both say how many states";
            return Err(Error::misuse(what, "leave one of them out").into());
        }
        selector.amount = Amount::States(states);
    }
    let by = args.by.as_deref().unwrap_or_default();
    let name = args
        .benchmark
        .as_ref()
        .map(|path| path.display().to_string());
    let from = match &benchmark {
        Some(benchmark) => LearnFrom::Benchmark {
            benchmark,
            name: name.as_deref().unwrap_or_default(),
            digest: digest(args)?,
        },
        None if args.results.is_some() => LearnFrom::Results {
            path: args.results.as_deref().unwrap_or(Path::new("")),
        },
        None => LearnFrom::Fresh {
            selector: &selector,
            positions: make::positions(&args.choice, &game)?,
            by,
        },
    };
    // A state with one move is as good a row as any; a finished one is never judged in a search.
    let filter = Filter {
        keep_single: true,
        ..make::filter(&args.choice.wanted)?
    };
    let bar = Steps::new(match &name {
        Some(name) => format!("{} from {name}", game.spec()),
        None => match &args.results {
            Some(path) => format!("{} from {}", game.spec(), path.display()),
            None => format!("{} by {by}", game.spec()),
        },
    });
    let progress = |step| bar.tell(step);
    let meanwhile = |states: u64, weights: &[WeightRange]| {
        followed::write(&followed::weights("states", states, weights));
    };
    let order = LearnOrder {
        from,
        filter: &filter,
        features: args.features.as_deref(),
        only: &args.only,
        rows: match args.rows {
            WhatRow::States => RowOf::States,
            WhatRow::Moves => RowOf::Moves,
        },
        view: match args.view {
            WhoLooks::Mover => View::Mover,
            WhoLooks::Waiting => View::Waiting,
            WhoLooks::First => View::First,
        },
        backup: match args.worth {
            WhatWorth::Fitting => Backup::Fitting,
            WhatWorth::Best => Backup::Best,
            WhatWorth::Mean => Backup::Mean,
        },
        params,
        limits: Limits {
            time: args.limits.time,
            nodes: args.limits.nodes,
            stop: on_interrupt(),
            ..Limits::every_move()
        },
        threads: out.threads,
        output: places.output,
        export: places.export,
        most_states: positions,
        progress: &progress,
        // The fits on the way are for who follows.
        meanwhile: is_followed().then_some(&meanwhile),
    };
    let learned = learn(&game, order);
    bar.finish();
    Ok(learned?)
}

/// A digest of the benchmark's file; none of one that ships within the program.
pub(super) fn digest(args: &Learn) -> Result<Option<String>, Error> {
    let path = args.benchmark.as_deref().filter(|path| path.exists());
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
