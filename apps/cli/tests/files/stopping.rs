//! Limits, Ctrl-C and SIGTERM with the slowest agents there are; refusals and memory.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::call::{answers, plyscope, refuses, run};

/// What a busy machine may add to a time limit of 200 ms.
const LATE: Duration = Duration::from_secs(1);

/// An evaluator that takes a second or more for one state.
const SLOW: &str = "expected-outcome:rule=interval,playouts=10m,tolerance=0";

#[test]
fn a_time_limit_holds_whatever_the_evaluator() {
    let folder = tempfile::tempdir().unwrap();
    let negascout = format!("negascout:eval=({SLOW})");
    let mcts = format!("mcts:eval=({SLOW})");
    for (game, by) in [
        ("gomoku", "mcts:eval=expected-outcome"),
        ("othello", SLOW),
        ("othello", &negascout),
        ("othello", &mcts),
        ("othello", "negascout:depth=20"),
        ("connect4", "two-tier:depth=32"),
    ] {
        let begun = Instant::now();
        // Code 1 is the answer of an agent that knows nothing yet.
        let output = run(
            folder.path(),
            &["advise", game, "--by", by, "--time", "200ms"],
        );
        let taken = begun.elapsed();
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{by}: {output:?}"
        );
        assert!(taken < Duration::from_millis(200) + LATE, "{by}: {taken:?}");
    }
}

/// How a call ended that was sent signals: its code, how long after, and what it said.
#[cfg(unix)]
struct Ended {
    code: i32,
    taken: Duration,
    said: String,
}

