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
fn ctrl_c_keeps_what_is_done_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut args = slow("stopped.parquet");
    args[6] = "400";
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
        said.contains("of 400 states done") && said.contains("same command"),
        "{said}"
    );
    assert!(journal.exists() && !folder.join("stopped.parquet").exists());
    let resumed = run(folder, &args);
    let said = String::from_utf8_lossy(&resumed.stderr);
    assert!(resumed.status.success(), "{said}");
    assert!(
        said.contains("states were done by an earlier run"),
        "{said}"
    );
    args[10] = "whole.parquet";
    answers(folder, &args);
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("stopped.parquet"), bytes("whole.parquet"));
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
    for (flag, value, word) in [
        ("--states", "0", "0 states"),
        ("--per-ply", "0", "0 states"),
        ("--threads", "0", "--threads"),
        ("--nodes", "0", "above 0"),
        ("--time", "0s", "500ms"),
        ("--states", "many", "whole number"),
        ("--critical", "-1", "--critical"),
        ("--critical", "nan", "--critical"),
        ("--random", "0.5", "--from agents"),
        ("--moves", "1..1", "no state"),
        ("--sates", "3", "--states"),
    ] {
        let value = format!("{flag}={value}");
        let mut args = make(&["--by", "random"]);
        args.push(&value);
        refuses(folder, &args, 2, &[word, "hint: "]);
    }
    refuses(
        folder,
        &make(&["--by", "negascout:depth=0"]),
        2,
        &["depth", "hint: "],
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
#[allow(
    clippy::too_many_lines,
    reason = "one list of bad files, each with what it must be told"
)]
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
    bad(
        "<benchmark ",
        "<benchmark author=\"me\" ",
        &["line 2", "`author`", "labeller"],
    );
    bad(
        "id=\"1\"",
        "id=\"1\" won=\"1\"",
        &["`won`", "there are: id"],
    );
    bad("ply=\"1\"", "ply=\"4\"", &["ply is 1", "hint: "]);
    bad("move=\"a1\"", "move=\"d4\"", &["not legal: d4", "hint: "]);
    fs::write(folder.join("bad.xml"), "state_id,game\n0,tictactoe\n").unwrap();
    refuses(folder, &import, 2, &["no <benchmark>", "hint: "]);
    assert!(!folder.join("i.parquet").exists());
}

/// Runs shell lines in a folder, with the command as `$plyscope`; returns all it says.
#[cfg(unix)]
fn shell(folder: &Path, with: &[&str], lines: &str) -> (Option<i32>, String) {
    let mut words = with.iter().copied().chain(["sh", "-c", lines]);
    let output = Command::new(words.next().unwrap())
        .args(words)
        .current_dir(folder)
        .env("plyscope", env!("CARGO_BIN_EXE_plyscope"))
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[cfg(unix)]
#[test]
fn a_write_that_fails_leaves_the_last_good_file_and_what_was_done() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    small(folder, "a.parquet", &[]);
    small(folder, "b.parquet", &["--seed", "2"]);
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    let good = bytes("a.parquet");
    // Files may grow to so many blocks only, and the signal that would end the program is ignored.
    let limited = |blocks: u32, call: &str| {
        let lines = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$plyscope\" {call}");
        let (code, said) = shell(folder, &[], &lines);
        assert_eq!(code, Some(1), "{call}: {said}");
        assert!(
            said.contains("cannot be written") && said.contains("hint: "),
            "{said}"
        );
        assert_eq!(bytes("a.parquet"), good, "{call}");
    };
    for call in [
        "truth merge a.parquet b.parquet -o a.parquet --force",
        "truth export b.parquet --format csv -o a.parquet --force",
        "truth export b.parquet --format xml -o a.parquet --force",
    ] {
        limited(1, call);
    }
    let make = "truth make connect4 --by random --states 60 -o a.parquet --force";
    limited(8, make);
    let journal = bytes("a.parquet.journal");
    assert!(
        journal.len() > 1000 && journal.ends_with(b"\n"),
        "{}",
        journal.len()
    );
    let again: Vec<&str> = make.split(' ').collect();
    let said = run(folder, &again).stderr;
    assert!(String::from_utf8_lossy(&said).contains("by an earlier run"));
    answers(
        folder,
        &[
            "truth",
            "make",
            "connect4",
            "--by",
            "random",
            "--states",
            "60",
            "-o",
            "w.parquet",
        ],
    );
    assert_eq!(bytes("a.parquet"), bytes("w.parquet"));
    let names = fs::read_dir(folder).unwrap().count();
    assert_eq!(names, 3, "nothing else is left behind");
}

