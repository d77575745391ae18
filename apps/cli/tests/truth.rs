//! Benchmarks as a user makes them: killed, resumed, damaged, mixed up.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn plyscope(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.current_dir(folder).args(args);
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    plyscope(folder, args).output().expect("it runs")
}

/// The call succeeds; returns its data.
fn answers(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).expect("it speaks UTF-8")
}

/// The call fails with a code, a hint and all of `words`, and writes no data.
fn refuses(folder: &Path, args: &[&str], code: i32, words: &[&str]) {
    let output = run(folder, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?} wrote data");
    assert!(!said.contains("panicked"), "{args:?}: {said}");
    for word in words {
        assert!(
            said.contains(word),
            "{args:?} does not say `{word}`: {said}"
        );
    }
}

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
    let mut lengths = Vec::new();
    // At several moments of the run, the last of them long after its middle.
    for eighth in [1, 3, 2, 4] {
        let mut child = plyscope(folder, &slow("killed.parquet"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(whole_time * eighth / 8 + Duration::from_millis(1));
        // `kill` is SIGKILL: the program cannot do anything about it.
        let _ = child.kill();
        child.wait().unwrap();
        lengths.push(fs::metadata(&journal).map_or(0, |file| file.len()));
    }
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
fn ctrl_c_keeps_what_is_done_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut args = slow("stopped.parquet");
    args[6] = "2000";
    let child = plyscope(folder, &args)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let journal = folder.join("stopped.parquet.journal");
    while fs::metadata(&journal).map_or(0, |file| file.len()) < 10_000 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupted.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("of 2000 states done") && said.contains("same command"),
        "{said}"
    );
    assert!(journal.exists() && !folder.join("stopped.parquet").exists());
}

fn small(folder: &Path, name: &str, more: &[&str]) -> PathBuf {
    let args = [
        "truth",
        "make",
        "tictactoe",
        "--by",
        "solver",
        "--states",
        "30",
        "-o",
        name,
    ];
    answers(
        folder,
        &args
            .into_iter()
            .chain(more.iter().copied())
            .collect::<Vec<_>>(),
    );
    folder.join(name)
}

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
fn bad_requests_are_refused_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let make = |more: &[&'static str]| {
        let mut args = vec!["truth", "make", "connect4", "-o", "x.parquet"];
        args.extend(more);
        args
    };
    refuses(
        folder,
        &make(&["--by", "mcts:playouts=0"]),
        2,
        &["playouts", "hint: "],
    );
    refuses(
        folder,
        &make(&["--by", "solver", "--states", "0"]),
        2,
        &["0 states"],
    );
    refuses(
        folder,
        &make(&["--by", "solver", "--plies", "9..3"]),
        2,
        &["comes after"],
    );
    refuses(
        folder,
        &make(&["--by", "solvr"]),
        2,
        &["did you mean `solver`"],
    );
    refuses(
        folder,
        &make(&["--by", "random", "--states", "9000000000m"]),
        2,
        &["of disk", "hint: "],
    );
    refuses(
        folder,
        &make(&["--by", "random", "--from", "file"]),
        2,
        &["--positions"],
    );
    refuses(
        folder,
        &make(&["--by", "random", "--from", "agents"]),
        2,
        &["--agent"],
    );
    refuses(
        folder,
        &make(&["--by", "random", "--from", "all"]),
        2,
        &["more than"],
    );
    refuses(
        folder,
        &make(&["--by", "random", "--plies", "99.."]),
        2,
        &["no state"],
    );
    fs::write(folder.join("bad"), "44\n49\n").unwrap();
    let bad = ["--by", "random", "--from", "file", "--positions", "bad"];
    refuses(folder, &make(&bad), 2, &["line 2", "move 2"]);
    assert_eq!(
        fs::read_dir(folder).unwrap().count(),
        1,
        "nothing is left behind"
    );
    let no_folder = [
        "truth",
        "make",
        "connect4",
        "--by",
        "random",
        "-o",
        "no/x.parquet",
    ];
    refuses(folder, &no_folder, 1, &["cannot be written", "hint: "]);
}

#[test]
fn files_that_do_not_belong_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let made = small(folder, "a.parquet", &[]);
    let whole = fs::read(&made).unwrap();
    small(folder, "b.parquet", &["--seed", "2"]);
    let other = [
        "truth",
        "make",
        "mnk:m=4",
        "--by",
        "solver",
        "--states",
        "5",
        "-o",
        "o.parquet",
    ];
    answers(folder, &other);
    let merge = |with: &'static str| ["truth", "merge", "a.parquet", with, "-o", "m.parquet"];
    refuses(
        folder,
        &merge("o.parquet"),
        2,
        &["game is tictactoe", "mnk:m=4", "hint: "],
    );
    answers(folder, &merge("b.parquet"));
    refuses(
        folder,
        &merge("b.parquet"),
        2,
        &["there already", "--force"],
    );
    let again = [
        "truth",
        "make",
        "tictactoe",
        "--by",
        "random",
        "-o",
        "a.parquet",
    ];
    refuses(folder, &again, 2, &["another benchmark", "--force"]);
    assert_eq!(fs::read(&made).unwrap(), whole);

    fs::write(folder.join("cut.parquet"), &whole[..whole.len() / 2]).unwrap();
    refuses(
        folder,
        &["truth", "info", "cut.parquet"],
        2,
        &["cut off", "hint: "],
    );
    let mut flipped = whole.clone();
    flipped[200] ^= 4;
    fs::write(folder.join("flipped.parquet"), flipped).unwrap();
    refuses(
        folder,
        &["truth", "info", "flipped.parquet"],
        2,
        &["checksum", "hint: "],
    );
    fs::write(folder.join("text"), "hello").unwrap();
    refuses(
        folder,
        &["truth", "verify", "text"],
        2,
        &["no Parquet file", "hint: "],
    );
    refuses(
        folder,
        &["truth", "info", "nowhere"],
        2,
        &["cannot be read", "hint: "],
    );

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
    let text = fs::read_to_string(folder.join("a.xml")).unwrap();
    let import = ["truth", "import", "bad.xml", "-o", "i.parquet"];
    let bad = |from: &str, to: &str, words: &[&str]| {
        fs::write(folder.join("bad.xml"), text.replacen(from, to, 1)).unwrap();
        refuses(folder, &import, 2, words);
    };
    bad(
        " exact=",
        " sure=",
        &["line 5", "`sure`", "there are: move, value"],
    );
    bad(".../.../...", "xxx/.../...", &["line 3", "no state"]);
    bad("tictactoe", "tictactow", &["did you mean `tictactoe`"]);
    bad("</benchmark>", "", &["hint: "]);
    assert!(!folder.join("i.parquet").exists());
}
