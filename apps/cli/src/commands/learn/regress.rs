//! `plyscope learn --method ridge` and `least-squares`: values of states regressed on features.

use plyscope_game::Error;
use plyscope_learn::{FitParams, Method, Strength};
use plyscope_workbench::{learn, weights_text};

use super::sources::{Places, inputs, with_order};
use super::{charts, report};
use crate::args::{Learn, LearnMethod};
use crate::out::{Ended, Out, say};
use crate::outputs::{Outputs, Target};

/// Weights by regression of values on features.
pub(super) fn run(args: &Learn, out: &Out) -> Result<(), Ended> {
    let params = params(args, out.seed)?;
    let outputs = Outputs::new(out, args.force, inputs(args));
    let weights = args.output.as_deref().map(|path| outputs.target(path));
    let weights = weights.transpose()?;
    let rows = args.export_rows.as_deref().map(|path| outputs.file(path));
    let rows = rows.transpose()?;
    let plots = args.plots.as_deref();
    let plots = plots.map(|folder| charts::prepare(folder, &outputs));
    let plots = plots.transpose()?;
    outputs.check_force()?;
    let places = Places {
        output: weights.as_ref().and_then(Target::path),
        export: rows.as_ref(),
    };
    let learned = with_order(args, params, &places, out, |game, order| {
        learn(game, &order)
    });
    let mut learned = learned?;
    if let Some(path) = &args.export_rows {
        say(&format!("wrote {}", path.display()));
    }
    // The weights come last: while they are missing, the same command goes on from the labels.
    if let Some(plots) = &plots {
        charts::write(&learned, plots)?;
    }
    if let Some(target) = &weights {
        target.put(weights_text(&learned), out)?;
        learned.done()?;
    }
    let written = weights.as_ref().and_then(Target::path);
    report::write(&learned, written, out)
}

pub(super) fn params(args: &Learn, seed: u64) -> Result<FitParams, Error> {
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
