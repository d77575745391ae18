//! A judgement for the terminal: a block a metric, verdicts in words, the worst states.

use std::fmt::Write as _;

use plyscope_judge::judgement::{About, Judged, Judgement, Mean, Scored, Worst};
use plyscope_plot::spark;

use crate::args::Judge;
use crate::paint::Paint;
use crate::table::Table;

/// Metrics that are shown when nobody asks for some: a choice, its cost, an order, and values.
const USUAL: [&str; 4] = ["strict-best", "regret", "kendall", "squared-error"];
/// The widest sparkline; longer curves are put together.
const SPARK: usize = 42;

pub(super) fn tell(judgement: &Judgement, args: &Judge, paint: Paint) -> String {
    let mut text = heading(judgement);
    let is_shown = |metric: &About| {
        let trusted = !judgement.sampled || metric.trust != "no";
        !args.metrics.is_empty() || USUAL.contains(&metric.name.as_str()) && trusted
    };
    for (at, metric) in judgement.metrics.iter().enumerate() {
        if !is_shown(metric) {
            continue;
        }
        let _ = writeln!(text, "\n{}", title(metric, paint));
        text.push_str(&block(judgement, metric, at));
    }
    if args.metrics.is_empty() {
        let others = judgement.metrics.iter().filter(|metric| !is_shown(metric));
        let others: Vec<&str> = others.map(|metric| metric.name.as_str()).collect();
        let _ = writeln!(
            text,
            "\nIn the report and by --metric: {}.",
            others.join(", ")
        );
    } else {
        text.push_str(&properties(judgement, paint));
    }
    text.push_str(&verdicts(judgement, paint));
    for note in &judgement.notes {
        let _ = writeln!(text, "\n{}", wrapped(note, ""));
    }
    text.push_str(&worst(judgement, args, paint));
    text
}

