//! The `plyscope` command.

use std::process::ExitCode;

use plyscope_workbench::Registry;

fn main() -> ExitCode {
    plyscope::run(Registry::standard())
}
