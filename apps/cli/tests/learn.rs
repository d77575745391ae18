//! Weights as a user learns them: from benchmarks, from fresh labels, from bad data.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn plyscope(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.current_dir(folder).args(args);
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    plyscope(folder, args).output().expect("it runs")
}

/// The call succeeds; returns its data and what it said.
fn answers(folder: &Path, args: &[&str]) -> (String, String) {
    let output = run(folder, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    let data = String::from_utf8(output.stdout).expect("it speaks UTF-8");
    (data, said)
}

/// The same with `--json`, as JSON.
fn learns(folder: &Path, args: &[&str]) -> (Value, String) {
    let args: Vec<&str> = ["learn"]
        .iter()
        .chain(args)
        .chain(&["--json"])
        .copied()
        .collect();
    let (data, said) = answers(folder, &args);
    (serde_json::from_str(&data).expect("one JSON object"), said)
}

/// The call fails with a code, a hint and all of `words`, and writes no data.
fn refuses(folder: &Path, args: &[&str], code: i32, words: &[&str]) {
    let args: Vec<&str> = ["learn"].iter().chain(args).copied().collect();
    let output = run(folder, &args);
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

fn benchmark(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../benchmarks", name]
        .iter()
        .collect();
    path.display().to_string()
}

fn weight(learned: &Value, feature: &str) -> f64 {
    learned["weights"]["weights"][feature]
        .as_f64()
        .expect("a weight")
}

#[test]
fn a_linear_labeller_gives_its_weights_away() {
    let folder = tempfile::tempdir().unwrap();
    let by = ["othello", "--by", "weighted-squares", "--states", "300"];
    for more in [
        &["--method", "least-squares"][..],
        &["--strength", "0"],
        &["--method", "least-squares", "--view", "waiting"],
        &["--method", "least-squares", "--view", "first"],
        &["--method", "least-squares", "--rows", "moves"],
    ] {
        let args: Vec<&str> = by.iter().chain(more).copied().collect();
        let (learned, _) = learns(folder.path(), &args);
        assert!(
            learned["fit"]["r2"].as_f64().unwrap() > 1.0 - 1e-9,
            "{more:?}"
        );
        for (feature, norvig) in [("a1", 120.0), ("b2", -40.0), ("d4", 3.0)] {
            let own = weight(&learned, feature);
            assert!((own - norvig).abs() < 1e-4, "{more:?}: {feature} {own}");
        }
    }
}

#[test]
fn learned_weights_are_a_file_that_agents_take_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let truth = benchmark("tictactoe.parquet");
    let args = [
        "learn",
        "tictactoe",
        "--benchmark",
        &truth,
        "--features",
        "rows",
        "-o",
        "w.toml",
    ];
    let (report, _) = answers(folder.path(), &args);
    for word in ["R²", "std error", "VIF", "Residuals", "Cross-validation"] {
        assert!(report.contains(word), "{word}: {report}");
    }
    let text = fs::read_to_string(folder.path().join("w.toml")).unwrap();
    for word in [
        "# labelled by solver, seed 1",
        "# R² 0.",
        "complete = true",
        "to_move = ",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let by = [
        "advise",
        "tictactoe",
        "a1b2",
        "--by",
        "linear:weights=w.toml",
    ];
    answers(folder.path(), &by);
    // A file that lost a line is not taken for another.
    let shorter: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("own2"))
        .collect();
    fs::write(folder.path().join("w.toml"), shorter.join("\n")).unwrap();
    let output = run(folder.path(), &by);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("`own2` is missing") && said.contains("hint:"),
        "{said}"
    );
}

#[test]
fn the_same_seed_gives_the_same_file_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    for threads in ["1", "3"] {
        let output = format!("{threads}.toml");
        let args = [
            "learn",
            "othello",
            "--by",
            "flat:playouts=8",
            "--states",
            "200",
        ];
        let more = ["--threads", threads, "--seed", "5", "-o", &output];
        answers(folder.path(), &[&args[..], &more].concat());
    }
    let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("1.toml"), read("3.toml"));
    assert!(
        read("1.toml").contains("the mean of its moves"),
        "{}",
        read("1.toml")
    );
}