/// What the game is like, whoever judges; where a metric asks for it by name.
fn properties(judgement: &Judgement, paint: Paint) -> String {
    let mut text = String::new();
    for (metric, scored) in judgement.about_properties.iter().zip(&judgement.properties) {
        let title = format!("{}: {}", paint.strong(&metric.name), metric.about);
        let _ = writeln!(text, "\n{title}");
        let (mean, band) = scored.all.map_or(("none".to_owned(), String::new()), told);
        let range = span(scored.groups.iter().map(|group| group.mean.mean));
        let mut table = Table::headed(words(&["of", "mean", "95 % band", ""]), &[0, 3]);
        table.row([
            "the states".to_owned(),
            mean,
            band,
            course(scored, range, |own| own.mean),
        ]);
        text.push_str(&table.text());
    }
    text
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn heading(judgement: &Judgement) -> String {
    let source = &judgement.source;
    let kind = if judgement.sampled {
        format!(
            "truth sampled by {}; best moves are told by visits",
            source.labeller
        )
    } else {
        format!("exact truth by {}", source.labeller)
    };
    let mut text = format!(
        "{}: {} states of {} ({kind})\n",
        judgement.game, judgement.states, source.name
    );
    if !judgement.filters.is_empty() {
        let (filters, out) = (judgement.filters.join(", "), judgement.left_out.filtered);
        let _ = writeln!(text, "only states with {filters}; {out} left out");
    }
    let other = judgement.left_out.finished + judgement.left_out.unlabelled;
    if other > 0 {
        let _ = writeln!(text, "{other} states without moves or labels left out");
    }
    text
}

fn title(metric: &About, paint: Paint) -> String {
    let direction = match metric.better {
        "lower" => "; lower is better",
        "higher" => "; higher is better",
        _ => "",
    };
    format!(
        "{}: {}{direction}",
        paint.strong(&metric.name),
        metric.about
    )
}

/// The heuristics under one metric, the best first, and chance last.
fn block(judgement: &Judgement, metric: &About, at: usize) -> String {
    let curve = match judgement.heuristics[0].scores[at].groups.as_slice() {
        [first, .., last] => format!("by {} {} to {}", judgement.grouping, first.name, last.name),
        _ => String::new(),
    };
    let heading = ["heuristic", "mean", "95 % band", "states", &curve];
    let mut table = Table::headed(words(&heading), &[0, 4]);
    let mut order: Vec<&Judged> = judgement.heuristics.iter().collect();
    order.sort_by(|a, b| {
        let mean = |own: &Judged| own.scores[at].all.map_or(f64::NAN, |all| all.mean);
        let rising = mean(a).total_cmp(&mean(b));
        if metric.better == "lower" {
            rising
        } else {
            rising.reverse()
        }
    });
    let range = metric.low.zip(metric.high);
    let range = range.filter(|(low, high)| high - low <= 2.0);
    let range = range.or_else(|| extent(judgement, at));
    for own in &order {
        let scored = &own.scores[at];
        let (mean, band) = scored.all.map_or(("none".to_owned(), String::new()), told);
        // Some metrics are silent on some states; then it matters on how many they speak.
        let spoken = scored.all.map_or(0, |all| all.states);
        let states = if spoken == judgement.states {
            String::new()
        } else {
            spoken.to_string()
        };
        let course = course(scored, range, |own| own.mean);
        table.row([own.name.clone(), mean, band, states, course]);
    }
    let scored = &order[0].scores[at];
    if let Some(chance) = chance(scored) {
        let course = course(scored, range, |own| own.chance.unwrap_or(f64::NAN));
        let none = String::new();
        table.row([
            "random order".to_owned(),
            number(chance),
            none.clone(),
            none,
            course,
        ]);
    }
    table.text()
}

/// How a mean runs over the groups: as a curve, or as numbers where they are few.
fn course(scored: &Scored, range: Option<(f64, f64)>, of: fn(&Mean) -> f64) -> String {
    match &scored.groups[..] {
        [] | [_] => String::new(),
        few if few.len() <= 3 => {
            let told = few
                .iter()
                .map(|own| format!("{} {}", own.name, number(of(&own.mean))));
            told.collect::<Vec<_>>().join("  ")
        }
        many => {
            let values: Vec<f64> = many.iter().map(|own| of(&own.mean)).collect();
            sparkline(&values, range)
        }
    }
}

fn chance(scored: &Scored) -> Option<f64> {
    scored.all.and_then(|all| all.chance)
}

fn told(mean: Mean) -> (String, String) {
    let band = format!("{} to {}", number(mean.low), number(mean.high));
    (number(mean.mean), band)
}

fn number(value: f64) -> String {
    format!("{value:.3}")
}

/// The least and the greatest mean of any heuristic, so that their curves can be compared.
fn extent(judgement: &Judgement, at: usize) -> Option<(f64, f64)> {
    let groups = judgement
        .heuristics
        .iter()
        .flat_map(|own| &own.scores[at].groups);
    span(groups.map(|group| group.mean.mean))
}

fn span(means: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let finite: Vec<f64> = means.filter(|mean| mean.is_finite()).collect();
    let low = finite.iter().copied().reduce(f64::min)?;
    Some((low, finite.iter().copied().reduce(f64::max)?))
}

/// A curve in the space of a word; neighbours are put together where there are too many.
fn sparkline(values: &[f64], range: Option<(f64, f64)>) -> String {
    let together = values.len().div_ceil(SPARK).max(1);
    let mean = |chunk: &[f64]| chunk.iter().sum::<f64>() / chunk.len() as f64;
    let values: Vec<f64> = values.chunks(together).map(mean).collect();
    spark(&values, range)
}

/// The best by the first metric against each other one.
fn verdicts(judgement: &Judgement, paint: Paint) -> String {
    let Some(metric) = judgement
        .metrics
        .first()
        .filter(|_| judgement.heuristics.len() > 1)
    else {
        return String::new();
    };
    let mean = |own: &&Judged| {
        let all = own.scores[0].all.map_or(f64::NEG_INFINITY, |all| all.mean);
        if metric.better == "lower" { -all } else { all }
    };
    let best = judgement
        .heuristics
        .iter()
        .max_by(|a, b| mean(a).total_cmp(&mean(b)));
    let Some(best) = best else {
        return String::new();
    };
    let mut text = format!(
        "\n{} (paired test by {})\n",
        paint.strong("Verdict"),
        metric.name
    );
    for own in &judgement.comparisons {
        if own.first == best.name || own.second == best.name {
            let other = if own.first == best.name {
                &own.second
            } else {
                &own.first
            };
            let verdict = format!("{} and {other}: {}", best.name, own.verdict);
            let _ = writeln!(text, "{}", wrapped(&verdict, "  "));
        }
    }
    text
}

fn worst(judgement: &Judgement, args: &Judge, paint: Paint) -> String {
    let mut text = String::new();
    let most = args
        .worst
        .unwrap_or(usize::from(judgement.heuristics.len() == 1));
    for own in &judgement.heuristics {
        for state in own.worst.iter().take(most) {
            let title = format!("\nWhere {} goes wrong", own.name);
            let _ = writeln!(text, "{}", paint.strong(&title));
            text.push_str(&shown(state));
        }
    }
    text
}

fn shown(state: &Worst) -> String {
    let list = |wanted: fn(&plyscope_judge::judgement::WorstMove) -> bool| {
        let moves = state.moves.iter().filter(|mv| wanted(mv));
        let told = moves.map(|mv| format!("{} (worth {})", mv.mv, plyscope_plot::short(mv.truth)));
        told.collect::<Vec<_>>().join(", ")
    };
    let player = ["first", "second"][usize::from(state.player)];
    let picture = state.board.picture();
    let board = picture.lines().map(|line| format!("  {line}\n"));
    format!(
        "{}  ply {}, the {player} player to move: {}\n  it chooses {}; right is {}; that costs {:.2} points\n",
        board.collect::<String>(),
        state.ply,
        state.state,
        list(|mv| mv.chosen),
        list(|mv| mv.best),
        state.cost
    )
}

/// Text in lines of at most 80 characters, each behind `margin`.
fn wrapped(text: &str, margin: &str) -> String {
    let mut lines = vec![margin.to_owned()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        let length = line.chars().count();
        if length > margin.len() && length + 1 + word.chars().count() > 80 {
            lines.push(format!("{margin}{word}"));
        } else {
            if length > margin.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}
