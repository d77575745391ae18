//! What is solved of a book, kept line by line beside its output.
//!
//! First what is to be made, then every part as it is finished: its number, and
//! its values as hexadecimal bytes.

use std::path::Path;

use plyscope_game::Error;
use plyscope_ledger::{Ledger, Purpose};
use plyscope_truth::{Journal as Truth, ensure_regular};
use serde::{Deserialize, Serialize};

const PURPOSE: Purpose = Purpose {
    work: "run",
    is_foreign: "is no journal of ours, and the journal of the book would be there",
    if_foreign: "choose another output, or move that file out of the way; it is left as it was",
    if_damaged: "delete it to begin again",
    is_for_good: false,
};

/// The journal of one run; no other process can open it as long as it lives.
#[derive(Debug)]
pub(super) struct Journal(Ledger);

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    book: String,
}

/// A part that is done.
#[derive(Serialize, Deserialize)]
struct Part {
    part: usize,
    values: String,
}

/// The number of a part and its values.
type Done = (usize, Vec<i8>);

impl Journal {
    /// Opens the journal beside an output, new or begun, and gives the parts that are done.
    ///
    /// # Errors
    /// When it belongs to another book, is in use, or cannot be written.
    pub(super) fn open(output: &Path, head: &str) -> Result<(Self, Vec<Done>), Error> {
        let path = Truth::beside(output);
        ensure_regular(&path)?;
        let ours = serde_json::to_string(&Head {
            book: head.to_string(),
        });
        let mut done = Vec::new();
        let ledger = Ledger::open(
            &path,
            &PURPOSE,
            &ours.expect("a head is plain data"),
            |found| belongs(&path, found, head),
            |line, _| {
                done.push(read_part(line).ok_or("is no part of a book")?);
                Ok(())
            },
        )?;
        Ok((Self(ledger), done))
    }

    /// Writes down that a part is done.
    ///
    /// # Errors
    /// When the line cannot be written.
    pub(super) fn add(&mut self, part: usize, values: &[i8]) -> Result<(), Error> {
        let digits = values.iter().map(|value| format!("{value:02x}"));
        let values = digits.collect::<Vec<_>>().concat();
        let line = serde_json::to_string(&Part { part, values });
        self.0.add(&line.expect("a part is plain data"))?;
        // Parts take minutes and lines are short: each goes to the disk at once.
        self.0.sync()
    }

    /// Removes the journal of a book that is safely written.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub(super) fn remove(self) -> Result<(), Error> {
        self.0.remove()
    }
}

fn belongs(path: &Path, found: &str, head: &str) -> Result<(), Error> {
    let found: Option<Head> = serde_json::from_str(found).ok();
    let Some(found) = found else {
        let what = format!("{} {}", path.display(), PURPOSE.is_foreign);
        return Err(Error::misuse(what, PURPOSE.if_foreign));
    };
    if found.book == head {
        return Ok(());
    }
    Err(Error::misuse(
        format!(
            "{} belongs to another book ({})",
            path.display(),
            found.book
        ),
        "finish that one with its own command, choose another output, or delete the journal to give that work up",
    ))
}

fn read_part(line: &str) -> Option<Done> {
    let Part { part, values } = serde_json::from_str(line).ok()?;
    let byte = |pair: &[u8]| {
        let digits = std::str::from_utf8(pair).ok()?;
        u8::from_str_radix(digits, 16).ok().map(|byte| byte as i8)
    };
    let values = values
        .as_bytes()
        .chunks(2)
        .map(byte)
        .collect::<Option<_>>()?;
    Some((part, values))
}
