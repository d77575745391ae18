//! `plyscope judge --against-strength`: which metric predicts who wins games.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_judge::Correlation;
use plyscope_plot::{Axis, Chart, Point, Row, Rule, Series};
use plyscope_truth::Benchmark;
use plyscope_workbench::{AnyGame, Failure, Rated, Strength, StrengthOrder, strength};

use crate::args::Judge;
use crate::out::{Ended, Out, say};
use crate::outputs::{self, put_into};
use crate::progress::Bar;
use crate::stop::{ends_at_once, on_interrupt_of};
use crate::table::Table;

/// Heuristics, and games between each two, when nobody says.
const POOL: usize = 36;
const GAMES: u64 = 10;
/// Whether games are being played, which are kept: then Ctrl-C waits for those in
/// hand. Of judging nothing is kept, so there it ends the program at once.
static PLAYING: AtomicBool = AtomicBool::new(false);
/// Fewer do not make a rank correlation.
const LEAST: usize = 5;

pub(super) fn run(
    args: &Judge,
    game: &dyn AnyGame,
    name: &str,
    benchmark: &Benchmark,
    out: &Out,
) -> Result<(), Ended> {
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("strength-{}", super::plain(name))));
    let pool = args.pool.unwrap_or(POOL);
    if pool < LEAST {
        let what = format!("{pool} heuristics are too few to rank");
        return Err(Failure::misuse(what, format!("take {LEAST} or more; {POOL} is usual")).into());
    }
    let replaces = args.force || is_study(&folder);
    outputs::folder(&folder, replaces, &[MARK, "strength.json", "strength.md"])?;
    put_into(&folder, MARK, MARKED)?;
    ends_at_once(format!(
        "games that are finished are kept in {}; the same command goes on from there",
        folder.display()
    ));
    let bar = Bar::new(0, "done", "");
    let found = strength(
        game,
        benchmark,
        &StrengthOrder {
            pool,
            games: args.games.unwrap_or(GAMES),
            folder: &folder,
            name,
            seed: out.seed,
            threads: out.threads,
            stop: on_interrupt_of(&PLAYING),
            progress: &|what, done, of| {
                PLAYING.store(what.starts_with("playing") && done < of, Ordering::Relaxed);
                bar.say(what);
                bar.tell(done, of);
            },
        },
    );
    bar.finish();
    let found = found?;
    write(&folder, &found)?;
    if out.json {
        out.object(&found)?;
    } else {
        out.text(&text(&found))?;
    }
    say(&format!(
        "tables and pictures are in {}",
        folder.join("strength.md").display()
    ));
    Ok(())
}

/// The file that tells the folder of a study, which the same command goes on with, from a
/// folder of somebody else's files.
const MARK: &str = "study.txt";
const MARKED: &str = "A study by plyscope judge --against-strength: weights, games, tables and \
                      pictures.\nThe same command goes on here and writes them again.\n";

fn is_study(folder: &Path) -> bool {
    std::fs::read_to_string(folder.join(MARK)).is_ok_and(|text| text == MARKED)
}

/// The correlations as a table, the metric that predicts best on the whole first.
fn text(found: &Strength) -> String {
    let mut text = format!(
        "{}: {} heuristics judged on {} states of {} and rated by {} games each two\n\
         Rank correlation of metric and Elo, with its 95 % interval; 1 predicts perfectly, 0 not at all.\n",
        found.game,
        found.heuristics.len(),
        found.states,
        found.benchmark,
        found.games
    );
    for (title, stronger) in [
        ("\nWhole pool", false),
        ("\nStronger half of the pool", true),
    ] {
        let _ = writeln!(text, "{title}");
        let heading = std::iter::once("metric").chain(found.uses.iter().map(|own| own.0));
        let mut table = Table::headed(heading.map(str::to_owned).collect(), &[0]);
        for row in rows(found, stronger) {
            table.row(row);
        }
        text.push_str(&table.text());
    }
    text.push('\n');
    for way in 0..found.uses.len() {
        let _ = writeln!(text, "{}", finding(found, way));
    }
    text
}

/// What to look at under one use, in a sentence.
fn finding(found: &Strength, way: usize) -> String {
    let name = found.uses[way].0;
    let of = |own: &plyscope_workbench::Predictor| Some((own.metric.clone(), own.all[way]?));
    let best = found.predictors.iter().filter_map(of);
    let best = best.max_by(|a, b| a.1.rho.total_cmp(&b.1.rho));
    let elo = found.heuristics.iter().map(|own| own.elo[way].0);
    let (low, high) = elo.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), own| {
        (low.min(own), high.max(own))
    });
    let span = format!("the pool spans {:.0} Elo", high - low);
    match best {
        Some((metric, own)) if own.low > 0.0 => {
            format!("{name}: {metric} predicts best ({:.2}); {span}", own.rho)
        }
        _ => format!("{name}: no metric is shown to predict strength; {span}"),
    }
}

fn rows(found: &Strength, stronger: bool) -> Vec<Vec<String>> {
    let of = |own: &plyscope_workbench::Predictor| {
        let found = if stronger {
            own.stronger.clone()
        } else {
            own.all.clone()
        };
        let mean = found.iter().flatten().map(|own| own.rho).sum::<f64>();
        (mean, own.metric.clone(), found)
    };
    let mut all: Vec<(f64, String, Vec<Option<Correlation>>)> =
        found.predictors.iter().map(of).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let row = |(_, metric, found): (f64, String, Vec<Option<Correlation>>)| {
        std::iter::once(metric)
            .chain(found.iter().map(|own| told(own.as_ref())))
            .collect()
    };
    all.into_iter().map(row).collect()
}

