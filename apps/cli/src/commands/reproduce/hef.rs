//! `plyscope reproduce hef`: a page in Markdown, with pictures and numbers if there is a folder for them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use plyscope_game::{Error, ErrorKind};
use plyscope_reproduce::hef::{
    self, MoreGame, MoreGames, Page, PaperBudget, Report, Setting, Settings, Study, StudyParams,
    StudyProgress, StudyRun, run_more_games, run_settings, run_study, run_whole,
};
use serde::Serialize;
use tempfile::TempDir;

use super::super::cluster::cpu_time;
use crate::args::{HefBudget, HefSection, Reproduce};
use crate::out::{Ended, Out, say};
use crate::outputs::{folder as folder_for, put_into};
use crate::progress::Bar;
use crate::stop::{ends_at_once, on_interrupt};

/// All that was found.
#[derive(Default, Serialize)]
struct Found {
    #[serde(flatten)]
    report: Option<Report>,
    /// Whether section 4 was stopped before its labels were there.
    #[serde(skip)]
    is_stopped: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    more_games: Option<MoreGames>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<Settings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    study: Option<Study>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beyond: Option<Study>,
}

impl Found {
    /// Whether nothing was stopped.
    fn is_whole(&self) -> bool {
        let of_study = |study: &Option<Study>| study.as_ref().is_none_or(|own| own.finished);
        !self.is_stopped
            && of_study(&self.study)
            && of_study(&self.beyond)
            && self.more_games.as_ref().is_none_or(|own| own.finished)
            && self.settings.as_ref().is_none_or(|own| own.finished)
    }
}

pub(crate) fn run(args: &Reproduce, out: &Out) -> Result<(), Ended> {
    let parts = Parts::of(args)?;
    if let Some(folder) = &args.out {
        let files: Vec<&str> = [&OWN[..], &hef::PICTURES, &hef::STUDY_PICTURES].concat();
        folder_for(folder, args.force, &files)?;
    }
    let kept = if parts.takes_long() {
        Some(Keep::new(args.out.as_deref())?)
    } else {
        ends_at_once("no page is written; the same command begins anew");
        None
    };
    let found = find(&parts, args, kept.as_ref(), out)?;
    let page = page(&found, &command(args, out.seed));
    if let Some(folder) = args.out.as_deref().filter(|_| found.is_whole()) {
        write(folder, &page, &found)?;
        say(&format!("written to {}", folder.join(PAGE).display()));
    }
    if out.json {
        out.object(&found)?;
    } else if args.out.is_none() {
        out.text(&page.text)?;
    }
    match kept {
        Some(kept) if !found.is_whole() => {
            out.flush()?;
            Err(kept.stopped().into())
        }
        // Labels of hours are worth more than the page.
        Some(kept) if kept.passing.is_none() && (parts.whole.is_some() || args.so_far) => {
            say(&format!("the labels are kept in {}", kept.path.display()));
            Ok(())
        }
        Some(kept) if kept.passing.is_none() => Ok(kept.clear()?),
        _ => Ok(()),
    }
}

/// What is asked for: section 4 unless some part is named, and with `--quick` section 5, too.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
struct Parts {
    section_4: bool,
    section_5: bool,
    whole: Option<HefBudget>,
    more_games: bool,
    beyond: bool,
    settings: Option<f64>,
}

