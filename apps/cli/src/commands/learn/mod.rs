//! `plyscope learn`: weights for features, from the values of states or by games.

mod charts;
mod generations;
pub(crate) mod genetic;
mod options;
mod report;

use std::path::PathBuf;

use plyscope_game::Error;
use plyscope_game::Limits;
use plyscope_learn::{FitParams, Method, Strength};
use plyscope_truth::{Filter, Output};
use plyscope_workbench::{
    Backup, LearnFrom, LearnOrder, Learned, RowOf, View, WeightRange, benchmark_at, learn,
    weights_text,
};

use super::truth::{Steps, make};
use crate::args::{Learn, LearnMethod, WhatRow, WhatWorth, WhoLooks};
use crate::followed::{self, is_followed};
use crate::out::{Ended, Out, say};
use crate::outputs::{Outputs, Target, files_of};
use crate::stop::on_interrupt;

/// States, when nobody says how many: enough for some dozen features.
const USUAL: u64 = 5000;

pub(crate) fn run(args: &Learn, out: &Out) -> Result<(), Ended> {
    check(args)?;
    match args.method {
        LearnMethod::Genetic => genetic::run(args, out),
        LearnMethod::Ridge | LearnMethod::LeastSquares => regress(args, out),
    }
}

/// Refuses options that do not go with the method.
pub(crate) fn check(args: &Learn) -> Result<(), Error> {
    options::check(args)
}

/// Weights by regression of values on features.
fn regress(args: &Learn, out: &Out) -> Result<(), Ended> {
    let game = out.registry.open(&args.game)?;
    let params = params(args, out.seed)?;
    let files = Files::of(args, out)?;
    let benchmark = match &args.benchmark {
        Some(path) => Some(benchmark_at(path)?),
        None => None,
    };
    let selector = make::selector(&args.choice, USUAL)?;
    let by = args.by.as_deref().unwrap_or_default();
    let name = args
        .benchmark
        .as_ref()
        .map(|path| path.display().to_string());
    let from = match &benchmark {
        Some(benchmark) => LearnFrom::Benchmark {
            benchmark,
            name: name.as_deref().unwrap_or_default(),
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
        None => format!("{} by {by}", game.spec()),
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
        rows: row_of(args.rows),
        view: view(args.view),
        backup: backup(args.worth),
        params,
        limits: Limits {
            time: args.limits.time,
            nodes: args.limits.nodes,
            stop: on_interrupt(),
            ..Limits::every_move()
        },
        threads: out.threads,
        output: files.weights.as_ref().and_then(Target::path),
        export: files.rows.as_ref(),
        progress: &progress,
        // The fits on the way are for who follows.
        meanwhile: is_followed().then_some(&meanwhile),
    };
    let learned = learn(&game, &order);
    bar.finish();
    files.write(learned?, out)
}

/// What is written, asked for before the work.
struct Files {
    weights: Option<Target>,
    rows: Option<Output>,
    plots: Option<Vec<Output>>,
}

impl Files {
    fn of(args: &Learn, out: &Out) -> Result<Self, Error> {
        let outputs = Outputs::new(out, args.force, inputs(args));
        let weights = args.output.as_deref().map(|path| outputs.target(path));
        let rows = args.export_rows.as_deref().map(|path| outputs.file(path));
        let plots = args.plots.as_deref();
        let plots = plots.map(|folder| charts::prepare(folder, &outputs));
        let files = Self {
            weights: weights.transpose()?,
            rows: rows.transpose()?,
            plots: plots.transpose()?,
        };
        outputs.check_force()?;
        Ok(files)
    }

    /// Writes all but the rows, which are there already.
    fn write(&self, mut learned: Learned, out: &Out) -> Result<(), Ended> {
        if let Some(rows) = &self.rows {
            say(&format!("wrote {}", rows.path().display()));
        }
        // The weights come last: while they are missing, the same command goes on from the labels.
        if let Some(plots) = &self.plots {
            charts::write(&learned, plots)?;
        }
        if let Some(target) = &self.weights {
            target.put(weights_text(&learned), out)?;
            learned.done()?;
        }
        let written = self.weights.as_ref().and_then(Target::path);
        report::write(&learned, written, out)
    }
}

fn row_of(what: WhatRow) -> RowOf {
    match what {
        WhatRow::States => RowOf::States,
        WhatRow::Moves => RowOf::Moves,
    }
}

fn view(who: WhoLooks) -> View {
    match who {
        WhoLooks::Mover => View::Mover,
        WhoLooks::Waiting => View::Waiting,
        WhoLooks::First => View::First,
    }
}

fn backup(worth: WhatWorth) -> Backup {
    match worth {
        WhatWorth::Fitting => Backup::Fitting,
        WhatWorth::Best => Backup::Best,
        WhatWorth::Mean => Backup::Mean,
    }
}

fn params(args: &Learn, seed: u64) -> Result<FitParams, Error> {
    let method = match (args.method, args.strength) {
        (LearnMethod::LeastSquares, Some(_)) => {
            let what = "least squares have no strength";
            return Err(Error::misuse(
                what,
                "say --method ridge, or leave --strength out",
            ));
        }
        (LearnMethod::LeastSquares, None) => Method::LeastSquares,
        (_, Some(strength)) => Method::Ridge(Strength::Fixed(strength)),
        (_, None) => Method::Ridge(Strength::CrossValidated),
    };
    if args.folds == 1 {
        let what = "cross-validation cannot leave out the only part there is";
        return Err(Error::misuse(what, "--folds is 0 for none, or 2 and more"));
    }
    Ok(FitParams {
        method,
        folds: usize::from(args.folds),
        seed,
    })
}

/// What the command reads.
fn inputs(args: &Learn) -> Vec<PathBuf> {
    let specs = args.choice.agent.iter().chain(&args.by).chain([&args.game]);
    let mut inputs = files_of(specs.map(String::as_str));
    inputs.extend(args.benchmark.clone());
    inputs.extend(args.choice.positions.clone());
    inputs
}
