//! The one way to write a file: whether it may be written is asked before the work, and it is written at once or not at all.

use std::fs::{File, FileType, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::Trouble;

/// A place where a file may be written: nothing is there, or a regular file that may be replaced.
///
/// Promises that the folder was there and could be written to. What happens
/// between the check and the work's end is looked at again when the file is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    path: PathBuf,
    replace: bool,
}

impl Output {
    /// Checks a place before the work whose result it is to hold.
    ///
    /// # Errors
    /// When something is there and may not be replaced, when it is no regular
    /// file (a folder, a link, a device), or when nothing can be written there.
    pub fn new(path: &Path, replace: bool) -> Result<Self, Trouble> {
        let output = Self {
            path: path.to_path_buf(),
            replace,
        };
        output.check()?;
        let temporary = output.temporary();
        create(&temporary).map_err(|error| Trouble::unwritable(path, &error))?;
        let _ = std::fs::remove_file(temporary);
        Ok(output)
    }

    /// Refuses a place that holds what the same command reads.
    ///
    /// # Errors
    /// When it is one of `inputs`, by whatever name.
    pub fn apart_from<P: AsRef<Path>>(
        self,
        inputs: impl IntoIterator<Item = P>,
    ) -> Result<Self, Trouble> {
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        let Some(own) = real(&self.path) else {
            return Ok(self);
        };
        let is_own = |input: &P| real(input.as_ref()).is_some_and(|input| input == own);
        match inputs.into_iter().find(is_own) {
            None => Ok(self),
            Some(input) => {
                let (own, input) = (&self.path, input.as_ref());
                let name = if input == own {
                    String::new()
                } else {
                    format!(", as {}", input.display())
                };
                Err(Trouble::misuse(
                    format!(
                        "{} cannot be written: the same command reads it{name}",
                        own.display()
                    ),
                    "choose another name; what is read is never replaced, even with --force",
                ))
            }
        }
    }

    /// The same place, for a file that was written there by ourselves and is written again.
    #[must_use]
    pub fn again(mut self) -> Self {
        self.replace = true;
        self
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// When it cannot be written; what was there before is untouched.
    pub fn write(&self, bytes: impl AsRef<[u8]>) -> Result<(), Trouble> {
        self.write_with(|mut file| {
            let written = file.write_all(bytes.as_ref());
            written.map_err(|error| Trouble::unwritable(&self.path, &error))?;
            Ok(file)
        })
    }

    /// Writes to a temporary name beside the place, to the disk, and only then renames.
    ///
    /// # Errors
    /// When it cannot be written; what was there before is untouched.
    pub fn write_with(
        &self,
        write: impl FnOnce(File) -> Result<File, Trouble>,
    ) -> Result<(), Trouble> {
        let unwritable = |error: std::io::Error| Trouble::unwritable(&self.path, &error);
        let temporary = self.temporary();
        let file = create(&temporary).map_err(unwritable)?;
        let written = write(file).and_then(|file| {
            file.sync_all().map_err(unwritable)?;
            // Hours may have passed since the check, and somebody else may have written there.
            self.check()?;
            if self.replace {
                std::fs::rename(&temporary, &self.path).map_err(unwritable)
            } else {
                self.put(&temporary)
            }
        });
        written.inspect_err(|_| {
            let _ = std::fs::remove_file(&temporary);
        })
    }

    /// Gives the finished file its name, unless somebody else has taken it since the last look.
    fn put(&self, temporary: &Path) -> Result<(), Trouble> {
        let named = match std::fs::hard_link(temporary, &self.path) {
            Ok(()) => {
                // It is only in the way of tidiness.
                let _ = std::fs::remove_file(temporary);
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            // Not every file system has hard links.
            Err(_) => rename_to_own(temporary, &self.path),
        };
        named.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => self.taken(),
            _ => Trouble::unwritable(&self.path, &error),
        })
    }

    fn check(&self) -> Result<(), Trouble> {
        let shown = self.path.display();
        // Of a link itself, not of what it points to.
        let Ok(there) = std::fs::symlink_metadata(&self.path) else {
            return Ok(());
        };
        if let Some(kind) = irregular(there.file_type()) {
            return Err(Trouble::misuse(
                format!("{shown} is {kind}"),
                "give the name of a file; only regular files are written or replaced",
            ));
        }
        if self.replace {
            return Ok(());
        }
        Err(self.taken())
    }

