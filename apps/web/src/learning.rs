//! How a learner converges, as a picture: weights by generation, or the error by the strength of the penalty.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use plyscope_plot::{Axis, Chart, Palette, Point, Series};
use serde::Deserialize;
use serde_json::Value;

use crate::app::App;
use crate::asked::{Params, Place};
use crate::jobs::Run;
use crate::refusal::{Answer, Refusal, typed};

/// Weights that are drawn; more are a tangle.
const MOST_LINES: usize = 10;

#[derive(Deserialize)]
pub(crate) struct Asked {
    width: Option<f64>,
}

pub(crate) async fn learning(
    State(app): State<Arc<App>>,
    Place(id): Place<String>,
    Params(asked): Params<Asked>,
) -> Answer<Response> {
    app.answered(move |app| {
        let run = app.jobs.one(&id)?;
        let chart = by_strength(&run)
            .or_else(|| by_generation(&run))
            .ok_or_else(|| {
                let what = format!("the run `{id}` has nothing to draw yet");
                Refusal::missing(what, "wait for its first generation, or for its end")
            })?;
        let width = asked.width.unwrap_or(760.0).clamp(280.0, 1200.0);
        let svg = chart.width(width).height(240.0).inline_svg();
        Ok(typed("image/svg+xml", svg))
    })
    .await
}

/// The best weights of every generation.
fn by_generation(run: &Run) -> Option<Chart> {
    let mut lines: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    for step in &run.steps {
        let generation = step["generation"].as_u64()? as f64 + 1.0;
        for pair in step["best"].as_array()? {
            if let (Some(name), Some(weight)) = (pair[0].as_str(), pair[1].as_f64()) {
                lines
                    .entry(name)
                    .or_default()
                    .push(Point::new(generation, weight));
            }
        }
    }
    if lines.is_empty() {
        return None;
    }
    let names: Vec<&str> = lines.keys().copied().take(MOST_LINES).collect();
    let palette = Palette::of(names.iter().copied());
    let series = lines.into_iter().take(MOST_LINES);
    let series = series.map(|(name, points)| Series::new(name, points).markers());
    let chart = Chart::lines(series.collect::<Vec<_>>())
        .x(Axis::new("generation").whole())
        .y(Axis::new("weight").including(0.0))
        .palette(&palette)
        .label("weights by generation");
    Some(chart)
}

/// Cross-validation of ridge regression.
fn by_strength(run: &Run) -> Option<Chart> {
    let points = run.result.first()?["fit"]["curve"]["points"].as_array()?;
    let point = |own: &Value| {
        let (strength, error) = (own["strength"].as_f64()?, own["error"].as_f64()?);
        let spread = own["error_se"].as_f64().unwrap_or(0.0);
        (strength > 0.0).then(|| Point::new(strength, error).band(error - spread, error + spread))
    };
    let points: Vec<Point> = points.iter().filter_map(point).collect();
    if points.len() < 2 {
        return None;
    }
    let chart = Chart::lines([Series::new("error", points).markers()])
        .x(Axis::new("strength").log())
        .y(Axis::new("squared error on unseen rows"))
        .label("error by strength");
    Some(chart)
}
