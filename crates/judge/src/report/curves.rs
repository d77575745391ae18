//! Every metric over the course of the game, small multiples where there are several heuristics.

use plyscope_plot::{Axis, Chart, Point, Row, Rule, Series};

use super::View;
use super::block::Figure;
use super::escape::text;
use super::number::{count, decimals};
use super::numbers;
use super::words::{Family, direction, sentence, title};
use crate::judgement::{About, Group, Judged, Scored};

/// More lines than these behind a panel are a tangle: then only the best stands there.
const MOST_BEHIND: usize = 4;

/// More bands than these in one panel hide each other.
const MOST_BANDS: usize = 2;

/// States below which a band tells little but the range of its metric.
const LEAST: usize = 3;

/// What random order is called in every figure.
pub(super) const CHANCE: &str = "random order";

/// Width of a figure that shares a row with another.
const HALF: f64 = 460.0;

/// Width, height and class of a figure over the whole page, and of the same on a narrow screen.
const WIDE: (f64, f64, &str) = (1080.0, 250.0, "wide");
const NARROW: (f64, f64, &str) = (380.0, 200.0, "narrow");

pub(super) fn section(view: &View<'_>) -> String {
    let own = view.judgement;
    if own.metrics.is_empty() || own.heuristics.is_empty() {
        return String::new();
    }
    let mut html = format!(
        "<h2>{}</h2>\n<p>{}</p>\n",
        match own.grouping {
            "all" => "Every metric".to_owned(),
            grouping => format!("Every metric by {grouping}"),
        },
        legend(view)
    );
    for family in Family::ALL {
        let members = own
            .metrics
            .iter()
            .filter(|about| Family::of(&about.name) == family);
        let figures: String = members.map(|about| figure(view, about)).collect();
        if !figures.is_empty() {
            html += &format!(
                "<h3>{}</h3>\n<div class=\"pair\">\n{figures}</div>\n",
                family.title()
            );
        }
    }
    html + &numbers::table(view)
}

/// How to read the figures, once for all.
fn legend(view: &View<'_>) -> String {
    let mean = match view.judgement.grouping {
        "all" if view.judgement.truth.all_states => "A dot is the mean over all states.".to_owned(),
        "all" => "A dot is the mean over all states, the line through it its 95 % band.".to_owned(),
        grouping if view.judgement.truth.all_states => {
            format!("Lines are means over all states of a {grouping} that there are.")
        }
        grouping => format!(
            "Lines are means over the states of a {grouping}, bands hold the true mean in 95 % of cases \
             (those of fewer than {LEAST} states are cut)."
        ),
    };
    let chance = "Dashed and grey: what a random order of the moves gets on the same states, \
                  where that is known.";
    let others = match view.judgement.heuristics.len() {
        _ if view.judgement.grouping == "all" => "",
        0 | 1 => "",
        n if n - 1 <= MOST_BEHIND => "Thin and grey: the other heuristics.",
        _ => "Thin and grey: the heuristic with the best mean.",
    };
    format!("{mean} {chance} {others}")
}

/// The axis along which groups stand.
pub(super) fn along(view: &View<'_>) -> Axis {
    let groups = view.groups();
    let axis = Axis::new(view.judgement.grouping);
    match (view.judgement.grouping, groups.first(), groups.last()) {
        ("ply", Some(first), Some(last)) if first.0 < last.0 => {
            axis.whole().range(f64::from(first.0), f64::from(last.0))
        }
        ("ply", ..) => axis.whole(),
        _ => {
            let last = groups.last().map_or(0, |group| group.0);
            let name = |number: u32| {
                let known = groups.iter().find(|group| group.0 == number);
                known.map_or(String::new(), |group| group.1.clone())
            };
            axis.names((0..=last).map(name))
        }
    }
}

/// The axis of values, from zero.
pub(super) fn upward() -> Axis {
    Axis::new("").including(0.0)
}

/// The values that figures of these curves must show.
///
/// A band over one or two states is as wide as the metric: it would press all
/// curves flat, and is cut instead.
pub(super) fn window<'a>(curves: impl Iterator<Item = &'a Scored>) -> (f64, f64) {
    let ends = curves.flat_map(|own| &own.groups).flat_map(|group| {
        let mean = &group.mean;
        let (low, high) = mean.band().filter(|_| mean.states >= LEAST).unzip();
        [Some(mean.mean), mean.chance, low, high]
    });
    ends.flatten()
        .fold((0.0, 0.0), |(low, high), end| (end.min(low), end.max(high)))
}

