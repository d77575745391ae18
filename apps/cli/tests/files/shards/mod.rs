//! The same work in shards: cut, killed, resumed, mixed up, and put together to the same bytes.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::call::{answers, plyscope};

mod engines;
mod killed;
mod kinds;
mod refused;
mod waves;

/// A benchmark of which a shard takes some time.
pub(super) const MAKE: [&str; 9] = [
    "truth",
    "make",
    "connect4",
    "--by",
    "mcts:playouts=300",
    "--states",
    "120",
    "--plies",
    "6..",
];

/// The command followed by more words.
pub(super) fn with<'a>(command: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [command, more].concat()
}

/// Plans a command in so many shards.
pub(super) fn plan(folder: &Path, shards: &str, command: &[&str], to: &str) {
    let begin = ["plan", "--shards", shards];
    let words = [&begin[..], command, &["-o", to]].concat();
    answers(folder, &words);
}

pub(super) fn status(folder: &Path, plan: &str) -> Value {
    let told = answers(folder, &["status", plan, "--json"]);
    serde_json::from_str(&told).unwrap()
}

/// The files of the shards, by name; nothing else may be among them when all is done.
pub(super) fn shard_files(folder: &Path, plan: &str) -> Vec<String> {
    let names = fs::read_dir(folder.join(plan).join("shards")).unwrap();
    let mut names: Vec<String> = names
        .map(|own| own.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| !name.contains(".cost"))
        .collect();
    names.sort();
    names
}

#[test]
fn shards_in_any_order_give_the_bytes_and_the_words_of_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let told = answers(folder, &with(&MAKE, &["-o", "alone.parquet"]));
    plan(folder, "5", &MAKE, "plan");
    for (index, variable) in [
        (3, "SLURM_ARRAY_TASK_ID"),
        (0, "HQ_TASK_ID"),
        (4, "JOB_COMPLETION_INDEX"),
        (1, "PBS_ARRAY_INDEX"),
    ] {
        let mut command = plyscope(folder, &["shard", "plan"]);
        command.env(variable, index.to_string());
        assert!(command.output().unwrap().status.success(), "{variable}");
    }
    let now = status(folder, "plan");
    assert_eq!(now["done"], 4);
    assert_eq!(now["missing"], serde_json::json!([2]));
    let collect = ["collect", "plan", "-o", "shards.parquet"];
    crate::call::refuses(folder, &collect, 1, &["1 of 5 shards are missing", ": 2"]);
    assert!(!folder.join("shards.parquet").exists());
    answers(folder, &["shard", "plan", "--index", "2", "--threads", "2"]);
    let file = folder.join("plan/shards/00002.jsonl");
    let (bytes, written) = (fs::read(&file).unwrap(), fs::metadata(&file).unwrap());
    // Once more does nothing.
    answers(folder, &["shard", "plan", "--index", "2"]);
    assert_eq!(
        written.modified().unwrap(),
        fs::metadata(&file).unwrap().modified().unwrap()
    );
    // The file depends on plan and number alone.
    fs::remove_file(&file).unwrap();
    answers(folder, &["shard", "plan", "--index", "2", "--threads", "1"]);
    assert_eq!(fs::read(&file).unwrap(), bytes);
    assert_eq!(answers(folder, &collect), told);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("alone.parquet"), read("shards.parquet"));
    // Who runs the command alone finds the file of the shards to be his own.
    answers(folder, &with(&MAKE, &["-o", "shards.parquet"]));
}

#[test]
fn what_tasks_cost_is_measured_and_shards_are_cut_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let make = [
        "truth", "make", "connect4", "--by", "solver", "--states", "400", "--plies", "24..",
    ];
    let cut = ["plan", "--shard-time", "20ms", "--measure", "200ms"];
    let told = answers(
        folder,
        &[&cut[..], &make, &["-o", "plan", "--json"]].concat(),
    );
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["tasks"], 400);
    let core_seconds = told["predicted"]["core_seconds"].as_f64().unwrap();
    assert!(core_seconds > 0.0, "{told}");
    answers(folder, &["submit", "plan"]);
    let now = status(folder, "plan");
    assert_eq!(now["tasks_done"], 400);
    assert!(now["predicted_seconds"].as_f64().unwrap() > 0.0, "{now}");
    let text = answers(folder, &["status", "plan"]);
    assert!(text.contains("predicted were"), "{text}");
    answers(folder, &with(&make, &["-o", "alone.parquet"]));
    answers(folder, &["collect", "plan", "-o", "shards.parquet"]);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("alone.parquet"), read("shards.parquet"));
}
