//! `plyscope truth info`: what is in a benchmark and how it was made.

use plyscope_truth::{BenchmarkSummary, Estimates, Meta, Reach};

use crate::args::Info;
use crate::out::{Ended, Out};
use crate::table::{Table, grouped, wrapped};
use plyscope_workbench::{benchmark_at, benchmark_json};

pub(super) fn run(args: &Info, out: &Out) -> Result<(), Ended> {
    let benchmark = benchmark_at(&args.file)?;
    let summary = BenchmarkSummary::of(&benchmark);
    if out.json {
        return write_json(&benchmark.meta, &summary, out);
    }
    write_head(&benchmark.meta, &summary, out)?;
    out.text("\n")?;
    if !summary.proved.is_empty() {
        out.text(&values_table(&summary).text())?;
        out.text("\n")?;
    }
    if summary.decided > 0 {
        let count = grouped(summary.decided);
        let words = if summary.decided == 1 {
            "move is proved to win or to lose"
        } else {
            "moves are proved to win or to lose"
        };
        out.line(&format!("  {count} {words}, but not how high\n"))?;
    }
    if let Some(estimates) = &summary.estimates {
        out.line(&(wrapped(&in_words(estimates), "  ") + "\n"))?;
    }
    out.text(&plies_table(&summary).text())
}

/// What `make`, `import` and `merge` say at the end.
pub(crate) fn brief(meta: &Meta, summary: &BenchmarkSummary, out: &Out) -> Result<(), Ended> {
    if out.json {
        write_json(meta, summary, out)
    } else {
        write_head(meta, summary, out)
    }
}

fn write_json(meta: &Meta, summary: &BenchmarkSummary, out: &Out) -> Result<(), Ended> {
    out.object(&benchmark_json(meta, summary))
}

fn write_head(meta: &Meta, summary: &BenchmarkSummary, out: &Out) -> Result<(), Ended> {
    let seeds: Vec<String> = meta.seeds.iter().map(u64::to_string).collect();
    let draw = match meta.level() {
        None => "none: points are plain numbers".to_string(),
        Some(0.0) => String::new(),
        Some(level) => format!("at {level} points"),
    };
    let share = 100.0 * summary.exact as f64 / summary.rows.max(1) as f64;
    for (name, value) in [
        ("game", meta.game.clone()),
        ("states", grouped(summary.states)),
        (
            "moves",
            format!("{}, {share:.0} % proved", grouped(summary.rows)),
        ),
        ("chosen", meta.selector.clone()),
        ("labelled", format!("by {}", meta.labeller)),
        ("limits", meta.limits.clone()),
        ("inputs", meta.inputs.clone()),
        ("draw", draw),
        (
            "weighed",
            meta.reach.as_ref().map_or_else(String::new, weighed),
        ),
        ("seed", seeds.join(", ")),
        ("made by", format!("plyscope {}", meta.version)),
    ] {
        if !value.is_empty() {
            let value = wrapped(&value, &" ".repeat(NAME));
            out.line(&format!("  {name:<9} {}", &value[NAME..]))?;
        }
    }
    if summary.visits > 0 {
        out.line(&format!("  {:<9} {}", "visits", grouped(summary.visits)))?;
    }
    Ok(())
}

fn weighed(reach: &Reach) -> String {
    format!(
        "by {} games, with {:.1} choices each",
        grouped(reach.games),
        reach.choices()
    )
}

/// Where values stand behind their names.
const NAME: usize = 12;
/// More lines of values than this are of no use to a person.
const MOST_VALUES: usize = 40;
/// Widths of the ranges in which values are counted where there are too many; the last always does.
const WIDTHS: [f64; 6] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0];

/// Estimates are on a scale of the labeller's own: their range tells more than a count of each.
fn in_words(estimates: &Estimates) -> String {
    let Estimates {
        count,
        least,
        mean,
        deviation,
        greatest,
    } = estimates;
    format!(
        "{} estimates on the labeller's scale: from {} to {}, mean {}, standard deviation {}",
        grouped(*count),
        short(*least),
        short(*greatest),
        short(*mean),
        short(*deviation).trim_start_matches('+')
    )
}

/// A number with its sign and four digits that count.
fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    let before = value.abs().log10().floor() as i32 + 1;
    let decimals = (4 - before).clamp(0, 9) as usize;
    let text = format!("{value:+.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        text
    }
}

fn values_table(summary: &BenchmarkSummary) -> Table {
    let heading = if summary.exact == summary.rows {
        ["value", "moves", "share"]
    } else {
        ["proved value", "moves", "share"]
    };
    let mut table = Table::new(heading, &[]);
    let rows: u64 = summary.proved.iter().map(|(_, count)| count).sum();
    for (value, count) in in_ranges(&summary.proved) {
        table.row([
            value,
            grouped(count),
            format!("{:.1} %", 100.0 * count as f64 / rows as f64),
        ]);
    }
    table
}

/// Values and how often each occurs; in ranges if they would fill the screen.
fn in_ranges(values: &[(f64, u64)]) -> Vec<(String, u64)> {
    if values.len() <= MOST_VALUES {
        let own = |(value, count): &(f64, u64)| (signed(*value), *count);
        return values.iter().map(own).collect();
    }
    let (lowest, highest) = (values[0].0, values[values.len() - 1].0);
    let fits = |width: &&f64| (highest - lowest) / **width < (MOST_VALUES - 1) as f64;
    let widest = (highest - lowest) / 20.0;
    let width = WIDTHS.iter().find(fits).copied().unwrap_or(widest);
    let mut ranges: Vec<(f64, u64)> = Vec::new();
    for (value, count) in values {
        let begin = (value / width).floor() * width;
        match ranges.last_mut() {
            Some((last, sum)) if last.total_cmp(&begin).is_eq() => *sum += count,
            _ => ranges.push((begin, *count)),
        }
    }
    let named = |(begin, count): (f64, u64)| {
        let name = format!("{} to below {}", signed(begin), signed(begin + width));
        (name, count)
    };
    ranges.into_iter().map(named).collect()
}

fn signed(value: f64) -> String {
    if value == 0.0 {
        "0".to_string()
    } else {
        format!("{value:+}")
    }
}

fn plies_table(summary: &BenchmarkSummary) -> Table {
    // Who is ahead by an estimate has not won: only what is proved is counted as a result.
    let heading = [
        "ply",
        "states",
        "moves",
        "won",
        "even",
        "lost",
        "open",
        "mean of the best",
        "critical",
    ];
    let mut table = Table::new(heading, &[]);
    for ply in &summary.plies {
        let [won, even, lost] = ply.proved_best;
        let open = ply.states - won - even - lost;
        let is_open = summary.estimates.is_some();
        let only = |is_shown: bool, text: String| if is_shown { text } else { String::new() };
        let is_proved = !summary.proved.is_empty() || summary.decided > 0;
        table.row([
            ply.ply.to_string(),
            grouped(ply.states),
            grouped(ply.moves),
            only(is_proved, grouped(won)),
            only(is_proved, grouped(even)),
            only(is_proved, grouped(lost)),
            only(is_open, grouped(open)),
            ply.estimated_best.map(short).unwrap_or_default(),
            grouped(ply.critical),
        ]);
    }
    table
}
