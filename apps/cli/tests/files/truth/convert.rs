//! States from every source, and files in every format.

use std::fs;

use super::small;
use crate::call::answers;

#[test]
fn a_benchmark_goes_through_xml_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let made = small(folder, "a.parquet", &[]);
    answers(
        folder,
        &[
            "truth",
            "export",
            "a.parquet",
            "--format",
            "xml",
            "-o",
            "a.xml",
        ],
    );
    answers(folder, &["truth", "import", "a.xml", "-o", "b.parquet"]);
    assert_eq!(
        fs::read(made).unwrap(),
        fs::read(folder.join("b.parquet")).unwrap()
    );
    let csv = answers(folder, &["truth", "export", "a.parquet", "--format", "csv"]);
    assert!(
        csv.starts_with("state_id,game,state,key,ply,player,move,"),
        "{csv}"
    );
    let lines = answers(
        folder,
        &["truth", "export", "a.parquet", "--format", "jsonl"],
    );
    assert_eq!(lines.lines().count() + 1, csv.lines().count());
    answers(folder, &["truth", "verify", "a.parquet", "--sample", "30"]);
    let info = answers(folder, &["--json", "truth", "info", "a.parquet"]);
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    assert_eq!(info["states"], 30);
    assert_eq!(info["labeller"], "solver");
}

#[test]
fn states_come_from_files_and_agents_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("positions"),
        "# two ways to say it\na1 b2\nx../.o./...\n\nb2\n",
    )
    .unwrap();
    let from_file = [
        "truth",
        "make",
        "tictactoe",
        "--by",
        "solver",
        "--from",
        "file",
    ];
    let rest = ["--positions", "positions", "-o", "f.parquet", "--json"];
    let info = answers(folder, &[&from_file[..], &rest].concat());
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    assert_eq!(info["states"], 2);
    assert_eq!(info["plies"][1]["ply"], 2);
    let relabel = [
        "--by",
        "mcts:playouts=50",
        "--from",
        "file",
        "--positions",
        "f.parquet",
    ];
    let relabel = [
        &["truth", "make", "tictactoe"][..],
        &relabel,
        &["-o", "h.parquet"],
    ]
    .concat();
    answers(folder, &relabel);
    let states = |name: &str| {
        let csv = answers(folder, &["truth", "export", name, "--format", "csv"]);
        let row = |line: &str| line.split(',').take(7).collect::<Vec<_>>().join(",");
        csv.lines().map(row).collect::<Vec<_>>()
    };
    assert_eq!(states("f.parquet"), states("h.parquet"));
    let from_agents = [
        "truth",
        "make",
        "tictactoe",
        "--by",
        "solver",
        "--from",
        "agents",
    ];
    let rest = [
        "--agent",
        "mcts:playouts=50",
        "--random",
        "0.2",
        "--per-ply",
        "3",
        "-o",
        "g.parquet",
    ];
    answers(folder, &[&from_agents[..], &rest].concat());
}

#[test]
fn csv_and_json_lines_are_imported_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    small(folder, "a.parquet", &[]);
    for format in ["csv", "jsonl"] {
        let (text, back) = (format!("a.{format}"), format!("{format}.parquet"));
        let export = [
            "truth",
            "export",
            "a.parquet",
            "--format",
            format,
            "-o",
            &text,
        ];
        answers(folder, &export);
        answers(folder, &["truth", "import", &text, "-o", &back]);
        let load = |name: &str| plyscope_truth::load(&folder.join(name)).unwrap();
        assert_eq!(load(&back).states, load("a.parquet").states);
        assert_eq!(load(&back).meta.game, "tictactoe");
        answers(folder, &["truth", "verify", &back, "--by", "solver"]);
        let again = format!("again.{format}");
        answers(
            folder,
            &["truth", "export", &back, "--format", format, "-o", &again],
        );
        let bytes = |name: &str| std::fs::read(folder.join(name)).unwrap();
        assert_eq!(bytes(&again), bytes(&text));
    }
}
