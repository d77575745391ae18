//! Files to which long work writes what is done, so that it can be interrupted anywhere and resumed.
//!
//! One JSON object a line: first the plan, then what is finished, piece by
//! piece. Lines are only ever added. Each carries a check of itself, so that a
//! line cut off by a crash is noticed and its work done again. One process
//! at a time has the file.
//!
//! ```
//! use plyscope_ledger::{Ledger, Purpose};
//!
//! let purpose = Purpose {
//!     work: "run",
//!     is_foreign: "is no journal of ours",
//!     if_foreign: "choose another name; it is left as it was",
//!     if_damaged: "delete it to begin again",
//!     is_for_good: false,
//! };
//! let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("run.journal");
//! let plan = r#"{"run":7}"#;
//! let mut ledger = Ledger::open(&path, &purpose, plan, |_| Ok(()), |_, _| Ok(()))?;
//! ledger.add(r#"{"done":1}"#)?;
//! drop(ledger);
//!
//! let mut done = Vec::new();
//! let each = |line: &str, _| {
//!     done.push(line.to_owned());
//!     Ok(())
//! };
//! Ledger::open(&path, &purpose, plan, |_| Ok(()), each)?;
//! assert_eq!(done, [r#"{"done":1}"#]);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod check;
mod file;

use std::fs::FileType;
use std::path::Path;

use plyscope_game::Error;

pub use check::{checked, with_check};
pub use file::{Ledger, Purpose, Span};

/// What stands where a regular file should, if it is none.
pub fn irregular(kind: FileType) -> Option<&'static str> {
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

/// A file that cannot be written, and why.
#[must_use]
pub fn unwritable(path: &Path, error: &std::io::Error) -> Error {
    Error::failed(format!("{} cannot be written: {error}", path.display())).with_hint(
        "see that the folder exists, may be written to and has room; what was there before is untouched",
    )
}
