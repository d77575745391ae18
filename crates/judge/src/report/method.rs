//! How it was done: the benchmark, the command, and what each metric is.

use super::block::{Column, Table};
use super::escape::text;
use super::number::count;
use super::words::{direction, sentence, title, trust};
use super::{PageSource, View};
use crate::judgement::About;

pub(super) fn section(view: &View<'_>, page: &PageSource) -> String {
    format!(
        "<h2>Method</h2>\n{}{}{}",
        benchmark(view, page),
        command(page),
        definitions(view)
    )
}

fn benchmark(view: &View<'_>, page: &PageSource) -> String {
    let own = view.judgement;
    let source = &own.source;
    let seeds: Vec<String> = source.seeds.iter().map(u64::to_string).collect();
    let truth = text(&own.truth_in_words());
    let deciding = own.deciding.as_ref().map_or(String::new(), |own| {
        let why = text(&own.why);
        format!("by <code>{}</code>, because {why}", text(&own.metric))
    });
    let lines = [
        ("Game", format!("<code>{}</code>", text(&own.game))),
        (
            "Benchmark",
            format!("{}, {}", text(&source.name), count(source.states, "state")),
        ),
        ("Judged", count(own.states, "state")),
        ("States chosen", code(&source.selector)),
        ("Limits", code(&source.limits)),
        ("Truth", truth),
        ("Decided", deciding),
        ("Seeds", seeds.join(", ")),
        ("Made by", made_by(&source.version)),
        ("Judged by", made_by(&page.version)),
    ];
    let items: String = lines
        .iter()
        .filter(|(_, what)| !what.is_empty())
        .map(|(name, what)| format!("<dt>{name}</dt><dd>{what}</dd>\n"))
        .collect();
    format!("<h3>How the benchmark was made</h3>\n<dl>\n{items}</dl>\n")
}

fn code(spec: &str) -> String {
    if spec.is_empty() {
        return String::new();
    }
    format!("<code>{}</code>", text(spec))
}

fn made_by(version: &str) -> String {
    if version.is_empty() {
        return String::new();
    }
    format!("Plyscope {}", text(version))
}

fn command(page: &PageSource) -> String {
    if page.command.is_empty() {
        return String::new();
    }
    format!(
        "<h3>The same again</h3>\n<pre tabindex=\"0\"><code>{}</code></pre>\n",
        text(&page.command)
    )
}

fn definitions(view: &View<'_>) -> String {
    let own = view.judgement;
    let columns = [
        "metric",
        "what it tells",
        "range",
        "better",
        "on truth not proved",
    ];
    let all = own.metrics.iter().chain(&own.about_properties);
    let rows: Vec<String> = all.map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let table = Table {
        label: "Definitions of the metrics",
        columns: columns.map(Column::words).into(),
        rows,
        caption: "Trend: rises and falls can be trusted, sizes cannot. ".to_owned(),
        name: "definitions",
        class: "definitions",
    };
    format!("<h3>What the metrics are</h3>\n{}", table.html())
}

fn row(about: &About) -> String {
    let end =
        |end: Option<f64>, none: &str| end.map_or_else(|| none.to_owned(), plyscope_plot::short);
    let points = if about.on_points {
        " Estimates are brought to points by a fitted map first."
    } else {
        ""
    };
    format!(
        "<th scope=\"row\">{} <code>{}</code></th><td>{}{points}</td><td>{} to {}</td><td>{}</td><td>{}</td>",
        text(&title(&about.name)),
        text(&about.name),
        text(&sentence(&about.about)),
        end(about.low, "−∞"),
        end(about.high, "∞"),
        direction(about).trim_end_matches(" is better"),
        trust(about)
    )
}