fn told(found: Option<&Correlation>) -> String {
    found.map_or_else(String::new, |own| {
        format!("{:.2} ({:.2} to {:.2})", own.rho, own.low, own.high)
    })
}

fn write(folder: &Path, found: &Strength) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(found)
        .map_err(|error| Failure::failed(format!("no JSON can be made: {error}")))?;
    put_into(folder, "strength.json", &json)?;
    let mut page = format!(
        "# Which metric predicts strength? {}\n\n{} heuristics, judged on {} states of `{}` as they are, and rated by {} games between each two under each use.\n\n",
        found.game,
        found.heuristics.len(),
        found.states,
        found.benchmark,
        found.games
    );
    for (name, about) in &found.uses {
        let _ = writeln!(page, "- **{name}**: {about}");
    }
    for (title, stronger, file) in [
        ("The whole pool", false, "all"),
        ("The stronger half of the pool", true, "stronger"),
    ] {
        let _ = write!(
            page,
            "\n## {title}\n\nSpearman's rank correlation of metric and Elo, with its 95 % interval (heuristics resampled).\n\n"
        );
        page.push_str(&markdown(found, stronger));
        for (way, (name, _)) in found.uses.iter().enumerate() {
            let picture = format!("{file}-{name}.svg");
            put_into(folder, &picture, &forest(found, way, stronger))?;
            let _ = writeln!(page, "\n![{title}, {name}]({picture})");
        }
    }
    page.push_str("\n## Every heuristic\n\n");
    for name in SHOWN {
        let Some(at) = found.metrics.iter().position(|own| own == name) else {
            continue;
        };
        let picture = format!("{name}.svg");
        put_into(folder, &picture, &scatter(found, at))?;
        let _ = writeln!(page, "![{name} against Elo]({picture})\n");
    }
    page.push_str(&heuristics(found));
    put_into(folder, "strength.md", &page)
}

fn markdown(found: &Strength, stronger: bool) -> String {
    let names: Vec<&str> = found.uses.iter().map(|own| own.0).collect();
    let mut text = format!(
        "| metric | {} |\n|---|{}\n",
        names.join(" | "),
        "---|".repeat(names.len())
    );
    for row in rows(found, stronger) {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

fn forest(found: &Strength, way: usize, stronger: bool) -> String {
    let of = |own: &plyscope_workbench::Predictor| {
        let found = if stronger {
            own.stronger[way]
        } else {
            own.all[way]
        };
        found.map(|found| (own.metric.clone(), found))
    };
    let mut all: Vec<(String, Correlation)> = found.predictors.iter().filter_map(of).collect();
    all.sort_by(|a, b| b.1.rho.total_cmp(&a.1.rho));
    let row = |(name, own): &(String, Correlation)| {
        Row::new(name.clone(), own.rho).interval(own.low, own.high)
    };
    Chart::forest(all.iter().map(row))
        .title(format!(
            "{}: which metric predicts strength in {} play",
            found.game, found.uses[way].0
        ))
        .x(Axis::new("rank correlation with Elo").range(-1.0, 1.0))
        .rule(Rule::x(0.0, "no relation"))
        .svg()
}

/// Metrics that are shown against Elo: a choice, its cost, an order, a value.
const SHOWN: [&str; 4] = ["strict-best", "regret", "kendall", "squared-error"];

/// A metric against Elo, a dot a heuristic and use.
fn scatter(found: &Strength, at: usize) -> String {
    let dots = |(way, (label, _)): (usize, &(&'static str, &'static str))| {
        let point = |own: &Rated| {
            let (elo, low, high) = own.elo[way];
            let point = Point::new(own.scores[at]?, elo).band(low, high);
            Some(point.title(own.member.name.clone()))
        };
        let points: Vec<Point> = found.heuristics.iter().filter_map(point).collect();
        Series::new(*label, points)
    };
    let metric = &found.metrics[at];
    Chart::scatter(found.uses.iter().enumerate().map(dots))
        .title(format!(
            "{}: {metric} and strength, a dot a heuristic",
            found.game
        ))
        .x(Axis::new(format!("mean of {metric}")))
        .y(Axis::new("Elo"))
        .svg()
}

fn heuristics(found: &Strength) -> String {
    let uses: Vec<&str> = found.uses.iter().map(|own| own.0).collect();
    let mut text = format!(
        "| heuristic | kind | strict-best | regret | {} |\n|---|---|---|---|{}\n",
        uses.join(" | "),
        "---|".repeat(uses.len())
    );
    let score = |own: &Rated, name: &str| {
        let at = found.metrics.iter().position(|metric| metric == name);
        let score = at.and_then(|at| own.scores[at]);
        score.map_or_else(String::new, |score| format!("{score:.3}"))
    };
    let mut order: Vec<&Rated> = found.heuristics.iter().collect();
    order.sort_by(|a, b| b.elo[0].0.total_cmp(&a.elo[0].0));
    for own in order {
        let elo = own
            .elo
            .iter()
            .map(|(elo, low, high)| format!("{elo:+.0} ({low:+.0} to {high:+.0})"));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            own.member.name,
            own.member.kind,
            score(own, "strict-best"),
            score(own, "regret"),
            elo.collect::<Vec<_>>().join(" | ")
        );
    }
    text
}