/// The points of a curve, their bands cut to a window.
pub(super) fn points(groups: &[Group], (least, most): (f64, f64)) -> Vec<Point> {
    let point = |group: &Group| {
        let mean = &group.mean;
        let point = Point::new(f64::from(group.group), mean.mean);
        match mean.band() {
            Some((low, high)) => point.band(low.max(least), high.min(most)),
            None => point,
        }
    };
    groups.iter().map(point).collect()
}

/// The smooth curve where there is one, else the points.
fn readable(score: &Scored, window: (f64, f64)) -> Vec<Point> {
    if score.smooth.is_empty() {
        return points(&score.groups, window);
    }
    let (least, most) = window;
    let smooth = score.smooth.iter();
    smooth
        .map(|own| {
            Point::new(f64::from(own.group), own.mean).band(own.low.max(least), own.high.min(most))
        })
        .collect()
}

/// What chance gets on the states of a heuristic's curve.
fn baseline(score: &Scored) -> Option<Series> {
    let known = score
        .groups
        .iter()
        .filter_map(|group| Some((f64::from(group.group), group.mean.chance?)));
    let known: Vec<(f64, f64)> = known.collect();
    (!known.is_empty()).then(|| Series::baseline(CHANCE, known).silent())
}

/// A line, with its points marked where there are few.
fn line(view: &View<'_>, name: &str, points: Vec<Point>) -> Series {
    // The page's script finds the points along the line, and their numbers in the data.
    let series = Series::new(name, points).silent();
    if view.judgement.grouping == "ply" {
        series
    } else {
        series.markers()
    }
}

/// The heuristics that have a score on a metric.
fn scores<'a>(view: &View<'a>, about: &About) -> Vec<(&'a Judged, &'a Scored)> {
    let heuristics = view.judgement.heuristics.iter();
    heuristics
        .filter_map(|own| Some((own, own.score(&about.name)?)))
        .collect()
}

fn figure(view: &View<'_>, about: &About) -> String {
    let scores = scores(view, about);
    let name = title(&about.name);
    let badge = match about.trust {
        "trend" if view.judgement.is_unsure() => " · trend only on such truth",
        "no" if view.judgement.is_unsure() => " · not to be trusted on such truth",
        _ => "",
    };
    let heading = format!(
        "<h4>{} <small>{}{badge}</small></h4>",
        text(&name),
        direction(about)
    );
    let fitted = scores.iter().any(|(own, _)| own.fitted);
    let fitted = if about.on_points && fitted {
        " On fitted values."
    } else {
        ""
    };
    let caption = format!("{}{fitted} ", text(&sentence(&about.about)));
    let drawn = if scores.iter().all(|(_, own)| own.groups.is_empty()) {
        return format!(
            "<figure class=\"none\">{heading}<p>No state has a score.</p><figcaption>{caption}</figcaption></figure>\n"
        );
    } else if view.judgement.grouping == "all" {
        forest(view, about)
    } else {
        multiples(view, about)
    };
    let by = view.judgement.grouping;
    Figure {
        heading,
        svg: drawn
            .palette(&view.palette)
            .label(format!("{name} by {by}"))
            .inline_svg(),
        caption,
        name: &about.name,
        class: "chart",
        metric: curve_of(view, about),
        width: None,
    }
    .html()
}

/// A metric of all heuristics as a picture of its own; nothing if it was not computed or has no score.
pub(super) fn picture(view: &View<'_>, metric: &str) -> Option<String> {
    let about = view
        .judgement
        .metrics
        .iter()
        .find(|own| own.name == metric)?;
    let scores = scores(view, about);
    if scores.iter().all(|(_, own)| own.groups.is_empty()) {
        return None;
    }
    let drawn = if view.judgement.grouping == "all" {
        forest(view, about)
    } else {
        multiples(view, about)
    };
    let name = title(&about.name);
    Some(drawn.palette(&view.palette).title(name).svg())
}

/// What the page's script must know to tell the numbers of a curve.
fn curve_of<'a>(view: &View<'_>, about: &'a About) -> Option<(&'a str, usize)> {
    let curve = view.judgement.grouping != "all";
    curve.then(|| (about.name.as_str(), decimals(Some(about))))
}

