//! Pictures of a fit: what it leaves unexplained, its weights, and the choice of its strength.

use std::path::Path;

use plyscope_game::Error;
use plyscope_learn::{Coefficient, Curve, Fit};
use plyscope_plot::{Axis, Chart, Mark, Point, Row, Rule, Series};
use plyscope_truth::Output;
use plyscope_workbench::Learned;

use crate::out::say;
use crate::outputs::Outputs;

/// Standard errors on either side that make an interval of 95 %.
const NINETY_FIVE: f64 = 1.96;
const NAMES: [&str; 3] = ["residuals.svg", "weights.svg", "curve.svg"];

/// Makes the folder, and refuses to replace pictures in it unless told to.
pub(super) fn prepare(folder: &Path, outputs: &Outputs<'_>) -> Result<Vec<Output>, Error> {
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    let places = NAMES.iter().map(|name| outputs.file(&folder.join(name)));
    places.collect()
}

pub(super) fn write(learned: &Learned, plots: &[Output]) -> Result<(), Error> {
    let subtitle = format!(
        "{}, features {}; {} rows, labelled by {}",
        learned.by.game, learned.by.features, learned.fit.rows, learned.by.labeller
    );
    let fit = &learned.fit;
    let curve = fit.curve.as_ref().filter(|curve| curve.points.len() > 1);
    let charts = [
        Some(residuals(fit)),
        Some(weights(fit)),
        curve.map(|curve| strengths(curve, fit.strength)),
    ];
    for (output, chart) in plots.iter().zip(charts) {
        let Some(chart) = chart else { continue };
        output.write(chart.subtitle(&subtitle).svg())?;
        say(&format!("wrote {}", output.path().display()));
    }
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> Error {
    plyscope_ledger::unwritable(path, error)
}

/// Single residuals in the background, and the mean of those whose fitted values are alike.
fn residuals(fit: &Fit) -> Chart {
    let rows = fit
        .sample
        .iter()
        .map(|&[fitted, residual]| (fitted, residual));
    let mean = fit.residuals.iter().map(|bin| {
        let half = NINETY_FIVE * bin.spread / (bin.rows as f64).sqrt();
        Point::new(bin.fitted, bin.mean)
            .band(bin.mean - half, bin.mean + half)
            .title(format!("{} rows, spread {:.4}", bin.rows, bin.spread))
    });
    Chart::lines([
        Series::new("rows", rows).mark(Mark::Dots).muted(),
        Series::new("mean", mean).mark(Mark::Line).markers(),
    ])
    .title("Residuals along the fitted value")
    .caption("Dots are single rows; the band is the 95 % interval of the mean.")
    .x(Axis::new("fitted value"))
    .y(Axis::new("value − fitted value"))
    .rule(Rule::y(0.0, ""))
}

/// The weights in spreads of feature and value, so that they can be compared.
fn weights(fit: &Fit) -> Chart {
    let row = |own: &Coefficient| {
        let half = own.t.map(|t| NINETY_FIVE * (own.standard / t).abs());
        let row = Row::new(&own.name, own.standard).note(format!("weight {}", own.weight));
        match half.filter(|half| half.is_finite()) {
            Some(half) => row.interval(own.standard - half, own.standard + half),
            None => row,
        }
    };
    Chart::forest(fit.coefficients.iter().map(row))
        .title("Weights")
        .caption("95 % intervals; features whose weights are not determined have none.")
        .x(Axis::new("standard weight").unit("spreads of the value a spread of the feature"))
        .rule(Rule::x(0.0, ""))
}

fn strengths(curve: &Curve, chosen: f64) -> Chart {
    // A logarithmic axis has no place for 0.
    let tried = curve.points.iter().filter(|point| point.strength > 0.0);
    let points = tried.map(|point| {
        let (low, high) = (point.error - point.error_se, point.error + point.error_se);
        (point.strength, point.error, low, high)
    });
    let chart = Chart::lines([Series::new("unseen rows", points).markers()])
        .title("Strength of ridge by cross-validation")
        .caption("The band is one standard error over the parts left out.")
        .x(Axis::new("strength").log())
        .y(Axis::new("squared error"));
    if chosen > 0.0 {
        chart.rule(Rule::x(chosen, "chosen"))
    } else {
        chart
    }
}
