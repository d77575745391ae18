//! `plyscope reproduce abramson-korf`: a page in Markdown, with pictures if there is a folder for them.

use std::path::Path;

use plyscope_game::Error;
use plyscope_reproduce::abramson_korf::{self, Page, PaperParams, PaperProgress, Report, Run};

use crate::args::Reproduce;
use crate::out::{Ended, Out, say};
use crate::outputs::{folder as folder_for, put_into};
use crate::progress::Bar;
use crate::stop::on_interrupt;

pub(crate) fn run(args: &Reproduce, out: &Out) -> Result<(), Ended> {
    // A folder that cannot be made is told before half an hour has passed, not after.
    if let Some(folder) = &args.out {
        let files: Vec<&str> = [&[PAGE, DATA][..], &abramson_korf::PICTURES].concat();
        folder_for(folder, args.force, &files)?;
    }
    let params = if args.quick {
        PaperParams::quick(out.seed)
    } else {
        PaperParams::full(out.seed)
    };
    let bar = Bar::new(0, "steps", "");
    let tell = |now: &PaperProgress| {
        bar.tell(now.done, now.of);
        bar.say(now.what);
    };
    let stop = on_interrupt();
    let run = Run {
        threads: out.threads,
        stop: stop.clone(),
        progress: &tell,
    };
    let report = abramson_korf::run(&params, &run)?;
    bar.finish();
    let page = report.page(&command(args, out));
    let is_stopped = stop.is_raised();
    if let Some(folder) = &args.out {
        let file = folder.join(PAGE);
        // Half a page is better than none, but not than a whole one.
        if is_stopped && file.exists() {
            say(&format!("{} is left as it was", file.display()));
        } else {
            write(folder, &page, &report)?;
            say(&format!("written to {}", file.display()));
        }
    }
    if out.json {
        out.object(&report)?;
    } else if args.out.is_none() {
        out.text(&page.text)?;
    }
    if !is_stopped {
        return Ok(());
    }
    out.flush()?;
    let error = Error::failed("stopped before all experiments were done").with_hint(
        "run the same command again; it starts afresh, and needs --force if a page was written",
    );
    Err(error.into())
}

const PAGE: &str = "abramson-korf.md";
const DATA: &str = "abramson-korf.json";

/// The command that makes the same page.
fn command(args: &Reproduce, out: &Out) -> String {
    let quick = if args.quick { " --quick" } else { "" };
    let seed = match out.seed {
        1 => String::new(),
        seed => format!(" --seed {seed}"),
    };
    format!("plyscope reproduce abramson-korf{quick}{seed}")
}

fn write(folder: &Path, page: &Page, report: &Report) -> Result<(), Ended> {
    let data = serde_json::to_string_pretty(report)
        .map_err(|error| Error::failed(format!("no JSON can be made: {error}")))?;
    put_into(folder, DATA, &data)?;
    for picture in &page.pictures {
        put_into(folder, &picture.file, &picture.svg)?;
    }
    Ok(put_into(folder, PAGE, &page.text)?)
}
