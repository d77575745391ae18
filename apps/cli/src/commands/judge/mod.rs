//! `plyscope judge`: heuristics held against the truth.

mod export;
mod strength;
mod text;

use std::path::{Path, PathBuf};

use plyscope_game::{Limits, Player};
use plyscope_judge::Grouping;
use plyscope_judge::report::{Page, html};
use plyscope_workbench::{
    AnyGame, Failure, JudgeOrder, JudgeRun, Judging, Kind, StateFilter, judge, open,
};

use crate::args::{GroupBy, Judge, PlyRange, WhichPlayer};
use crate::out::{Ended, Out, say};
use crate::progress::bar;
use crate::stop::on_interrupt;

/// Worst states of each heuristic in a report.
const WORST: usize = 6;

pub(crate) fn run(args: &Judge, out: &Out) -> Result<(), Ended> {
    for path in [&args.html, &args.export_scores, &args.export_moves] {
        path.as_deref().map_or(Ok(()), has_folder)?;
    }
    let (name, benchmark) = crate::shipped::find(&args.benchmark)?;
    let game = open(&benchmark.meta.game)?;
    if args.against_strength {
        return strength::run(args, &*game, &name, &benchmark, out);
    }
    let filter = filter(args)?;
    let heuristics = if args.heuristics.is_empty() {
        usual(&*game)
    } else {
        args.heuristics.clone()
    };
    let answers = heuristics.len() * benchmark.states.len();
    let bar = bar(answers as u64, "answers");
    bar.set_message(format!("{} heuristics on {name}", heuristics.len()));
    let judging = judge(
        &*game,
        &benchmark,
        &JudgeOrder {
            heuristics: &heuristics,
            metrics: &args.metrics,
            filter: &filter,
            grouping: grouping(args.by),
            worst: args.worst.unwrap_or(WORST),
            name: &name,
            run: JudgeRun {
                seed: out.seed,
                limits: Limits {
                    time: args.limits.time,
                    nodes: args.limits.nodes,
                    stop: on_interrupt(),
                    ..Limits::every_move()
                },
                threads: out.threads,
                progress: &|| bar.inc(1),
            },
        },
    );
    bar.finish_and_clear();
    let judging = judging?;
    export::write(args, &benchmark, &judging)?;
    if out.json {
        out.object(&judging.judgement)?;
    } else {
        out.text(&text::tell(&judging.judgement, args, out.paint))?;
    }
    report(args, &name, &judging, out)?;
    if judging.left.is_empty() {
        return Ok(());
    }
    out.flush()?;
    Err(Failure {
        hint: Some("run the same command again for all of them".to_owned()),
        ..Failure::failed(format!(
            "stopped before {} was judged",
            judging.left.join(", ")
        ))
    }
    .into())
}

fn report(args: &Judge, name: &str, judging: &Judging, out: &Out) -> Result<(), Ended> {
    let usual = || PathBuf::from(format!("judge-{}.html", plain(name)));
    let path = match (&args.html, args.no_html || out.json) {
        (Some(path), _) => path.clone(),
        (None, false) => usual(),
        (None, true) => return Ok(()),
    };
    let page = Page {
        command: command(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let page = html(&judging.judgement, &page);
    write(&path, page.as_bytes())?;
    say(&format!("the report is in {}", path.display()));
    Ok(())
}

/// A benchmark's name as part of a file name.
fn plain(name: &str) -> String {
    let stem = Path::new(name).file_stem().unwrap_or_default();
    let keep = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let text = stem.to_string_lossy();
    text.chars()
        .map(|letter| if keep(letter) { letter } else { '-' })
        .collect()
}

/// What was typed, as a shell would take it again.
fn command() -> String {
    let quoted = |text: String| {
        let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:=,+".contains(letter);
        if !text.is_empty() && text.chars().all(is_plain) {
            return text;
        }
        format!("'{}'", text.replace('\'', r"'\''"))
    };
    let typed = std::env::args().skip(1).map(quoted);
    let words: Vec<String> = std::iter::once("plyscope".to_owned())
        .chain(typed)
        .collect();
    words.join(" ")
}

/// Finds out before the work that a file could not be written after it.
fn has_folder(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|own| !own.as_os_str().is_empty());
    if folder.is_none_or(Path::is_dir) {
        return Ok(());
    }
    let what = format!(
        "{} cannot be written: there is no such folder",
        path.display()
    );
    Err(Failure::misuse(
        what,
        "make the folder first, or choose another place",
    ))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| {
        let what = format!("{} cannot be written: {error}", path.display());
        Failure::failed(what)
    })
}

/// The evaluators that need no file, in the game's order; random ones are the baseline anyway.
fn usual(game: &dyn AnyGame) -> Vec<String> {
    let ready = game.evaluators().into_iter().filter(|listing| {
        let needs_file = |param: &plyscope_workbench::Param| param.kind == Kind::File;
        listing.name != "random" && !listing.params.iter().any(needs_file)
    });
    ready.map(|listing| listing.name.to_owned()).collect()
}

fn grouping(by: GroupBy) -> Grouping {
    match by {
        GroupBy::Ply => Grouping::Ply,
        GroupBy::Phase => Grouping::Phase,
        GroupBy::Player => Grouping::Player,
        GroupBy::All => Grouping::All,
    }
}

fn filter(args: &Judge) -> Result<StateFilter, Failure> {
    let range = |range: Option<PlyRange>| range.map(|PlyRange(low, high)| (low, high));
    Ok(StateFilter {
        player: args.player.map(|player| match player {
            WhichPlayer::First => Player::FIRST,
            WhichPlayer::Second => Player::SECOND,
        }),
        plies: range(args.plies),
        moves: range(args.moves),
        critical: args.critical,
        condition: match &args.condition {
            Some(text) => Some(StateFilter::condition(text)?),
            None => None,
        },
    })
}