/// Whether we may have a small disk of our own for a moment.
#[cfg(target_os = "linux")]
fn small_disks_can_be_had(folder: &Path) -> bool {
    let lines = "mount -t tmpfs -o size=1m none .";
    shell(folder, &["unshare", "-rm"], lines).0 == Some(0)
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_before_the_work_and_survived_during_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    if Command::new("unshare").arg("--version").output().is_err() || !small_disks_can_be_had(folder)
    {
        return;
    }
    let lines = r#"
        mount -t tmpfs -o size=300k none . && cd "$PWD" || exit 9
        "$plyscope" truth make tictactoe --by solver --states 20 -o good.parquet >/dev/null 2>&1
        cp good.parquet before
        "$plyscope" truth make connect4 --by random --states 10m -o good.parquet --force; echo "code $?"
        "$plyscope" truth make mnk:m=4 --by random --from all -o all.parquet; echo "code $?"
        cmp good.parquet before && ls
        "$plyscope" truth make connect4 --by mcts:playouts=20k --states 100 -o good.parquet --force &
        until [ -s good.parquet.journal ]; do sleep 0.02; done
        dd if=/dev/zero of=filler bs=1k 2>/dev/null
        wait $!; echo "code $?"
        cmp good.parquet before && echo kept
        rm filler
        "$plyscope" truth make connect4 --by mcts:playouts=20k --states 100 -o good.parquet --force 2>&1 >/dev/null; echo "code $?"
        "$plyscope" truth verify good.parquet --sample 3
    "#;
    let (_, said) = shell(folder, &["unshare", "-rm"], lines);
    let codes: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("code"))
        .collect();
    assert_eq!(codes, ["code 2", "code 2", "code 1", "code 0"], "{said}");
    for word in [
        "of disk",
        "before\ngood.parquet\ncode 1\n",
        "No space left",
        "kept",
        "by an earlier run",
        "nothing differs",
    ] {
        assert!(said.contains(word), "it does not say `{word}`: {said}");
    }
}

#[test]
fn a_place_that_cannot_be_written_to_is_told_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("file"), "mine").unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    fs::create_dir(folder.join("taken.parquet.journal")).unwrap();
    let make = ["truth", "make", "connect4", "--by", "solver", "-o"];
    for (output, code) in [
        ("file/x.parquet", 1),
        ("nowhere/x.parquet", 1),
        ("taken.parquet", 1),
        ("folder", 2),
    ] {
        let begun = Instant::now();
        refuses(folder, &[&make[..], &[output]].concat(), code, &["hint: "]);
        assert!(begun.elapsed() < Duration::from_secs(5), "{output}");
    }
    assert_eq!(fs::read(folder.join("file")).unwrap(), b"mine");
}

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

#[test]
fn verify_names_what_is_wrong_and_where() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let made = small(folder, "a.parquet", &[]);
    let benchmark = plyscope_truth::load(&made).unwrap();
    let told = |change: &dyn Fn(&mut plyscope_truth::Labelled), words: &[&str]| {
        let mut wrong = benchmark.clone();
        change(&mut wrong.states[20]);
        plyscope_truth::save(&wrong, &folder.join("wrong.parquet")).unwrap();
        let output = run(
            folder,
            &["truth", "verify", "wrong.parquet", "--sample", "30"],
        );
        let data = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{data}");
        for word in words.iter().chain(&["state 20 ("]) {
            assert!(data.contains(word), "it does not say `{word}`: {data}");
        }
    };
    let own = &benchmark.states[20];
    let mv = own.moves[0].mv.clone().unwrap();
    told(
        &|own| {
            own.moves[0].value = own.moves[0]
                .value
                .map(|value| if value > 0.0 { -1.0 } else { 1.0 });
        },
        &[&format!("move {mv}"), "the file says"],
    );
    told(
        &|own| drop(own.moves.remove(0)),
        &[&format!("missing: {mv}")],
    );
    told(&|own| own.key ^= 1, &["its key is"]);
    told(&|own| own.ply -= 1, &["ply"]);
    told(
        &|own| *own = benchmark.states[4].clone(),
        &["state 4 once more"],
    );
    let json = run(folder, &["--json", "truth", "verify", "wrong.parquet"]).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["problems"][0]["state_id"], 20);
}

#[test]
fn merges_of_other_payoffs_labellers_or_limits_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let make = |name: &str, game: &str, more: &[&str]| {
        let args = [
            "truth", "make", game, "--states", "4", "--plies", "..1", "-o", name,
        ];
        answers(folder, &[&args[..], more].concat());
    };
    make("a", "othello:size=4", &["--by", "negascout"]);
    make(
        "discs",
        "othello:size=4,payoff=discs",
        &["--by", "negascout"],
    );
    make("random", "othello:size=4", &["--by", "random"]);
    make(
        "nodes",
        "othello:size=4",
        &["--by", "negascout", "--nodes", "100"],
    );
    for (other, words) in [
        ("discs", ["payoff=discs", "game"]),
        ("random", ["labeller", "--mixed"]),
        ("nodes", ["nodes=100", "--mixed"]),
    ] {
        let args = ["truth", "merge", "a", other, "-o", "m"];
        refuses(folder, &args, 2, &[words[0], words[1], "hint: "]);
    }
    assert!(!folder.join("m").exists());
}
