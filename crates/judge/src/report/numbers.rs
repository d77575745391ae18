//! Every metric of every heuristic in one table.

use super::View;
use super::block::{Column, Table};
use super::curves::CHANCE;
use super::escape::text;
use super::number::{banded, count, data, decimals, fixed};
use super::words::{arrow, title};
use crate::judgement::About;

/// Every number over all states.
pub(super) fn table(view: &View<'_>) -> String {
    let own = view.judgement;
    let mut columns = vec![Column::words("metric")];
    columns.extend(own.heuristics.iter().map(|heuristic| {
        Column::numbers(
            view.named(&heuristic.name),
            &heuristic.name,
            "mean low high",
        )
    }));
    columns.push(Column::numbers(CHANCE.to_owned(), CHANCE, "mean"));
    let row = |about: &About| {
        let digits = decimals(Some(about));
        let mut row = format!(
            "<th scope=\"row\">{} {}</th>",
            text(&title(&about.name)),
            arrow(about)
        );
        let mut chance = None;
        for heuristic in &own.heuristics {
            let mean = heuristic.score(&about.name).and_then(|score| score.all);
            chance = chance.or(mean.and_then(|mean| mean.chance));
            row += &format!(
                "<td class=\"number\" data-heuristic=\"{}\" data-metric=\"{}\">{}</td>",
                text(&heuristic.name),
                text(&about.name),
                mean.map_or_else(|| "–".to_owned(), |mean| banded(&mean, digits))
            );
        }
        let chance = chance.map_or_else(
            || "–".to_owned(),
            |chance| data(chance, "mean", &fixed(chance, digits)),
        );
        row + &format!("<td class=\"number chance\">{chance}</td>")
    };
    let table = Table {
        label: "Every metric of every heuristic",
        columns,
        rows: own.metrics.iter().map(row).collect(),
        caption: format!(
            "Means over {}{}.",
            count(own.states, "state"),
            view.with_bands()
        ),
        name: "metrics",
        class: "",
    };
    format!("<h3>In numbers</h3>\n{}", table.html())
}
