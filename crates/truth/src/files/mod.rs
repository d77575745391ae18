//! Benchmarks on file: Parquet to keep, XML to exchange, CSV and JSON lines to look at.

mod export;
mod parquet_column;
mod parquet_page;
mod parquet_read;
mod parquet_write;
mod seal;
mod xml_read;
mod xml_write;

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Write};
use std::path::Path;

use parquet::errors::ParquetError;

use crate::{Benchmark, Labelled, Meta, Trouble};
use parquet_write::{GROUP, Groups, holds};

pub use export::Export;
pub use parquet_read::read_parquet;
pub use parquet_write::write_parquet;
pub use xml_read::{Draft, DraftState, read_xml};
pub use xml_write::write_xml;

/// Reads a benchmark from a Parquet file.
///
/// # Errors
/// When the file cannot be read, was truncated or damaged, or is something else.
pub fn load(path: &Path) -> Result<Benchmark, Trouble> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_err(|error| {
        Trouble::misuse(
            format!("{} cannot be read: {error}", path.display()),
            "check the path; it is taken from the folder you are in",
        )
    })?;
    read_parquet(bytes).map_err(|trouble| trouble.in_context(path.display()))
}

/// Writes a benchmark to a Parquet file, at once or not at all.
///
/// # Errors
/// When it cannot be written; what was there before is untouched.
pub fn save(benchmark: &Benchmark, path: &Path) -> Result<(), Trouble> {
    save_bytes(&write_parquet(benchmark)?, path)
}

/// Writes a benchmark state by state to a Parquet file, at once or not at all.
///
/// Only a part of it is held in memory; the bytes are those of [`save`].
pub(crate) fn save_each(
    meta: &Meta,
    states: impl Iterator<Item = Result<Labelled, Trouble>>,
    path: &Path,
) -> Result<(), Trouble> {
    replace(path, |file| {
        let unwritten = |error| unwritten(path, error);
        let mut groups = Groups::begin(meta, BufWriter::new(file)).map_err(unwritten)?;
        let mut group = Vec::with_capacity(GROUP);
        let mut states = states.peekable();
        if states.peek().is_none() {
            return Err(Trouble::no_states());
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
        sealed.map_err(|error| Trouble::unwritable(path, &error))
    })
}

/// Parquet hides in its errors what the disk said.
fn unwritten(path: &Path, error: ParquetError) -> Trouble {
    let error = match error {
        ParquetError::External(error) => match error.downcast::<std::io::Error>() {
            Ok(error) => *error,
            Err(error) => std::io::Error::other(error),
        },
        error => std::io::Error::other(error),
    };
    Trouble::unwritable(path, &error)
}

/// Writes a benchmark as text, at once or not at all.
///
/// # Errors
/// When it cannot be written; what was there before is untouched.
pub fn save_text(benchmark: &Benchmark, export: Export, path: &Path) -> Result<(), Trouble> {
    replace(path, |file| {
        let mut writer = BufWriter::new(file);
        let written = export.write(benchmark, &mut writer);
        written
            .and_then(|()| {
                writer
                    .into_inner()
                    .map_err(std::io::IntoInnerError::into_error)
            })
            .map_err(|error| Trouble::unwritable(path, &error))
    })
}

/// Writes a file at once or not at all.
///
/// # Errors
/// When it cannot be written; what was there before is untouched.
pub fn save_bytes(bytes: &[u8], path: &Path) -> Result<(), Trouble> {
    replace(path, |mut file| {
        let written = file.write_all(bytes);
        written.map_err(|error| Trouble::unwritable(path, &error))?;
        Ok(file)
    })
}

/// Writes to a temporary name beside `path`, to the disk, and only then renames.
fn replace(path: &Path, write: impl FnOnce(File) -> Result<File, Trouble>) -> Result<(), Trouble> {
    let unwritable = |error: std::io::Error| Trouble::unwritable(path, &error);
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}{PART}", std::process::id()));
    let temporary = Path::new(&temporary);
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(temporary)
        .map_err(unwritable)?;
    let written = write(file).and_then(|file| {
        let safe = file.sync_all();
        safe.and_then(|()| std::fs::rename(temporary, path))
            .map_err(unwritable)
    });
    written.inspect_err(|_| {
        let _ = std::fs::remove_file(temporary);
    })
}

/// How names of unfinished files end, after the number of the process that writes them.
const PART: &str = ".part";

/// Removes what runs that were killed while they wrote `path` left behind.
pub(crate) fn remove_parts(path: &Path) {
    let (Some(name), Some(folder)) = (path.file_name(), path.parent()) else {
        return;
    };
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let begin = format!("{}.", name.to_string_lossy());
    let is_part = |name: &str| {
        let process = name.strip_prefix(&begin)?.strip_suffix(PART)?;
        process.parse::<u32>().ok()
    };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_part(&entry.file_name().to_string_lossy()).is_some() {
            // It is only in the way of tidiness.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