#[test]
fn a_killed_run_goes_on_and_ends_at_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let slow = [
        "learn",
        "connect4",
        "--by",
        "mcts:playouts=4000",
        "--states",
        "120",
        "-o",
    ];
    answers(folder.path(), &[&slow[..], &["whole.toml"]].concat());
    let mut child = plyscope(folder.path(), &[&slow[..], &["killed.toml"]].concat())
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let journal = folder.path().join("killed.toml.journal");
    let begun = Instant::now();
    let is_under_way = || fs::metadata(&journal).is_ok_and(|own| own.len() > 2000);
    while !is_under_way() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(journal.exists(), "it was killed under way");
    answers(folder.path(), &[&slow[..], &["killed.toml"]].concat());
    let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("whole.toml"), read("killed.toml"));
    assert!(!journal.exists());
}

#[test]
fn what_a_run_wrote_before_it_could_not_write_its_weights_may_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let args = "learn connect4 --method td --budget games=32 -o my.toml --log my.jsonl";
    let args: Vec<&str> = args.split(' ').collect();
    answers(folder.path(), &args);
    fs::remove_file(folder.path().join("my.toml")).unwrap();
    let refused = plyscope(folder.path(), &args).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "another's log is kept");
    fs::write(folder.path().join("my.toml.journal"), "").unwrap();
    let refused = plyscope(folder.path(), &args).output().unwrap();
    assert_eq!(
        refused.status.code(),
        Some(2),
        "it is older than the journal"
    );
    let log = folder.path().join("my.jsonl");
    fs::write(&log, fs::read(&log).unwrap()).unwrap();
    answers(folder.path(), &args);
    assert!(folder.path().join("my.toml").exists());
}

#[test]
fn tied_and_constant_features_are_named_and_the_answer_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let discs = [
        "othello:size=4",
        "--by",
        "solver",
        "--features",
        "discs",
        "--plies",
        "4",
    ];
    let (learned, said) = learns(
        folder.path(),
        &[&discs[..], &["--method", "least-squares"]].concat(),
    );
    assert!(said.contains("their_discs = −own_discs + 8"), "{said}");
    let (own, their) = (
        weight(&learned, "own_discs"),
        weight(&learned, "their_discs"),
    );
    assert!(
        own != 0.0 && (own + their).abs() < 1e-6 * own.abs(),
        "{own} {their}"
    );
    assert_eq!(learned["fit"]["coefficients"][0]["se"], Value::Null);
    let truth = benchmark("tictactoe.parquet");
    let rows = ["tictactoe", "--benchmark", &truth, "--features", "rows"];
    let (learned, said) = learns(folder.path(), &rows);
    for full in ["own3", "their3"] {
        assert!(
            said.contains(&format!("`{full}` is 0 in every row")),
            "{said}"
        );
        assert_eq!(weight(&learned, full).to_bits(), 0);
    }
    // Finished games, in which the mover faces a full line, are rows only if asked for.
    let (learned, _) = learns(folder.path(), &[&rows[..], &["--keep-finished"]].concat());
    assert!(weight(&learned, "their3") < -1.0);
}

#[test]
fn exported_rows_are_the_rows_that_were_fitted() {
    let folder = tempfile::tempdir().unwrap();
    let by = [
        "connect4",
        "--by",
        "flat:playouts=20",
        "--states",
        "200",
        "--method",
        "least-squares",
    ];
    let (learned, _) = learns(
        folder.path(),
        &[&by[..], &["--export-rows", "rows.csv"]].concat(),
    );
    let text = fs::read_to_string(folder.path().join("rows.csv")).unwrap();
    let mut lines = text.lines();
    let heading: Vec<String> = lines
        .next()
        .unwrap()
        .split(',')
        .map(str::to_string)
        .collect();
    assert_eq!(heading[..4], ["state", "player", "group", "value"]);
    let (mut numbers, mut values) = (Vec::new(), Vec::new());
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        values.push(cells[3].parse().unwrap());
        numbers.extend(cells[4..].iter().map(|cell| cell.parse::<f64>().unwrap()));
    }
    let params = plyscope_learn::FitParams {
        method: plyscope_learn::Method::LeastSquares,
        ..plyscope_learn::FitParams::default()
    };
    let table = plyscope_learn::NumberTable::new(heading[4..].to_vec(), numbers, values).unwrap();
    let again = plyscope_learn::fit(&table, &params).unwrap();
    for own in &again.coefficients {
        let told = weight(&learned, &own.name);
        assert!(
            (told - own.weight).abs() < 1e-6 * own.weight.abs().max(1e-3),
            "{own:?} {told}"
        );
    }
    assert_eq!(learned["fit"]["rows"].as_u64(), Some(again.rows));
}

