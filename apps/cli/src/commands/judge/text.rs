//! A judgement for the terminal: a block per metric, verdicts in words, the worst states.

use std::fmt::Write as _;

use plyscope_judge::judgement::{About, Judged, Judgement, Mean, Scored, Worst};
use plyscope_judge::predict::{Predicted, Way};
use plyscope_plot::spark;

use crate::args::Judge;
use crate::paint::Paint;
use crate::table::{Table, WIDTH, wrapped};

/// Metrics that are shown by default: a choice, its cost, an order, and values.
const USUAL: [&str; 4] = ["strict-best", "regret", "kendall", "squared-error"];
/// The least room for a sparkline; longer curves are put together.
const SPARK: usize = 12;
/// Groups that are told by numbers instead of a curve.
const FEW: usize = 3;
/// Digits behind the point.
const DIGITS: usize = 3;
/// Longer names are cut in tables.
const NAME: usize = 28;

pub(super) fn tell(judgement: &Judgement, args: &Judge, paint: Paint) -> String {
    let mut text = String::new();
    if let Some(verdict) = &judgement.verdict {
        let _ = writeln!(
            text,
            "{}\n",
            wrapped(&format!("{}: {verdict}", paint.strong("Verdict")), "")
        );
    }
    text += &heading(judgement);
    let decides = |metric: &About| {
        let own = judgement.deciding.as_ref();
        own.is_some_and(|own| own.metric == metric.name)
    };
    let is_shown = |metric: &About| {
        let trusted = !judgement.is_unsure() || metric.trust != "no";
        !args.metrics.is_empty() || USUAL.contains(&metric.name.as_str()) && trusted
    };
    let mut shown: Vec<(usize, &About)> = judgement.metrics.iter().enumerate().collect();
    shown.retain(|(_, metric)| decides(metric) || is_shown(metric));
    shown.sort_by_key(|(_, metric)| !decides(metric));
    for (at, metric) in shown {
        let _ = writeln!(text, "\n{}", title(metric, paint));
        text.push_str(&block(judgement, metric, at));
    }
    if args.metrics.is_empty() {
        let others = judgement.metrics.iter();
        let others = others.filter(|metric| !decides(metric) && !is_shown(metric));
        let others: Vec<&str> = others.map(|metric| metric.name.as_str()).collect();
        let told = format!("In the report and by --metric: {}.", others.join(", "));
        let _ = writeln!(text, "\n{}", wrapped(&told, ""));
    } else {
        text.push_str(&properties(judgement, paint));
    }
    text.push_str(&foreseen(judgement, paint));
    text.push_str(&confirmed(judgement));
    text.push_str(&verdicts(judgement, paint));
    for note in &judgement.notes {
        let _ = writeln!(text, "\n{}", wrapped(note, ""));
    }
    text.push_str(&worst(judgement, args, paint));
    text
}

/// The games that confirm the verdict, beside what was expected.
fn confirmed(judgement: &Judgement) -> String {
    let played = judgement.confirmed.as_ref();
    let Some((own, from)) = played.zip(judgement.prediction.as_ref()) else {
        return String::new();
    };
    let heading = format!(
        "Prediction and games {}: wins of {} against {}",
        from.by, own.a, own.b
    );
    let mut text = format!("\n{}\n", wrapped(&heading, ""));
    for (what, span) in own.rows() {
        let [mean, least, most] = span.percent();
        let _ = writeln!(
            text,
            "  {what:<22} {mean:>3.0} % ({least:.0} to {most:.0})   Elo {:+.0} ({:+.0} to {:+.0})",
            span.elo, span.low, span.high
        );
    }
    for note in &own.notes {
        let _ = writeln!(text, "{}", wrapped(note, "  "));
    }
    text
}

