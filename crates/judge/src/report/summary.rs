//! What a reader wants first: the best heuristic by each metric, how sure that is, and what to beware of.

use plyscope_plot::spark_svg;

use super::View;
use super::block::{Column, Table};
use super::curves::overlay;
use super::escape::text;
use super::number::{banded, count, data, decimals, fixed, signed};
use super::words::{arrow, sentence, title};
use crate::judgement::{About, Compared, EloSpan, Judged, Scored};

/// Metrics that stand in the first table, one or two of each question.
const MAIN: [&str; 6] = [
    "strict-best",
    "k-best:k=2",
    "regret",
    "kendall",
    "accuracy",
    "brier",
];

/// Columns of the first table when the usual metrics were not asked for.
const MOST: usize = 6;

/// Points of a sparkline: more would not fit into a cell.
const SPARK_POINTS: usize = 20;

pub(super) fn section(view: &View<'_>) -> String {
    let mut html = "<h2>Summary</h2>\n".to_owned();
    html += &foreseen(view);
    html += &lead(view);
    html += &verdicts(view);
    html += &table(view);
    html += &overlay(view);
    html += &notes(view);
    html
}

/// Who is expected to win, what else is expected, and what makes that less sure.
fn foreseen(view: &View<'_>) -> String {
    let own = view.judgement;
    let Some((verdict, from)) = own.verdict.as_ref().zip(own.prediction.as_ref()) else {
        return String::new();
    };
    let items: String = from
        .more
        .iter()
        .chain(&from.notes)
        .map(|own| format!("<li>{}</li>\n", text(own)))
        .collect();
    let games = match from.games {
        0 => "without a game".to_owned(),
        games => format!(
            "and {} of each, or more, against a fixed panel",
            count(games, "game")
        ),
    };
    format!(
        "<p class=\"lead\" id=\"verdict\">{}.</p>\n<p>Expected from {} of {}, {games}.</p>\n\
         <ul class=\"verdicts\">\n{items}</ul>\n{played}",
        text(verdict),
        count(from.states, "state"),
        text(&from.benchmark),
        played = confirmed(view, from.by),
    )
}

/// The games between the two of the verdict, beside what was expected.
fn confirmed(view: &View<'_>, by: &str) -> String {
    let Some(own) = &view.judgement.confirmed else {
        return String::new();
    };
    let row = |(what, span): (String, EloSpan)| {
        let elo = [span.elo, span.low, span.high];
        format!(
            "<td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>",
            text(&what),
            interval(span.percent(), |own| fixed(own, 0)),
            interval(elo, |own| signed(own, 0))
        )
    };
    Table {
        label: "Prediction and games",
        name: "confirmed",
        class: "confirmed",
        columns: vec![
            Column::words("by"),
            Column::numbers("wins, %".to_owned(), "wins", "value low high"),
            Column::numbers("Elo".to_owned(), "elo", "value low high"),
        ],
        rows: own.rows().into_iter().map(row).collect(),
        caption: format!(
            "Wins of {} against {} {by}, with 95 % intervals: expected, played, and both together. {}",
            view.named(&own.a),
            view.named(&own.b),
            text(&own.notes.join(" ")),
        ),
    }
    .html()
}

/// A number with its interval, each with its exact value.
fn interval([value, low, high]: [f64; 3], shown: impl Fn(f64) -> String) -> String {
    let one = |own: f64, column: &str| data(own, column, &shown(own));
    format!(
        "{} <small>[{}, {}]</small>",
        one(value, "value"),
        one(low, "low"),
        one(high, "high")
    )
}

/// The metrics of the first table.
fn main_metrics<'a>(view: &View<'a>) -> Vec<&'a About> {
    let metrics = &view.judgement.metrics;
    let decides = view.judgement.decides().map(|about| about.name.as_str());
    let usual = MAIN.into_iter().filter(|name| Some(*name) != decides);
    let main: Vec<&About> = decides
        .into_iter()
        .chain(usual)
        .filter_map(|name| metrics.iter().find(|about| about.name == name))
        .take(MOST)
        .collect();
    if main.len() >= 3 || main.len() == metrics.len() {
        main
    } else {
        metrics.iter().take(MOST).collect()
    }
}

