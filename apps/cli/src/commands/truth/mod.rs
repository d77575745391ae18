//! `plyscope truth`: benchmarks.

mod files;
mod info;
mod make;
mod verify;

use indicatif::ProgressBar;

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

/// A bar that begins to measure at what was done before.
struct Bar(ProgressBar);

impl Bar {
    fn new(message: String) -> Self {
        let bar = progress::bar(0, "states");
        bar.set_message(message);
        Self(bar)
    }

    fn tell(&self, done: u64, of: u64) {
        if self.0.length() != Some(of) {
            self.0.set_length(of);
            self.0.set_position(done);
            // What an earlier run did says nothing about the speed of this one.
            self.0.reset_eta();
            self.0.reset_elapsed();
        }
        self.0.set_position(done);
    }

    fn finish(&self) {
        self.0.finish_and_clear();
    }
}
