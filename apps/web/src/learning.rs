//! How a learner converges, as a picture: weights on the way, or the error by the strength of the penalty.

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
/// More bands than these hide each other.
const MOST_BANDS: usize = 3;

#[derive(Deserialize)]
pub(crate) struct Asked {
    width: Option<f64>,
    #[serde(default)]
    picture: Picture,
}

/// Which picture; unless told the one that says more.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Picture {
    #[default]
    Any,
    Weights,
    Error,
}

pub(crate) async fn learning(
    State(app): State<Arc<App>>,
    Place(id): Place<String>,
    Params(asked): Params<Asked>,
) -> Answer<Response> {
    app.answered(move |app| {
        let run = app.jobs.one(&id)?;
        let chart = match asked.picture {
            Picture::Any => by_strength(&run).or_else(|| on_the_way(&run)),
            Picture::Weights => on_the_way(&run),
            Picture::Error => by_strength(&run),
        };
        let chart = chart.ok_or_else(|| {
            let what = format!("the run `{id}` has nothing to draw yet");
            Refusal::missing(what, "wait for its first weights, or for its end")
        })?;
        let width = asked.width.unwrap_or(760.0).clamp(280.0, 1200.0);
        let svg = chart.width(width).height(240.0).inline_svg();
        Ok(typed("image/svg+xml", svg))
    })
    .await
}

/// The weights after every generation, or at milestones of labelled states, with their ranges.
fn on_the_way(run: &Run) -> Option<Chart> {
    let unit = run.steps.first()?["unit"].as_str()?;
    let mut lines: BTreeMap<&str, Vec<(f64, &Value)>> = BTreeMap::new();
    for step in run.steps.iter().filter(|own| own["unit"] == unit) {
        let at = step["step"].as_f64()?;
        for own in step["weights"].as_array()? {
            lines
                .entry(own["name"].as_str()?)
                .or_default()
                .push((at, own));
        }
    }
    let palette = Palette::of(lines.keys().copied().take(MOST_LINES));
    let is_banded = lines.len() <= MOST_BANDS;
    let point = |(at, own): &(f64, &Value)| {
        let number = |key: &str| own[key].as_f64();
        let point = Point::new(*at, number("weight")?);
        let band = number("low").zip(number("high"));
        Some(match band.filter(|_| is_banded) {
            Some((low, high)) => point.band(low, high),
            None => point,
        })
    };
    let series = lines.iter().take(MOST_LINES).map(|(name, points)| {
        let points: Vec<Point> = points.iter().filter_map(point).collect();
        Series::new(*name, points).markers()
    });
    let along = match unit {
        "states" => Axis::new("states labelled").log(),
        _ => Axis::new(unit).whole(),
    };
    let chart = Chart::lines(series.collect::<Vec<_>>())
        .x(along)
        .y(Axis::new("weight").including(0.0))
        .palette(&palette)
        .label(format!("weights by {unit}"));
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