/// The heuristics with the best mean by a metric, and that mean.
fn best<'a>(view: &View<'a>, about: &About) -> Option<(f64, Vec<&'a Judged>)> {
    let mean = |own: &Judged| Some(own.score(&about.name)?.all?.mean);
    let heuristics = &view.judgement.heuristics;
    let means = heuristics.iter().filter_map(mean);
    let most = match about.better {
        "higher" => means.reduce(f64::max)?,
        "lower" => means.reduce(f64::min)?,
        _ => return None,
    };
    let which = heuristics.iter().filter(|own| mean(own) == Some(most));
    Some((most, which.collect()))
}

/// The heuristic that leads by the deciding metric, what chance would get, and why that metric decides.
fn lead(view: &View<'_>) -> String {
    let decided = view
        .judgement
        .decides()
        .zip(view.judgement.deciding.as_ref());
    let Some((about, deciding)) = decided else {
        return "<p class=\"lead\">No metric was asked for.</p>\n".to_owned();
    };
    let Some((_, which)) = best(view, about) else {
        return "<p class=\"lead\">No state has a score.</p>\n".to_owned();
    };
    let digits = decimals(Some(about));
    let score = which[0].score(&about.name).and_then(|own| own.all);
    let numbers = score.map_or(String::new(), |mean| {
        let chance = mean.chance.map_or(String::new(), |chance| {
            format!("; a random order gets {}", fixed(chance, digits))
        });
        format!("{}{chance}", banded(&mean, digits))
    });
    let names: Vec<String> = which.iter().map(|own| view.named(&own.name)).collect();
    let verb = match (view.judgement.heuristics.len(), names.len()) {
        (1, _) => "scores",
        (_, 1) => "leads with",
        _ => "lead with",
    };
    format!(
        "<p class=\"lead\">By {} {} {verb} {numbers}.</p>\n<p>{} decides, because {}.</p>\n",
        text(&title(&about.name).to_lowercase()),
        super::words::list(&names, "and"),
        text(&title(&about.name)),
        text(&deciding.why),
    )
}

/// The comparisons with the best heuristic, in words.
fn verdicts(view: &View<'_>) -> String {
    let leader = view.judgement.decides();
    let leader = leader.and_then(|about| best(view, about));
    let Some(leader) = leader.and_then(|(_, which)| Some(&which.first()?.name)) else {
        return String::new();
    };
    let with_leader = |own: &&Compared| own.first == *leader || own.second == *leader;
    let items: String = view
        .judgement
        .comparisons
        .iter()
        .filter(with_leader)
        .map(|own| {
            format!(
                "<li>{} and {}: {}.</li>\n",
                view.named(&own.first),
                view.named(&own.second),
                text(&own.verdict)
            )
        })
        .collect();
    if items.is_empty() {
        items
    } else {
        format!("<ul class=\"verdicts\">\n{items}</ul>\n")
    }
}

fn table(view: &View<'_>) -> String {
    let metrics = main_metrics(view);
    if metrics.is_empty() || view.judgement.heuristics.is_empty() {
        return String::new();
    }
    let mut columns = vec![Column::words("heuristic")];
    columns.extend(metrics.iter().map(|about| {
        let heading = format!("{} {}", text(&title(&about.name)), arrow(about));
        Column::numbers(heading, &about.name, "mean low high")
    }));
    let mut rows: Vec<String> = view
        .judgement
        .heuristics
        .iter()
        .map(|own| row(view, own, &metrics))
        .collect();
    rows.extend(chance_row(view, &metrics));
    let by = match view.judgement.grouping {
        "all" => String::new(),
        grouping => {
            format!(" Small curves run by {grouping}, on one scale a column.")
        }
    };
    let caption = format!(
        "Means over {}{}; the best of each column is bold. \
         ↑ higher is better, ↓ lower is better.{by}",
        count(view.judgement.states, "state"),
        view.with_bands()
    );
    Table {
        label: "Heuristics by main metrics",
        columns,
        rows,
        caption,
        name: "summary",
        class: "summary",
    }
    .html()
}