/// Properties of the game, the same for every heuristic; where a metric is named that tells one.
fn properties(judgement: &Judgement, paint: Paint) -> String {
    let mut text = String::new();
    for (metric, scored) in judgement.about_properties.iter().zip(&judgement.properties) {
        let _ = writeln!(text, "\n{}", title(metric, paint));
        let (mean, band) = scored.all.map_or(("none".to_owned(), String::new()), told);
        let range = span(scored.groups.iter().map(|group| group.mean.mean));
        let room = WIDTH - "  the states".len() - columns(&[&mean, &band]);
        let mut table = Table::headed(words(&["of", "mean", "95 % band", ""]), &[0, 3]);
        table.row([
            "the states".to_owned(),
            mean,
            band,
            course(scored, range, room, |own| own.mean),
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
    let what = format!(
        "{}: {} states of {} ({})",
        judgement.game,
        judgement.states,
        source.name,
        judgement.truth_in_words()
    );
    let mut text = wrapped(&what, "") + "\n";
    if !judgement.filters.is_empty() {
        let (filters, out) = (judgement.filters.join(", "), judgement.left_out.filtered);
        let told = format!("only states with {filters}; {out} left out");
        let _ = writeln!(text, "{}", wrapped(&told, ""));
    }
    let other = judgement.left_out.finished + judgement.left_out.unlabelled;
    if other > 0 {
        let _ = writeln!(text, "{other} states without moves or labels left out");
    }
    for own in judgement.heuristics.iter().filter(|own| own.is_renamed()) {
        let told = format!("{} is {}", own.name, own.spec);
        let _ = writeln!(text, "{}", wrapped(&told, ""));
    }
    text
}

/// The name of a metric, what it tells and which way is better.
fn title(metric: &About, paint: Paint) -> String {
    let direction = match metric.better {
        "lower" => "; lower is better",
        "higher" => "; higher is better",
        _ => "",
    };
    let lines = wrapped(&format!("{}: {}{direction}", metric.name, metric.about), "");
    lines.replacen(&metric.name, &paint.strong(&metric.name), 1)
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
        let worth = |own: &Judged| worth(&own.scores[at], metric);
        worth(b).total_cmp(&worth(a))
    });
    let range = metric.low.zip(metric.high);
    let range = range.filter(|(low, high)| high - low <= 2.0);
    let range = range.or_else(|| extent(judgement, at));
    let mut rows: Vec<[String; 4]> = order.iter().map(|own| row(judgement, own, at)).collect();
    let scored = &order[0].scores[at];
    if let Some(chance) = chance(scored) {
        let none = String::new;
        rows.push(["random order".to_owned(), number(chance), none(), none()]);
    }
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        let most = cells.max().unwrap_or(0);
        // A column that is empty below its heading is left out.
        if most == 0 {
            0
        } else {
            2 + most.max(heading[column].chars().count())
        }
    };
    let room = WIDTH.saturating_sub((0..4).map(width).sum::<usize>() + 2);
    for (place, cells) in rows.into_iter().enumerate() {
        let course = match order.get(place) {
            Some(own) => course(&own.scores[at], range, room, |own| own.mean),
            None => course(scored, range, room, |own| own.chance.unwrap_or(f64::NAN)),
        };
        table.row(cells.into_iter().chain([course]));
    }
    table.text()
}

/// A mean such that more is better; what is defined nowhere stands below all.
fn worth(scored: &Scored, metric: &About) -> f64 {
    let sign = if metric.better == "lower" { -1.0 } else { 1.0 };
    let all = scored.all;
    all.map_or(f64::NEG_INFINITY, |all| sign * all.mean)
}

/// Name, mean, band, and on how many states where a metric is silent on some.
fn row(judgement: &Judgement, own: &Judged, at: usize) -> [String; 4] {
    let scored = &own.scores[at];
    let (mean, band) = scored.all.map_or(("none".to_owned(), String::new()), told);
    let spoken = scored.all.map_or(0, |all| all.states);
    let states = if spoken == judgement.states {
        String::new()
    } else {
        spoken.to_string()
    };
    [cut(&own.name), mean, band, states]
}

/// A name that leaves room for numbers.
fn cut(name: &str) -> String {
    if name.chars().count() <= NAME {
        return name.to_owned();
    }
    let begin: String = name.chars().take(NAME - 1).collect();
    begin + "…"
}

/// The width of columns with these cells, and two blanks before the next.
fn columns(cells: &[&str]) -> usize {
    let widths = cells.iter().map(|cell| cell.chars().count().max(4) + 2);
    widths.sum::<usize>() + 2
}

/// How a mean runs over the groups: as a curve, or as numbers where they are few.
fn course(scored: &Scored, range: Option<(f64, f64)>, room: usize, of: fn(&Mean) -> f64) -> String {
    match &scored.groups[..] {
        [] | [_] => String::new(),
        few if few.len() <= FEW => {
            let told = |digits: usize| {
                let each = few.iter().map(|own| {
                    let mean = of(&own.mean);
                    format!("{} {mean:.digits$}", own.name)
                });
                each.collect::<Vec<_>>().join("  ")
            };
            let fitting = (0..=DIGITS).rev().map(told);
            let mut fitting = fitting.filter(|own| own.chars().count() <= room);
            fitting.next().unwrap_or_else(|| told(0))
        }
        many => {
            let values: Vec<f64> = many.iter().map(|own| of(&own.mean)).collect();
            sparkline(&values, range, room.max(SPARK))
        }
    }
}

fn chance(scored: &Scored) -> Option<f64> {
    scored.all.and_then(|all| all.chance)
}

/// The mean, and its band where it has one.
fn told(mean: Mean) -> (String, String) {
    let band = mean.band().map_or(String::new(), |(low, high)| {
        format!("{} to {}", number(low), number(high))
    });
    (number(mean.mean), band)
}

