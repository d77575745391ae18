//! A call of the command, and what it is told on its standard input.

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub(crate) fn plyscope(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(args);
    command
}

/// Makes the call, with `text` as its standard input; what answers early need not read all of it.
pub(crate) fn told(command: &mut Command, text: &str) -> Output {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut input = child.stdin.take().expect("it listens");
    std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(text.as_bytes()));
        child.wait_with_output().expect("it ends")
    })
}
