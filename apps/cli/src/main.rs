//! The `plyscope` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyscope::run(plyscope_standard::registry())
}
