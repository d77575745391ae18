//! `plyscope reproduce hef`: a page in Markdown, with pictures and numbers if there is a folder for them.

use std::path::{Path, PathBuf};

use plyscope_game::Error;
use plyscope_reproduce::hef::{
    self, Page, Report, Study, StudyParams, StudyProgress, StudyRun, run_study,
};
use serde::Serialize;

use super::super::cluster::cpu_time;
use crate::args::Reproduce;
use crate::out::{Ended, Out, say};
use crate::outputs::{folder as folder_for, put_into};
use crate::progress::Bar;
use crate::stop::{ends_at_once, on_interrupt};

/// All that was found.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    report: Option<Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    study: Option<Study>,
}

pub(crate) fn run(args: &Reproduce, out: &Out) -> Result<(), Ended> {
    let study_params = params(args, out)?;
    if let Some(folder) = &args.out {
        let files: Vec<&str> = [&OWN[..], &hef::PICTURES, &hef::STUDY_PICTURES].concat();
        folder_for(folder, args.force, &files)?;
    }
    let (kept, study) = match &study_params {
        None => {
            ends_at_once("no page is written; the same command begins anew");
            (None, None)
        }
        Some(params) => {
            let kept = Keep::new(args.out.as_deref())?;
            let study = study(params, &kept, out)?;
            (Some(kept), Some(study))
        }
    };
    let report = match args.section {
        Some(5) => None,
        _ => Some(hef::run(out.seed, out.threads)?),
    };
    let found = Found { report, study };
    let is_whole = found.study.as_ref().is_none_or(|study| study.finished);
    let page = page(&found, &command(args, out.seed));
    if let Some(folder) = args.out.as_deref().filter(|_| is_whole) {
        write(folder, &page, &found)?;
        say(&format!("written to {}", folder.join(PAGE).display()));
    }
    if out.json {
        out.object(&found)?;
    } else if args.out.is_none() {
        out.text(&page.text)?;
    }
    match kept {
        Some(kept) if !is_whole => {
            out.flush()?;
            Err(kept.stopped().into())
        }
        Some(kept) if !kept.is_passing => Ok(kept.clear()?),
        _ => Ok(()),
    }
}

const PAGE: &str = "hef.md";
const DATA: &str = "hef.json";
const CURVES: &str = "hef-curves.csv";
const MOVES: &str = "hef-moves.csv";
/// All files but the pictures.
const OWN: [&str; 4] = [PAGE, DATA, CURVES, MOVES];

/// What section 5 is asked for; nothing if it is not.
fn params(args: &Reproduce, out: &Out) -> Result<Option<StudyParams>, Error> {
    if args.section == Some(4) {
        if args.quick || args.sheets.is_some() {
            let what = "--quick and --sheets have no effect on section 4";
            return Err(Error::misuse(what, "leave them out, or ask for section 5"));
        }
        return Ok(None);
    }
    let sheets = args.sheets.as_deref();
    Ok(Some(if args.quick {
        StudyParams::quick(out.seed, sheets)
    } else {
        StudyParams::full(out.seed, sheets)
    }))
}

/// Where labels and games are kept until the page is there.
struct Keep {
    path: PathBuf,
    /// Whether nobody named a folder: then nothing is kept for another run.
    is_passing: bool,
}

impl Keep {
    fn new(folder: Option<&Path>) -> Result<Self, Error> {
        let passing = || std::env::temp_dir().join(format!("plyscope-hef-{}", std::process::id()));
        let path = folder.map_or_else(passing, plyscope_truth::Journal::beside);
        std::fs::create_dir_all(&path)
            .map_err(|error| plyscope_ledger::unwritable(&path, &error))?;
        Ok(Self {
            path,
            is_passing: folder.is_none(),
        })
    }

    fn stopped(&self) -> Error {
        let error = Error::failed("stopped before all of section 5 was done");
        if self.is_passing {
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

impl Drop for Keep {
    fn drop(&mut self) {
        if self.is_passing {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

fn study(params: &StudyParams, kept: &Keep, out: &Out) -> Result<Study, Error> {
    let bar = Bar::new(0, "done", "");
    let tell = |now: &StudyProgress| {
        bar.tell(now.done, now.of);
        bar.say(now.what.clone());
    };
    let study = run_study(
        params,
        &StudyRun {
            registry: &out.registry,
            threads: out.threads,
            stop: on_interrupt(),
            keep: &kept.path,
            progress: &tell,
            cpu_time: &cpu_time,
        },
    );
    bar.finish();
    study
}

fn page(found: &Found, by: &str) -> Page {
    let mut page = match &found.report {
        Some(report) => report.page(by),
        None => {
            let mut page = Page::new();
            page.add("# HEF (2016), section 5, run again");
            page.add(&format!("Made by `{by}`."));
            page
        }
    };
    if let Some(study) = &found.study {
        study.write(&mut page);
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
        command.push_str(&format!(" --section {section}"));
    }
    if args.sheets.is_some() {
        command.push_str(" --sheets FOLDER");
    }
    if seed != 1 {
        command.push_str(&format!(" --seed {seed}"));
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
