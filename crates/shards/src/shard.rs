//! One shard while it is being done.
//!
//! Every process keeps a journal of its own, so that processes on several
//! machines never write to the same file, whatever the shared disk knows of
//! locks; what others left of the same shard is taken over line by line. Locks
//! only tell who is still alive. The finished file holds the values in the order of
//! their tasks, so it is the same on any machine.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use plyscope_game::Error;
use plyscope_ledger::{Ledger, Purpose, Span, checked, with_check};
use serde::{Deserialize, Serialize};

use crate::folder::put;
use crate::{Folder, TaskRange};

const PURPOSE: Purpose = Purpose {
    work: "process",
    is_foreign: "is no journal of a shard",
    if_foreign: "move it out of the way; it is left as it was",
    if_damaged: "delete it; its work is done again",
    is_for_good: false,
};

/// What a shard cost the process that finished it.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// Tasks that it did itself.
    pub tasks: u64,
    /// Seconds that passed.
    pub seconds: f64,
    /// Seconds of processor time.
    pub cpu: f64,
    /// Seconds of processor time for the tasks alone.
    pub working: f64,
}

/// What became of the wish to do a shard.
pub enum Begun<'a> {
    /// It is done already.
    Done,
    /// Another process is at it.
    Busy,
    /// It depends on these, which are not done.
    Waits(Vec<u64>),
    /// It is to be done.
    Open(Box<OpenShard<'a>>),
}

/// A shard that this process is doing.
pub struct OpenShard<'a> {
    folder: &'a Folder,
    index: u64,
    piece: TaskRange,
    owner: String,
    journal: Mutex<Journal>,
}

struct Journal {
    ledger: Ledger,
    /// Where the value of each task is; a task without one is not done.
    lines: Vec<Option<Span>>,
}

impl Folder {
    /// Begins a shard, or resumes it with what other processes left.
    ///
    /// `owner` names this process among all that share the folder.
    ///
    /// # Errors
    /// When there is no such shard, a file belongs to another plan, or nothing can be written.
    pub fn begin(&self, index: u64, owner: &str) -> Result<Begun<'_>, Error> {
        let piece = self.piece(index)?.clone();
        if self.is_done(index)? {
            self.tidy(index);
            return Ok(Begun::Done);
        }
        let waits_for = self.waits_for(index)?;
        if !waits_for.is_empty() {
            return Ok(Begun::Waits(waits_for));
        }
        let others = self.left_by(index, ".journal");
        if others.iter().any(|path| is_locked(path)) {
            return Ok(Begun::Busy);
        }
        let name = format!("{index:05}.{owner}.journal");
        let path = self.shards_folder().join(name);
        let header = self.header(index);
        let mut lines = vec![None; piece.tasks() as usize];
        let is_ours = |found: &str| {
            if found == header {
                Ok(())
            } else {
                Err(Self::foreign(&path))
            }
        };
        let each = |line: &str, span| {
            let (task, _) = task_line(line).ok_or("is not as it was written")?;
            let place = place(&piece, task).ok_or("is of another shard")?;
            lines[place] = Some(span);
            Ok(())
        };
        let ledger = Ledger::open(&path, &PURPOSE, &header, is_ours, each)?;
        let mut journal = Journal { ledger, lines };
        for other in others.iter().filter(|other| **other != path) {
            take_over(other, &header, &piece, &mut journal)
                .map_err(|wrong| wrong.unwrap_or_else(|| Self::foreign(other)))?;
        }
        Ok(Begun::Open(Box::new(OpenShard {
            folder: self,
            index,
            piece,
            owner: owner.to_string(),
            journal: Mutex::new(journal),
        })))
    }

    /// Files that processes keep of a shard, by the end of their names.
    fn left_by(&self, index: u64, kind: &str) -> Vec<PathBuf> {
        let begin = format!("{index:05}.");
        let names = std::fs::read_dir(self.shards_folder());
        let mut found: Vec<PathBuf> = names
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                name.starts_with(&begin) && name.ends_with(kind)
            })
            .map(|entry| entry.path())
            .collect();
        found.sort();
        found
    }

    /// How far a begun shard is: bytes in its longest journal.
    pub fn journal_size(&self, index: u64) -> u64 {
        let sizes = self.left_by(index, ".journal").into_iter();
        let sizes = sizes.filter_map(|path| std::fs::metadata(path).ok());
        sizes.map(|own| own.len()).max().unwrap_or(0)
    }

    /// Removes what dead processes left of a shard that is done.
    fn tidy(&self, index: u64) {
        for kind in [".journal", ".part"] {
            for path in self.left_by(index, kind) {
                if !is_locked(&path) {
                    let _ = std::fs::remove_file(&path);
                }
            }
        }
    }

    /// Removes what dead processes left, when all shards are done.
    pub fn tidy_all(&self) {
        let names = std::fs::read_dir(self.shards_folder());
        for entry in names.into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_left = name.ends_with(".journal") || name.ends_with(".part");
            if is_left && !is_locked(&entry.path()) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }
}

