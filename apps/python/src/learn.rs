//! Learning weights.

use std::path::PathBuf;

use plyscope_game::{Error, Limits};
use plyscope_learn::{FitParams, Method, Strength};
use plyscope_truth::{Filter, Output};
use plyscope_workbench::{
    Backup, LearnFrom, LearnOrder, Learned, RowOf, View, learn as learn_weights, weights_text,
};
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::json;

use crate::benchmark::Benchmark;
use crate::truth::Choice;
use crate::work;

/// Learns weights from a benchmark, or from states that are chosen and labelled now; gives the fit as JSON and the weights file.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    reason = "each is an argument of the package's"
)]
pub(crate) fn learn(
    py: Python<'_>,
    game: &str,
    benchmark: Option<&Benchmark>,
    by: &str,
    functions: &Bound<'_, PyList>,
    choice: Choice,
    features: Option<&str>,
    only: Vec<String>,
    rows: &str,
    strength: Option<f64>,
    folds: usize,
    output: Option<PathBuf>,
    replace: bool,
    seed: u64,
    nodes: Option<u64>,
    time: Option<f64>,
    threads: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    const USUAL: u64 = 5000;
    let call = work::Call::new(functions)?.followed_by(progress)?;
    let told = call.told();
    let progress = |stage| told.tell_stage(&stage);
    let limits = call.limits(py, Limits::every_move(), nodes, time)?;
    let rows = if rows == "moves" {
        RowOf::Moves
    } else {
        RowOf::States
    };
    call.run(py, game, |game| {
        let target = output.as_deref().map(|path| Output::new(path, replace));
        let target = target.transpose()?;
        let selector = choice.selector(USUAL);
        let from = match benchmark {
            Some(own) => LearnFrom::Benchmark {
                benchmark: &own.truth,
                name: &own.name,
                digest: None,
            },
            None => LearnFrom::Fresh {
                selector: &selector,
                positions: choice.listed(game)?,
                by,
            },
        };
        let filter = Filter {
            keep_single: true,
            ..choice.filter()
        };
        let order = LearnOrder {
            from,
            filter: &filter,
            features,
            only: &only,
            rows,
            view: View::Mover,
            backup: Backup::Fitting,
            params: FitParams {
                method: method(strength),
                folds,
                seed,
            },
            limits,
            threads: work::threads(threads),
            output: output.as_deref(),
            export: None,
            progress: &progress,
            meanwhile: None,
            most_states: None,
        };
        let mut learned = learn_weights(game, &order)?;
        let text = weights_text(&learned);
        if let Some(target) = &target {
            target.write(&text)?;
            learned.done()?;
        }
        Ok((told_as_json(&learned)?, text))
    })
}

/// Ridge, by cross-validation where no strength is given; least squares where it is 0.
fn method(strength: Option<f64>) -> Method {
    match strength {
        Some(strength) if strength <= 0.0 => Method::LeastSquares,
        Some(strength) => Method::Ridge(Strength::Fixed(strength)),
        None => Method::Ridge(Strength::CrossValidated),
    }
}

/// The fit, and the states it was made on.
fn told_as_json(learned: &Learned) -> Result<String, Error> {
    let fit = serde_json::to_value(&learned.fit)
        .map_err(|error| Error::failed(format!("the fit cannot be told: {error}")))?;
    let data = json!({
        "game": learned.by.game,
        "features": learned.by.features,
        "labeller": learned.by.labeller,
        "selector": learned.by.selector,
        "states": learned.by.states,
        "warnings": learned.warnings,
        "fit": fit,
    });
    Ok(data.to_string())
}
