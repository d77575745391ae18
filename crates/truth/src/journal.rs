//! What is done of a long run, kept line by line beside its output.
//!
//! One JSON object a line: first the plan, then every state as it is finished.
//! Each line carries a check of itself, so that a line cut off by a crash is
//! noticed and done again. Labels are kept here and not in memory: the finished
//! file is written from the journal.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::files::irregular;
use crate::{Label, Plan, Trouble};

/// How long finished states may stay with the operating system before they must be on the disk.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// The journal of one run; nobody else can open it as long as it lives.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes that hold whole lines; what a failed write left behind them is cut off.
    good: u64,
    /// Where the line of each state is; a state without one is not done.
    lines: Vec<Option<Line>>,
    /// Bytes of the first line, which holds the plan.
    plan: u64,
    synced: Instant,
    is_removed: bool,
}

/// The first byte and the length of a line.
#[derive(Clone, Copy, Debug)]
struct Line(u64, NonZeroU32);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Finished {
    id: u64,
    moves: Vec<Move>,
}

/// A label in a line: move, value, exact, plies, visits, q.
type Move = (
    Option<String>,
    Option<f64>,
    bool,
    Option<u32>,
    Option<u64>,
    Option<f64>,
);

/// Refuses a place for a journal where something is that is no regular file, such as a link.
///
/// # Errors
/// When there is; nothing is written through a link, whether it leads anywhere or not.
pub fn ensure_regular(path: &Path) -> Result<(), Trouble> {
    // Of a link itself, not of what it points to.
    let there = std::fs::symlink_metadata(path).ok();
    match there.and_then(|there| irregular(there.file_type())) {
        None => Ok(()),
        Some(kind) => Err(Trouble::failed(
            format!(
                "{} is {kind}, and the journal of the run would be there",
                path.display()
            ),
            "choose another output, or move it out of the way",
        )),
    }
}