#[test]
fn expected_outcomes_are_asked_of_states_and_a_failure_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let exact = ["--by", "expected-outcome:rule=exact", "--from", "all"];
    let (learned, _) = learns(
        folder.path(),
        &[&["tictactoe", "--features", "rows"][..], &exact].concat(),
    );
    assert!(learned["fit"]["r2"].as_f64().unwrap() > 0.5);
    let value = learned["value"].as_str().unwrap();
    assert_eq!(value, "the value of a state to the player to move");
    let few = "expected-outcome:rule=exact,states=9";
    refuses(
        folder.path(),
        &["tictactoe", "--by", few, "--from", "all"],
        1,
        &["state "],
    );
}

#[test]
fn only_some_features_leave_the_others_without_weight() {
    let folder = tempfile::tempdir().unwrap();
    let by = [
        "othello",
        "--by",
        "weighted-squares",
        "--states",
        "200",
        "--only",
        "b1,a1",
    ];
    let (learned, _) = learns(folder.path(), &by);
    assert!(weight(&learned, "a1") > 50.0);
    assert_eq!(weight(&learned, "c1").to_bits(), 0);
    assert_eq!(learned["fit"]["coefficients"].as_array().unwrap().len(), 2);
}

#[test]
fn bad_calls_say_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let refuse = |args: &[&str], code, words: &[&str]| refuses(folder.path(), args, code, words);
    refuse(
        &["othello", "--by", "flat", "--features", "squars"],
        2,
        &[
            "no feature set `squars`",
            "did you mean `squares`",
            "mobility",
        ],
    );
    refuse(
        &["othello", "--by", "flat", "--only", "a1,b9"],
        2,
        &["no feature `b9`", "did you mean"],
    );
    refuse(
        &["othello", "--by", "flat", "--only", "a1,a1"],
        2,
        &["twice"],
    );
    refuse(
        &["othello", "--by", "flt"],
        2,
        &["no agent `flt`", "did you mean `flat`"],
    );
    refuse(&["othello"], 2, &["--by"]);
    refuse(
        &["othello", "--by", "flat", "--folds", "1"],
        2,
        &["--folds is 0"],
    );
    refuse(
        &["othello", "--by", "flat", "--strength", "-1"],
        2,
        &["0 or more"],
    );
    refuse(
        &[
            "othello",
            "--by",
            "flat",
            "--method",
            "least-squares",
            "--strength",
            "1",
        ],
        2,
        &["no strength"],
    );
    refuse(
        &[
            "othello", "--by", "flat", "--rows", "moves", "--view", "first",
        ],
        2,
        &["who makes them"],
    );
    refuse(
        &["othello", "--by", "flat", "--plies", "200.."],
        2,
        &["no states"],
    );
    refuse(
        &["othello", "--by", "flat:playouts=1", "--plies", "0"],
        1,
        &["too few"],
    );
    let truth = benchmark("tictactoe.parquet");
    refuse(
        &["othello", "--benchmark", &truth],
        2,
        &["is of tictactoe", "learn weights for `tictactoe`"],
    );
    refuse(
        &["tictactoe", "--benchmark", &truth, "--by", "flat"],
        2,
        &["cannot be used with"],
    );
    refuse(
        &["tictactoe", "--benchmark", &truth, "--plies", "40.."],
        2,
        &["no states"],
    );
    refuse(
        &["tictactoe", "--benchmark", "none.parquet"],
        2,
        &["none.parquet"],
    );
    fs::write(folder.path().join("there.toml"), "").unwrap();
    refuse(
        &["tictactoe", "--benchmark", &truth, "-o", "there.toml"],
        2,
        &["is there already", "--force"],
    );
}

