//! A run that is killed or stopped goes on to the same bytes.

use std::fs;
use std::time::Instant;

use crate::call::{answers, killed_at_eighths};
#[cfg(unix)]
use crate::call::{interrupted, run};

/// A run of a second or so, labelled by many small searches.
const SLOW: [&str; 9] = [
    "truth",
    "make",
    "connect4",
    "--by",
    "mcts:playouts=4000",
    "--states",
    "120",
    "--threads",
    "2",
];

fn slow(output: &str) -> Vec<&str> {
    SLOW.into_iter().chain(["-o", output]).collect()
}

#[test]
fn a_killed_run_is_resumed_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let begun = Instant::now();
    answers(folder, &slow("whole.parquet"));
    let whole_time = begun.elapsed();
    let journal = folder.join("killed.parquet.journal");
    let lengths = killed_at_eighths(folder, &slow("killed.parquet"), whole_time, &journal);
    answers(folder, &slow("killed.parquet"));
    assert!(
        lengths.iter().any(|&length| length > 0),
        "no kill came in time: {lengths:?}"
    );
    assert!(!journal.exists(), "a finished run needs no journal");
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("killed.parquet"), bytes("whole.parquet"));
    assert_eq!(
        fs::read_dir(folder).unwrap().count(),
        2,
        "nothing else is left behind"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut args = slow("stopped.parquet");
    args[6] = "400";
    let journal = folder.join("stopped.parquet.journal");
    let length = || fs::metadata(&journal).map_or(0, |file| file.len());
    let output = interrupted(folder, &args, || length() >= 10_000);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(
        said.contains("of 400 states done") && said.contains("same command"),
        "{said}"
    );
    assert!(journal.exists() && !folder.join("stopped.parquet").exists());
    let resumed = run(folder, &args);
    let said = String::from_utf8_lossy(&resumed.stderr);
    assert!(resumed.status.success(), "{said}");
    assert!(
        said.contains("states were done by an earlier run"),
        "{said}"
    );
    args[10] = "whole.parquet";
    answers(folder, &args);
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("stopped.parquet"), bytes("whole.parquet"));
}
