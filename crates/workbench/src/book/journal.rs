//! What is solved of a book, kept line by line beside its output.
//!
//! First what is to be made, then every part as it is finished: its number, its
//! values as hexadecimal bytes, and a check of the line, so that one cut off by a crash is noticed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use plyscope_game::mix_all;
use plyscope_truth::{Trouble, ensure_regular};

use crate::Failure;

/// The journal of one run; nobody else can open it as long as it lives.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// Whether a part is done; a journal without one would only be in the way.
    has_parts: bool,
    is_removed: bool,
}

impl Journal {
    /// Opens the journal beside an output, new or begun, and gives the parts that are done.
    ///
    /// # Errors
    /// When it belongs to another book, is in use, or cannot be written.
    pub(super) fn open(
        output: &Path,
        head: &str,
    ) -> Result<(Self, Vec<(usize, Vec<i8>)>), Failure> {
        let mut name = output.as_os_str().to_owned();
        name.push(".journal");
        let path = PathBuf::from(name);
        ensure_regular(&path)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path);
        let file = file.map_err(|error| Trouble::unwritable(output, &error))?;
        let mut journal = Self {
            path,
            file,
            has_parts: false,
            is_removed: true,
        };
        journal.lock()?;
        let mut text = Vec::new();
        let read = journal.file.read_to_end(&mut text);
        read.map_err(|error| journal.unwritable(&error))?;
        let text = String::from_utf8_lossy(&text);
        let done = journal.take_up(&text, head)?;
        // Ours from here on.
        journal.is_removed = false;
        journal.has_parts = !done.is_empty();
        Ok((journal, done))
    }

    fn lock(&self) -> Result<(), Failure> {
        match self.file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Failure::misuse(
                format!("{} is in use by another run", self.path.display()),
                "wait until it is done, or choose another output",
            )),
            // Where the file system knows no locks, two runs are the user's own affair.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        }
    }

    /// Reads the lines up to the first that is not whole, and goes on behind them.
    fn take_up(&mut self, text: &str, head: &str) -> Result<Vec<(usize, Vec<i8>)>, Failure> {
        let mut good = 0;
        let mut done = Vec::new();
        // A file whose first line is not whole is ours only if it is the beginning of what we would write.
        let first = text.split_inclusive('\n').next().unwrap_or_default();
        if checked(first).is_none() && !with_check(head).starts_with(first) {
            return Err(Failure::misuse(
                format!(
                    "{} is no journal of ours, and the journal of the book would be there",
                    self.path.display()
                ),
                "choose another output, or move that file out of the way; it is left as it was",
            ));
        }
        for line in text.split_inclusive('\n') {
            let Some(body) = checked(line) else { break };
            if good == 0 && body != head {
                // A plan of which nothing is done binds nobody.
                if line.len() == text.len() {
                    break;
                }
                return Err(Failure::misuse(
                    format!("{} belongs to another book ({body})", self.path.display()),
                    "finish that one with its own command, choose another output, or delete the journal to give that work up",
                ));
            }
            if good > 0 {
                let Some(part) = read_part(body) else { break };
                done.push(part);
            }
            good += line.len() as u64;
        }
        let cut = self.file.set_len(good);
        cut.and_then(|()| self.file.seek(SeekFrom::Start(good)))
            .map_err(|error| self.unwritable(&error))?;
        if good == 0 {
            self.add_line(head)?;
        }
        Ok(done)
    }

    /// Writes down that a part is done.
    ///
    /// # Errors
    /// When the line cannot be written.
    pub(super) fn add(&mut self, part: usize, values: &[i8]) -> Result<(), Failure> {
        let digits = values.iter().map(|value| format!("{value:02x}"));
        let hex = digits.collect::<Vec<_>>().concat();
        self.add_line(&format!("{part} {hex}"))?;
        self.has_parts = true;
        Ok(())
    }

    fn add_line(&mut self, body: &str) -> Result<(), Failure> {
        let line = with_check(body);
        let written = self.file.write_all(line.as_bytes());
        // Parts take minutes and lines are short: each goes to the disk at once.
        written
            .and_then(|()| self.file.sync_data())
            .map_err(|error| self.unwritable(&error))
    }

    /// Removes the journal of a book that is safely written.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub(super) fn remove(mut self) -> Result<(), Failure> {
        self.is_removed = true;
        std::fs::remove_file(&self.path).map_err(|error| self.unwritable(&error))
    }

    fn unwritable(&self, error: &std::io::Error) -> Failure {
        Trouble::unwritable(&self.path, error).into()
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if !self.is_removed && !self.has_parts {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// A line with its check and its end.
fn with_check(body: &str) -> String {
    format!("{body} {:016x}\n", check_of(body))
}

/// The body of a whole line whose check is right.
fn checked(line: &str) -> Option<&str> {
    let (body, check) = line.strip_suffix('\n')?.rsplit_once(' ')?;
    (u64::from_str_radix(check, 16).ok()? == check_of(body)).then_some(body)
}

fn check_of(body: &str) -> u64 {
    let words: Vec<u64> = body.bytes().map(u64::from).collect();
    mix_all(&words)
}

fn read_part(body: &str) -> Option<(usize, Vec<i8>)> {
    let (part, hex) = body.split_once(' ')?;
    let byte = |pair: &[u8]| {
        let digits = std::str::from_utf8(pair).ok()?;
        u8::from_str_radix(digits, 16).ok().map(|byte| byte as i8)
    };
    let values = hex.as_bytes().chunks(2).map(byte).collect::<Option<_>>()?;
    Some((part.parse().ok()?, values))
}