#[test]
fn a_strength_that_is_none_is_not_blamed_on_the_benchmark() {
    let folder = tempfile::tempdir().unwrap();
    let truth = benchmark("tictactoe.parquet");
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.current_dir(folder.path());
    command.args(["learn", "tictactoe", "--benchmark", &truth]);
    let output = command.args(["--strength", "1e16"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("error: `1e16` is no strength"), "{said}");
}

/// A search for weights by games one move ahead, which takes a second.
fn breed<'a>(more: &[&'a str]) -> Vec<&'a str> {
    bred_by("negascout:depth=1,table=0", more)
}

fn bred_by<'a>(by: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let learn = ["learn", "gomoku:size=9", "--method", "genetic"];
    let what = ["--features", "amoba", "--by", by, "--population", "4"];
    let effort = ["--budget", "games=150", "--replay", "4"];
    [&learn[..], &what, &effort, more].concat()
}

/// The steps that a learner tells whoever follows it.
fn steps(folder: &Path, args: &[&str]) -> Vec<Value> {
    let mut command = plyscope(folder, args);
    command.env("PLYSCOPE_FOLLOWED", "1").stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    // Without its follower it would stop.
    let follower = child.stdin.take();
    let output = child.wait_with_output().expect("it was begun");
    drop(follower);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let told = said
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    told.filter(|own: &Value| own["step"].is_u64()).collect()
}

#[test]
fn whoever_follows_a_learner_sees_its_weights_converge() {
    let folder = tempfile::tempdir().unwrap();
    let log = ["-o", "bred.toml", "--log", "bred.jsonl"];
    let told = steps(folder.path(), &breed(&log));
    let log = fs::read_to_string(folder.path().join("bred.jsonl")).unwrap();
    let log = log.lines().map(|line| serde_json::from_str(line).unwrap());
    let generations: Vec<Value> = log
        .filter(|own: &Value| own["generation"].is_u64())
        .collect();
    assert!(generations.len() > 1);
    assert_eq!(told.len(), generations.len());
    for (told, own) in told.iter().zip(&generations) {
        assert_eq!(told["step"], own["generation"]);
        for weight in told["weights"].as_array().unwrap() {
            let name = weight["name"].as_str().unwrap();
            assert_eq!(weight["weight"], own["fame"][name]);
            assert!(weight["low"].as_f64() <= weight["high"].as_f64());
        }
    }
    let fresh = "learn connect4 --by lines --states 100 --features lines --threads 1 -o fit.toml";
    let fresh: Vec<&str> = fresh.split(' ').collect();
    let told = steps(folder.path(), &fresh);
    let at: Vec<u64> = told.iter().filter_map(|own| own["step"].as_u64()).collect();
    assert_eq!(at, [32, 48, 64, 96]);
    assert!(told.iter().all(|own| own["unit"] == "states"));
    // Nobody pays for it who does not follow.
    let (_, said) = answers(folder.path(), &[&fresh[..], &["--force"]].concat());
    assert!(!said.contains("step"), "{said}");
}

#[test]
fn bred_weights_are_the_same_on_any_number_of_threads_and_play_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for threads in ["1", "2", "8"] {
        let output = format!("{threads}.toml");
        let log = format!("{threads}.jsonl");
        let more = ["--threads", threads, "-o", &output, "--log", &log];
        answers(folder.path(), &breed(&more));
        assert_eq!(read(&output), read("1.toml"));
        assert_eq!(read(&log), read("1.jsonl"));
    }
    let (first, last) = (read("1.jsonl"), read("1.jsonl"));
    let line: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    assert_eq!(line["generation"], 1);
    assert_eq!(line["best"]["twos"], 1.0);
    let last: Value = serde_json::from_str(last.lines().last().unwrap()).unwrap();
    assert!(last["hall"].as_array().unwrap().len() >= 2);
    assert!(read("1.toml").contains("# learned by plyscope"));
    let by = "threats:by=(negascout:depth=2,eval=(linear:weights=1.toml))";
    answers(
        folder.path(),
        &["advise", "gomoku:size=9", "e5", "--by", by],
    );
    // What was learned is where the next search can start, in another variant.
    let more = [
        "--start",
        "1.toml",
        "--variant",
        "improved",
        "--plots",
        "pictures",
        "--json",
    ];
    let (data, said) = answers(folder.path(), &breed(&more));
    let learned: Value = serde_json::from_str(&data).unwrap();
    assert_eq!(learned["variant"], "improved");
    assert_eq!(learned["weights"]["weights"]["twos"], 1.0);
    assert!(said.contains("convergence.svg") && read("pictures/spread.svg").contains("<svg"));
}

