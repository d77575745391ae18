//! One heuristic at a time: what its errors cost, what its values mean, and where it goes wrong.

use plyscope_plot::{Axis, Chart, Heat, Rule, Series};

use super::View;
use super::block::Figure;
use super::escape::text;
use super::number::{count, fixed};
use super::worst;
use crate::judgement::{Calibrated, Judged};

/// Width of a figure that shares a row with two others.
const THIRD: f64 = 330.0;

/// About as many bins as a figure of that width shows well.
const BINS: usize = 20;

pub(super) fn section(view: &View<'_>) -> String {
    let heuristics = &view.judgement.heuristics;
    if heuristics.is_empty() {
        return String::new();
    }
    let key = if heuristics.iter().any(|own| !own.worst.is_empty()) {
        worst::key()
    } else {
        String::new()
    };
    let parts: String = heuristics.iter().map(|own| one(view, own)).collect();
    format!("<h2>One by one</h2>\n{key}{parts}")
}

fn one(view: &View<'_>, own: &Judged) -> String {
    // The one place of the page that tells how it is made.
    let spec = if own.spec == own.name {
        String::new()
    } else {
        format!("<p class=\"spec\"><code>{}</code></p>\n", text(&own.spec))
    };
    format!(
        "<article>\n<h3>{}</h3>\n{spec}<div class=\"thirds\">\n{}{}{}</div>\n{}</article>\n",
        view.named(&own.name),
        regrets(view, own),
        calibration(view, own),
        confusion(own),
        worst::boards(own)
    )
}

fn regrets(view: &View<'_>, own: &Judged) -> String {
    let unit = if view.judgement.truth.made == "estimated" {
        "the labeller’s unit"
    } else {
        "points"
    };
    if own.regrets.is_empty() {
        return String::new();
    }
    let everyone = view
        .judgement
        .heuristics
        .iter()
        .flat_map(|own| &own.regrets);
    let most = everyone.copied().fold(0.0, f64::max);
    let free = own.regrets.iter().filter(|cost| **cost <= 0.0).count();
    let share = 100.0 * free as f64 / own.regrets.len() as f64;
    let axis = Axis::new("regret").unit(unit);
    let axis = if most > 0.0 {
        axis.range(0.0, most)
    } else {
        axis
    };
    Figure {
        heading: "<h4>What its choice costs</h4>".to_owned(),
        svg: Chart::histogram([(own.name.clone(), own.regrets.clone())], BINS)
            .width(THIRD)
            .height(170.0)
            .x(axis)
            .y(Axis::new("share of states").percent().including(0.0))
            .palette(&view.palette)
            .label(format!("Distribution of the regrets of {}", own.name))
            .inline_svg(),
        caption: format!(
            "{free} of {} cost it nothing ({} %); equal favourites share. ",
            count(own.regrets.len(), "state"),
            fixed(share, 1)
        ),
        name: &format!("regret {}", own.name),
        class: "chart",
        metric: None,
        width: None,
    }
    .html()
}

/// The least and the most points of all calibration curves.
fn extent(view: &View<'_>) -> (f64, f64) {
    let bins = view.judgement.heuristics.iter();
    let ends = bins
        .flat_map(|own| &own.calibration)
        .flat_map(|bin: &Calibrated| {
            let band = [bin.low, bin.high].map(|end| end.unwrap_or(bin.truth));
            [bin.guessed, band[0], band[1]]
        });
    // Most games are lost, drawn or won; others go as far as their points.
    ends.filter(|end| end.is_finite())
        .fold((-1.0, 1.0), |(low, high), end| {
            (f64::min(low, end), f64::max(high, end))
        })
}

fn calibration(view: &View<'_>, own: &Judged) -> String {
    if own.calibration.is_empty() {
        return String::new();
    }
    let (low, high) = extent(view);
    let bins = own.calibration.iter();
    let points = bins.map(|bin| {
        plyscope_plot::Point::new(bin.guessed, bin.truth)
            .band(bin.low.unwrap_or(f64::NAN), bin.high.unwrap_or(f64::NAN))
            .title(count(bin.moves, "move"))
    });
    let series = Series::new(own.name.clone(), points).mark(plyscope_plot::Mark::Dots);
    let (guessed, fitted) = if own.on_points {
        (
            "guessed",
            "Its values are points as they are, and shown so. ",
        )
    } else {
        (
            "guessed, fitted",
            "<strong>Fitted</strong>: its values are no points; a rising map fitted on other states \
             brought them there. ",
        )
    };
    Figure {
        heading: "<h4>Calibration</h4>".to_owned(),
        svg: Chart::lines([series])
            .width(THIRD)
            .height(170.0)
            .x(Axis::new(guessed).unit("points").range(low, high))
            .y(Axis::new("true").unit("points").range(low, high))
            .rule(Rule::identity("perfect"))
            .palette(&view.palette)
            .label(format!("Calibration of {}", own.name))
            .inline_svg(),
        caption: format!(
            "{fitted}Moves that it did not prove, in {} of about as many{}. ",
            count(own.calibration.len(), "bin"),
            view.with_bands()
        ),
        name: &format!("calibration {}", own.name),
        class: "chart",
        metric: None,
        width: None,
    }
    .html()
}

fn confusion(own: &Judged) -> String {
    let total: u64 = own.confusion.iter().flatten().sum();
    if total == 0 {
        return String::new();
    }
    let names = ["win", "draw", "loss"];
    let shares = own.confusion.iter().map(|row| {
        let all: u64 = row.iter().sum();
        // A row without moves has no shares, and stays empty.
        row.iter().map(|&own| own as f64 / all as f64).collect()
    });
    let notes = own.confusion.iter().map(|row| {
        let all: u64 = row.iter().sum();
        let one = |own: &u64| {
            if all == 0 {
                String::new()
            } else {
                own.to_string()
            }
        };
        row.iter().map(one).collect()
    });
    let right: u64 = (0..3).map(|at| own.confusion[at][at]).sum();
    let fitted = if own.fitted { ", fitted" } else { "" };
    Figure {
        heading: "<h4>Win, draw or loss?</h4>".to_owned(),
        svg: Chart::heat(Heat::new(names, names, shares).percent().notes(notes))
            .width(THIRD)
            .x(Axis::new(format!("guessed{fitted}")))
            .y(Axis::new("true"))
            .label(format!("Confusion of win, draw and loss by {}", own.name))
            .inline_svg(),
        caption: format!(
            "Shares of each row and numbers of moves; {right} of {total} are right ({} %). ",
            fixed(100.0 * right as f64 / total as f64, 1)
        ),
        name: &format!("confusion {}", own.name),
        class: "chart",
        metric: None,
        width: None,
    }
    .html()
}