fn row(view: &View<'_>, own: &Judged, metrics: &[&About]) -> String {
    let mut row = format!("<th scope=\"row\">{}</th>", view.named(&own.name));
    for about in metrics {
        let leads = best(view, about)
            .is_some_and(|(_, which)| which.iter().any(|one| one.name == own.name));
        let class = if leads { "number best" } else { "number" };
        row += &format!(
            "<td class=\"{class}\" data-heuristic=\"{}\" data-metric=\"{}\">{}</td>",
            text(&own.name),
            text(&about.name),
            cell(view, own, about)
        );
    }
    row
}

fn cell(view: &View<'_>, own: &Judged, about: &About) -> String {
    let score = own.score(&about.name);
    let Some(mean) = score.and_then(|score| score.all) else {
        return "–".to_owned();
    };
    let numbers = banded(&mean, decimals(Some(about)));
    let curve = score.map_or(String::new(), |score| spark(view, score, about));
    if curve.is_empty() {
        return numbers;
    }
    format!(
        "{numbers}<span class=\"spark {}\">{curve}</span>",
        view.palette.class(&own.name)
    )
}

/// The curve in the space of a word; neighbouring groups share a point where there are many.
fn spark(view: &View<'_>, score: &Scored, about: &About) -> String {
    let groups = view.groups();
    if groups.len() < 3 {
        return String::new();
    }
    let thin = |score: &Scored| -> Vec<f64> {
        let size = groups.len().div_ceil(SPARK_POINTS);
        let value = |which: &[(u32, String)]| {
            let within = score
                .groups
                .iter()
                .filter(|group| which.iter().any(|own| own.0 == group.group));
            let (sum, states) = within.fold((0.0, 0), |(sum, states), group| {
                let own = group.mean.states;
                (sum + group.mean.mean * own as f64, states + own)
            });
            sum / states as f64
        };
        groups.chunks(size).map(value).collect()
    };
    let everyone = view.judgement.heuristics.iter();
    let everyone = everyone.filter_map(|own| own.score(&about.name));
    let all: Vec<f64> = everyone
        .flat_map(thin)
        .filter(|value| value.is_finite())
        .collect();
    let range = (
        all.iter().copied().fold(f64::INFINITY, f64::min),
        all.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    );
    let label = format!("{} by {}", title(&about.name), view.judgement.grouping);
    spark_svg(&thin(score), Some(range), &label)
}

/// What a random order gets, where that is known of any metric.
fn chance_row(view: &View<'_>, metrics: &[&About]) -> Option<String> {
    let chance = |about: &&About| {
        let means = view.judgement.heuristics.iter();
        let mut means = means.filter_map(|own| own.score(&about.name)?.all);
        means.find_map(|mean| mean.chance)
    };
    if !metrics.iter().any(|about| chance(about).is_some()) {
        return None;
    }
    let mut row = "<th scope=\"row\" class=\"chance\">random order</th>".to_owned();
    for about in metrics {
        let number = chance(about).map_or_else(
            || "–".to_owned(),
            |value| data(value, "mean", &fixed(value, decimals(Some(about)))),
        );
        row += &format!(
            "<td class=\"number chance\" data-metric=\"{}\">{number}</td>",
            text(&about.name)
        );
    }
    Some(row)
}

fn notes(view: &View<'_>) -> String {
    let own = view.judgement;
    let left = own.left_out;
    let mut notes = own.notes.clone();
    for (many, what) in [
        (left.finished, "where the game is over"),
        (
            left.unlabelled,
            "with a move that the labeller did not look at",
        ),
    ] {
        if many > 0 {
            notes.push(format!(
                "{} {what} {} left out.",
                count(many, "state"),
                if many == 1 { "is" } else { "are" }
            ));
        }
    }
    if left.filtered > 0 || !own.filters.is_empty() {
        notes.push(format!(
            "Only states with {} were taken; {} were not.",
            own.filters.join(" and "),
            count(left.filtered, "other")
        ));
    }
    let items: String = notes
        .iter()
        .map(|note| format!("<li>{}</li>\n", text(&sentence(note))))
        .collect();
    if items.is_empty() {
        return items;
    }
    format!("<h3>Before you trust a number</h3>\n<ul class=\"notes\">\n{items}</ul>\n")
}
