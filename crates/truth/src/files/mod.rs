//! Benchmarks on file: Parquet to keep, XML to exchange, CSV and JSON lines to look at.

mod export;
mod parquet_read;
mod parquet_write;
mod seal;
mod xml_read;
mod xml_write;

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::Path;

use crate::{Benchmark, Trouble};

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
    let bytes = write_parquet(benchmark)?;
    replace(path, |file| file.write_all(&bytes))
}

/// Writes a benchmark as text, at once or not at all.
///
/// # Errors
/// When it cannot be written; what was there before is untouched.
pub fn save_text(benchmark: &Benchmark, export: Export, path: &Path) -> Result<(), Trouble> {
    replace(path, |file| export.write(benchmark, file))
}

/// Writes to a temporary name beside `path`, to the disk, and only then renames.
fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
) -> Result<(), Trouble> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary = Path::new(&temporary);
    let written = File::create(temporary).and_then(|file| {
        let mut writer = BufWriter::new(file);
        write(&mut writer)?;
        writer.flush()?;
        writer.get_ref().sync_all()?;
        std::fs::rename(temporary, path)
    });
    written.map_err(|error| {
        let _ = std::fs::remove_file(temporary);
        Trouble::unwritable(path, &error)
    })
}