impl Journal {
    /// Where the journal of an output file lies.
    pub fn beside(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".journal");
        PathBuf::from(name)
    }

    /// Opens the journal of a plan, new or begun.
    ///
    /// Labels that `fit` refuses count as not done: those of other rules must not slip through.
    ///
    /// # Errors
    /// When it belongs to another plan, is damaged, in use, or cannot be written.
    pub fn open(
        path: &Path,
        plan: &Plan,
        fit: impl Fn(usize, &[Label]) -> bool,
    ) -> Result<Self, Trouble> {
        ensure_regular(path)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| Trouble::unwritable(path, &error))?;
        lock(&file, path)?;
        let mut journal = Self {
            path: path.to_path_buf(),
            file,
            good: 0,
            lines: vec![None; plan.states as usize],
            plan: 0,
            synced: Instant::now(),
            is_removed: true,
        };
        let header = serde_json::to_string(plan).expect("a plan is plain data");
        journal.take_up(plan, &header, fit)?;
        // Ours from here on.
        journal.is_removed = false;
        journal.cut()?;
        if journal.good == 0 {
            journal.add_line(&header)?;
            journal.plan = journal.good;
        }
        Ok(journal)
    }

    /// Reads what is there up to the end of its last whole line.
    fn take_up(
        &mut self,
        plan: &Plan,
        header: &str,
        fit: impl Fn(usize, &[Label]) -> bool,
    ) -> Result<(), Trouble> {
        let unreadable = |error| Trouble::unwritable(&self.path, &error);
        let mut reader = BufReader::new(self.file.try_clone().map_err(unreadable)?);
        let mut line = Vec::new();
        for place in 0.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(unreadable)?;
            let is_last = reader.fill_buf().map_err(unreadable)?.is_empty();
            let Some(text) = checked(&line) else {
                return match place {
                    0 => self.ensure_torn_header(&line, header),
                    // Only the last line can have been cut off in the middle.
                    _ if is_last => Ok(()),
                    _ => Err(self.damaged(place)),
                };
            };
            if place == 0 {
                let found: Plan = serde_json::from_str(&text).map_err(|_| self.foreign())?;
                // A plan of which nothing is done binds nobody.
                if is_last && found != *plan {
                    return Ok(());
                }
                self.belongs(&found, plan)?;
                self.plan = length as u64;
            } else {
                let (id, labels) = finished(&text).ok_or_else(|| self.damaged(place))?;
                let own = self.lines.get_mut(id);
                let Some(own) = own else {
                    return Err(self.damaged(place));
                };
                if fit(id, &labels) {
                    *own = NonZeroU32::new(length as u32).map(|length| Line(self.good, length));
                }
            }
            self.good += length as u64;
        }
        Ok(())
    }

    /// Whether a state is done.
    pub fn has(&self, id: usize) -> bool {
        self.lines[id].is_some()
    }

    /// The labels of a state that is done.
    ///
    /// # Errors
    /// When the journal cannot be read, or was changed by somebody else.
    pub fn labels(&mut self, id: usize) -> Result<Vec<Label>, Trouble> {
        let Line(begin, length) = self.lines[id].expect("only states that are done are asked for");
        let mut line = vec![0; length.get() as usize];
        let read = self
            .file
            .seek(SeekFrom::Start(begin))
            .and_then(|_| self.file.read_exact(&mut line));
        let text = read.ok().and_then(|()| checked(&line));
        let found = text.and_then(|text| finished(&text));
        let own = found.filter(|(found, _)| *found == id);
        own.map(|(_, labels)| labels).ok_or_else(|| {
            let what = format!("{} was changed while it was in use", self.path.display());
            Trouble::failed(what, "run the same command again")
        })
    }

    /// A file whose first line is not whole is ours only if it is the beginning of what we would write.
    fn ensure_torn_header(&self, line: &[u8], header: &str) -> Result<(), Trouble> {
        if with_check(header).as_bytes().starts_with(line) {
            return Ok(());
        }
        let text = String::from_utf8_lossy(line);
        let looks_ours = text.starts_with("{\"game\":\"") && text.contains(CHECK);
        Err(if looks_ours {
            self.damaged(0)
        } else {
            self.foreign()
        })
    }

    fn foreign(&self) -> Trouble {
        Trouble::misuse(
            format!(
                "{} is no journal of ours, and the journal of the run would be there",
                self.path.display()
            ),
            "choose another output, or move that file out of the way; it is left as it was",
        )
    }

    fn belongs(&self, found: &Plan, plan: &Plan) -> Result<(), Trouble> {
        if found == plan {
            return Ok(());
        }
        let differs = [
            ("game", found.game != plan.game, &found.game),
            ("selector", found.selector != plan.selector, &found.selector),
            ("labeller", found.labeller != plan.labeller, &found.labeller),
            (
                "limits",
                found.limits != plan.limits,
                &or_none(&found.limits),
            ),
            (
                "inputs",
                found.inputs != plan.inputs,
                &or_none(&found.inputs),
            ),
            ("version", found.version != plan.version, &found.version),
            ("seed", found.seed != plan.seed, &found.seed.to_string()),
        ]
        .into_iter()
        .filter(|(_, differs, _)| *differs)
        .map(|(name, _, own)| format!("{name} {own}"))
        .collect::<Vec<_>>()
        .join(", ");
        let why = if differs.is_empty() {
            "other states".to_string()
        } else {
            differs
        };
        Err(Trouble::misuse(
            format!("{} belongs to another run ({why})", self.path.display()),
            "finish that run with its own command, choose another output, or delete the journal to give that work up",
        ))
    }

    fn damaged(&self, place: usize) -> Trouble {
        Trouble::failed(
            format!("{} is damaged in line {}", self.path.display(), place + 1),
            "delete it to begin again",
        )
    }

    /// Writes down that a state is done.
    ///
    /// # Errors
    /// When the line cannot be written; the journal then ends with the line before.
    pub fn add(&mut self, id: usize, labels: &[Label]) -> Result<(), Trouble> {
        let finished = Finished {
            id: id as u64,
            moves: labels.iter().map(from_label).collect(),
        };
        let text = serde_json::to_string(&finished).expect("labels are plain data");
        let begin = self.good;
        self.add_line(&text)?;
        let length = NonZeroU32::new((self.good - begin) as u32);
        self.lines[id] = length.map(|length| Line(begin, length));
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Sees to it that what was added is on the disk.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&mut self) -> Result<(), Trouble> {
        self.synced = Instant::now();
        self.file
            .sync_data()
            .map_err(|error| Trouble::unwritable(&self.path, &error))
    }

    /// Removes the journal of a run whose output is safely written.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(mut self) -> Result<(), Trouble> {
        self.is_removed = true;
        std::fs::remove_file(&self.path).map_err(|error| Trouble::unwritable(&self.path, &error))
    }

    fn add_line(&mut self, text: &str) -> Result<(), Trouble> {
        let line = with_check(text);
        match self.file.write_all(line.as_bytes()) {
            Ok(()) => {
                self.good += line.len() as u64;
                Ok(())
            }
            Err(error) => {
                // A line written in part would stand in the way of the next.
                let _ = self.cut();
                Err(Trouble::unwritable(&self.path, &error))
            }
        }
    }

    fn cut(&mut self) -> Result<(), Trouble> {
        let cut = self.file.set_len(self.good);
        let at_end = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.good)));
        at_end
            .map(|_| ())
            .map_err(|error| Trouble::unwritable(&self.path, &error))
    }
}

/// A journal in which nothing is done would only be in the way of the corrected command.
impl Drop for Journal {
    fn drop(&mut self) {
        if !self.is_removed && self.good <= self.plan {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn lock(file: &File, path: &Path) -> Result<(), Trouble> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Trouble::misuse(
            format!("{} is in use by another run", path.display()),
            "wait until it is done, or choose another output",
        )),
        // Where the file system knows no locks, two runs are the user's own affair.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

const CHECK: &str = ",\"check\":\"";

/// The object with a check of itself as its last field, and a line end.
fn with_check(object: &str) -> String {
    let body = &object[..object.len() - 1];
    format!("{body}{CHECK}{}\"}}\n", check_of(body))
}

fn check_of(body: &str) -> String {
    blake3::hash(body.as_bytes()).to_hex()[..16].to_string()
}

/// The object of a line whose check is right.
fn checked(line: &[u8]) -> Option<String> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix("\"}\n")?;
    let (body, check) = line.rsplit_once(CHECK)?;
    (check == check_of(body)).then(|| format!("{body}}}"))
}

/// The state and the labels of a line.
fn finished(text: &str) -> Option<(usize, Vec<Label>)> {
    let finished: Finished = serde_json::from_str(text).ok()?;
    let id = usize::try_from(finished.id).ok()?;
    Some((id, finished.moves.into_iter().map(to_label).collect()))
}

fn or_none(text: &str) -> String {
    if text.is_empty() { "none" } else { text }.to_string()
}

fn from_label(label: &Label) -> Move {
    let Label {
        mv,
        value,
        exact,
        plies,
        visits,
        q,
    } = label.clone();
    (mv, value, exact, plies, visits, q)
}

fn to_label((mv, value, exact, plies, visits, q): Move) -> Label {
    Label {
        mv,
        value,
        exact,
        plies,
        visits,
        q,
    }
}
