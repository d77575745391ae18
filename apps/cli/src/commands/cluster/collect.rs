//! `plyscope collect`: what the command on one machine would have written.

use std::path::PathBuf;

use plyscope_game::Error;

use super::job::{Job, Place};
use super::{enter, open, parsed};
use crate::args::{Collect, Command};
use crate::out::{Ended, Out};
use crate::outputs::refuse_stdout;

pub(crate) fn run(args: &Collect, out: &Out) -> Result<(), Ended> {
    refuse_stdout(
        &args.output,
        "it is written piece by piece, and there only when whole",
    )?;
    let folder = open(&args.folder)?;
    folder.ensure_whole()?;
    let here = if folder.plan().inputs.is_empty() {
        PathBuf::new()
    } else {
        // The plan's files are named from another folder.
        std::env::current_dir()
            .map_err(|error| Error::failed(format!("there is no folder here: {error}")))?
    };
    enter(&folder)?;
    let parsed = parsed(&folder)?;
    let Some(Command::Plan(plan)) = &parsed.command else {
        return Err(Error::failed("the plan holds no command").into());
    };
    Job::of(&plan.command, out)?.collect(
        &folder,
        &Place {
            output: &here.join(&args.output),
            here: &here,
            force: args.force,
        },
        out,
    )
}
