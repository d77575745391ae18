//! `plyscope reproduce`: each paper's tables, theirs beside ours.

use plyscope_reproduce::levy;

use crate::args::{Paper, Reproduce};
use crate::out::{Ended, Out};

pub(crate) fn run(args: &Reproduce, out: &Out) -> Result<(), Ended> {
    match args.paper {
        Paper::Levy => {
            let report = levy::report();
            if out.json {
                out.object(&report)
            } else {
                out.text(&report.to_string())
            }
        }
    }
}
