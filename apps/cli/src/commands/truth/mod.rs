//! `plyscope truth`: benchmarks.

mod choose;
mod files;
pub(crate) mod info;
pub(crate) mod make;
mod verify;
mod weigh;

use std::sync::{Mutex, PoisonError};

use plyscope_truth::Stage;

use crate::args::{Truth, TruthCommand};
use crate::out::{Ended, Out};
use crate::progress::Bar;

pub(crate) fn run(args: &Truth, out: &Out) -> Result<(), Ended> {
    match &args.command {
        TruthCommand::Make(make) => make::run(make, out),
        TruthCommand::Info(info) => info::run(info, out),
        TruthCommand::Export(export) => files::export(export, out),
        TruthCommand::Import(import) => files::import(import, out),
        TruthCommand::Merge(merge) => files::merge(merge, out),
        TruthCommand::Choose(choose) => choose::run(choose, out),
        TruthCommand::Weigh(weigh) => weigh::run(weigh, out),
        TruthCommand::Verify(verify) => verify::run(verify, out),
    }
}

/// Shows how far a long work is.
pub(crate) struct Steps {
    bar: Bar,
    /// What is being counted, and up to which number.
    shown: Mutex<Option<(bool, Option<u64>)>>,
}

impl Steps {
    pub(crate) fn new(message: String) -> Self {
        Self {
            bar: Bar::new(0, "states", message),
            shown: Mutex::new(None),
        }
    }

    pub(crate) fn tell(&self, step: Stage) {
        let (is_choosing, at, of) = match step {
            Stage::Choosing { found, of } => (true, found, of),
            Stage::Labelling { done, of } => (false, done, Some(of)),
            _ => return,
        };
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if *shown != Some((is_choosing, of)) {
            *shown = Some((is_choosing, of));
            let unit = if is_choosing {
                "states chosen"
            } else {
                "states"
            };
            self.bar.count(unit, at, of);
        }
        self.bar.at(at);
    }

    pub(crate) fn finish(&self) {
        self.bar.finish();
    }
}
