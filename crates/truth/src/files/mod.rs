//! Benchmarks on file: Parquet to keep, XML to exchange, CSV and JSON lines for whatever reads tables.

mod export;
mod output;
mod parquet;
mod rows_read;
mod seal;
mod xml_read;
mod xml_write;

use std::fs::File;
use std::io::{BufWriter, Read};
use std::path::Path;

use crate::{Benchmark, Error, Labelled, Meta, no_states, unwritable};
use parquet::{GROUP, Groups, holds};

pub use export::Export;
pub use output::Output;
pub(crate) use output::remove_parts;
pub use parquet::{read_parquet, write_parquet};
pub use rows_read::{read_csv, read_jsonl};
pub use xml_read::{Draft, DraftState, read_xml};
pub use xml_write::write_xml;

/// Reads a benchmark from a Parquet file.
///
/// # Errors
/// When the file cannot be read, was truncated or damaged, or is something else.
pub fn load(path: &Path) -> Result<Benchmark, Error> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_err(|error| {
        Error::misuse(
            format!("{} cannot be read: {error}", path.display()),
            "check the path; it is taken from the folder you are in",
        )
    })?;
    read_parquet(bytes).map_err(|error| error.in_context(path.display()))
}

/// Writes a benchmark to a Parquet file, at once or not at all.
///
/// # Errors
/// When it cannot be written; what was there before is untouched.
pub fn save(benchmark: &Benchmark, output: &Output) -> Result<(), Error> {
    output.write(write_parquet(benchmark)?)
}

/// Writes a benchmark state by state to a Parquet file, at once or not at all.
///
/// Only a part of it is held in memory; the bytes are those of [`save`].
pub(crate) fn save_each(
    meta: &Meta,
    states: impl Iterator<Item = Result<Labelled, Error>>,
    output: &Output,
) -> Result<(), Error> {
    let path = output.path();
    output.write_with(|file| {
        let unwritten = |error| unwritable(path, &error);
        let mut groups = Groups::begin(meta, BufWriter::new(file)).map_err(unwritten)?;
        let mut group = Vec::with_capacity(GROUP);
        let mut states = states.peekable();
        if states.peek().is_none() {
            return Err(no_states());
        }
        while let Some(own) = states.next() {
            let own = own?;
            holds(&own)?;
            group.push(own);
            if group.len() == GROUP || states.peek().is_none() {
                groups.add(&group).map_err(unwritten)?;
                group.clear();
            }
        }
        let (file, digest) = groups.end().map_err(unwritten)?;
        let sealed = file
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)
            .and_then(|mut file| seal::seal(&mut file, &digest).map(|()| file));
        sealed.map_err(|error| unwritable(path, &error))
    })
}

/// Writes a benchmark as text, at once or not at all.
///
/// # Errors
/// When it cannot be written; what was there before is untouched.
pub fn save_text(benchmark: &Benchmark, export: Export, output: &Output) -> Result<(), Error> {
    output.write_with(|file| {
        let mut writer = BufWriter::new(file);
        let written = export.write(benchmark, &mut writer);
        written
            .and_then(|()| {
                writer
                    .into_inner()
                    .map_err(std::io::IntoInnerError::into_error)
            })
            .map_err(|error| unwritable(output.path(), &error))
    })
}