/// One row per heuristic, for means over all states.
fn forest(view: &View<'_>, about: &About) -> Chart {
    let means = scores(view, about).into_iter();
    let means = means.filter_map(|(own, score)| Some((own, score.all?)));
    let rows = means.clone().map(|(own, mean)| {
        let (low, high) = mean.band().unwrap_or((f64::NAN, f64::NAN));
        Row::new(own.name.clone(), mean.mean)
            .interval(low, high)
            .note(count(mean.states, "state"))
    });
    let chart = Chart::forest(rows).width(HALF).x(upward());
    match means.into_iter().find_map(|(_, mean)| mean.chance) {
        Some(chance) => chart.rule(Rule::x(chance, CHANCE)),
        None => chart,
    }
}

/// One panel per heuristic, or a single one.
fn multiples(view: &View<'_>, about: &About) -> Chart {
    let scores = scores(view, about);
    let window = window(scores.iter().map(|own| own.1));
    let series =
        |own: &Judged, score: &Scored| line(view, &own.name, points(&score.groups, window));
    let best = best_by(about, &scores);
    let chance = || scores.iter().find_map(|(_, score)| baseline(score));
    let chart = if let [(own, score)] = scores[..] {
        Chart::lines([series(own, score)].into_iter().chain(chance())).height(170.0)
    } else if scores.len() - 1 <= MOST_BEHIND {
        let all = scores.iter().map(|(own, score)| series(own, score));
        let columns = columns(scores.len());
        Chart::facets_by_series(all.chain(chance()))
            .columns(columns)
            .height(105.0)
    } else {
        let panel = |(at, (own, score)): (usize, &(&Judged, &Scored))| {
            let behind = best.filter(|&best| best != at).map(|best| {
                let (own, score) = scores[best];
                series(own, score).muted()
            });
            let shown = behind.into_iter().chain([series(own, score)]);
            plyscope_plot::Panel::new(own.name.clone(), shown.chain(chance()))
        };
        Chart::facets(scores.iter().enumerate().map(panel))
            .columns(columns(scores.len()))
            .height(95.0)
    };
    chart.width(HALF).x(along(view)).y(upward())
}

/// Panels side by side, so that the last row leaves no hole where that can be had.
fn columns(panels: usize) -> usize {
    if panels.is_multiple_of(3) && !panels.is_multiple_of(2) {
        3
    } else {
        2
    }
}

/// The place of the best mean.
fn best_by(about: &About, scores: &[(&Judged, &Scored)]) -> Option<usize> {
    let sign = if about.better == "lower" { -1.0 } else { 1.0 };
    let means = scores.iter().enumerate();
    let means = means.filter_map(|(at, (_, score))| Some((at, score.all?.mean * sign)));
    let best = means.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    best.map(|(at, _)| at)
}

/// The deciding metric of all heuristics in one panel.
///
/// Drawn twice: the page shows the wide picture, or on a narrow screen the one
/// whose letters are not shrunk.
pub(super) fn overlay(view: &View<'_>) -> String {
    let Some(about) = view.judgement.decides() else {
        return String::new();
    };
    let scores = scores(view, about);
    if scores.len() < 2 || view.judgement.grouping == "all" {
        return String::new();
    }
    let banded = scores.len() <= MOST_BANDS;
    let window = window(scores.iter().map(|own| own.1));
    let series = || {
        scores.iter().map(|(own, score)| {
            let points = readable(score, window).into_iter();
            let bare = |point: Point| {
                if banded {
                    point
                } else {
                    point.band(f64::NAN, f64::NAN)
                }
            };
            line(view, &own.name, points.map(bare).collect())
        })
    };
    let chance = || scores.iter().find_map(|(_, score)| baseline(score));
    let name = title(&about.name);
    let by = view.judgement.grouping;
    let bands = if banded || view.judgement.truth.all_states {
        view.with_bands()
    } else {
        "; their bands stand with each metric below"
    };
    let drawn = |(width, height, class): (f64, f64, &str)| {
        let svg = Chart::lines(series().chain(chance()))
            .width(width)
            .height(height)
            .x(along(view))
            .y(upward())
            .palette(&view.palette)
            .label(format!("{name} by {by}, all heuristics"))
            .inline_svg();
        format!("<div class=\"{class}\">{svg}</div>")
    };
    Figure {
        heading: String::new(),
        svg: [WIDE, NARROW].map(drawn).concat(),
        caption: format!(
            "{} by {by}{bands}{}: {}. ",
            text(&name),
            if scores.iter().any(|(_, own)| !own.smooth.is_empty()) {
                ", smoothed by local regression over states"
            } else {
                ""
            },
            text(&about.about)
        ),
        name: &format!("{} all", about.name),
        class: "chart shared",
        metric: curve_of(view, about),
        width: None,
    }
    .html()
}
