//! What the game itself is like on these states, so that failures can be seen beside what is at stake.

use plyscope_plot::{Chart, Row, Series};

use super::View;
use super::block::Figure;
use super::curves::{along, points, upward, window};
use super::escape::text;
use super::number::{banded, decimals};
use super::words::{sentence, title};
use crate::judgement::{About, Scored};

/// Class of a row and width of a figure in it, with two or with three others beside it.
const THIRDS: (&str, f64) = ("thirds", 330.0);
const QUARTERS: (&str, f64) = ("quarters", 260.0);

pub(super) fn section(view: &View<'_>) -> String {
    let own = view.judgement;
    let known = own.properties.iter().zip(&own.about_properties);
    let known: Vec<(&Scored, &About)> = known.filter(|(score, _)| score.all.is_some()).collect();
    // Four in rows of three would leave a hole.
    let (class, width) = if known.len() == 4 { QUARTERS } else { THIRDS };
    let figures: String = known
        .iter()
        .map(|(score, about)| figure(view, score, about, width))
        .collect();
    if figures.is_empty() {
        return figures;
    }
    let by = match own.grouping {
        "all" => String::new(),
        grouping => format!(" by {grouping}"),
    };
    format!(
        "<h2>The game{by}</h2>\n<p>Whoever judges: where much is at stake and few moves are right, \
         a heuristic’s errors cost most.</p>\n<div class=\"{class}\">\n{figures}</div>\n"
    )
}

fn figure(view: &View<'_>, score: &Scored, about: &About, width: f64) -> String {
    let name = title(&about.name);
    let by = view.judgement.grouping;
    let chart = if by == "all" {
        let mean = score.all.as_ref();
        let row = mean.map(|mean| {
            let (low, high) = mean.band().unwrap_or((f64::NAN, f64::NAN));
            Row::new("all", mean.mean).interval(low, high)
        });
        Chart::forest(row).x(upward())
    } else {
        let curve = Series::new("", points(&score.groups, window([score].into_iter())));
        let curve = if by == "ply" { curve } else { curve.markers() };
        Chart::lines([curve])
            .height(100.0)
            .x(along(view))
            .y(upward())
    };
    let overall = score.all.as_ref().map_or(String::new(), |mean| {
        format!("Over all states {}. ", banded(mean, decimals(Some(about))))
    });
    Figure {
        heading: format!("<h3 class=\"minor\">{}</h3>", text(&name)),
        svg: chart
            .width(width)
            .palette(&view.palette)
            .label(format!("{name} by {by}"))
            .inline_svg(),
        caption: format!("{} {overall}", text(&sentence(&about.about))),
        name: &about.name,
        class: "chart",
        metric: None,
        width: None,
    }
    .html()
}
