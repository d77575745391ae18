//! `plyscope judge`: heuristics held against the truth.

mod confirm;
mod export;
mod places;
pub(crate) mod strength;
mod text;

use std::path::Path;

use plyscope_game::{Error, Limits};
use plyscope_judge::Grouping;
use plyscope_judge::judgement::Judgement;
use plyscope_judge::predict::StateWeights;
use plyscope_judge::report::{PageSource, html};
use plyscope_truth::Benchmark;
use plyscope_workbench::{
    JudgeOrder, JudgeRun, Judging, NamedGame, StateFilter, find_benchmark, judge, usual_heuristics,
};

use crate::args::{GroupBy, Judge, PlyRange, Weighing, WhichPlayer};
use crate::commands::truth::make::difference;
use crate::out::{Ended, Out, say};
use crate::outputs::Target;
use crate::progress::Bar;
use crate::stop::on_interrupt;
use places::Places;

/// Worst states of each heuristic in a report.
const WORST: usize = 6;

pub(crate) fn run(args: &Judge, out: &Out) -> Result<(), Ended> {
    check_strength(args)?;
    let mut places = Places::new(args, out)?;
    let (name, benchmark) = find_benchmark(&out.registry, &args.benchmark)?;
    let game = out.registry.open(&benchmark.meta.game)?;
    if args.against_strength {
        return strength::run(args, &game, &name, &benchmark, out);
    }
    let page = places.report(args, &name, out)?;
    let mut judging = judge_with_bar(args, &game, &name, &benchmark, out)?;
    for warning in &judging.warnings {
        say(&format!("warning: {warning}"));
    }
    // Whatever games bring and disks take, the judgement is written.
    let played = if judging.is_unforeseen {
        Ok(())
    } else {
        confirm_verdict(args, &mut judging.judgement, &game, out)
    };
    if out.json {
        out.object(&judging.judgement)?;
    } else {
        out.text(&text::tell(&judging.judgement, args, out.paint))?;
    }
    export::write(&places, &benchmark, &judging, out)?;
    if let Some(page) = page {
        report(&page, &judging, out)?;
    }
    let ended = played.and_then(|()| all_judged(&judging));
    if ended.is_err() {
        out.flush()?;
    }
    Ok(ended?)
}

/// Judges what the arguments name, with a bar that counts answers.
fn judge_with_bar(
    args: &Judge,
    game: &NamedGame,
    name: &str,
    benchmark: &Benchmark,
    out: &Out,
) -> Result<Judging, Error> {
    let heuristics = if args.heuristics.is_empty() {
        usual_heuristics(game)
    } else {
        args.heuristics.clone()
    };
    let filter = filter(args)?;
    let answers = heuristics.len() * benchmark.states.len();
    let message = format!("{} heuristics on {name}", heuristics.len());
    let bar = Bar::new(answers as u64, "answers", message);
    let order = JudgeOrder {
        heuristics: &heuristics,
        metrics: &args.metrics,
        filter: &filter,
        grouping: grouping(args.by),
        worst: args.worst.unwrap_or(WORST),
        name,
        weights: match args.weights {
            Weighing::Equal => StateWeights::Equal,
            Weighing::Play => StateWeights::Play,
        },
        run: JudgeRun {
            seed: out.seed,
            limits: Limits {
                time: args.limits.time,
                nodes: args.limits.nodes,
                stop: on_interrupt(),
                ..Limits::every_move()
            },
            threads: out.threads,
            progress: &|| bar.add_one(),
        },
    };
    let judging = judge(game, benchmark, &order);
    bar.finish();
    judging
}

/// Plays the match that `--confirm` asks for, if the verdict is about one; fails if a signal ended it.
fn confirm_verdict(
    args: &Judge,
    judgement: &mut Judgement,
    game: &NamedGame,
    out: &Out,
) -> Result<(), Error> {
    if !args.confirm {
        return Ok(());
    }
    let Some(found) = confirm::confirm(judgement, game, out)? else {
        say(
            "nothing to confirm: there is no prediction about two heuristics that choose differently",
        );
        return Ok(());
    };
    let all_played = found.all_played();
    judgement.confirmed = Some(found.confirmed);
    all_played
}

/// Fails if a signal came before every heuristic was judged and its strength predicted.
fn all_judged(judging: &Judging) -> Result<(), Error> {
    let left = &judging.left;
    if !left.is_empty() {
        let stopped = format!("stopped before {} was judged", left.join(", "));
        return Err(Error::failed(stopped).with_hint("run the same command again for all of them"));
    }
    if judging.is_unforeseen {
        let stopped = "stopped before strength was predicted";
        return Err(Error::failed(stopped).with_hint("run the same command again for it"));
    }
    Ok(())
}

/// Refuses options of the study of strength where none is made.
///
/// The parser waives what an option requires when that would conflict with another one that is given.
fn check_strength(args: &Judge) -> Result<(), Error> {
    let own = [
        ("--pool", args.pool.is_some()),
        ("--games", args.games.is_some()),
        ("--out", args.out.is_some()),
    ];
    let given = own.iter().find(|(_, is_given)| *is_given);
    match given.filter(|_| !args.against_strength) {
        None => Ok(()),
        Some((name, _)) => Err(Error::misuse(
            format!("{name} is for --against-strength"),
            "add --against-strength alone, or leave it out; --html names the report",
        )),
    }
}

fn report(target: &Target, judging: &Judging, out: &Out) -> Result<(), Ended> {
    let page = PageSource {
        command: command(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let page = html(&judging.judgement, &page);
    match target {
        Target::Stdout => out.data(page.as_bytes()),
        Target::File(output) => {
            output.write(page)?;
            say(&format!("the report is in {}", output.path().display()));
            Ok(())
        }
    }
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

fn grouping(by: GroupBy) -> Grouping {
    match by {
        GroupBy::Ply => Grouping::Ply,
        GroupBy::Phase => Grouping::Phase,
        GroupBy::Player => Grouping::Player,
        GroupBy::All => Grouping::All,
    }
}

fn filter(args: &Judge) -> Result<StateFilter, Error> {
    let range = |range: Option<PlyRange>| range.map(|PlyRange(low, high)| (low, high));
    Ok(StateFilter {
        player: args.player.map(WhichPlayer::player),
        plies: range(args.plies),
        moves: range(args.moves),
        critical: args.critical.map(difference).transpose()?,
        condition: match &args.condition {
            Some(text) => Some(StateFilter::condition(text)?),
            None => None,
        },
    })
}