    fn taken(&self) -> Trouble {
        Trouble::misuse(
            format!("{} is there already", self.path.display()),
            "choose another name, or say --force to replace it",
        )
    }

    /// With the number of the process, so that two who write the same file do not mix it up.
    fn temporary(&self) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(format!(".{}{PART}", std::process::id()));
        PathBuf::from(name)
    }
}

/// Takes a free name by an empty file, and puts the finished one in its place.
///
/// # Errors
/// When the name is not free.
fn rename_to_own(temporary: &Path, path: &Path) -> std::io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?;
    std::fs::rename(temporary, path).inspect_err(|_| {
        let _ = std::fs::remove_file(path);
    })
}

/// What a thing is that is no regular file.
pub(crate) fn irregular(kind: FileType) -> Option<&'static str> {
    if kind.is_file() {
        None
    } else if kind.is_dir() {
        Some("a folder")
    } else if kind.is_symlink() {
        Some("a link")
    } else {
        Some("a device, a pipe or a socket")
    }
}

/// A new file; one of that name is left over from a process that had our number before.
fn create(path: &Path) -> std::io::Result<File> {
    let _ = std::fs::remove_file(path);
    OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .open(path)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_kept_unless_it_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        Output::new(&path, false).unwrap().write("one").unwrap();
        let refused = Output::new(&path, false).unwrap_err();
        assert!(refused.is_misuse && refused.to_string().contains("--force"));
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        Output::new(&path, true).unwrap().write("two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_came_between_check_and_work_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let output = Output::new(&path, false).unwrap();
        std::fs::write(&path, "theirs").unwrap();
        output.write("ours").unwrap_err();
        assert_eq!(std::fs::read(&path).unwrap(), b"theirs");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn of_many_who_write_one_name_at_once_without_force_one_succeeds() {
        type Put = fn(&Output, &Path) -> Result<(), Trouble>;
        let ways: [Put; 2] = [Output::put, |output, temporary| {
            rename_to_own(temporary, &output.path).map_err(|_| output.taken())
        }];
        for put in ways {
            let folder = tempfile::tempdir().unwrap();
            let output = Output::new(&folder.path().join("a"), false).unwrap();
            // All have looked by now, and found the name free.
            let start = std::sync::Barrier::new(8);
            let put = |own: u8| {
                let temporary = folder.path().join(format!("{own}.part"));
                std::fs::write(&temporary, [own]).unwrap();
                start.wait();
                put(&output, &temporary).is_ok().then_some(own)
            };
            let won: Vec<u8> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..8)
                    .map(|own| {
                        let put = &put;
                        scope.spawn(move || put(own))
                    })
                    .collect();
                let ended = threads.into_iter().map(|own| own.join().unwrap());
                ended.flatten().collect()
            });
            assert_eq!(won.len(), 1, "{won:?}");
            assert_eq!(std::fs::read(output.path()).unwrap(), won);
        }
    }

    #[cfg(unix)]
    #[test]
    fn who_reads_by_a_link_is_told_of_the_file_that_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, "mine").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let refused = Output::new(&file, true).unwrap().apart_from([&link]);
        let what = refused.unwrap_err().what;
        let begin = format!("{} cannot be written", file.display());
        assert!(what.starts_with(&begin), "{what}");
        assert!(what.ends_with(&format!("as {}", link.display())), "{what}");
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_folders_are_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, "mine").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let gone = folder.path().join("gone");
        std::os::unix::fs::symlink("nowhere", &gone).unwrap();
        for path in [&link, &gone, folder.path(), Path::new("/dev/null")] {
            let refused = Output::new(path, true).unwrap_err();
            assert!(refused.is_misuse, "{}: {refused}", path.display());
        }
        assert_eq!(std::fs::read(&file).unwrap(), b"mine");
    }

    #[test]
    fn an_input_is_never_an_output_by_whatever_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "mine").unwrap();
        let again = folder.path().join(".").join("a");
        let output = Output::new(&again, true).unwrap();
        assert!(output.clone().apart_from(["nothing"]).is_ok());
        assert!(output.apart_from([&path]).unwrap_err().is_misuse);
    }
}
