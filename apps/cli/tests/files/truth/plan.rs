//! Weights files and limits belong to a benchmark: it is told apart by them.

use std::fs;

use crate::call::{answers, refuses};

#[test]
fn other_weights_or_limits_make_another_benchmark() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let weights = |c3: u32| {
        let text = format!("game = \"tictactoe\"\nfeatures = \"levy\"\n[weights]\nc3 = {c3}\n");
        fs::write(folder.join("my.toml"), text).unwrap();
    };
    weights(100);
    let by = "negascout:depth=2,eval=(linear:weights=my.toml)";
    let make = [
        "truth",
        "make",
        "tictactoe",
        "--by",
        by,
        "--states",
        "20",
        "-o",
        "w.parquet",
    ];
    answers(folder, &make);
    let info = answers(folder, &["truth", "info", "w.parquet", "--json"]);
    assert!(info.contains("\"inputs\":\"my.toml="), "{info}");
    answers(folder, &["truth", "verify", "w.parquet"]);
    answers(folder, &make);
    refuses(
        folder,
        &[&make[..], &["--nodes", "50"]].concat(),
        2,
        &["another benchmark"],
    );
    weights(101);
    refuses(folder, &make, 2, &["another benchmark", "--force"]);
    refuses(
        folder,
        &["truth", "verify", "w.parquet"],
        2,
        &["not those it was made with", "my.toml"],
    );
    answers(folder, &["truth", "verify", "w.parquet", "--sample", "0"]);
}

#[test]
fn limits_are_recorded_and_kept_when_labelling_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let make = [
        "truth",
        "make",
        "connect4",
        "--by",
        "negascout:depth=9",
        "--states",
        "10",
    ];
    answers(
        folder,
        &[&make[..], &["--nodes", "200", "-o", "n.parquet"]].concat(),
    );
    let info = answers(folder, &["truth", "info", "n.parquet"]);
    assert!(info.contains("nodes=200"), "{info}");
    answers(folder, &["truth", "verify", "n.parquet"]);
    answers(
        folder,
        &[&make[..], &["--time", "5ms", "-o", "t.parquet"]].concat(),
    );
    refuses(
        folder,
        &["truth", "verify", "t.parquet"],
        2,
        &["time limit", "--sample 0"],
    );
}
