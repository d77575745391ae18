//! States from every source, and files in every format.

use std::fs;

use super::small;
use crate::call::{answers, refuses};

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

#[test]
fn play_is_counted_in_games_like_those_the_states_are_from_and_judge_weighs_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let made = "truth make connect4 --by played:by=lines,random=0.2,playouts=2 --from agents --agent lines --random 0.3 --plies 8..30 --per-ply 2 -o a.parquet";
    answers(folder, &made.split(' ').collect::<Vec<_>>());
    let weigh = "truth weigh a.parquet --games 40 -o b.parquet";
    answers(folder, &weigh.split(' ').collect::<Vec<_>>());
    let info = answers(folder, &["--json", "truth", "info", "b.parquet"]);
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    assert_eq!(info["reach"]["games"], 40);
    assert_eq!(info["reach"]["shares"][0], 1.0);
    assert!(info["reach"]["shares"][20].as_f64().unwrap() < 1.0);

    let judge = |file: &str, weights: &str| {
        let args = format!(
            "--json judge {file} --heuristic lines --heuristic threats --weights {weights}"
        );
        args.split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let told = |file: &str, weights: &str| {
        let args = judge(file, weights);
        let text = answers(folder, &args.iter().map(String::as_str).collect::<Vec<_>>());
        let told: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert_eq!(told["prediction"]["weights"], weights);
        let by_states = told["predicted"][0]["by_states"].clone();
        assert!(by_states.is_f64(), "{by_states}");
        by_states
    };
    assert_eq!(told("a.parquet", "equal"), told("b.parquet", "equal"));
    assert_ne!(told("b.parquet", "equal"), told("b.parquet", "play"));
    let args = judge("a.parquet", "play");
    refuses(
        folder,
        &args.iter().map(String::as_str).collect::<Vec<_>>(),
        2,
        &["truth weigh"],
    );
    let all = "truth make tictactoe --by solver --from all --plies ..1 --keep-single -o c.parquet";
    answers(folder, &all.split(' ').collect::<Vec<_>>());
    refuses(
        folder,
        &["truth", "weigh", "c.parquet", "-o", "d.parquet"],
        2,
        &["drawn from games"],
    );
}
