//! The home folder: where runs, weights and benchmarks are kept.

use std::path::{Path, PathBuf};

use plyscope_game::Error;

use crate::refusal::{Answer, Refusal};

/// Folders within the home.
pub(crate) const RUNS: &str = "runs";
pub(crate) const WEIGHTS: &str = "weights";
pub(crate) const BENCHMARKS: &str = "benchmarks";

/// The home folder, without links in its path.
#[derive(Clone, Debug)]
pub(crate) struct Home(PathBuf);

impl Home {
    /// Opens the folder, and makes what is missing of it.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let failed = |error: std::io::Error| {
            Error::failed(format!(
                "the home {} cannot be used: {error}",
                path.display()
            ))
            .with_hint("give another folder by --home FOLDER")
        };
        for folder in [RUNS, WEIGHTS, BENCHMARKS] {
            std::fs::create_dir_all(path.join(folder)).map_err(failed)?;
        }
        Ok(Self(path.canonicalize().map_err(failed)?))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a file of a name in one of the folders.
    pub(crate) fn file(&self, folder: &str, name: &str) -> Answer<PathBuf> {
        check_name(name)?;
        Ok(self.0.join(folder).join(name))
    }

    /// The names of all files in a folder that end so, in order.
    pub(crate) fn names(&self, folder: &str, ending: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.join(folder));
        let entries = entries.into_iter().flatten().flatten();
        let names = entries.filter_map(|own| own.file_name().into_string().ok());
        let is_ours = |own: &String| own.ends_with(ending) && check_name(own).is_ok();
        let mut names: Vec<String> = names.filter(is_ours).collect();
        names.sort();
        names
    }
}

/// Refuses what is no plain name of a file.
pub(crate) fn check_name(name: &str) -> Answer<()> {
    let is_plain = |own: char| own.is_alphanumeric() || "-_.".contains(own);
    let is_name = !name.is_empty() && name.len() <= 80 && name.chars().all(is_plain);
    if is_name && !name.starts_with(['.', '-']) {
        return Ok(());
    }
    Err(Refusal::bad(
        format!(
            "`{}` is no name for a file",
            name.chars().take(80).collect::<String>()
        ),
        "use up to 80 letters, digits, `-`, `_` and `.`",
    ))
}

#[cfg(test)]
mod tests {
    use super::check_name;

    #[test]
    fn names_are_no_paths() {
        assert!(check_name("my-weights_2.toml").is_ok());
        for wrong in [
            "", ".", "..", "../x", "a/b", "/x", ".hidden", "-o", "a b", "a\0",
        ] {
            assert!(check_name(wrong).is_err(), "{wrong}");
        }
    }
}
