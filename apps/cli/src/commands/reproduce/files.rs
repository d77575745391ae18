//! The files of a page, in a folder.

use std::fs;
use std::path::Path;

use plyscope_workbench::Failure;

use crate::out::Ended;

/// Makes the folder if there is none.
pub(super) fn make(folder: &Path) -> Result<(), Ended> {
    fs::create_dir_all(folder).map_err(|error| cannot(folder, &error).into())
}

/// Writes beside the file and renames, so that nobody sees half of it.
pub(super) fn put(path: &Path, text: &str) -> Result<(), Ended> {
    let beside = path.with_extension("part");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| cannot(path, &error).into())
}

fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::failed(format!("{} cannot be written: {error}", path.display()))
}
