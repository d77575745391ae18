//! Shards and submitters that are killed, and two that do the same at once.
#![cfg(unix)]

use std::fs;
use std::time::Duration;

use crate::call::{answers, begin, kill, refuses};

use super::{MAKE, plan, shard_files, status, with};

/// Whole numbers by chance: the same in every run.
fn chance(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn a_hundred_kills_of_shards_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    answers(folder, &with(&MAKE, &["-o", "alone.parquet"]));
    plan(folder, "6", &MAKE, "plan");
    let mut state = 17;
    let mut found_begun = 0;
    for _ in 0..100 {
        let missing = status(folder, "plan")["missing"]
            .as_array()
            .unwrap()
            .clone();
        let undone = if missing.is_empty() {
            vec![0.into()]
        } else {
            missing
        };
        let index = &undone[chance(&mut state) as usize % undone.len()];
        let child = begin(folder, &["shard", "plan", "--index", &index.to_string()]);
        std::thread::sleep(Duration::from_millis(chance(&mut state) % 60));
        kill(child);
        let now = status(folder, "plan");
        found_begun += now["interrupted"].as_array().unwrap().len();
        if now["done"] == 6 {
            // All again, but for what is in the journals.
            fs::remove_file(folder.join("plan/shards/00003.jsonl")).unwrap();
        }
    }
    assert!(found_begun > 0, "no kill came in the middle of a shard");
    answers(folder, &["submit", "plan"]);
    answers(folder, &["collect", "plan", "-o", "shards.parquet"]);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("alone.parquet"), read("shards.parquet"));
    let files = shard_files(folder, "plan");
    assert!(
        files.iter().all(|name| name.contains(".jsonl")),
        "{files:?}"
    );
}

#[test]
fn a_submitter_that_is_killed_is_taken_up_and_two_at_once_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    answers(folder, &with(&MAKE, &["-o", "alone.parquet"]));
    plan(folder, "12", &MAKE, "plan");
    let first = begin(folder, &["submit", "plan"]);
    while status(folder, "plan")["done"].as_u64().unwrap() < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = crate::call::run(folder, &["submit", "plan"]);
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    let is_alone =
        said.contains("another submit is at work") || said.contains("all shards are done");
    assert!(is_alone, "{said}");
    kill(first);
    answers(folder, &["submit", "plan"]);
    answers(folder, &["collect", "plan", "-o", "shards.parquet"]);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("alone.parquet"), read("shards.parquet"));
}

#[test]
fn a_shard_that_somebody_is_at_is_left_to_him() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let slow = with(&MAKE[..4], &["mcts:playouts=1m", "--states", "10"]);
    plan(folder, "1", &slow, "plan");
    let child = begin(folder, &["shard", "plan", "--index", "0"]);
    while status(folder, "plan")["running"]
        .as_array()
        .unwrap()
        .is_empty()
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    let again = ["shard", "plan", "--index", "0"];
    refuses(folder, &again, 1, &["being done by another process"]);
    kill(child);
    assert!(
        status(folder, "plan")["running"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[test]
fn a_full_disk_is_an_error_and_what_was_done_stays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    answers(folder, &with(&MAKE, &["-o", "alone.parquet"]));
    plan(folder, "1", &MAKE, "plan");
    // Files may grow to so many blocks only, and the signal that would end the program is ignored.
    let lines = "trap '' XFSZ; ulimit -f 20; exec \"$plyscope\" shard plan --index 0";
    let output = std::process::Command::new("sh")
        .args(["-c", lines])
        .current_dir(folder)
        .env("plyscope", env!("CARGO_BIN_EXE_plyscope"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("cannot be written") && said.contains("hint: "),
        "{said}"
    );
    let now = status(folder, "plan");
    assert_eq!(now["done"], 0);
    assert_eq!(now["interrupted"], serde_json::json!([0]));
    answers(folder, &["shard", "plan", "--index", "0"]);
    answers(folder, &["collect", "plan", "-o", "shards.parquet"]);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("alone.parquet"), read("shards.parquet"));
}
