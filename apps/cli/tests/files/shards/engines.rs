//! Engines as far as they need not be there: scripts, and stand-ins for their commands.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::call::{answers, plyscope, refuses};

use super::{plan, with};

const SMALL: [&str; 7] = [
    "truth",
    "make",
    "tictactoe",
    "--by",
    "solver",
    "--states",
    "40",
];

/// Puts a program into a folder of programs.
fn program(folder: &Path, name: &str, text: &str) {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_dry_run_shows_the_script_and_submits_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    plan(folder, "6", &SMALL, "my plan");
    answers(folder, &["shard", "my plan", "--index", "2"]);
    let slurm = [
        "submit",
        "my plan",
        "--to",
        "slurm",
        "--dry-run",
        "--partition",
        "short",
        "--time",
        "30",
        "--memory",
        "1G",
        "--account",
        "lab",
        "--at-most",
        "3",
        "--option=--qos=long",
        "--cpus",
        "2",
    ];
    let script = answers(folder, &slurm);
    for line in [
        "#SBATCH --array=0-1,3-5%3",
        "#SBATCH --partition=short",
        "#SBATCH --time=30",
        "#SBATCH --mem=1G",
        "#SBATCH --account=lab",
        "#SBATCH --qos=long",
        "#SBATCH --cpus-per-task=2",
        "--first 0 --threads 2",
        "/my plan'",
    ] {
        assert!(script.contains(line), "{line} is not in\n{script}");
    }
    let queue = answers(
        folder,
        &["submit", "my plan", "--to", "hyperqueue", "--dry-run"],
    );
    assert!(queue.contains("--array=0-1,3-5"), "{queue}");
    let wrong = ["submit", "my plan", "--partition", "short"];
    refuses(folder, &wrong, 2, &["--partition is for an engine"]);
    let wrong = [
        "submit",
        "my plan",
        "--to",
        "hyperqueue",
        "--dry-run",
        "--account",
        "lab",
    ];
    refuses(folder, &wrong, 2, &["not for HyperQueue"]);
}

/// `hq` as its own tests describe it; a task that is killed is not tried again.
const HQ: &str = r#"
case "$2" in
job) echo '[{"id":1,"name":"other","task_count":1,"task_stats":{"aborted":0,"canceled":0,"failed":0,"finished":0,"running":1,"waiting":0}}]';;
submit)
    while [ "$1" != -- ]; do
        case "$1" in --array=*) array="${1#--array=}";; esac
        shift
    done
    shift
    echo "$array" >>submitted
    for range in $(echo "$array" | tr , ' '); do
        for id in $(seq "${range%-*}" "${range#*-}"); do
            # The first time, one of them is lost.
            if [ "$id" = 3 ] && [ ! -e lost ]; then touch lost; continue; fi
            HQ_TASK_ID=$id "$@" 2>/dev/null
        done
    done
    echo 1;;
esac"#;

#[test]
fn hyperqueue_is_given_what_is_missing_until_nothing_is() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    program(&folder.join("bin"), "hq", HQ);
    plan(folder, "6", &SMALL, "plan");
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", folder.join("bin").display());
    let call = ["submit", "plan", "--to", "hyperqueue", "--every", "10ms"];
    let output = plyscope(folder, &call).env("PATH", path).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert_eq!(
        fs::read_to_string(folder.join("submitted")).unwrap(),
        "0-5\n3\n"
    );
    answers(folder, &["collect", "plan", "-o", "shards.parquet"]);
    answers(folder, &with(&SMALL, &["-o", "alone.parquet"]));
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("alone.parquet"), read("shards.parquet"));
}

#[test]
fn a_shard_that_never_gets_anywhere_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    program(
        &folder.join("bin"),
        "hq",
        "case \"$2\" in job) echo '[]';; submit) echo 1;; esac",
    );
    plan(folder, "2", &SMALL, "plan");
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", folder.join("bin").display());
    let call = [
        "submit",
        "plan",
        "--to",
        "hyperqueue",
        "--every",
        "1ms",
        "--tries",
        "3",
    ];
    let output = plyscope(folder, &call).env("PATH", path).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("shard 0 ended 3 times without any progress"),
        "{said}"
    );
}