impl Parts {
    fn of(args: &Reproduce) -> Result<Self, Error> {
        let is_named = args.section.is_some()
            || args.whole.is_some()
            || args.more_games
            || args.beyond
            || args.settings.is_some();
        let asked = |section| [Some(section), Some(HefSection::All)].contains(&args.section);
        let parts = Self {
            section_4: !is_named || args.whole.is_some() || asked(HefSection::Four),
            section_5: (!is_named && args.quick) || asked(HefSection::Five),
            whole: args.whole,
            more_games: args.more_games,
            beyond: args.beyond,
            settings: args.settings,
        };
        if args
            .settings
            .is_some_and(|part| !(part > 0.0 && part <= 1.0))
        {
            let what = "--settings takes a part of the paper's playouts, above 0 and at most 1";
            return Err(Error::misuse(
                what,
                "0.01 takes some two minutes of CPU time, 1 takes hours",
            ));
        }
        let has_study = parts.section_5 || parts.beyond;
        if !has_study && args.sheets.is_some() {
            let what = "--sheets has no effect here";
            return Err(Error::misuse(what, "it is for section 5 and for --beyond"));
        }
        if !has_study && args.so_far {
            let what = "--so-far has no effect here";
            return Err(Error::misuse(what, "it is for section 5 and for --beyond"));
        }
        if !has_study && !parts.more_games && args.quick {
            let what = "--quick has no effect here";
            let hint = "it is for section 5, for --more-games and for --beyond";
            return Err(Error::misuse(what, hint));
        }
        Ok(parts)
    }

    /// Whether there is something that is worth keeping after a stop.
    fn takes_long(&self) -> bool {
        self.section_5
            || self.whole.is_some()
            || self.more_games
            || self.beyond
            || self.settings.is_some()
    }
}

fn find(parts: &Parts, args: &Reproduce, kept: Option<&Keep>, out: &Out) -> Result<Found, Error> {
    let mut found = Found::default();
    if let Some(kept) = kept {
        let bar = Bar::new(0, "done", "");
        let tell = |now: &StudyProgress| {
            bar.tell(now.done, now.of);
            bar.say(now.what.clone());
        };
        let order = StudyRun {
            registry: &out.registry,
            threads: out.threads,
            stop: on_interrupt(),
            so_far: args.so_far,
            keep: &kept.path,
            progress: &tell,
            cpu_time: &cpu_time,
        };
        find_long(parts, args, &order, out.seed, &mut found)?;
        bar.finish();
    }
    if parts.section_4 && parts.whole.is_none() {
        found.report = Some(hef::run(&out.registry, out.seed, out.threads)?);
    }
    Ok(found)
}

