//! Heuristics and engines in other programs: the same judgement in every language, and nothing left behind.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::call::{answers, begin, interrupted, kill, refuses, run};

const PLYSCOPE: &str = env!("CARGO_BIN_EXE_plyscope");

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/heuristics")
}

/// Whether a program can be started; where everything must be tested, it must.
fn has(program: &str, args: &[&str]) -> bool {
    let ran = Command::new(program).args(args).output();
    let is_there = ran.is_ok_and(|output| output.status.success());
    let must = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(is_there || !must, "{program} is missing");
    if !is_there {
        let _ = writeln!(std::io::stderr(), "skipped: there is no {program}");
    }
    is_there
}

/// What is judged of a heuristic, but for its spec and for its expected strength: that rests on
/// further states where asking about them is cheap, and programs are not asked.
fn judgement(folder: &Path, spec: &str) -> String {
    let heuristic = format!("h={spec}");
    let args = ["judge", "othello8", "--heuristic", &heuristic, "--json"];
    let said = answers(folder, &args);
    let mut all: serde_json::Value = serde_json::from_str(&said).expect("it is JSON");
    let fields = all.as_object_mut().expect("it is an object");
    for own in ["verdict", "predicted", "predicted_pairs", "prediction"] {
        fields.remove(own).expect("it tells what it expects");
    }
    let spec = all["heuristics"][0].get_mut("spec");
    assert!(spec.expect("it names the spec").take().is_string());
    all.to_string()
}

#[test]
fn the_same_heuristic_is_judged_alike_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    let examples = examples();
    let at = |file: &str| examples.join(file).display().to_string();
    let own = judgement(
        folder.path(),
        &format!("linear:weights={}", at("counts.toml")),
    );
    let mut specs = Vec::new();
    if has("python3", &["-c", "(1).bit_count()"]) {
        specs.push(format!("process:cmd=(python3 '{}')", at("counts.py")));
    }
    // Only where there is numpy: nobody needs it.
    let numpy = Command::new("python3")
        .args(["-c", "import numpy"])
        .output();
    if numpy.is_ok_and(|output| output.status.success()) {
        specs.push(format!("process:cmd=(python3 '{}')", at("counts_numpy.py")));
    }
    if has("node", &["--version"]) {
        specs.push(format!("process:cmd=(node '{}')", at("counts.js")));
    }
    if has("cc", &["--version"]) {
        let source = at("counts.c");
        let made = Command::new("cc")
            .args([
                "-O1", "-Wall", "-Wextra", "-Werror", "-o", "counts", &source,
            ])
            .current_dir(folder.path())
            .status();
        assert!(made.expect("it was there a moment ago").success());
        specs.push("process:cmd=(./counts)".to_string());
        specs.push("process:cmd=(./counts),batch=7".to_string());
    }
    for spec in specs {
        assert_eq!(judgement(folder.path(), &spec), own, "{spec}");
    }
}

#[test]
fn a_wrong_call_of_a_program_is_told_before_anything_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    for (spec, word) in [
        ("process", "needs a program"),
        (
            "process:cmd=(no-such-program x)",
            "no program `no-such-program`",
        ),
        ("process:cmd=(sh 'x)", "quote"),
        ("process:cmd=cat,restart=many", "no value for `restart`"),
        (
            "negascout:depth=2,eval=(process:cmd=no-such-program)",
            "no-such-program",
        ),
    ] {
        refuses(
            folder.path(),
            &["advise", "tictactoe", "--by", spec],
            2,
            &[word, "hint: "],
        );
    }
    let missing = "uci:cmd=no-such-engine,nodes=1";
    refuses(
        folder.path(),
        &["match", "chess", missing, "random"],
        2,
        &["no-such-engine"],
    );
}

