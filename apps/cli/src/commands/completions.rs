//! `plyscope completions`: for the shell.

use clap::CommandFactory;

use crate::args::{Args, Completions};
use crate::out::{Ended, Out};

pub(crate) fn run(args: &Completions, out: &Out) -> Result<(), Ended> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "plyscope", &mut script);
    out.text(&String::from_utf8_lossy(&script))
}
