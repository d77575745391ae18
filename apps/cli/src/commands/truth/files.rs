//! `plyscope truth export`, `import` and `merge`: benchmarks from file to file.

use std::io::Read;
use std::path::Path;

use plyscope_game::Error;
use plyscope_truth as truth;
use plyscope_truth::{Benchmark, BenchmarkSummary, Draft, save, save_text, write_parquet};
use plyscope_workbench::{benchmark_at, without_mark};

use super::info;
use crate::args::{Conflict, Export, Import, Merge, TextFormat};
use crate::out::{Ended, Out, say};
use crate::outputs::{Outputs, Target};
use crate::positions::shown;

pub(super) fn export(args: &Export, out: &Out) -> Result<(), Ended> {
    let outputs = Outputs::new(out, args.force, vec![args.file.clone()]);
    let target = args.output.as_deref().map(|path| outputs.target(path));
    let target = target.transpose()?;
    let benchmark = benchmark_at(&args.file)?;
    let format = match args.format {
        Some(TextFormat::Xml) => truth::Export::Xml,
        Some(TextFormat::Csv) => truth::Export::Csv,
        Some(TextFormat::Jsonl) => truth::Export::Jsonl,
        None => by_name(args.output.as_deref())?,
    };
    if let Some(Target::File(output)) = target {
        save_text(&benchmark, format, &output)?;
        say(&format!("wrote {}", output.path().display()));
        return Ok(());
    }
    let mut text = Vec::new();
    format.write(&benchmark, &mut text)?;
    out.data(&text)
}

/// The format that the end of a file's name tells.
fn by_name(path: Option<&Path>) -> Result<truth::Export, Error> {
    match path.map(ending).as_deref() {
        Some("xml") => Ok(truth::Export::Xml),
        Some("csv") => Ok(truth::Export::Csv),
        Some("jsonl" | "ndjson") => Ok(truth::Export::Jsonl),
        _ => Err(Error::misuse(
            "nothing tells which format is wanted",
            "add --format xml, csv or jsonl, or name a file that ends so",
        )),
    }
}

/// The end of a file's name, in small letters.
fn ending(path: &Path) -> String {
    let end = path.extension().unwrap_or_default().to_ascii_lowercase();
    end.to_string_lossy().into_owned()
}

pub(super) fn import(args: &Import, out: &Out) -> Result<(), Ended> {
    let target = Outputs::new(out, args.force, vec![args.file.clone()]).target(&args.output)?;
    let shown = shown(&args.file);
    let text = read(&args.file).map_err(|error| {
        let (what, hint) = if is_parquet(&args.file) {
            let what = format!("{shown} is Parquet, and a benchmark already if it is one");
            (what, "take it as it is; `truth merge` joins several")
        } else {
            let what = format!("{shown} cannot be read: {error}");
            (what, "give a file as `truth export` writes it")
        };
        Error::misuse(what, hint)
    })?;
    let located = |error: Error| error.in_context(&shown);
    let text = without_mark(&text);
    let mut draft = draft(&args.file, text).map_err(located)?;
    let game = out.registry.open(&draft.meta.game).map_err(located)?;
    draft.meta.game = game.identity().to_string();
    let benchmark = draft.admit(game.rules()).map_err(located)?;
    write(&benchmark, &target, out)
}

/// Whether a file begins as Parquet does.
fn is_parquet(path: &Path) -> bool {
    let mut begin = [0; 4];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut begin));
    read.is_ok() && begin == *b"PAR1"
}

fn read(path: &Path) -> std::io::Result<String> {
    if path.as_os_str() != "-" {
        return std::fs::read_to_string(path);
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

/// Reads by the format that the name tells, else by the one that the text looks like.
fn draft(path: &Path, text: &str) -> Result<Draft, Error> {
    match ending(path).as_str() {
        "xml" => truth::read_xml(text),
        "csv" => truth::read_csv(text),
        "jsonl" | "ndjson" => truth::read_jsonl(text),
        _ => match text.trim_start().chars().next() {
            Some('<') => truth::read_xml(text),
            Some('{') => truth::read_jsonl(text),
            _ => truth::read_csv(text),
        },
    }
}

pub(super) fn merge(args: &Merge, out: &Out) -> Result<(), Ended> {
    let target = Outputs::new(out, args.force, args.files.clone()).target(&args.output)?;
    let parts: Result<Vec<Benchmark>, _> =
        args.files.iter().map(|path| benchmark_at(path)).collect();
    let on_conflict = match args.on_conflict {
        Conflict::Refuse => truth::OnConflict::Refuse,
        Conflict::First => truth::OnConflict::First,
        Conflict::Mean => truth::OnConflict::Mean,
    };
    let parts = parts?;
    let mut whole = truth::merge(parts, args.mixed, on_conflict)?;
    if args.share_proofs {
        let game = out.registry.open(&whole.meta.game)?;
        let proved = truth::share_proofs(game.rules(), &mut whole)?;
        say(&format!(
            "{proved} moves are proved by others that lead to the same states"
        ));
    }
    write(&whole, &target, out)
}

pub(super) fn write(benchmark: &Benchmark, target: &Target, out: &Out) -> Result<(), Ended> {
    match target {
        Target::Stdout => out.data(&write_parquet(benchmark)?)?,
        Target::File(output) => {
            save(benchmark, output)?;
            say(&format!("wrote {}", output.path().display()));
        }
    }
    info::brief(&benchmark.meta, &BenchmarkSummary::of(benchmark), out)
}
