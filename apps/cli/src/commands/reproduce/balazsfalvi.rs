//! `plyscope reproduce balazsfalvi`: a page in Markdown, with pictures if there is a folder for them.

use std::path::{Path, PathBuf};

use plyscope_game::Error;
use plyscope_reproduce::balazsfalvi::{self, PaperParams, PaperProgress, Report, Run};

use crate::args::Reproduce;
use crate::out::{Ended, Out, say};
use crate::outputs::{folder as folder_for, put_into};
use crate::progress::Bar;
use crate::stop::on_interrupt;

pub(crate) fn run(args: &Reproduce, out: &Out) -> Result<(), Ended> {
    let kept = match &args.out {
        Some(folder) => {
            prepare(folder, args.force)?;
            Some(keep(folder)?)
        }
        None => None,
    };
    let params = params(args, out);
    let bar = Bar::new(0, "games", "");
    let tell = |now: &PaperProgress| {
        bar.tell(now.done, now.of);
        bar.say(now.what.clone());
    };
    let order = Run {
        registry: &out.registry,
        threads: out.threads,
        stop: on_interrupt(),
        keep: kept.as_deref(),
        progress: &tell,
    };
    let report = balazsfalvi::run(&params, &order);
    bar.finish();
    let report = report?;
    finish(&report, args, args.out.as_deref(), kept.as_deref(), out)
}

/// What is chosen about the experiments.
pub(crate) fn params(args: &Reproduce, out: &Out) -> PaperParams {
    if args.quick {
        PaperParams::quick(out.seed)
    } else {
        PaperParams::full(out.seed)
    }
}

/// Makes the folder of the page, and refuses to replace what is in it unless told to.
pub(crate) fn prepare(folder: &Path, force: bool) -> Result<(), Error> {
    let files: Vec<&str> = [&[PAGE, DATA][..], &balazsfalvi::PICTURES].concat();
    folder_for(folder, force, &files)
}

/// Writes the page of finished experiments into its folder, and tells what came out.
pub(crate) fn finish(
    report: &Report,
    args: &Reproduce,
    folder: Option<&Path>,
    kept: Option<&Path>,
    out: &Out,
) -> Result<(), Ended> {
    let page = report.page(&command(args, out));
    if let Some(folder) = folder.filter(|_| report.finished) {
        write(folder, &page, report)?;
        say(&format!("written to {}", folder.join(PAGE).display()));
        if let Some(kept) = kept {
            std::fs::remove_dir_all(kept)
                .map_err(|error| plyscope_ledger::unwritable(kept, &error))?;
        }
    }
    if out.json {
        out.object(report)?;
    } else if folder.is_none() {
        out.text(&page.text)?;
    }
    if report.finished {
        return Ok(());
    }
    out.flush()?;
    Err(stopped(kept).into())
}

const PAGE: &str = "balazsfalvi.md";
const DATA: &str = "balazsfalvi.json";

/// The folder beside the page's in which games are kept until the page is written.
fn keep(folder: &Path) -> Result<PathBuf, Error> {
    let kept = plyscope_truth::Journal::beside(folder);
    std::fs::create_dir_all(&kept).map_err(|error| plyscope_ledger::unwritable(&kept, &error))?;
    Ok(kept)
}

fn stopped(kept: Option<&Path>) -> Error {
    let error = Error::failed("stopped before all experiments were done");
    match kept {
        Some(kept) => error.with_hint(format!(
            "the games so far are kept in {}; the same command goes on from there",
            kept.display()
        )),
        None => error.with_hint("with --out FOLDER the same command would go on from there"),
    }
}

/// The command that makes the same page.
fn command(args: &Reproduce, out: &Out) -> String {
    let quick = if args.quick { " --quick" } else { "" };
    let seed = match out.seed {
        1 => String::new(),
        seed => format!(" --seed {seed}"),
    };
    format!("plyscope reproduce balazsfalvi{quick}{seed}")
}

fn write(folder: &Path, page: &plyscope_plot::page::Page, report: &Report) -> Result<(), Ended> {
    let data = serde_json::to_string_pretty(report)
        .map_err(|error| Error::failed(format!("no JSON can be made: {error}")))?;
    put_into(folder, DATA, &data)?;
    for picture in &page.pictures {
        put_into(folder, &picture.file, &picture.svg)?;
    }
    Ok(put_into(folder, PAGE, &page.text)?)
}
