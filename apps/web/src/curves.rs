//! Curves of judgements, drawn as in reports: by `plot`, from the objects that `judge --json` prints.

use std::fmt::Write as _;

use plyscope_plot::{Axis, Chart, Palette, Point, Series};
use serde_json::Value;

/// What random order is called.
const CHANCE: &str = "random order";
/// More bands than these hide each other.
const MOST_BANDS: usize = 2;
/// States below which a band tells little but the range of its metric.
const LEAST: u64 = 3;

/// A curve with its name; a shadow is drawn thin and grey.
pub(crate) struct Curve<'a> {
    pub(crate) name: String,
    pub(crate) score: &'a Value,
    pub(crate) is_shadow: bool,
}

/// The score of a heuristic by a metric.
pub(crate) fn score<'a>(heuristic: &'a Value, metric: &str) -> Option<&'a Value> {
    let scores = heuristic["scores"].as_array()?;
    scores.iter().find(|own| own["metric"] == metric)
}

/// All curves in one panel.
pub(crate) fn draw(curves: &[Curve<'_>], metric: &str, grouping: &str, width: f64) -> String {
    let groups = groups(curves);
    let window = window(curves);
    let banded = curves.iter().filter(|own| !own.is_shadow).count() <= MOST_BANDS;
    let series = curves.iter().map(|own| {
        let banded = banded && !own.is_shadow;
        let points = points(own.score, &groups, window, banded);
        let series = Series::new(own.name.clone(), points);
        match (own.is_shadow, grouping) {
            (true, _) => series.muted(),
            (_, "ply") => series,
            _ => series.markers(),
        }
    });
    let chance = curves.first().and_then(|own| baseline(own.score, &groups));
    let height = if width < 500.0 { 210.0 } else { 270.0 };
    Chart::lines(series.chain(chance))
        .width(width)
        .height(height)
        .x(along(grouping, &groups))
        .y(Axis::new("").including(0.0))
        .palette(&palette(curves))
        .label(format!("{metric} by {grouping}"))
        .inline_svg()
}

/// A colour for every curve but shadows, so that a shadow changes none.
fn palette(curves: &[Curve<'_>]) -> Palette {
    let named = curves.iter().filter(|own| !own.is_shadow);
    Palette::of(named.map(|own| own.name.clone()))
}

/// Number and name of every group, in their order.
fn groups(curves: &[Curve<'_>]) -> Vec<(u64, String)> {
    let all = curves
        .iter()
        .filter_map(|own| own.score["groups"].as_array());
    let mut all: Vec<(u64, String)> = all
        .flatten()
        .filter_map(|own| Some((own["group"].as_u64()?, own["name"].as_str()?.to_owned())))
        .collect();
    all.sort();
    all.dedup_by_key(|own| own.0);
    all
}

fn along(grouping: &str, groups: &[(u64, String)]) -> Axis {
    let axis = Axis::new(grouping);
    match (grouping, groups.first(), groups.last()) {
        ("ply", Some(first), Some(last)) if first.0 < last.0 => {
            axis.whole().range(first.0 as f64, last.0 as f64)
        }
        ("ply", ..) => axis.whole(),
        _ => {
            let last = groups.last().map_or(0, |own| own.0);
            let name = |number: u64| {
                let own = groups.iter().find(|own| own.0 == number);
                own.map_or(String::new(), |own| own.1.clone())
            };
            axis.names((0..=last).map(name))
        }
    }
}

/// What must be seen; bands of too few states are cut to it.
fn window(curves: &[Curve<'_>]) -> (f64, f64) {
    let groups = curves
        .iter()
        .filter_map(|own| own.score["groups"].as_array())
        .flatten();
    let ends = groups.flat_map(|own| {
        let banded = own["states"].as_u64() >= Some(LEAST);
        let band = ["low", "high"].map(|end| own[end].as_f64().filter(|_| banded));
        [
            own["mean"].as_f64(),
            own["chance"].as_f64(),
            band[0],
            band[1],
        ]
    });
    ends.flatten()
        .fold((0.0, 0.0), |(low, high), end| (end.min(low), end.max(high)))
}

fn points(
    score: &Value,
    groups: &[(u64, String)],
    (least, most): (f64, f64),
    banded: bool,
) -> Vec<Point> {
    let own = score["groups"].as_array().into_iter().flatten();
    let own = own.filter_map(|own| {
        let (group, mean) = (own["group"].as_u64()?, own["mean"].as_f64()?);
        let name = groups.iter().find(|known| known.0 == group)?;
        let point = Point::new(group as f64, mean);
        let band = own["low"].as_f64().zip(own["high"].as_f64());
        let point = match band.filter(|_| banded) {
            Some((low, high)) => point.band(low.max(least), high.min(most)),
            None => point,
        };
        Some(point.title(told(own, &name.1)))
    });
    own.collect()
}

/// What the pointer over a point shows.
fn told(group: &Value, name: &str) -> String {
    let number = |key: &str| group[key].as_f64().map(plyscope_plot::short);
    let mut text = format!("{name}: {}", number("mean").unwrap_or_default());
    if let (Some(low), Some(high)) = (number("low"), number("high")) {
        let _ = write!(text, " [{low}, {high}]");
    }
    if let Some(chance) = number("chance") {
        let _ = write!(text, "\n{CHANCE} {chance}");
    }
    let states = group["states"].as_u64().unwrap_or(0);
    let plural = if states == 1 { "" } else { "s" };
    let _ = write!(text, "\n{states} state{plural}");
    text
}

fn baseline(score: &Value, groups: &[(u64, String)]) -> Option<Series> {
    let own = score["groups"].as_array()?.iter();
    let known = own.filter_map(|own| {
        let group = own["group"].as_u64()?;
        groups.iter().find(|known| known.0 == group)?;
        Some((group as f64, own["chance"].as_f64()?))
    });
    let known: Vec<(f64, f64)> = known.collect();
    (!known.is_empty()).then(|| Series::baseline(CHANCE, known).silent())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_group_is_a_point_that_can_be_pointed_at() {
        let score = json!({"metric": "regret", "groups": [
            {"group": 3, "name": "3", "mean": 0.5, "low": 0.4, "high": 0.6, "chance": 0.9, "states": 7},
            {"group": 4, "name": "4", "mean": 0.25, "low": null, "high": null, "chance": null, "states": 1},
        ]});
        let curve = Curve {
            name: "mine".to_owned(),
            score: &score,
            is_shadow: false,
        };
        let svg = draw(&[curve], "regret", "ply", 700.0);
        assert!(svg.contains("data-series=\"mine\""), "{svg}");
        assert!(
            svg.contains("data-x=\"3\"") && svg.contains("data-x=\"4\""),
            "{svg}"
        );
        assert!(svg.contains("7 states"), "{svg}");
    }
}
