//! What is done of a long run, kept line by line beside its output.
//!
//! First the plan, then every state as it is finished. Labels are kept here and
//! not in memory: the finished file is written from the journal.

use std::path::{Path, PathBuf};

use plyscope_ledger::{Ledger, Purpose, Span, irregular};
use serde::{Deserialize, Serialize};

use crate::{Error, Label, RunPlan};

const PURPOSE: Purpose = Purpose {
    work: "run",
    is_foreign: "is no journal of ours, and the journal of the run would be there",
    if_foreign: "choose another output, or move that file out of the way; it is left as it was",
    if_damaged: "delete it to begin again",
    is_for_good: false,
};

/// The journal of one run; no other process can open it as long as it lives.
#[derive(Debug)]
pub struct Journal {
    file: Ledger,
    /// Where the line of each state is; a state without one is not done.
    lines: Vec<Option<Span>>,
}

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
pub fn ensure_regular(path: &Path) -> Result<(), Error> {
    // Of a link itself, not of what it points to.
    let there = std::fs::symlink_metadata(path).ok();
    match there.and_then(|there| irregular(there.file_type())) {
        None => Ok(()),
        Some(kind) => Err(Error::failed(format!(
            "{} is {kind}, and the journal of the run would be there",
            path.display()
        ))
        .with_hint("choose another output, or move it out of the way")),
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
        plan: &RunPlan,
        fit: impl Fn(usize, &[Label]) -> bool,
    ) -> Result<Self, Error> {
        ensure_regular(path)?;
        let header = serde_json::to_string(plan).expect("a plan is plain data");
        let mut lines = vec![None; plan.states as usize];
        let file = Ledger::open(
            path,
            &PURPOSE,
            &header,
            |found| belongs(path, found, plan),
            |line, span| {
                let (id, labels) = finished(line).ok_or("is not as it was written")?;
                let own = lines.get_mut(id).ok_or("is of no state of the run")?;
                if fit(id, &labels) {
                    *own = Some(span);
                }
                Ok(())
            },
        )?;
        Ok(Self { file, lines })
    }

    /// Whether a state is done.
    pub fn has(&self, id: usize) -> bool {
        self.lines[id].is_some()
    }

    /// The labels of a state that is done.
    ///
    /// # Errors
    /// When the journal cannot be read, or was changed by another process.
    pub fn labels(&mut self, id: usize) -> Result<Vec<Label>, Error> {
        let span = self.lines[id].expect("only states that are done are asked for");
        let found = finished(&self.file.read(span)?);
        let own = found.filter(|(found, _)| *found == id);
        own.map(|(_, labels)| labels).ok_or_else(|| {
            Error::failed("the journal was changed while it was in use")
                .with_hint("run the same command again")
        })
    }

    /// Writes down that a state is done.
    ///
    /// # Errors
    /// When the line cannot be written; the journal then ends with the line before.
    pub fn add(&mut self, id: usize, labels: &[Label]) -> Result<(), Error> {
        let finished = Finished {
            id: id as u64,
            moves: labels.iter().map(from_label).collect(),
        };
        let text = serde_json::to_string(&finished).expect("labels are plain data");
        self.lines[id] = Some(self.file.add(&text)?);
        Ok(())
    }

    /// Sees to it that what was added is on the disk.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.file.sync()
    }

    /// Removes the journal of a run whose output is safely written.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(self) -> Result<(), Error> {
        self.file.remove()
    }
}

/// In what the plan of a journal differs from ours, as an error.
fn belongs(path: &Path, found: &str, plan: &RunPlan) -> Result<(), Error> {
    let Ok(found) = serde_json::from_str::<RunPlan>(found) else {
        let what = format!("{} {}", path.display(), PURPOSE.is_foreign);
        return Err(Error::misuse(what, PURPOSE.if_foreign));
    };
    if found == *plan {
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
    Err(Error::misuse(
        format!("{} belongs to another run ({why})", path.display()),
        "finish that run with its own command, choose another output, or delete the journal to give that work up",
    ))
}

/// The labels of a state as one line of JSON.
pub fn write_labels(labels: &[Label]) -> String {
    let moves: Vec<Move> = labels.iter().map(from_label).collect();
    serde_json::to_string(&moves).expect("labels are plain data")
}

/// Back from [`write_labels`].
pub fn read_labels(text: &str) -> Option<Vec<Label>> {
    let moves: Vec<Move> = serde_json::from_str(text).ok()?;
    Some(moves.into_iter().map(to_label).collect())
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
