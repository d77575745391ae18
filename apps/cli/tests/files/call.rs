//! Calls of the command in a folder, and what they must answer or refuse.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// The command, called in `folder`; not yet begun.
pub(crate) fn plyscope(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.current_dir(folder).args(args);
    command
}

pub(crate) fn run(folder: &Path, args: &[&str]) -> Output {
    plyscope(folder, args).output().expect("it runs")
}

/// Begins the call and does not listen to it: somebody is going to kill it.
pub(crate) fn begin(folder: &Path, args: &[&str]) -> Child {
    let mut command = plyscope(folder, args);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("it runs")
}

/// Ends a call by SIGKILL: the program cannot do anything about it.
pub(crate) fn kill(mut child: Child) {
    // It may have ended by itself a moment ago.
    let _ = child.kill();
    child.wait().expect("it was begun");
}

/// Begins the call and kills it, again and again, at several moments of the time that it takes.
///
/// Returns how long the journal was after each kill.
pub(crate) fn killed_at_eighths(
    folder: &Path,
    args: &[&str],
    whole_time: Duration,
    journal: &Path,
) -> Vec<u64> {
    let killed_at = |eighth| {
        let child = begin(folder, args);
        std::thread::sleep(whole_time * eighth / 8 + Duration::from_millis(1));
        kill(child);
        fs::metadata(journal).map_or(0, |file| file.len())
    };
    // Each goes on from the one before: the last is killed long after the middle.
    [1, 3, 2, 4].map(killed_at).to_vec()
}

/// Begins the call, presses Ctrl-C as soon as `is_time`, and waits for what it says.
#[cfg(unix)]
pub(crate) fn interrupted(folder: &Path, args: &[&str], is_time: impl Fn() -> bool) -> Output {
    let mut command = plyscope(folder, args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it runs");
    while !is_time() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let id = child.id().to_string();
    let pressed = Command::new("kill").args(["-INT", &id]).status();
    assert!(pressed.expect("there is a `kill`").success());
    child.wait_with_output().expect("it was begun")
}

/// The call succeeds; returns its data.
pub(crate) fn answers(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).expect("it speaks UTF-8")
}

/// The call fails with a code and all of `words`, and writes no data.
pub(crate) fn refuses(folder: &Path, args: &[&str], code: i32, words: &[&str]) {
    let output = run(folder, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?} wrote data");
    assert!(!said.contains("panicked"), "{args:?}: {said}");
    for word in words {
        assert!(
            said.contains(word),
            "{args:?} does not say `{word}`: {said}"
        );
    }
}
