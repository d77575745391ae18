//! Trials that are done, line by line: data for readers, and where a rerun goes on.

use std::collections::BTreeMap;
use std::io::BufRead as _;
use std::path::Path;

use plyscope_game::Error;
use plyscope_ledger::{Ledger, Purpose};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Rates, Trial};

const PURPOSE: Purpose = Purpose {
    work: "comparison",
    is_foreign: "is no comparison of learners, and this one would be there",
    if_foreign: "choose another folder; that file is left as it was",
    if_damaged: "delete it to begin again",
    is_for_good: true,
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    task: u64,
    trial: Trial,
}

/// The file of one comparison; no other process can open it as long as it lives.
pub(super) struct TrialJournal {
    file: Ledger,
    pub(super) done: BTreeMap<u64, Trial>,
}

impl TrialJournal {
    pub(super) fn open(path: &Path, plan: &Value) -> Result<Self, Error> {
        let mut done = BTreeMap::new();
        let header = plan.to_string();
        let file = Ledger::open(
            path,
            &PURPOSE,
            &header,
            |found| belongs(path, found, plan),
            |line, _| {
                let line: Line =
                    serde_json::from_str(line).map_err(|_| "is no trial".to_string())?;
                done.insert(line.task, line.trial);
                Ok(())
            },
        )?;
        Ok(Self { file, done })
    }

    pub(super) fn add(&mut self, task: u64, trial: Trial) -> Result<(), Error> {
        let line = Line { task, trial };
        let text = serde_json::to_string(&line).expect("a trial is plain data");
        self.file.add(&text)?;
        self.file.sync()?;
        self.done.insert(line.task, line.trial);
        Ok(())
    }

    pub(super) fn sync(&mut self) -> Result<(), Error> {
        self.file.sync()
    }
}

/// Writes the file of a comparison whose trials were made elsewhere: the one that a run would have left.
pub(super) fn keep(path: &Path, plan: &Value, trials: &[Trial]) -> Result<(), Error> {
    let mut journal = TrialJournal::open(path, plan)?;
    for (task, trial) in (0..).zip(trials) {
        if !journal.done.contains_key(&task) {
            journal.add(task, trial.clone())?;
        }
    }
    journal.sync()
}

fn belongs(path: &Path, found: &str, plan: &Value) -> Result<(), Error> {
    let there: Value = serde_json::from_str(found).unwrap_or(Value::Null);
    let differs: Vec<&str> = plan
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, own)| there.get(name.as_str()) != Some(own))
        .map(|(name, _)| name.as_str())
        .collect();
    if differs.is_empty() {
        return Ok(());
    }
    let what = format!(
        "{} is another comparison, with other {}",
        path.display(),
        differs.join(", ")
    );
    Err(Error::misuse(
        what,
        "choose another folder, or run that command again",
    ))
}

/// The costs in the first line of a file, if there is one.
pub(super) fn rates(path: &Path) -> Result<Option<Rates>, Error> {
    let Ok(file) = std::fs::File::open(path) else {
        return Ok(None);
    };
    let mut first = String::new();
    let read = std::io::BufReader::new(file).read_line(&mut first);
    read.map_err(|error| Error::failed(format!("{} cannot be read: {error}", path.display())))?;
    let plan: Option<Value> = serde_json::from_str(&first).ok();
    let rates = plan.and_then(|plan| serde_json::from_value(plan.get("rates")?.clone()).ok());
    Ok(rates)
}