impl OpenShard<'_> {
    /// The tasks that are not done.
    pub fn missing(&self) -> Vec<u64> {
        let journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        (self.piece.first..)
            .zip(&journal.lines)
            .filter(|(_, line)| line.is_none())
            .map(|(task, _)| task)
            .collect()
    }

    /// Keeps the value of a task, a JSON text of one line.
    ///
    /// # Errors
    /// When it cannot be written; what was kept before stays.
    pub fn add(&self, task: u64, value: &str) -> Result<(), Error> {
        let place = place(&self.piece, task).expect("a shard is handed its own tasks");
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let span = journal.ledger.add(&line_of(task, value))?;
        journal.lines[place] = Some(span);
        Ok(())
    }

    /// Writes the finished file, which is never seen in part, and forgets the journals.
    ///
    /// # Errors
    /// When a task is missing, or it cannot be written; the journal stays then.
    pub fn finish(self, spent: &Spent) -> Result<(), Error> {
        let Self {
            folder,
            index,
            owner,
            journal,
            ..
        } = self;
        let mut journal = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
        let spans: Option<Vec<Span>> = journal.lines.iter().copied().collect();
        let spans = spans.ok_or_else(|| {
            Error::failed(format!("shard {index} is not whole")).with_hint("run it again")
        })?;
        let mut unread = None;
        let written = put(&folder.finished(index), &owner, |file| {
            file.write_all(with_check(&folder.header(index)).as_bytes())?;
            for span in spans {
                match journal.ledger.read(span) {
                    Ok(line) => file.write_all(with_check(&line).as_bytes())?,
                    Err(error) => {
                        unread = Some(error);
                        return Err(std::io::Error::other("the journal cannot be read"));
                    }
                }
            }
            Ok(())
        });
        if let Err(error) = written
            && !folder.is_done(index)?
        {
            return Err(unread.unwrap_or(error));
        }
        let cost = serde_json::to_string(spent).expect("numbers are plain data");
        // What it cost is of interest, but not worth an error.
        let _ = put(&folder.cost_file(index), &owner, |file| {
            file.write_all(cost.as_bytes())
        });
        let _ = journal.ledger.remove();
        folder.tidy(index);
        Ok(())
    }
}

/// Takes over what a journal of another process holds, up to its first line that is not whole.
///
/// # Errors
/// An error of ours, or nothing where the journal belongs to another plan.
fn take_over(
    path: &Path,
    header: &str,
    piece: &TaskRange,
    journal: &mut Journal,
) -> Result<(), Option<Error>> {
    // It may have been removed by whoever finished the shard meanwhile.
    let Ok(file) = File::open(path) else {
        return Ok(());
    };
    let mut reader = BufReader::new(file);
    let mut bytes = Vec::new();
    let mut is_first = true;
    while reader
        .read_until(b'\n', &mut bytes)
        .is_ok_and(|read| read > 0)
    {
        let Some(line) = checked(&bytes) else {
            return Ok(());
        };
        if is_first && line != header {
            return Err(None);
        }
        if !is_first {
            let (task, _) = task_line(&line).ok_or(None)?;
            let place = place(piece, task).ok_or(None)?;
            if journal.lines[place].is_none() {
                journal.lines[place] = Some(journal.ledger.add(&line).map_err(Some)?);
            }
        }
        is_first = false;
        bytes.clear();
    }
    Ok(())
}

fn place(piece: &TaskRange, task: u64) -> Option<usize> {
    (piece.first..piece.end)
        .contains(&task)
        .then(|| (task - piece.first) as usize)
}

/// Whether a living process has the journal, as far as the disk can tell.
pub(crate) fn is_locked(path: &Path) -> bool {
    // Some shared disks lock only files that are open for writing.
    let file = OpenOptions::new().write(true).open(path);
    file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

const TASK: &str = "{\"task\":";
const VALUE: &str = ",\"value\":";

fn line_of(task: u64, value: &str) -> String {
    format!("{TASK}{task}{VALUE}{value}}}")
}

/// The task and the value of a line.
pub(crate) fn task_line(line: &str) -> Option<(u64, &str)> {
    let (task, value) = line.strip_prefix(TASK)?.split_once(VALUE)?;
    Some((task.parse().ok()?, value.strip_suffix('}')?))
}
