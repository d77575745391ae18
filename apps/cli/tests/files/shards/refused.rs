//! Folders that were mixed up, changed or called wrongly.

use std::fs;

use crate::call::{answers, refuses};

use super::plan;

const SMALL: [&str; 7] = [
    "truth",
    "make",
    "tictactoe",
    "--by",
    "solver",
    "--states",
    "40",
];

#[test]
fn another_plan_or_version_in_a_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    plan(folder, "4", &SMALL, "one");
    let other = [&SMALL[..], &["--seed", "2"]].concat();
    plan(folder, "4", &other, "two");
    answers(folder, &["submit", "one"]);
    answers(folder, &["submit", "two"]);
    let copy = |from: &str, to: &str| fs::copy(folder.join(from), folder.join(to)).unwrap();
    copy("two/shards/00001.jsonl", "one/shards/00001.jsonl");
    for call in [
        &["collect", "one", "-o", "x.parquet"][..],
        &["shard", "one", "--index", "1"],
        &["status", "one"],
        &["submit", "one"],
    ] {
        refuses(
            folder,
            call,
            2,
            &["00001.jsonl belongs to another plan", "hint: "],
        );
    }
    fs::remove_file(folder.join("one/shards/00001.jsonl")).unwrap();
    // A journal of the other plan is not taken over, either.
    copy(
        "two/shards/00002.jsonl",
        "one/shards/00001.elsewhere-1.journal",
    );
    refuses(
        folder,
        &["shard", "one", "--index", "1"],
        2,
        &["another plan"],
    );
    fs::remove_file(folder.join("one/shards/00001.elsewhere-1.journal")).unwrap();
    answers(folder, &["shard", "one", "--index", "1"]);
    refuses(
        folder,
        &["shard", "one", "--index", "4"],
        2,
        &["no shard 4", "from 0 to 3"],
    );
    let text = fs::read_to_string(folder.join("one/plan.json")).unwrap();
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&version), "{text}");
    fs::write(
        folder.join("one/plan.json"),
        text.replacen(&version, "\"version\":\"0.0.9\"", 1),
    )
    .unwrap();
    refuses(
        folder,
        &["shard", "one", "--index", "1"],
        2,
        &["planned by plyscope 0.0.9"],
    );
    fs::write(
        folder.join("one/plan.json"),
        text.replacen("\"seed\":1", "\"seed\":7", 1),
    )
    .unwrap();
    refuses(folder, &["status", "one"], 2, &["damaged"]);
    refuses(folder, &["status", "nowhere"], 2, &["plyscope plan"]);
    let again = [&["plan", "--shards", "2"], &SMALL[..], &["-o", "two"]].concat();
    refuses(folder, &again, 2, &["with files in it"]);
}

#[test]
fn what_was_changed_after_it_was_written_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    plan(folder, "3", &SMALL, "plan");
    answers(folder, &["submit", "plan"]);
    let shard = folder.join("plan/shards/00001.jsonl");
    let text = fs::read_to_string(&shard).unwrap();
    let collect = ["collect", "plan", "-o", "x.parquet"];
    let lines: Vec<&str> = text.lines().collect();
    for wrong in [
        text.replacen("true", "null", 1),
        text[..text.len() - 9].to_string(),
        lines[..lines.len() - 1].join("\n") + "\n",
        [&lines[..2], &lines[3..]].concat().join("\n") + "\n",
    ] {
        assert_ne!(wrong, text);
        fs::write(&shard, wrong).unwrap();
        refuses(folder, &collect, 1, &["00001.jsonl", "hint: "]);
        assert!(!folder.join("x.parquet").exists());
    }
    fs::remove_file(&shard).unwrap();
    let tasks = folder.join("plan/tasks.txt");
    let states = fs::read_to_string(&tasks).unwrap();
    fs::write(&tasks, states.replace('x', "o")).unwrap();
    refuses(
        folder,
        &["shard", "plan", "--index", "1"],
        1,
        &["not as it was planned"],
    );
    fs::write(&tasks, states).unwrap();
    answers(folder, &["shard", "plan", "--index", "1"]);
    answers(folder, &collect);
    refuses(folder, &collect, 2, &["there already", "--force"]);
}

#[test]
fn files_that_a_plan_reads_must_stay_what_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let weights = |c3: u32| {
        let text = format!("game = \"tictactoe\"\nfeatures = \"levy\"\n[weights]\nc3 = {c3}\n");
        fs::write(folder.join("my.toml"), text).unwrap();
    };
    weights(100);
    let make = [
        "truth",
        "make",
        "tictactoe",
        "--by",
        "negascout:depth=2,eval=(linear:weights=my.toml)",
        "--states",
        "20",
    ];
    plan(folder, "2", &make, "plan");
    weights(101);
    let call = ["shard", "plan", "--index", "0"];
    refuses(folder, &call, 2, &["my.toml was changed", "hint: "]);
    weights(100);
    // From another folder, too: paths begin where the plan was made.
    let elsewhere = tempfile::tempdir().unwrap();
    let full = folder.join("plan");
    let full = full.to_str().unwrap();
    answers(elsewhere.path(), &["submit", full]);
    answers(elsewhere.path(), &["collect", full, "-o", "shards.parquet"]);
    answers(folder, &[&make[..], &["-o", "alone.parquet"]].concat());
    let shards = fs::read(elsewhere.path().join("shards.parquet")).unwrap();
    assert_eq!(fs::read(folder.join("alone.parquet")).unwrap(), shards);
}
