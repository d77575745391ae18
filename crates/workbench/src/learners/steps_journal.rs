//! What a learner keeps after every step, so that a rerun goes on from the last one.

use std::path::Path;
use std::time::Duration;

use plyscope_game::Error;
use plyscope_ledger::{Ledger, Purpose};
use serde::{Deserialize, Serialize};

const PURPOSE: Purpose = Purpose {
    work: "run",
    is_foreign: "is no journal of a learner, and that of this one would be there",
    if_foreign: "choose another output, or move that file out of the way; it is left as it was",
    if_damaged: "delete it to begin again",
    is_for_good: false,
};

/// A step: all numbers that the next one needs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeptStep {
    pub(super) step: u64,
    pub(super) value: f64,
    pub(super) numbers: Vec<f64>,
    /// CPU time up to its end, in milliseconds.
    pub(super) spent: u64,
}

impl KeptStep {
    pub(super) fn spent(&self) -> Duration {
        Duration::from_millis(self.spent)
    }
}

/// The journal of one run; no other process can open it as long as it lives.
pub(super) struct StepsJournal {
    file: Ledger,
    /// Those of earlier runs, in order.
    pub(super) done: Vec<KeptStep>,
}

impl StepsJournal {
    /// Opens the journal of a plan, new or begun.
    pub(super) fn open(path: &Path, plan: &str) -> Result<Self, Error> {
        let mut done: Vec<KeptStep> = Vec::new();
        let file = Ledger::open(
            path,
            &PURPOSE,
            plan,
            |found| {
                if found == plan {
                    return Ok(());
                }
                let what = format!("{} is the journal of another run", path.display());
                let hint = "run that command again to finish it, choose another output, or delete the journal";
                Err(Error::misuse(what, hint))
            },
            |line, _| {
                let step: KeptStep =
                    serde_json::from_str(line).map_err(|_| "is no step".to_string())?;
                if step.step != done.len() as u64 {
                    return Err("is not the next step".to_string());
                }
                done.push(step);
                Ok(())
            },
        )?;
        Ok(Self { file, done })
    }

    /// Writes a step down.
    pub(super) fn add(&mut self, step: &KeptStep) -> Result<(), Error> {
        let text = serde_json::to_string(step).expect("a step is plain data");
        self.file.add(&text).map(drop)
    }

    pub(super) fn sync(&mut self) -> Result<(), Error> {
        self.file.sync()
    }

    /// Removes the journal of a run whose weights are written.
    pub(super) fn remove(self) -> Result<(), Error> {
        self.file.remove()
    }
}
