//! `plyscope truth info`: what is in a benchmark and how it was made.

use plyscope_truth::{Benchmark, Summary, load};
use plyscope_workbench::Failure;
use serde::Serialize;

use crate::args::Info;
use crate::out::{Ended, Out};
use crate::table::{Table, grouped};

#[derive(Serialize)]
struct Told<'a> {
    game: &'a str,
    selector: &'a str,
    labeller: &'a str,
    seeds: &'a [u64],
    version: &'a str,
    plan: &'a str,
    #[serde(flatten)]
    summary: &'a Summary,
}

pub(super) fn run(args: &Info, out: &Out) -> Result<(), Ended> {
    let benchmark = load(&args.file).map_err(Failure::from)?;
    let summary = Summary::of(&benchmark);
    if out.json {
        return write_json(&benchmark, &summary, out);
    }
    write_head(&benchmark, &summary, out)?;
    out.text("\n")?;
    out.text(&values_table(&summary).text())?;
    out.text("\n")?;
    out.text(&plies_table(&summary).text())
}

/// What `make`, `import` and `merge` say at the end.
pub(super) fn brief(benchmark: &Benchmark, out: &Out) -> Result<(), Ended> {
    let summary = Summary::of(benchmark);
    if out.json {
        write_json(benchmark, &summary, out)
    } else {
        write_head(benchmark, &summary, out)
    }
}

fn write_json(benchmark: &Benchmark, summary: &Summary, out: &Out) -> Result<(), Ended> {
    let meta = &benchmark.meta;
    out.object(&Told {
        game: &meta.game,
        selector: &meta.selector,
        labeller: &meta.labeller,
        seeds: &meta.seeds,
        version: &meta.version,
        plan: &meta.plan,
        summary,
    })
}

fn write_head(benchmark: &Benchmark, summary: &Summary, out: &Out) -> Result<(), Ended> {
    let meta = &benchmark.meta;
    let seeds: Vec<String> = meta.seeds.iter().map(u64::to_string).collect();
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
        ("seed", seeds.join(", ")),
        ("made by", format!("plyscope {}", meta.version)),
    ] {
        out.line(&format!("  {name:<9} {value}"))?;
    }
    if summary.visits > 0 {
        out.line(&format!("  {:<9} {}", "visits", grouped(summary.visits)))?;
    }
    Ok(())
}

/// More values than this are of no use to a person.
const MOST_VALUES: usize = 40;

fn values_table(summary: &Summary) -> Table {
    let mut table = Table::new(["value", "moves", "share"], &[]);
    let rows: u64 = summary.values.iter().map(|(_, count)| count).sum();
    for (value, count) in summary.values.iter().take(MOST_VALUES) {
        table.row([
            if *value == 0.0 {
                "0".to_string()
            } else {
                format!("{value:+}")
            },
            grouped(*count),
            format!("{:.1} %", 100.0 * *count as f64 / rows as f64),
        ]);
    }
    table
}

fn plies_table(summary: &Summary) -> Table {
    let heading = ["ply", "states", "moves", "won", "even", "lost", "critical"];
    let mut table = Table::new(heading, &[]);
    for ply in &summary.plies {
        let [won, even, lost] = ply.best;
        let counts = [ply.states, ply.moves, won, even, lost, ply.critical];
        let cells = counts.map(grouped);
        table.row(std::iter::once(ply.ply.to_string()).chain(cells));
    }
    table
}