/// Everything that can be interrupted; what comes behind an interruption is left out.
fn find_long(
    parts: &Parts,
    args: &Reproduce,
    order: &StudyRun<'_>,
    seed: u64,
    found: &mut Found,
) -> Result<(), Error> {
    let sheets = args.sheets.as_deref();
    if parts.section_5 {
        let params = if args.quick {
            StudyParams::quick(seed, sheets)
        } else {
            StudyParams::full(seed, sheets)
        };
        found.study = Some(run_study(&params, order)?);
    }
    if parts.more_games && found.is_whole() {
        let games = MoreGame::all(args.quick);
        found.more_games = Some(run_more_games(&games, args.quick, seed, order)?);
    }
    if parts.beyond && found.is_whole() {
        let params = StudyParams::beyond(seed, sheets, args.quick);
        found.beyond = Some(run_study(&params, order)?);
    }
    if let Some(part) = parts.settings.filter(|_| found.is_whole()) {
        found.settings = Some(run_settings(&Setting::all(), part, seed, order)?);
    }
    if let Some(whole) = parts.whole.filter(|_| found.is_whole()) {
        let budgets = match whole {
            HefBudget::Mcts1 => vec![PaperBudget::Hour],
            HefBudget::Mcts3 => vec![PaperBudget::ThreeHours],
            HefBudget::Both => PaperBudget::ALL.to_vec(),
        };
        match run_whole(&budgets, 1.0, seed, order) {
            Ok(report) => found.report = Some(report),
            Err(error) if error.kind == ErrorKind::Stopped => found.is_stopped = true,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

const PAGE: &str = "hef.md";
const DATA: &str = "hef.json";
const CURVES: &str = "hef-curves.csv";
const MOVES: &str = "hef-moves.csv";
/// All files but the pictures.
const OWN: [&str; 4] = [PAGE, DATA, CURVES, MOVES];

/// Where labels and games are kept until the page is there.
struct Keep {
    path: PathBuf,
    /// Where no folder was named, one that goes with this run: then nothing is kept for another.
    passing: Option<TempDir>,
}

impl Keep {
    fn new(folder: Option<&Path>) -> Result<Self, Error> {
        let Some(folder) = folder else {
            let passing = tempfile::Builder::new()
                .prefix("plyscope-hef-")
                .tempdir()
                .map_err(|error| plyscope_ledger::unwritable(&std::env::temp_dir(), &error))?;
            return Ok(Self {
                path: passing.path().to_owned(),
                passing: Some(passing),
            });
        };
        let path = plyscope_truth::Journal::beside(folder);
        std::fs::create_dir_all(&path)
            .map_err(|error| plyscope_ledger::unwritable(&path, &error))?;
        Ok(Self {
            path,
            passing: None,
        })
    }

    fn stopped(&self) -> Error {
        let error = Error::failed("stopped before all was done");
        if self.passing.is_some() {
            return error.with_hint("with --out FOLDER the same command would go on from there");
        }
        error.with_hint(format!(
            "labels and games so far are kept in {}; the same command goes on from there",
            self.path.display()
        ))
    }

    fn clear(&self) -> Result<(), Error> {
        std::fs::remove_dir_all(&self.path)
            .map_err(|error| plyscope_ledger::unwritable(&self.path, &error))
    }
}

fn page(found: &Found, by: &str) -> Page {
    let mut page = if let Some(report) = &found.report {
        report.page(by)
    } else {
        let mut page = Page::new();
        page.add("# HEF (2016), run again in part");
        page.add(&format!("Made by `{by}`."));
        page
    };
    if let Some(more) = &found.more_games {
        more.write(&mut page);
    }
    if let Some(settings) = &found.settings {
        settings.write(&mut page);
    }
    if let Some(study) = &found.study {
        study.write(&mut page);
    }
    if let Some(beyond) = &found.beyond {
        beyond.write_grid(&mut page);
    }
    page
}

/// The command that makes the same page.
fn command(args: &Reproduce, seed: u64) -> String {
    let mut command = "plyscope reproduce hef".to_owned();
    if args.quick {
        command.push_str(" --quick");
    }
    if let Some(section) = args.section {
        let name = match section {
            HefSection::Four => "4",
            HefSection::Five => "5",
            HefSection::All => "all",
        };
        command.push_str(" --section ");
        command.push_str(name);
    }
    if let Some(whole) = args.whole {
        let name = match whole {
            HefBudget::Mcts1 => "mcts1",
            HefBudget::Mcts3 => "mcts3",
            HefBudget::Both => "both",
        };
        command.push_str(" --whole ");
        command.push_str(name);
    }
    if args.more_games {
        command.push_str(" --more-games");
    }
    if args.beyond {
        command.push_str(" --beyond");
    }
    if let Some(part) = args.settings {
        let _ = write!(command, " --settings {part}");
    }
    if args.so_far {
        command.push_str(" --so-far");
    }
    if args.sheets.is_some() {
        command.push_str(" --sheets FOLDER");
    }
    if seed != 1 {
        let _ = write!(command, " --seed {seed}");
    }
    command
}

fn write(folder: &Path, page: &Page, found: &Found) -> Result<(), Ended> {
    let data = serde_json::to_string_pretty(found)
        .map_err(|error| Error::failed(format!("no JSON can be made: {error}")))?;
    put_into(folder, DATA, &data)?;
    if let Some(report) = &found.report {
        put_into(folder, CURVES, &report.curves_csv())?;
        put_into(folder, MOVES, &report.moves_csv())?;
    }
    for picture in &page.pictures {
        put_into(folder, &picture.file, &picture.svg)?;
    }
    Ok(put_into(folder, PAGE, &page.text)?)
}
