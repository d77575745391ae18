//! `plyscope reproduce hef`: a page in Markdown, with pictures and numbers if there is a folder for them.

use std::path::Path;

use plyscope_reproduce::hef::{self, Page, Report};
use plyscope_workbench::Failure;

use crate::args::Reproduce;
use crate::out::{Ended, Out, say};
use crate::outputs::{folder as folder_for, put_into};
use crate::stop::ends_at_once;

pub(crate) fn run(args: &Reproduce, out: &Out) -> Result<(), Ended> {
    if let Some(folder) = &args.out {
        let files: Vec<&str> = [&OWN[..], &hef::PICTURES].concat();
        folder_for(folder, args.force, &files)?;
    }
    ends_at_once("no page is written; the same command begins anew");
    let report = hef::run(out.seed, out.threads).map_err(Failure::from)?;
    let page = report.page(&command(out.seed));
    if let Some(folder) = &args.out {
        write(folder, &page, &report)?;
        say(&format!("written to {}", folder.join(PAGE).display()));
    }
    if out.json {
        return out.object(&report);
    }
    if args.out.is_none() {
        return out.text(&page.text);
    }
    Ok(())
}

const PAGE: &str = "hef.md";
const DATA: &str = "hef.json";
const CURVES: &str = "hef-curves.csv";
const MOVES: &str = "hef-moves.csv";
/// All files but the pictures.
const OWN: [&str; 4] = [PAGE, DATA, CURVES, MOVES];

/// The command that makes the same page.
fn command(seed: u64) -> String {
    match seed {
        1 => "plyscope reproduce hef".to_owned(),
        seed => format!("plyscope reproduce hef --seed {seed}"),
    }
}

fn write(folder: &Path, page: &Page, report: &Report) -> Result<(), Ended> {
    let data = serde_json::to_string_pretty(report)
        .map_err(|error| Failure::failed(format!("no JSON can be made: {error}")))?;
    put_into(folder, DATA, &data)?;
    put_into(folder, CURVES, &report.curves_csv())?;
    put_into(folder, MOVES, &report.moves_csv())?;
    for picture in &page.pictures {
        put_into(folder, &picture.file, &picture.svg)?;
    }
    Ok(put_into(folder, PAGE, &page.text)?)
}
