//! A folder for labels that are needed for a moment, one per process, gone when the process is.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use plyscope_game::Error;

/// What the names of such folders begin with.
const NAME: &str = ".labels-";
/// Locked as long as the process lives, so that another one can tell.
const LOCK: &str = "lock";

/// The folder of this process.
pub(super) struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Makes it within `folder`, and removes those of processes that were killed.
    pub(super) fn new(folder: &Path) -> Result<Self, Error> {
        sweep(folder);
        let path = folder.join(format!("{NAME}{}", std::process::id()));
        let made = fs::create_dir_all(&path).and_then(|()| File::create(path.join(LOCK)));
        let lock = made.map_err(|error| plyscope_ledger::unwritable(&path, &error))?;
        // A file system without locks keeps what is left over; nothing else depends on it.
        let _ = lock.try_lock();
        Ok(Self { path, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes folders whose process is gone. What cannot be removed does no harm.
fn sweep(folder: &Path) {
    for own in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_scratch = own.file_name().to_string_lossy().starts_with(NAME);
        let is_left = || File::open(own.path().join(LOCK)).is_ok_and(|own| own.try_lock().is_ok());
        if is_scratch && is_left() {
            let _ = fs::remove_dir_all(own.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_killed_processes_go_and_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let (left, other) = (folder.path().join(".labels-1"), folder.path().join("page"));
        for own in [&left, &other] {
            fs::create_dir(own).unwrap();
            fs::write(own.join(LOCK), "").unwrap();
        }
        let scratch = Scratch::new(folder.path()).unwrap();
        assert!(!left.exists() && other.exists() && scratch.path().exists());
        sweep(folder.path());
        let path = scratch.path().to_owned();
        assert!(path.exists(), "its process lives");
        drop(scratch);
        assert!(!path.exists());
    }
}
