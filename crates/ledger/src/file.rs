//! The file itself.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plyscope_game::Error;

use crate::check::looks_checked;
use crate::{checked, irregular, unwritable, with_check};

/// How long finished work may stay with the operating system before it must be on the disk.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// What a file is for, in the words of its errors.
#[derive(Clone, Copy, Debug)]
pub struct Purpose {
    /// What has the file: "run", "contest".
    pub work: &'static str,
    /// What a file is that is not ours, after its name.
    pub is_foreign: &'static str,
    /// What to do about that.
    pub if_foreign: &'static str,
    /// What to do about a damaged one.
    pub if_damaged: &'static str,
    /// Whether the file is what the user wants, rather than a help that goes
    /// when it is empty or its work is done.
    pub is_for_good: bool,
}

/// Where a line is: its first byte and its length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    begin: u64,
    length: u32,
}

/// A file of checked lines, open for adding; no other process can open it as long as it lives.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    purpose: Purpose,
    file: File,
    /// Bytes that hold whole lines; what a failed write left behind them is cut off.
    good: u64,
    /// Bytes of the first line.
    header: u64,
    synced: Instant,
    /// Whether the file stays when this is dropped.
    stays: bool,
}

impl Ledger {
    /// Opens the file of a plan, new or begun.
    ///
    /// `belongs` gets the plan that is there and says in what it differs, if it
    /// does. A plan without lines after it may be replaced. `each` gets every line
    /// behind the plan, and says what is wrong with one that does not fit.
    ///
    /// # Errors
    /// When it belongs to another plan, is damaged, in use, or cannot be written.
    pub fn open(
        path: &Path,
        purpose: &Purpose,
        plan: &str,
        belongs: impl FnOnce(&str) -> Result<(), Error>,
        each: impl FnMut(&str, Span) -> Result<(), String>,
    ) -> Result<Self, Error> {
        // Of a link itself, not of what it points to.
        let there = std::fs::symlink_metadata(path).ok();
        if let Some(kind) = there.and_then(|there| irregular(there.file_type())) {
            let what = format!("{} is {kind}", path.display());
            let hint = "choose another name; only regular files are written";
            return Err(Error::misuse(what, hint));
        }
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| unwritable(path, &error))?;
        let mut ledger = Self {
            path: path.to_path_buf(),
            purpose: *purpose,
            file,
            good: 0,
            header: 0,
            synced: Instant::now(),
            stays: true,
        };
        ledger.lock()?;
        ledger.take_up(plan, belongs, each)?;
        // Ours from here on.
        ledger.stays = purpose.is_for_good;
        ledger.cut()?;
        if ledger.good == 0 {
            ledger.write(plan)?;
            ledger.header = ledger.good;
        }
        Ok(ledger)
    }

    fn lock(&self) -> Result<(), Error> {
        match self.file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Error::misuse(
                format!(
                    "{} is in use by another {}",
                    self.path.display(),
                    self.purpose.work
                ),
                "wait until it is done, or choose another name",
            )),
            // Where the file system knows no locks, two at once are the user's own affair.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        }
    }

    /// Reads what is there up to the end of its last whole line.
    fn take_up(
        &mut self,
        plan: &str,
        belongs: impl FnOnce(&str) -> Result<(), Error>,
        mut each: impl FnMut(&str, Span) -> Result<(), String>,
    ) -> Result<(), Error> {
        let unreadable = |error| unwritable(&self.path, &error);
        let mut reader = BufReader::new(self.file.try_clone().map_err(unreadable)?);
        let mut belongs = Some(belongs);
        let mut line = Vec::new();
        for place in 0.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(unreadable)?;
            let is_last = reader.fill_buf().map_err(unreadable)?.is_empty();
            let Some(text) = checked(&line) else {
                return match place {
                    0 => self.ensure_torn_plan(&line, plan),
                    // Only the last line can have been cut off in the middle.
                    _ if is_last => Ok(()),
                    _ => Err(self.damaged(place, "is not as it was written")),
                };
            };
            if let Some(belongs) = belongs.take() {
                if is_last && text != plan {
                    return Ok(());
                }
                belongs(&text)?;
                self.header = length as u64;
            } else {
                let span = Span {
                    begin: self.good,
                    length: length as u32,
                };
                each(&text, span).map_err(|why| self.damaged(place, &why))?;
            }
            self.good += length as u64;
        }
        Ok(())
    }

    /// A file whose first line is not whole is ours only if it is the beginning of what we would write.
    fn ensure_torn_plan(&self, line: &[u8], plan: &str) -> Result<(), Error> {
        if with_check(plan).as_bytes().starts_with(line) {
            return Ok(());
        }
        if looks_checked(line) {
            return Err(self.damaged(0, "is not as it was written"));
        }
        let what = format!("{} {}", self.path.display(), self.purpose.is_foreign);
        Err(Error::misuse(what, self.purpose.if_foreign))
    }

    fn damaged(&self, place: usize, why: &str) -> Error {
        let path = self.path.display();
        Error::failed(format!("{path} is damaged: line {} {why}", place + 1))
            .with_hint(self.purpose.if_damaged)
    }

    /// Adds a JSON object; now and then sees to it that all is on the disk.
    ///
    /// # Errors
    /// When it cannot be written; the file then ends with the line before.
    pub fn add(&mut self, object: &str) -> Result<Span, Error> {
        let span = self.write(object)?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(span)
    }

    /// A line again.
    ///
    /// # Errors
    /// When it cannot be read, or was changed by another process.
    pub fn read(&mut self, span: Span) -> Result<String, Error> {
        let mut line = vec![0; span.length as usize];
        let found = self.file.seek(SeekFrom::Start(span.begin));
        let read = found.and_then(|_| self.file.read_exact(&mut line));
        let back = self.file.seek(SeekFrom::Start(self.good));
        let text = read.and(back).ok().and_then(|_| checked(&line));
        text.ok_or_else(|| {
            let what = format!("{} was changed while it was in use", self.path.display());
            Error::failed(what).with_hint("run the same command again")
        })
    }

    /// Sees to it that what was added is on the disk.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.synced = Instant::now();
        let synced = self.file.sync_data();
        synced.map_err(|error| unwritable(&self.path, &error))
    }

    /// Removes a file whose work is safely written elsewhere.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(mut self) -> Result<(), Error> {
        self.stays = true;
        std::fs::remove_file(&self.path).map_err(|error| unwritable(&self.path, &error))
    }

    fn write(&mut self, object: &str) -> Result<Span, Error> {
        let line = with_check(object);
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // A line written in part would stand in the way of the next.
            let _ = self.cut();
            return Err(unwritable(&self.path, &error));
        }
        let begin = self.good;
        self.good += line.len() as u64;
        Ok(Span {
            begin,
            length: line.len() as u32,
        })
    }

    fn cut(&mut self) -> Result<(), Error> {
        let cut = self.file.set_len(self.good);
        let at_end = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.good)));
        at_end
            .map(|_| ())
            .map_err(|error| unwritable(&self.path, &error))
    }
}

/// A help in which nothing is done would only be in the way of the corrected command.
impl Drop for Ledger {
    fn drop(&mut self) {
        if !self.stays && self.good <= self.header {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