fn number(value: f64) -> String {
    format!("{value:.DIGITS$}")
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
fn sparkline(values: &[f64], range: Option<(f64, f64)>, room: usize) -> String {
    let together = values.len().div_ceil(room).max(1);
    let mean = |chunk: &[f64]| chunk.iter().sum::<f64>() / chunk.len() as f64;
    let values: Vec<f64> = values.chunks(together).map(mean).collect();
    spark(&values, range)
}

/// What the prediction says beyond the verdict, and what it rests on.
fn foreseen(judgement: &Judgement, paint: Paint) -> String {
    let Some(from) = &judgement.prediction else {
        return String::new();
    };
    if judgement.verdict.is_none() {
        return String::new();
    }
    let games = match from.games {
        0 => String::new(),
        games => format!("; {games}+ panel games per player"),
    };
    let title = format!(
        "\n{} ({} states of {}{games})\n",
        paint.strong("Expected strength"),
        from.states,
        from.benchmark
    );
    let heading = ["heuristic", "one-ply", "depth 3", "tree search"];
    let mut table = Table::headed(words(&heading), &[0]);
    let of = |name: &str, way: Way| {
        let mut all = judgement.predicted.iter();
        let found = all.find(|own| own.name == name && own.way == way);
        found.map_or_else(String::new, |own| {
            format!("{:+.0} ({:+.0} to {:+.0})", own.elo, own.low, own.high)
        })
    };
    let height = |own: &Predicted| -own.elo;
    let spoken = judgement.predicted.iter();
    let mut spoken: Vec<&Predicted> = spoken.filter(|own| own.way == from.way).collect();
    spoken.sort_by(|a, b| height(a).total_cmp(&height(b)));
    for own in spoken {
        let elo = Way::ALL.map(|way| of(&own.name, way));
        table.row(std::iter::once(cut(&own.name)).chain(elo));
    }
    let mut text = title + &table.text();
    text.push_str("  (Elo above the mean of these in a round robin, with 95 % intervals)\n");
    for own in from.more.iter().chain(&from.notes) {
        let _ = writeln!(text, "{}", wrapped(own, "  "));
    }
    text
}

/// The best by the deciding metric against each other one, and why that metric decides.
fn verdicts(judgement: &Judgement, paint: Paint) -> String {
    let decided = judgement.decides().zip(judgement.deciding.as_ref());
    let Some((metric, deciding)) = decided.filter(|_| judgement.heuristics.len() > 1) else {
        return String::new();
    };
    let mean = |own: &&Judged| {
        let scored = own.score(&metric.name);
        scored.map_or(f64::NEG_INFINITY, |own| worth(own, metric))
    };
    let best = judgement
        .heuristics
        .iter()
        .max_by(|a, b| mean(a).total_cmp(&mean(b)));
    let Some(best) = best else {
        return String::new();
    };
    if mean(&best) == f64::NEG_INFINITY {
        let told = format!(
            "none: {} is undefined in every state, so that nothing can be compared by it",
            metric.name
        );
        return format!(
            "\n{}\n{}\n",
            paint.strong("By metrics"),
            wrapped(&told, "  ")
        );
    }
    let why = format!("by {}, because {}", metric.name, deciding.why);
    let mut text = format!(
        "\n{}\n{}\n",
        paint.strong("By metrics"),
        wrapped(&why, "  ")
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
    let pairs = judgement.comparisons.len();
    if pairs > 0 && !judgement.truth.all_states {
        let _ = writeln!(
            text,
            "  (paired permutation test; p corrected for {pairs} pair{})",
            if pairs == 1 { "" } else { "s" }
        );
    }
    text
}

fn worst(judgement: &Judgement, args: &Judge, paint: Paint) -> String {
    let mut text = String::new();
    let most = args
        .worst
        .unwrap_or(usize::from(judgement.heuristics.len() == 1));
    let unit = match judgement.truth.made {
        "estimated" => "of the labeller's unit",
        _ => "points",
    };
    for own in &judgement.heuristics {
        for state in own.worst.iter().take(most) {
            let title = format!("\nWhere {} goes wrong", own.name);
            let _ = writeln!(text, "{}", paint.strong(&title));
            text.push_str(&shown(state, unit));
        }
    }
    text
}

fn shown(state: &Worst, unit: &str) -> String {
    let list = |wanted: fn(&plyscope_judge::judgement::WorstMove) -> bool| {
        let moves = state.moves.iter().filter(|mv| wanted(mv));
        let told = moves.map(|mv| format!("{} (worth {})", mv.mv, plyscope_plot::short(mv.truth)));
        told.collect::<Vec<_>>().join(", ")
    };
    let told = format!(
        "it chooses {}; right is {}; that costs {:.2} {unit}",
        list(|mv| mv.chosen),
        list(|mv| mv.best),
        state.cost
    );
    let player = plyscope_truth::player_name(plyscope_game::Player(state.player));
    let picture = state.board.picture();
    let board = picture.lines().map(|line| format!("  {line}\n"));
    let place = format!(
        "ply {}, the {player} player to move: {}",
        state.ply, state.state
    );
    format!(
        "{}{}\n{}\n",
        board.collect::<String>(),
        wrapped(&place, "  "),
        wrapped(&told, "  ")
    )
}
