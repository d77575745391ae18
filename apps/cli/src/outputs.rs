//! Where commands put their files: asked before the work, never over what they read.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use plyscope_game::Error;
use plyscope_truth::{Journal, Output};
use plyscope_workbench::Spec;

use crate::out::{Ended, Out, say};

/// The name of standard output where a file can be named.
const STDOUT: &str = "-";

/// The files that one command is going to write.
pub(crate) struct Outputs<'a> {
    out: &'a Out,
    force: bool,
    inputs: Vec<PathBuf>,
    taken: RefCell<Vec<PathBuf>>,
}

/// Where one result of a command goes.
pub(crate) enum Target {
    /// Standard output.
    Stdout,
    /// A file.
    File(Output),
}

impl<'a> Outputs<'a> {
    /// For a command that replaces files only if `force`, and none of `inputs` in any case.
    pub(crate) fn new(out: &'a Out, force: bool, inputs: Vec<PathBuf>) -> Self {
        Self {
            out,
            force,
            inputs,
            taken: RefCell::default(),
        }
    }

    /// A file, or standard output for `-`.
    pub(crate) fn target(&self, path: &Path) -> Result<Target, Error> {
        if path.as_os_str() != STDOUT {
            return Ok(Target::File(self.file(path)?));
        }
        self.once(path, path.to_path_buf())?;
        self.out.give_way()?;
        Ok(Target::Stdout)
    }

    /// A file; `-` is none.
    pub(crate) fn file(&self, path: &Path) -> Result<Output, Error> {
        self.whole(path, self.force)
    }

    /// A file that only grows, and is refused by its own reader if it is another's.
    pub(crate) fn growing(&self, path: &Path) -> Result<(), Error> {
        refuse_stdout(
            path,
            "what is done is kept there, and a rerun goes on from it",
        )?;
        self.checked(path, true).map(|_| ())
    }

    /// A file of which an older version of the same may be there.
    pub(crate) fn own(&self, path: &Path, is_own: bool) -> Result<Output, Error> {
        self.checked(path, self.force || is_own)
    }

    /// A file that is written before the one at `whole`, which ends the work: where a journal tells that
    /// an earlier run did not come to that end, what it wrote here may be replaced.
    pub(crate) fn beside(&self, path: &Path, whole: Option<&Path>) -> Result<Output, Error> {
        // The results come when all games are in the journal: what is older is another run's.
        let is_unended = |own: &Path| !own.exists() && is_younger(path, &Journal::beside(own));
        self.whole(path, self.force || whole.is_some_and(is_unended))
    }

    fn whole(&self, path: &Path, replace: bool) -> Result<Output, Error> {
        refuse_stdout(
            path,
            "it is written piece by piece, and there only when whole",
        )?;
        self.checked(path, replace)
    }

    /// Refuses `--force` where no file is written: there is nothing to replace.
    pub(crate) fn check_force(&self) -> Result<(), Error> {
        let taken = self.taken.borrow();
        let has_file = taken.iter().any(|own| own.as_os_str() != STDOUT);
        if !self.force || has_file {
            return Ok(());
        }
        Err(Error::misuse(
            "--force is for files that are there already, and none is written",
            "leave --force out, or name a file to write",
        ))
    }

    fn checked(&self, path: &Path, replace: bool) -> Result<Output, Error> {
        self.once(path, named(path))?;
        Output::new(path, replace)?.apart_from(&self.inputs)
    }

    /// Two results in one file would be one too few, by whatever names.
    fn once(&self, path: &Path, named: PathBuf) -> Result<(), Error> {
        let mut taken = self.taken.borrow_mut();
        if taken.contains(&named) {
            let what = format!("{} is named twice", path.display());
            return Err(Error::misuse(what, "give each result a name of its own"));
        }
        taken.push(named);
        Ok(())
    }
}

