//! Work whose tasks depend on earlier ones: learning by games, and papers.

use std::fs;
use std::path::Path;

use crate::call::{answers, plyscope, refuses};

use super::{plan, shard_files, status, with};

/// A search of five generations and a replay, which takes a second.
const LEARN: [&str; 16] = [
    "learn",
    "connect4",
    "--method",
    "genetic",
    "--features",
    "lines",
    "--by",
    "negascout:depth=1,table=0",
    "--openings",
    "random:plies=4",
    "--population",
    "4",
    "--budget",
    "games=100",
    "--seed",
    "3",
];

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn learning_by_games_in_shards_writes_the_files_of_one_machine() {
    for variant in ["paper", "improved"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let learn = with(
            &LEARN,
            &["--variant", variant, "--hall", "3", "--replay", "6"],
        );
        let alone = ["-o", "a.toml", "--log", "a.jsonl", "--plots", "a"];
        let told = answers(folder, &with(&learn, &alone));
        let shards = ["--log", "b.jsonl", "--plots", "b"];
        plan(folder, "20", &with(&learn, &shards), "plan");
        let planned = status(folder, "plan");
        assert_eq!(planned["tasks"], 12 * 6 + 18);
        assert_eq!(
            (&planned["waves"], &planned["waves_done"]),
            (&7.into(), &0.into())
        );
        answers(folder, &["submit", "plan", "--at-most", "3"]);
        assert_eq!(status(folder, "plan")["waves_done"], 7);
        assert_eq!(answers(folder, &["collect", "plan", "-o", "b.toml"]), told);
        for (one, other) in [
            ("a.toml", "b.toml"),
            ("a.jsonl", "b.jsonl"),
            ("a/convergence.svg", "b/convergence.svg"),
            ("a/spread.svg", "b/spread.svg"),
        ] {
            assert_eq!(read(folder, one), read(folder, other), "{variant}");
        }
        let again = ["collect", "plan", "-o", "b.toml"];
        refuses(folder, &again, 2, &["there already", "--force"]);
    }
}

#[test]
fn a_shard_of_a_later_wave_waits_and_says_for_which() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    plan(folder, "20", &LEARN, "plan");
    let first_waiting = status(folder, "plan")["waiting"][0].as_u64().unwrap();
    let later = first_waiting.to_string();
    let call = ["shard", "plan", "--index", &later];
    let waits = format!("shard {later} waits for shard");
    refuses(folder, &call, 75, &[&waits, "which are not done", "hint: "]);
    // Nothing of it is left to be taken for work that was begun.
    assert!(shard_files(folder, "plan").is_empty());
    for index in 0..first_waiting {
        answers(folder, &["shard", "plan", "--index", &index.to_string()]);
    }
    assert_eq!(status(folder, "plan")["waves_done"], 1);
    answers(folder, &call);
    // The file depends on plan and number alone.
    let file = format!("plan/shards/{first_waiting:05}.jsonl");
    let text = read(folder, &file);
    fs::remove_file(folder.join(&file)).unwrap();
    answers(folder, &with(&call, &["--threads", "2"]));
    assert_eq!(read(folder, &file), text);
    let script = answers(folder, &["submit", "plan", "--to", "slurm", "--dry-run"]);
    // Of all that is missing, only what can be begun now is submitted.
    let array = script
        .lines()
        .find(|line| line.contains("--array="))
        .unwrap();
    let ready = status(folder, "plan");
    let missing = ready["missing"].as_array().unwrap().len();
    let waiting = ready["waiting"].as_array().unwrap().len();
    assert!(missing > waiting, "{ready}");
    assert_eq!(
        array.matches('-').count() - 2,
        usize::from(missing - waiting > 1),
        "{array}"
    );
}

#[test]
fn killed_shards_of_learning_come_to_the_same_weights() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    answers(folder, &with(&LEARN, &["-o", "alone.toml"]));
    plan(folder, "12", &LEARN, "plan");
    let mut killed = 0;
    for wait in (0..12).map(|own| own * 7 % 40) {
        let mut child = plyscope(folder, &["submit", "plan"]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(30 + wait));
        killed += u32::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        let _ = child.wait();
    }
    assert!(killed > 0);
    answers(folder, &["submit", "plan"]);
    answers(folder, &["collect", "plan", "-o", "shards.toml"]);
    assert_eq!(read(folder, "alone.toml"), read(folder, "shards.toml"));
}

#[test]
fn other_ways_to_learn_are_not_cut_and_say_what_is() {
    let folder = tempfile::tempdir().unwrap();
    let ridge = ["plan", "learn", "tictactoe", "--by", "solver", "-o", "plan"];
    let told = ["only learning by games", "--method genetic", "truth make"];
    refuses(folder.path(), &ridge, 2, &told);
    assert!(!folder.path().join("plan").exists());
}

#[test]
fn a_replay_that_cannot_be_played_is_told_before_the_generations() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let few = [
        "learn",
        "tictactoe",
        "--method",
        "genetic",
        "--features",
        "rows",
        "--openings",
        "random:plies=2",
        "--population",
        "4",
        "--generations",
        "3",
        "-o",
        "x",
    ];
    let told = ["the replay", "only 12 openings of 2 plies"];
    refuses(folder, &few, 2, &told);
    refuses(folder, &with(&["plan"], &few), 2, &told);
    assert!(fs::read_dir(folder).unwrap().next().is_none());
}

#[test]
fn a_paper_that_takes_seconds_is_one_shard() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let told = answers(folder, &["reproduce", "levy"]);
    answers(folder, &["plan", "reproduce", "levy", "-o", "plan"]);
    assert_eq!(status(folder, "plan")["shards"], 1);
    answers(folder, &["submit", "plan"]);
    answers(folder, &["collect", "plan", "-o", "levy.txt"]);
    assert_eq!(read(folder, "levy.txt"), told);
    let quick = ["plan", "reproduce", "levy", "--quick", "-o", "other"];
    refuses(folder, &quick, 2, &["no --quick"]);
}