#[test]
fn breeding_that_is_killed_ten_times_ends_at_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let slow = |output| {
        let games = ["--max-plies", "60", "--openings", "random:plies=3"];
        let more = [&games[..], &["-o", output]].concat();
        bred_by("negascout:depth=2,table=0", &more)
    };
    answers(folder.path(), &slow("whole.toml"));
    let journal = folder.path().join("killed.toml.journal");
    let length = || fs::metadata(&journal).map_or(0, |own| own.len());
    for _ in 0..10 {
        let before = length();
        let mut child = plyscope(folder.path(), &slow("killed.toml"))
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while length() < before + 400
            && begun.elapsed() < Duration::from_secs(60)
            && child.try_wait().unwrap().is_none()
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(journal.exists(), "it was killed under way");
    let (_, said) = answers(folder.path(), &slow("killed.toml"));
    assert!(
        said.contains("games were played by an earlier run"),
        "{said}"
    );
    let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("whole.toml"), read("killed.toml"));
    assert!(!journal.exists());
}

#[test]
fn what_breeding_cannot_do_is_told_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let other = "game = \"gomoku\"\nfeatures = \"patterns\"\n[weights]\nown_twos = 1\n";
    fs::write(folder.path().join("other.toml"), other).unwrap();
    let zero = "game = \"gomoku\"\nfeatures = \"amoba\"\n[weights]\nthrees = 1\n";
    fs::write(folder.path().join("zero.toml"), zero).unwrap();
    let genetic = ["gomoku", "--method", "genetic", "--features", "amoba"];
    for (more, words) in [
        (
            &["--budget", "games=0"][..],
            &["`0`", "games", "1 or more"][..],
        ),
        (&["--budget", "games=5"], &["budget of 5 games", "90 games"]),
        (&["--budget", "5000"], &["no value", "hint:"]),
        (&["--population", "1"], &["population of 1", "2 to 1000"]),
        (&["--generations", "0"], &["generations of 0", "1 to"]),
        (
            &["--variant", "improve"],
            &["no variant `improve`", "did you mean `improved`"],
        ),
        (
            &["--draw", "0.7"],
            &["0.7", "points for a draw", "0 to 0.5"],
        ),
        (&["--dispersion", "2"], &["dispersion", "0 to 1"]),
        (&["--replay", "3"], &["odd", "pairs"]),
        (
            &["--start", "other.toml"],
            &["feature set `patterns`, not for `amoba`"],
        ),
        (&["--start", "zero.toml"], &["is 0", "--reference"]),
        (
            &["--start", "missing.toml"],
            &["missing.toml cannot be read"],
        ),
        (&["--reference", "three"], &["did you mean `threes`"]),
        (&["--only", "twos"], &["nothing to learn"]),
        (
            &["--by", "mcts"],
            &["does not judge by an evaluator", "negascout:depth=3"],
        ),
        (
            &["--by", "negascout:eval=patterns"],
            &["judges by `patterns`"],
        ),
        (
            &["--by", "linear:weights=other.toml"],
            &["not by the weights to be learned"],
        ),
        (&["--by", "negascout:dept=3"], &["did you mean `depth`"]),
        (&["--states", "100"], &["--states", "plays games"]),
        (&["--rows", "moves"], &["--rows", "plays games"]),
        (&["--openings", "rand"], &["did you mean `random`"]),
    ] {
        refuses(folder.path(), &[&genetic[..], more].concat(), 2, words);
    }
    for more in [
        &["--population", "5"][..],
        &["--log", "x"],
        &["--start", "other.toml"],
    ] {
        let ridge = ["gomoku", "--by", "patterns"];
        let words = ["is for --method genetic", "hint:"];
        refuses(folder.path(), &[&ridge[..], more].concat(), 2, &words);
    }
    refuses(
        folder.path(),
        &["gomoku"],
        2,
        &["nothing to learn from", "--benchmark"],
    );
}