/// Whether both files are there, and the first was written no sooner than the other.
fn is_younger(path: &Path, other: &Path) -> bool {
    let written = |path: &Path| std::fs::metadata(path).and_then(|own| own.modified()).ok();
    written(path)
        .zip(written(other))
        .is_some_and(|(own, other)| own >= other)
}

/// The file that a path names, there or not: the same for `x`, `./x` and a way round by links.
pub(crate) fn named(path: &Path) -> PathBuf {
    let (Some(name), Some(folder)) = (path.file_name(), path.parent()) else {
        return path.to_path_buf();
    };
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    // A folder that is not there cannot be written to, and is told of as that.
    let folder = folder.canonicalize();
    folder.map_or_else(|_| path.to_path_buf(), |folder| folder.join(name))
}

impl Target {
    /// Puts the whole result there, and says so.
    pub(crate) fn put(&self, bytes: impl AsRef<[u8]>, out: &Out) -> Result<(), Ended> {
        match self {
            Self::Stdout => out.data(bytes.as_ref()),
            Self::File(output) => {
                output.write(bytes)?;
                say(&format!("wrote {}", output.path().display()));
                Ok(())
            }
        }
    }

    /// The file, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdout => None,
            Self::File(output) => Some(output.path()),
        }
    }
}

/// Refuses `-` where a result is not one stream, and says why.
pub(crate) fn refuse_stdout(path: &Path, why: &str) -> Result<(), Error> {
    if path.as_os_str() != STDOUT {
        return Ok(());
    }
    Err(Error::misuse(
        format!("standard output is no place for this file: {why}"),
        "give the name of a file; ./- is a file that is called -",
    ))
}

/// A folder for several files: made if it is not there, and empty unless files in it may be replaced.
///
/// Of `files`, those that are going to be written, none may be a link, a folder or a device.
pub(crate) fn folder(path: &Path, force: bool, files: &[&str]) -> Result<(), Error> {
    let shown = path.display();
    if path.exists() && !path.is_dir() {
        let what = format!("{shown} is no folder");
        return Err(Error::misuse(what, "give the name of a folder"));
    }
    let is_used = std::fs::read_dir(path).is_ok_and(|mut names| names.next().is_some());
    if is_used && !force {
        return Err(Error::misuse(
            format!("{shown} is there already, with files in it"),
            "choose another folder, or say --force to replace what is in it",
        ));
    }
    std::fs::create_dir_all(path)
        .map_err(|error| Error::failed(format!("{shown} cannot be made: {error}")))?;
    for file in files {
        Output::new(&path.join(file), force)?;
    }
    Ok(())
}

/// Writes a file into a folder whose files may be replaced.
pub(crate) fn put_into(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    Output::new(&folder.join(name), true)?.write(text)
}

/// The files that specs name, such as weights: every value of a spec that is the name of a file.
pub(crate) fn files_of<'a>(specs: impl IntoIterator<Item = &'a str>) -> Vec<PathBuf> {
    let specs = specs.into_iter().filter_map(|text| Spec::parse(text).ok());
    let within = specs.flat_map(|spec| spec.levels().0);
    let values = within.flat_map(|spec| spec.args).map(|(_, value)| value);
    values
        .map(PathBuf::from)
        .filter(|path| path.is_file())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_twice_by_whatever_names() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        let plain = folder.path().join("x.html");
        for other in ["./x.html", "inner/../x.html", ".//x.html"] {
            assert_eq!(named(&folder.path().join(other)), named(&plain), "{other}");
        }
        assert_eq!(named(Path::new("./x.html")), named(Path::new("x.html")));
        assert_ne!(named(&inner.join("x.html")), named(&plain));
        assert_ne!(named(Path::new("./-")), Path::new("-"));
    }

    #[test]
    fn files_are_found_in_specs_at_any_depth_and_behind_a_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my.toml");
        std::fs::write(&path, "").unwrap();
        let shown = path.display();
        let nested = format!("mine=negascout:depth=3,eval=(linear:weights={shown})");
        assert_eq!(files_of([nested.as_str(), "solver"]), [path]);
    }
}
