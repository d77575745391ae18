//! `plyscope truth export`, `import` and `merge`: benchmarks from file to file.

use std::path::Path;

use plyscope_truth as truth;
use plyscope_truth::{Benchmark, Summary, load, read_xml, save, save_text};
use plyscope_workbench::{Failure, open};

use super::info;
use crate::args::{Export, Import, Merge, TextFormat};
use crate::out::{Ended, Out, say};
use crate::shipped::file_or_name;

pub(super) fn export(args: &Export, out: &Out) -> Result<(), Ended> {
    let benchmark = file_or_name(&args.file)?;
    let format = match args.format {
        TextFormat::Xml => truth::Export::Xml,
        TextFormat::Csv => truth::Export::Csv,
        TextFormat::Jsonl => truth::Export::Jsonl,
    };
    if let Some(path) = &args.output {
        keep(path, args.force)?;
        save_text(&benchmark, format, path).map_err(Failure::from)?;
        say(&format!("wrote {}", path.display()));
        return Ok(());
    }
    let mut text = Vec::new();
    format.write(&benchmark, &mut text)?;
    out.text(&String::from_utf8_lossy(&text))
}

pub(super) fn import(args: &Import, out: &Out) -> Result<(), Ended> {
    keep(&args.output, args.force)?;
    let shown = args.file.display();
    let text = std::fs::read_to_string(&args.file).map_err(|error| {
        let what = format!("{shown} cannot be read: {error}");
        Failure::misuse(what, "give an XML file, as `truth export` writes it")
    })?;
    let located = |failure: Failure| failure.in_context(&shown);
    let mut draft = read_xml(&text).map_err(|trouble| located(trouble.into()))?;
    let game = open(&draft.meta.game).map_err(located)?;
    draft.meta.game = game.spec().to_string();
    let benchmark = game.admit_truth(draft).map_err(located)?;
    write(&benchmark, &args.output, out)
}

pub(super) fn merge(args: &Merge, out: &Out) -> Result<(), Ended> {
    keep(&args.output, args.force)?;
    let parts: Result<Vec<Benchmark>, _> = args.files.iter().map(|path| load(path)).collect();
    let whole = truth::merge(parts.map_err(Failure::from)?, args.mixed).map_err(Failure::from)?;
    write(&whole, &args.output, out)
}

fn write(benchmark: &Benchmark, path: &Path, out: &Out) -> Result<(), Ended> {
    save(benchmark, path).map_err(Failure::from)?;
    say(&format!("wrote {}", path.display()));
    info::brief(&benchmark.meta, &Summary::of(benchmark), out)
}

/// Refuses to replace a file unless told to.
fn keep(path: &Path, force: bool) -> Result<(), Failure> {
    if force || !path.exists() {
        return Ok(());
    }
    Err(Failure::misuse(
        format!("{} is there already", path.display()),
        "choose another name, or say --force to replace it",
    ))
}
