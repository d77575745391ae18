//! How far a plan is, told by its files alone.

use std::collections::BTreeSet;
use std::fs::DirEntry;
use std::time::{Duration, SystemTime};

use plyscope_game::Error;
use serde::Serialize;

use crate::shard::is_locked;
use crate::{Folder, Spent};

/// A journal that was written to so recently belongs to a living process, even on a machine whose
/// locks are not seen here. Journals are brought to the disk every few seconds of work.
const ALIVE: Duration = Duration::from_secs(60);

/// Which shards are done, which are being done, and what they cost.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Status {
    /// Shards that are done.
    pub done: Vec<u64>,
    /// Shards that a process is at.
    pub running: Vec<u64>,
    /// Shards that a process began and left; part of `missing`.
    pub interrupted: Vec<u64>,
    /// Shards that are neither done nor being done.
    pub missing: Vec<u64>,
    /// Shards that cannot be begun before others are done; part of `missing`.
    pub waiting: Vec<u64>,
    /// Tasks in the shards that are done.
    pub tasks: u64,
    /// What the shards that are done cost, where it was kept.
    pub spent: Spent,
    /// What those were predicted to cost: seconds of one core.
    pub predicted: Option<f64>,
}

impl Status {
    /// Shards that can be begun now.
    pub fn ready(&self) -> Vec<u64> {
        let first_waiting = self.waiting.first().copied().unwrap_or(u64::MAX);
        let ready = self.missing.iter().filter(|own| **own < first_waiting);
        ready.copied().collect()
    }
}

impl Folder {
    /// How far the plan is, `now`, seen from a machine of this name.
    ///
    /// # Errors
    /// When the folder cannot be read, or a file in it belongs to another plan.
    pub fn status(&self, now: SystemTime, host: &str) -> Result<Status, Error> {
        let mut finished = BTreeSet::new();
        let (mut alive, mut left) = (BTreeSet::new(), BTreeSet::new());
        let folder = self.shards_folder();
        let names = std::fs::read_dir(&folder).map_err(|error| {
            let what = format!("{} cannot be read: {error}", folder.display());
            Error::failed(what).with_hint("the folder of a plan is needed whole")
        })?;
        for entry in names.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let Some((index, rest)) = name.split_once('.') else {
                continue;
            };
            let Ok(index) = index.parse::<u64>() else {
                continue;
            };
            if rest == "jsonl" {
                finished.insert(index);
            } else if rest.ends_with(".journal") {
                let is_local = rest.rsplit_once('-').is_some_and(|(own, _)| own == host);
                let is_alive = is_locked(&entry.path()) || !is_local && is_recent(&entry, now);
                if is_alive { &mut alive } else { &mut left }.insert(index);
            }
        }
        let mut status = Status::default();
        for (index, piece) in (0..).zip(&self.plan().shards) {
            if finished.contains(&index) && self.is_done(index)? {
                status.done.push(index);
                status.tasks += piece.tasks();
                self.add_cost(index, &mut status);
            } else if alive.contains(&index) {
                status.running.push(index);
            } else {
                status.missing.push(index);
                if left.contains(&index) {
                    status.interrupted.push(index);
                }
            }
        }
        status.waiting = self.plan().waiting(&status.missing, &status.running);
        Ok(status)
    }

    fn add_cost(&self, index: u64, status: &mut Status) {
        let text = std::fs::read_to_string(self.cost_file(index)).unwrap_or_default();
        let Ok(own) = serde_json::from_str::<Spent>(&text) else {
            return;
        };
        let all = &mut status.spent;
        all.tasks += own.tasks;
        all.seconds += own.seconds;
        all.cpu += own.cpu;
        all.working += own.working;
        let piece = &self.plan().shards[index as usize];
        // A shard that several processes did cannot be held against the prediction.
        if let Some(cost) = self.plan().cost.as_ref()
            && own.tasks == piece.tasks()
        {
            let predicted = cost.start + cost.of_range(piece.first, piece.end);
            *status.predicted.get_or_insert(0.0) += predicted;
        }
    }
}

fn is_recent(entry: &DirEntry, now: SystemTime) -> bool {
    let changed = entry.metadata().and_then(|own| own.modified()).ok();
    let age = changed.and_then(|changed| now.duration_since(changed).ok());
    age.is_none_or(|age| age < ALIVE)
}
