//! Disks that are full and places that cannot be written to.

use std::fs;
#[cfg(target_os = "linux")]
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::small;
use crate::call::{answers, refuses, run};

/// Runs shell lines in a folder, with the command as `$plyscope`; returns all it says.
#[cfg(unix)]
fn shell(folder: &Path, with: &[&str], lines: &str) -> (Option<i32>, String) {
    let mut words = with.iter().copied().chain(["sh", "-c", lines]);
    let output = Command::new(words.next().unwrap())
        .args(words)
        .current_dir(folder)
        .env("plyscope", env!("CARGO_BIN_EXE_plyscope"))
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[cfg(unix)]
#[test]
fn a_write_that_fails_leaves_the_last_good_file_and_what_was_done() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    small(folder, "a.parquet", &[]);
    small(folder, "b.parquet", &["--seed", "2"]);
    small(folder, "c.parquet", &["--seed", "3"]);
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    let good = bytes("a.parquet");
    // Files may grow to so many blocks only, and the signal that would end the program is ignored.
    let limited = |blocks: u32, call: &str| {
        let lines = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$plyscope\" {call}");
        let (code, said) = shell(folder, &[], &lines);
        assert_eq!(code, Some(1), "{call}: {said}");
        assert!(
            said.contains("cannot be written") && said.contains("hint: "),
            "{said}"
        );
        assert_eq!(bytes("a.parquet"), good, "{call}");
    };
    for call in [
        "truth merge c.parquet b.parquet -o a.parquet --force",
        "truth export b.parquet --format csv -o a.parquet --force",
        "truth export b.parquet --format xml -o a.parquet --force",
    ] {
        limited(1, call);
    }
    let make = "truth make connect4 --by random --states 60 -o a.parquet --force";
    limited(8, make);
    let journal = bytes("a.parquet.journal");
    assert!(
        journal.len() > 1000 && journal.ends_with(b"\n"),
        "{}",
        journal.len()
    );
    let again: Vec<&str> = make.split(' ').collect();
    let said = run(folder, &again).stderr;
    assert!(String::from_utf8_lossy(&said).contains("by an earlier run"));
    answers(
        folder,
        &[
            "truth",
            "make",
            "connect4",
            "--by",
            "random",
            "--states",
            "60",
            "-o",
            "w.parquet",
        ],
    );
    assert_eq!(bytes("a.parquet"), bytes("w.parquet"));
    let names = fs::read_dir(folder).unwrap().count();
    assert_eq!(names, 4, "nothing else is left behind");
}

/// Whether we may have a small disk of our own for a moment.
#[cfg(target_os = "linux")]
fn small_disks_can_be_had(folder: &Path) -> bool {
    let lines = "mount -t tmpfs -o size=1m none .";
    shell(folder, &["unshare", "-rm"], lines).0 == Some(0)
}

/// Says why a test was not made; in CI that is a failure.
#[cfg(target_os = "linux")]
fn skipped(why: &str) {
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "skipped: {why}");
    // Past the test's own capture, so that it is seen.
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_before_the_work_and_survived_during_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    if Command::new("unshare").arg("--version").output().is_err() || !small_disks_can_be_had(folder)
    {
        return skipped("no small disk can be had for a moment (unshare -rm, mount -t tmpfs)");
    }
    let lines = r#"
        mount -t tmpfs -o size=300k none . && cd "$PWD" || exit 9
        "$plyscope" truth make tictactoe --by solver --states 20 -o good.parquet >/dev/null 2>&1
        cp good.parquet before
        "$plyscope" truth make connect4 --by random --states 10m -o good.parquet --force; echo "code $?"
        "$plyscope" truth make mnk:m=4 --by random --from all -o all.parquet; echo "code $?"
        cmp good.parquet before && ls
        "$plyscope" truth make connect4 --by mcts:playouts=20k --states 100 -o good.parquet --force &
        until [ -s good.parquet.journal ]; do sleep 0.02; done
        dd if=/dev/zero of=filler bs=1k 2>/dev/null
        wait $!; echo "code $?"
        cmp good.parquet before && echo kept
        rm filler
        "$plyscope" truth make connect4 --by mcts:playouts=20k --states 100 -o good.parquet --force 2>&1 >/dev/null; echo "code $?"
        "$plyscope" truth verify good.parquet --sample 3
    "#;
    let (_, said) = shell(folder, &["unshare", "-rm"], lines);
    let codes: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("code"))
        .collect();
    assert_eq!(codes, ["code 2", "code 2", "code 1", "code 0"], "{said}");
    for word in [
        "of disk",
        "before\ngood.parquet\ncode 1\n",
        "No space left",
        "kept",
        "by an earlier run",
        "nothing differs",
    ] {
        assert!(said.contains(word), "it does not say `{word}`: {said}");
    }
}

#[test]
fn a_place_that_cannot_be_written_to_is_told_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("file"), "mine").unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    fs::create_dir(folder.join("taken.parquet.journal")).unwrap();
    let make = ["truth", "make", "connect4", "--by", "solver", "-o"];
    for (output, code) in [
        ("file/x.parquet", 1),
        ("nowhere/x.parquet", 1),
        ("taken.parquet", 1),
        ("folder", 2),
    ] {
        let begun = Instant::now();
        refuses(folder, &[&make[..], &[output]].concat(), code, &["hint: "]);
        assert!(begun.elapsed() < Duration::from_secs(5), "{output}");
    }
    assert_eq!(fs::read(folder.join("file")).unwrap(), b"mine");
}
