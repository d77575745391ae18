//! Every two heuristics on the same states: which is better, by how much, and how sure that is.

use plyscope_plot::{Axis, Chart, Heat};

use super::View;
use super::block::{Column, Figure, Table};
use super::escape::text;
use super::number::{chance, count, data, decimals, signed};
use super::words::{sentence, title};
use crate::judgement::{About, Compared};

/// Below this a difference counts as shown.
const SURE: f64 = 0.05;

pub(super) fn section(view: &View<'_>) -> String {
    let pairs = &view.judgement.comparisons;
    let Some(first) = pairs.first() else {
        return String::new();
    };
    let metrics = &view.judgement.metrics;
    let about = metrics.iter().find(|own| own.name == first.metric);
    let name = title(&first.metric);
    let test = if view.judgement.truth.all_states {
        "The benchmark holds all states there are, so no test is needed.".to_owned()
    } else {
        format!(
            "With a paired permutation test; p is corrected for the {} and, over ranges of plies, \
             for their number too (Holm).",
            count(pairs.len(), "pair")
        )
    };
    format!(
        "<h2>Comparisons</h2>\n<p>Each two heuristics on the same states by {}. {test} A gain is \
         counted so that more is better.</p>\n{}{}",
        text(&name.to_lowercase()),
        if view.judgement.heuristics.len() > 2 {
            heat(view, about)
        } else {
            String::new()
        },
        table(view, about)
    )
}

/// How much the row is better than the column, and how sure that is.
fn heat(view: &View<'_>, about: Option<&About>) -> String {
    let names: Vec<&str> = view
        .judgement
        .heuristics
        .iter()
        .map(|own| own.name.as_str())
        .collect();
    let find = |row: usize, column: usize| {
        let (first, second) = (names[row.min(column)], names[row.max(column)]);
        let mut pairs = view.judgement.comparisons.iter();
        let pair = pairs.find(|own| own.first == first && own.second == second)?;
        let gain = pair.gain;
        let gain = if row < column { gain } else { -gain };
        (row != column).then_some((gain, pair.p))
    };
    let places = 0..names.len();
    let cells: Vec<Vec<Option<(f64, Option<f64>)>>> = places
        .clone()
        .map(|row| places.clone().map(|column| find(row, column)).collect())
        .collect();
    let value = |cell: &Option<(f64, Option<f64>)>| cell.map_or(f64::NAN, |(gain, _)| gain);
    let note = |cell: &Option<(f64, Option<f64>)>| {
        let p = cell.and_then(|(_, p)| p);
        p.map_or(String::new(), chance)
    };
    let values = cells.iter().map(|row| row.iter().map(value).collect());
    let notes = cells.iter().map(|row| row.iter().map(note).collect());
    let heat = Heat::new(names.clone(), names.clone(), values)
        .diverging()
        .notes(notes);
    let name = about.map_or(String::new(), |about| title(&about.name));
    // Names stand beside the rows and above the columns, a letter about 7 units wide.
    let longest = names.iter().map(|name| name.chars().count()).max();
    let name_width = 7.0 * longest.unwrap_or(0) as f64 + 14.0;
    let columns = names.len() as f64 * name_width.clamp(84.0, 130.0);
    let width = (30.0 + name_width + columns).clamp(420.0, 1080.0);
    Figure {
        heading: String::new(),
        svg: Chart::heat(heat)
            .width(width)
            .x(Axis::new("than"))
            .y(Axis::new("better"))
            .label(format!("Gain by {name}, each heuristic against each other"))
            .inline_svg(),
        caption: "How much the row is better than the column (blue) or worse (orange, negative), \
                  over all states. "
            .to_owned(),
        name: "comparisons",
        class: "chart shared",
        metric: None,
        width: Some(width),
    }
    .html()
}

fn table(view: &View<'_>, about: Option<&About>) -> String {
    let columns = vec![
        Column::words("first"),
        Column::words("second"),
        Column::numbers("first better by".to_owned(), "first better by", "gain"),
        Column::numbers("p".to_owned(), "p", "p"),
        Column::words("plies"),
        Column::words("finding"),
    ];
    let digits = decimals(about);
    let pairs = view.judgement.comparisons.iter();
    Table {
        label: "Every two heuristics compared",
        columns,
        rows: pairs.map(|own| row(view, own, digits)).collect(),
        caption: format!(
            "How much better the first is than the second, over all states and over ranges of plies; \
             a star marks p < {SURE}."
        ),
        name: "comparisons",
        class: "pairs",
    }
    .html()
}

/// A probability in a column that says what it is.
fn bare(p: f64) -> String {
    let words = chance(p);
    let words = words.trim_start_matches("p = ").trim_start_matches("p ");
    data(p, "p", words)
}

fn row(view: &View<'_>, own: &Compared, digits: usize) -> String {
    let part = |section: &crate::judgement::ComparedSection| {
        let star = if section.p.is_some_and(|p| p < SURE) {
            "*"
        } else {
            ""
        };
        let p = section
            .p
            .map_or(String::new(), |p| format!(", {}", chance(p)));
        format!(
            "<span title=\"{}{}\">{}–{}: {}{star}</span>",
            count(section.states, "state"),
            text(&p),
            section.from,
            section.to,
            signed(section.gain, digits)
        )
    };
    let sections: Vec<String> = own.sections.iter().map(part).collect();
    format!(
        "<td>{}</td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
         <td class=\"plies\">{}</td><td class=\"finding\">{}</td>",
        view.named(&own.first),
        view.named(&own.second),
        data(own.gain, "gain", &signed(own.gain, digits)),
        own.p.map_or_else(|| "–".to_owned(), bare),
        sections.join("; "),
        text(&sentence(&own.verdict))
    )
}