#[test]
fn a_program_that_answers_rubbish_is_named_with_its_last_words() {
    let folder = tempfile::tempdir().unwrap();
    let spec = "process:cmd=(sh -c 'echo I am no heuristic; echo oh dear >&2; sleep 1')";
    let words = ["`I am no heuristic`", "oh dear", "restart=N"];
    refuses(
        folder.path(),
        &["advise", "tictactoe", "--by", spec],
        1,
        &words,
    );
    refuses(
        folder.path(),
        &["judge", "tictactoe", "--heuristic", spec],
        1,
        &words,
    );
    let hangs = "process:cmd=(sleep 1000),timeout=100ms";
    let words = ["`sleep 1000` did not answer within 0.1 s"];
    refuses(
        folder.path(),
        &["advise", "tictactoe", "--by", hangs],
        1,
        &words,
    );
    let engine = "uci:cmd=(sh -c 'sleep 1000'),nodes=1,timeout=100ms";
    refuses(
        folder.path(),
        &["match", "chess", engine, "random"],
        2,
        &["uciok", "cannot play"],
    );
}

#[test]
fn an_engine_that_dies_loses_its_games_and_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    // After its eightieth line the engine is killed; its shell would else wait for more questions.
    let script = format!("{PLYSCOPE} uci --by random | {{ sed -u 80q; kill -9 $$; }}");
    let engine = format!("dying=uci:cmd=(sh -c '{script}'),depth=1");
    let args = [
        "match",
        "chess",
        &engine,
        "random",
        "--games",
        "4",
        "-o",
        "games.jsonl",
        "--json",
    ];
    let output = run(folder.path(), &args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let record = fs::read_to_string(folder.path().join("games.jsonl")).expect("a record");
    let games: Vec<&str> = record.lines().skip(1).collect();
    assert_eq!(games.len(), 4, "{record}");
    assert!(
        games.iter().any(|game| game.contains("\"end\":\"error\"")),
        "{record}"
    );
}

/// Whether a process whose call has this word in it is there, other than ours.
fn is_running(mark: &str) -> bool {
    let all = fs::read_dir("/proc").into_iter().flatten();
    let mut calls = all.filter_map(|own| fs::read(own.ok()?.path().join("cmdline")).ok());
    calls.any(|call| {
        let call = String::from_utf8_lossy(&call).into_owned();
        call.contains(mark) && !call.contains("plyscope")
    })
}

fn is_so_soon(is_so: impl Fn() -> bool) -> bool {
    let until = Instant::now() + Duration::from_secs(30);
    while !is_so() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    is_so()
}

#[test]
fn no_program_outlives_us_after_ctrl_c_or_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    // A number that no other process sleeps for.
    let mark = format!("99{}", std::process::id());
    let script = format!("trap \"\" INT TERM HUP; sleep {mark} & while :; do sleep {mark}; done");
    let spec = format!("process:cmd=(sh -c '{script}')");
    let args = ["advise", "tictactoe", "--by", &spec];
    let is_begun = || is_running(&mark);
    let output = interrupted(folder.path(), &args, is_begun);
    assert_eq!(output.status.code(), Some(130));
    assert!(is_so_soon(|| !is_running(&mark)), "Ctrl-C leaves it");
    let child = begin(folder.path(), &args);
    assert!(is_so_soon(is_begun));
    kill(child);
    assert!(is_so_soon(|| !is_running(&mark)), "kill -9 leaves it");
}

#[test]
fn our_agents_are_engines_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let chess = format!("uci:cmd=({PLYSCOPE} uci --by material),depth=1");
    let gomoku = format!("gomocup:cmd=({PLYSCOPE} gomocup --by negascout:depth=1)");
    let othello = format!("nboard:cmd=({PLYSCOPE} nboard --by mobility)");
    for (game, spec) in [("chess", chess), ("gomoku", gomoku), ("othello", othello)] {
        let args = ["match", game, &spec, "random", "--games", "2", "--json"];
        let said = answers(folder.path(), &args);
        assert!(said.contains("\"failures\":0"), "{said}");
        assert!(!said.contains("\"failures\":1"), "{said}");
    }
}
