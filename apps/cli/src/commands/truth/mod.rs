//! `plyscope truth`: benchmarks.

mod files;
mod info;
pub(crate) mod make;
mod verify;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::ProgressBar;
use plyscope_truth::Step;

use crate::args::{Truth, TruthCommand};
use crate::out::{Ended, Out};
use crate::progress;

pub(crate) fn run(args: &Truth, out: &Out) -> Result<(), Ended> {
    match &args.command {
        TruthCommand::Make(make) => make::run(make, out),
        TruthCommand::Info(info) => info::run(info, out),
        TruthCommand::Export(export) => files::export(export, out),
        TruthCommand::Import(import) => files::import(import, out),
        TruthCommand::Merge(merge) => files::merge(merge, out),
        TruthCommand::Verify(verify) => verify::run(verify, out),
    }
}

/// Shows how far a long work is.
pub(crate) struct Bar {
    bar: ProgressBar,
    /// What is being counted, and up to which number.
    shown: Mutex<Option<(bool, Option<u64>)>>,
}

/// Single states take from microseconds to hours; the clock beside the bar moves all the time.
const TICK: Duration = Duration::from_millis(250);

impl Bar {
    pub(crate) fn new(message: String) -> Self {
        let bar = progress::bar(0, "states");
        bar.set_message(message);
        bar.enable_steady_tick(TICK);
        Self {
            bar,
            shown: Mutex::new(None),
        }
    }

    pub(crate) fn tell(&self, step: Step) {
        let (is_choosing, at, of) = match step {
            Step::Choosing { found, of } => (true, found, of),
            Step::Labelling { done, of } => (false, done, Some(of)),
        };
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if *shown != Some((is_choosing, of)) {
            *shown = Some((is_choosing, of));
            self.begin(is_choosing, at, of);
        }
        self.bar.set_position(at);
    }

    /// Begins to measure: what an earlier run or another step did says nothing about this one's speed.
    fn begin(&self, is_choosing: bool, at: u64, of: Option<u64>) {
        let unit = if is_choosing {
            "states chosen"
        } else {
            "states"
        };
        self.bar.set_style(match of {
            Some(_) => progress::bar_style(unit),
            None => progress::count_style(unit),
        });
        self.bar.set_length(of.unwrap_or(0));
        self.bar.set_position(at);
        self.bar.reset_eta();
        self.bar.reset_elapsed();
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