/// Begins the call, sends signals after a while, and waits for its end.
#[cfg(unix)]
fn signalled(args: &[&str], signals: &[&str]) -> Ended {
    let folder = tempfile::tempdir().unwrap();
    let mut command = plyscope(folder.path(), args);
    command.stdin(std::process::Stdio::piped());
    command.stdout(std::process::Stdio::null());
    command.stderr(std::process::Stdio::piped());
    let child = command.spawn().expect("it runs");
    std::thread::sleep(Duration::from_millis(500));
    let begun = Instant::now();
    for signal in signals {
        let id = child.id().to_string();
        Command::new("kill").args([signal, &*id]).status().unwrap();
        std::thread::sleep(Duration::from_millis(50));
    }
    let output = child.wait_with_output().expect("it was begun");
    Ended {
        code: output.status.code().unwrap_or(-1),
        taken: begun.elapsed(),
        said: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_sigterm_are_answered_at_once_everywhere_by_the_code_of_the_signal() {
    let slow = format!("negascout:depth=4,eval=({SLOW})");
    let calls: [&[&str]; 16] = [
        &["advise", "othello", "--by", &slow],
        // Which knows something of every move by then.
        &["advise", "othello", "--by", "mcts:playouts=1000m"],
        &["advise", "othello", "--by", "mcts:playouts=1000m", "--json"],
        &["explain", "othello", "--by", "negascout:depth=30"],
        &["play", "othello", "--first", &slow, "--second", &slow],
        &["play", "othello", "--first", "human"],
        &["match", "othello", &slow, &slow, "--games", "2"],
        &[
            "truth",
            "make",
            "othello",
            "--by",
            &slow,
            "--states",
            "20",
            "-o",
            "t.parquet",
        ],
        &["learn", "othello", "--by", SLOW, "--states", "40"],
        &["judge", "othello8", "--heuristic", &slow],
        &["judge", "othello8", "--against-strength"],
        &["perft", "othello", "30"],
        &["bench"],
        &["reproduce", "hef"],
        &["reproduce", "lin-vanlent"],
        &["reproduce", "abramson-korf"],
    ];
    let stops = |args: &[&str], signal: &str, code: i32| {
        let ended = signalled(args, &[signal]);
        let said = &ended.said;
        assert!(ended.taken < LATE, "{args:?} after {signal}: {said}");
        assert_eq!(ended.code, code, "{args:?} after {signal}: {said}");
        assert!(said.contains("stopped"), "{args:?} after {signal}: {said}");
        assert!(!said.contains("a limit came first"), "{args:?}: {said}");
    };
    // What hears one signal hears the other: every third call shows the other's code.
    let half = |first: usize| {
        for (place, args) in calls.iter().enumerate().skip(first).step_by(2) {
            stops(args, "-INT", 130);
            if place % 3 == 0 {
                stops(args, "-TERM", 143);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| half(0));
        half(1);
    });
}

#[cfg(unix)]
#[test]
fn a_second_ctrl_c_ends_a_game_between_two_agents() {
    // An agent that does not hear the first one for a while: it makes its table.
    let ended = signalled(
        &[
            "play",
            "gomoku",
            "--first",
            "negascout:depth=30",
            "--second",
            "negascout:depth=30",
        ],
        &["-INT", "-INT"],
    );
    assert_eq!(ended.code, 130, "{}", ended.said);
    assert!(ended.taken < LATE, "{:?}", ended.taken);
}

#[test]
fn what_cannot_be_solved_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["gomoku", "connect4:width=8,height=8"] {
        let begun = Instant::now();
        let args = ["advise", game, "--by", "solver"];
        // The options that are named are those of that game's solver.
        let option = if game == "gomoku" {
            "solver:memory=…"
        } else {
            "solver:table=…"
        };
        let words = ["states can follow", "not solved", option];
        refuses(folder.path(), &args, 1, &words);
        assert!(begun.elapsed() < Duration::from_secs(20), "{game}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_cannot_be_had_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let limited = |args: &str| {
        let program = env!("CARGO_BIN_EXE_plyscope");
        let line = format!("ulimit -v 2000000; {program} {args}");
        let mut shell = Command::new("sh");
        shell.current_dir(folder.path()).args(["-c", &line]);
        shell.output().expect("there is a shell")
    };
    let othello = limited("advise othello:size=6 --by solver:table=8000");
    let said = String::from_utf8_lossy(&othello.stderr);
    assert_eq!(othello.status.code(), Some(1), "{said}");
    assert!(said.contains("no memory for a table of 8000 MiB"), "{said}");
    // Connect Four's table grows as far as it can.
    let connect_four = limited("advise connect4 44444 --by solver:table=8000,book=no,time=3s");
    let said = String::from_utf8_lossy(&connect_four.stderr);
    assert!(
        connect_four.status.success() || said.contains("stopped"),
        "{said}"
    );
    assert!(!said.contains("memory allocation"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn games_of_a_paper_that_do_not_fit_into_the_memory_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_plyscope");
    let call = "reproduce abramson-korf --quick --threads 1";
    let mut shell = Command::new("sh");
    let line = format!("ulimit -v 450000; {program} {call}");
    shell.current_dir(folder.path()).args(["-c", &line]);
    let output = shell.output().expect("there is a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("there is no memory for all states"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn a_contest_is_not_resumed_with_another_file_of_its_judges() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let weights = |scale: f64| {
        let text = format!(
            "game = \"connect4\"\nfeatures = \"threats\"\n\n[weights]\nown_odd = {scale}\n"
        );
        fs::write(folder.join("w.toml"), text).unwrap();
    };
    let names = answers(folder, &["games", "connect4"]);
    assert!(names.contains("threats"), "{names}");
    for extra in [
        [
            "--verdict",
            "from=4,by=(negascout:depth=2,eval=(linear:weights=w.toml))",
        ],
        [
            "--openings",
            "random:plies=2,balanced=on,by=(linear:weights=w.toml),within=1000",
        ],
    ] {
        weights(1.0);
        let mut args = vec!["match", "connect4", "lines", "threats", "--games", "4"];
        args.extend(["-o", "record.jsonl"]);
        args.extend(extra);
        answers(folder, &args);
        answers(folder, &args);
        weights(2.0);
        refuses(folder, &args, 2, &["record.jsonl"]);
        fs::remove_file(folder.join("record.jsonl")).unwrap();
    }
}

#[test]
fn random_openings_that_run_out_are_told_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut args = vec!["match", "connect4", "lines", "threats", "--openings"];
    args.extend(["random:plies=1", "--games", "2000", "-o", "record.jsonl"]);
    refuses(folder, &args, 2, &["only 4 openings of 1 ply", "hint: "]);
    assert!(!folder.join("record.jsonl").exists());
    // A test takes as many as there are.
    let mut args = vec![
        "match",
        "connect4",
        "lines",
        "lines",
        "--sprt",
        "elo0=0,elo1=5",
    ];
    args.extend(["--openings", "random:plies=1"]);
    let output = run(folder, &args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("only 4 openings"), "{said}");
}
