//! `plyscope judge --against-strength`: which metric predicts who wins games.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_game::Error;
use plyscope_truth::Benchmark;
use plyscope_workbench::{NamedGame, StrengthOrder, StrengthStudy, strength};

use crate::args::Judge;
use crate::out::{Ended, Out, say};
use crate::outputs::{self, put_into};
use crate::progress::Bar;
use crate::stop::{ends_at_once, on_interrupt_of};
use crate::table::Table;

/// Heuristics, and games between each two, by default.
const POOL: usize = 36;
const GAMES: u64 = 10;
/// Whether games are being played, which are kept: then Ctrl-C waits for those in
/// hand. Of judging nothing is kept, so there it ends the program at once.
static PLAYING: AtomicBool = AtomicBool::new(false);
/// Fewer do not make a rank correlation.
const LEAST: usize = 5;

pub(super) fn run(
    args: &Judge,
    game: &NamedGame,
    name: &str,
    benchmark: &Benchmark,
    out: &Out,
) -> Result<(), Ended> {
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("strength-{}", super::plain(name))));
    open(&folder, args.force)?;
    study(args, game, name, benchmark, &folder, out)
}

/// Makes the folder of a study, or takes it up.
pub(crate) fn open(folder: &Path, force: bool) -> Result<(), Error> {
    let replaces = force || is_study(folder);
    outputs::folder(folder, replaces, &[MARK, "strength.json", "strength.md"])?;
    put_into(folder, MARK, MARKED)
}

/// What is to be found out, in a folder; nothing that a user looks at.
pub(crate) fn order<'a>(
    args: &Judge,
    name: &'a str,
    folder: &'a Path,
    out: &Out,
) -> Result<StrengthOrder<'a>, Error> {
    let pool = args.pool.unwrap_or(POOL);
    if pool < LEAST {
        let what = format!("{pool} heuristics are too few to rank");
        return Err(Error::misuse(
            what,
            format!("take {LEAST} or more; {POOL} is usual"),
        ));
    }
    Ok(StrengthOrder {
        pool,
        games: args.games.unwrap_or(GAMES),
        folder,
        name,
        seed: out.seed,
        threads: out.threads,
        stop: on_interrupt_of(&PLAYING),
        progress: &|_, _, _| (),
    })
}

/// Does the study in a folder that was opened, and tells what it found.
pub(crate) fn study(
    args: &Judge,
    game: &NamedGame,
    name: &str,
    benchmark: &Benchmark,
    folder: &Path,
    out: &Out,
) -> Result<(), Ended> {
    let order = order(args, name, folder, out)?;
    ends_at_once(format!(
        "games that are finished are kept in {}; the same command goes on from there",
        folder.display()
    ));
    let bar = Bar::new(0, "done", "");
    let found = strength(
        game,
        benchmark,
        &StrengthOrder {
            progress: &|what, done, of| {
                PLAYING.store(what.starts_with("playing") && done < of, Ordering::Relaxed);
                bar.say(what);
                bar.tell(done, of);
            },
            ..order
        },
    );
    bar.finish();
    let found = found?;
    write(folder, &found)?;
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
/// folder of other files.
const MARK: &str = "study.txt";
const MARKED: &str = "A study by plyscope judge --against-strength: weights, games, tables and \
                      pictures.\nThe same command goes on here and writes them again.\n";

fn is_study(folder: &Path) -> bool {
    std::fs::read_to_string(folder.join(MARK)).is_ok_and(|text| text == MARKED)
}

/// The correlations as a table, the metric that predicts best on the whole first.
fn text(found: &StrengthStudy) -> String {
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
        for row in found.rows(stronger) {
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
fn finding(found: &StrengthStudy, way: usize) -> String {
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

fn write(folder: &Path, found: &StrengthStudy) -> Result<(), Error> {
    let json = serde_json::to_string_pretty(found)
        .map_err(|error| Error::failed(format!("no JSON can be made: {error}")))?;
    put_into(folder, "strength.json", &json)?;
    let page = found.page();
    for picture in &page.pictures {
        put_into(folder, &picture.file, &picture.svg)?;
    }
    put_into(folder, "strength.md", &page.text)
}
