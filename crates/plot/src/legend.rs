//! Names of series: a row of keys above, or labels at the ends of lines.

use crate::labels::{Area, spread};
use crate::marks::{Inked, Stage, dot};
use crate::palette::GREY;
use crate::rule::{Kind, Rule};
use crate::series::Mark;
use crate::sheet::{EDGE, LABEL, Sheet, coloured};
use crate::svg::{Tag, close};
use crate::text::fit;

/// Room of a key before its name, and between two entries.
const KEY: f64 = 22.0;
const GAP: f64 = 14.0;

/// Height of a row of entries.
const ROW: f64 = 18.0;

/// Height that a label at the end of a line needs.
pub(crate) const LABEL_HEIGHT: f64 = 13.5;

/// From the edge of the area to its labels.
const LABEL_GAP: f64 = 8.0;

/// Rows of keys with names.
pub(crate) fn keys(sheet: &mut Sheet, entries: &[Inked]) {
    if entries.is_empty() {
        return;
    }
    let right = sheet.width - EDGE;
    let mut x = EDGE;
    sheet.y += ROW;
    for entry in entries {
        let name = fit(&entry.series.name, LABEL.size, right - EDGE - KEY);
        let width = KEY + LABEL.width(&name);
        if x > EDGE && x + width > right {
            x = EDGE;
            sheet.y += ROW;
        }
        let base = sheet.y - 4.0;
        coloured(entry.colour)
            .attr("data-series", &entry.series.name)
            .open(&mut sheet.out);
        key(&mut sheet.out, entry, (x, base - 4.0));
        close(&mut sheet.out, "g");
        LABEL.write(&mut sheet.out, x + KEY, base, &name);
        x += width + GAP;
    }
    sheet.y += 4.0;
}

fn key(out: &mut String, entry: &Inked, (x, y): (f64, f64)) {
    match entry.series.mark {
        Mark::Dots => dot(entry.shape, (x + 9.0, y))
            .attr("fill", "currentColor")
            .empty(out),
        Mark::Bars | Mark::Steps => Tag::new("rect")
            .num("x", x + 2.0)
            .num("y", y - 5.0)
            .attr("width", "14")
            .attr("height", "10")
            .attr("fill", "currentColor")
            .attr("fill-opacity", "0.3")
            .attr("stroke", "currentColor")
            .empty(out),
        Mark::Line => {
            let mut tag = Tag::new("path")
                .attr("stroke", "currentColor")
                .attr("stroke-width", "2")
                .attr("d", &format!("M{x},{y}h18"));
            if !entry.dashes().is_empty() {
                tag = tag.attr("stroke-dasharray", entry.dashes());
            }
            tag.empty(out);
        }
    }
}

/// The width of labels at the ends of lines, at most a third of the sheet.
pub(crate) fn end_room(entries: &[Inked], rules: &[Rule], width: f64) -> f64 {
    let names = entries.iter().map(|entry| entry.series.name.as_str());
    let widths = names.chain(rule_names(rules)).map(|name| LABEL.width(name));
    let most = widths.fold(0.0, f64::max);
    if most == 0.0 {
        return 0.0;
    }
    (most + LABEL_GAP).min(width / 3.0)
}

fn rule_names(rules: &[Rule]) -> impl Iterator<Item = &str> {
    let level = rules.iter().filter(|rule| matches!(rule.kind, Kind::Y(_)));
    level.map(|rule| rule.label.as_str())
}

/// Labels right of an area, each at the end of its line, moved apart.
pub(crate) fn end_labels(
    out: &mut String,
    stage: &Stage,
    entries: &[Inked],
    rules: &[Rule],
    room: f64,
) {
    let area: &Area = stage.area;
    let of_lines = entries.iter().filter_map(|entry| {
        let end = stage.end(entry.series)?;
        Some((entry.series.name.as_str(), entry.colour, end))
    });
    let of_rules = rules.iter().filter_map(|rule| match rule.kind {
        Kind::Y(value) if stage.y.holds(value) && !rule.label.is_empty() => {
            Some((rule.label.as_str(), GREY, (area.right(), stage.y.at(value))))
        }
        _ => None,
    });
    let labels: Vec<_> = of_lines.chain(of_rules).collect();
    let wanted: Vec<f64> = labels.iter().map(|(.., end)| end.1).collect();
    let (top, bottom) = (
        area.y - LABEL_HEIGHT / 2.0,
        area.bottom() + LABEL_HEIGHT / 2.0,
    );
    let places = spread(&wanted, LABEL_HEIGHT, top, bottom);
    let left = area.right() + LABEL_GAP;
    for ((name, colour, end), place) in labels.into_iter().zip(places) {
        coloured(colour).attr("data-series", name).open(out);
        leader(out, end, (left - 2.0, place), area.right());
        let text = fit(name, LABEL.size, room - LABEL_GAP);
        if text == name {
            LABEL.write_coloured(out, left, place + 4.0, &text);
        } else {
            Tag::new("g").open(out);
            Tag::new("title").text(out, name);
            LABEL.write_coloured(out, left, place + 4.0, &text);
            close(out, "g");
        }
        close(out, "g");
    }
}

/// A thin line from the end of a line to its label, if they are apart.
fn leader(out: &mut String, (x, y): (f64, f64), (to_x, to_y): (f64, f64), edge: f64) {
    if (y - to_y).abs() < 4.0 && edge - x < 8.0 {
        return;
    }
    Tag::new("path")
        .attr("fill", "none")
        .attr("stroke", "currentColor")
        .attr("stroke-width", "0.75")
        .attr("stroke-opacity", "0.6")
        .attr("d", &leader_path((x, y), (to_x, to_y), edge))
        .empty(out);
}

fn leader_path((x, y): (f64, f64), (to_x, to_y): (f64, f64), edge: f64) -> String {
    let [x, y, to_x, to_y, edge] =
        [x + 2.0, y, to_x, to_y, edge.max(x + 2.0)].map(crate::number::coordinate);
    format!("M{x},{y}L{edge},{y}L{to_x},{to_y}")
}
