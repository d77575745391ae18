//! The contract of every learner as a user meets it: planted weights, threads, kills, bad input.

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

fn answers(folder: &Path, args: &[&str]) -> (String, String) {
    let output = run(folder, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    let data = String::from_utf8(output.stdout).expect("it speaks UTF-8");
    (data, said)
}

fn refuses(folder: &Path, args: &[&str], words: &[&str]) {
    let output = run(folder, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{args:?} was taken");
    assert!(!said.contains("panicked"), "{args:?}: {said}");
    for word in words.iter().chain(&["hint:"]) {
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

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON object")
}

/// A call of each learner that takes half a second at most, without its output.
fn calls() -> Vec<(&'static str, Vec<String>)> {
    let truth = benchmark("connect4.parquet");
    let words = |text: &str| -> Vec<String> {
        let text = text.replace("TRUTH", &truth);
        let words = text.split_whitespace().map(str::to_string);
        ["learn".to_string(), "connect4".to_string()]
            .into_iter()
            .chain(words)
            .collect()
    };
    [
        (
            "logistic",
            "--method logistic --by mcts:playouts=500 --states 60",
        ),
        (
            "cma",
            "--method cma --by negascout:depth=2,table=0 --budget games=200",
        ),
        (
            "spsa",
            "--method spsa --by negascout:depth=2,table=0 --budget games=200",
        ),
        (
            "judge",
            "--method cma --fitness judge:regret --benchmark TRUTH --budget positions=300k",
        ),
        ("td", "--method td --budget games=12k"),
    ]
    .into_iter()
    .map(|(name, text)| (name, words(text)))
    .collect()
}

/// Those, the one that logs generations, the one whose file is no text, and the one that is solved at once.
fn all_calls() -> Vec<(&'static str, Vec<String>)> {
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect();
    let more = [
        (
            "genetic",
            "learn connect4 --method genetic --by negascout:depth=2,table=0 --population 10 \
             --hall 4 --replay 4 --generations 15",
        ),
        (
            "patterns",
            "learn connect4 --method patterns --set straight --depth 1 --budget games=1500",
        ),
        ("ridge", "learn connect4 --by mcts:playouts=500 --states 60"),
    ];
    let more = more.map(|(name, text)| (name, words(text)));
    calls().into_iter().chain(more).collect()
}

fn with<'a>(call: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    call.iter()
        .map(String::as_str)
        .chain(more.iter().copied())
        .collect()
}

#[test]
fn a_linear_labeller_gives_its_weights_away_to_logistic() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "learn",
        "othello",
        "--method",
        "logistic",
        "--by",
        "weighted-squares",
        "--states",
        "400",
        "--squash",
        "0.01",
        "--strength",
        "0",
        "--json",
    ];
    let found = json(&answers(folder.path(), &args).0);
    let own = |name: &str| found["weights"]["weights"][name].as_f64().unwrap();
    for (feature, norvig) in [("a1", 1.2), ("b2", -0.4), ("d4", 0.03)] {
        assert!(
            (own(feature) - norvig).abs() < 1e-5,
            "{feature} {}",
            own(feature)
        );
    }
}

#[test]
fn a_planted_order_of_moves_is_found_by_a_metric() {
    let folder = tempfile::tempdir().unwrap();
    let make = [
        "truth",
        "make",
        "othello:size=6",
        "--by",
        "weighted-squares",
        "--states",
        "150",
        "-o",
        "planted.parquet",
    ];
    answers(folder.path(), &make);
    for (method, most) in [("cma", 0.02), ("spsa", 0.2)] {
        let args = [
            "learn",
            "othello:size=6",
            "--method",
            method,
            "--features",
            "squares",
            "--fitness",
            "judge:normal-regret",
            "--benchmark",
            "planted.parquet",
            "--budget",
            "positions=600k",
            "--json",
        ];
        let found = json(&answers(folder.path(), &args).0);
        let value = found["value"].as_f64().unwrap();
        assert!(value < most, "{method}: {value}");
    }
}

/// Starts a run and kills it at work: as soon as it has kept more than earlier ones did, or after `pause`
/// where nothing is kept. Tells whether it was still at work then.
fn is_killed_at_work(folder: &Path, call: &[&str], output: &str, pause: Duration) -> bool {
    let journal = folder.join(format!("{output}.journal"));
    let kept = || fs::metadata(&journal).map_or(0, |own| own.len());
    let mut before = kept();
    let mut child = plyscope(folder, call)
        .args(["-o", output])
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let mut is_running = true;
    while is_running && begun.elapsed() < pause {
        let now = kept();
        if before > 0 && now > before {
            break;
        }
        // What is seen first in a new journal may be the plan alone, which is no work.
        before = before.max(now);
        std::thread::sleep(Duration::from_millis(1));
        is_running = child.try_wait().unwrap().is_none();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    is_running && !folder.join(output).exists()
}

/// The same seed gives the same file at 1, 2 and 8 threads, and after ten kills.
/// Of every other learner: the two halves take two cores.
fn files_are_the_same(half: usize) {
    let folder = tempfile::tempdir().unwrap();
    for (name, call) in all_calls().into_iter().skip(half).step_by(2) {
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        let mut quickest = Duration::MAX;
        let mut at_once = |threads: &str| {
            let output = format!("{name}-{threads}.toml");
            let more = ["--threads", threads, "-o", &output];
            let begun = Instant::now();
            answers(folder.path(), &with(&call, &more));
            quickest = quickest.min(begun.elapsed());
            read(&output)
        };
        let whole = at_once("1");
        assert!(whole == at_once("2") && whole == at_once("8"), "{name}");
        // Other tests may have slowed each of them down.
        let pause = quickest / 2;
        let is_text = whole.starts_with(b"# learned by plyscope");
        assert_eq!(is_text, name != "patterns", "{name}");

        let killed = format!("{name}-killed.toml");
        let kill = || is_killed_at_work(folder.path(), &with(&call, &[]), &killed, pause);
        let hits = (0..10).take_while(|_| kill()).count();
        assert!(hits > 0, "{name} was never killed at work");
        if !folder.path().join(&killed).exists() {
            answers(folder.path(), &with(&call, &["-o", &killed]));
        }
        assert!(
            whole == read(&killed),
            "{name} is another one after {hits} kills"
        );
        let journal = folder.path().join(format!("{killed}.journal"));
        assert!(!journal.exists(), "{name} leaves a journal");
    }
}

#[test]
fn files_are_the_same_at_1_2_and_8_threads_and_after_ten_kills() {
    files_are_the_same(0);
}

#[test]
fn files_are_the_same_at_1_2_and_8_threads_and_after_ten_kills_of_the_other_half() {
    files_are_the_same(1);
}

#[test]
fn all_learners_are_compared_and_a_rerun_takes_over_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let args = "learn connect4 --compare --budget cpu=100ms --seeds 1 --match-games 2 \
                --labels-by mcts:playouts=20 --json -o page";
    let args: Vec<&str> = args.split_whitespace().collect();
    let found = json(&answers(folder.path(), &args).0);
    let trials = found["trials"].as_array().unwrap();
    assert_eq!(trials.len(), 9 * 3, "nine learners at three sizes");
    for own in trials {
        let is_patterns = own["learner"] == "patterns";
        assert_eq!(own["patterns"].is_string(), is_patterns, "{own}");
        assert!(!is_patterns || own["games"].as_u64().unwrap() > 0, "{own}");
    }
    let largest = |name: &str| {
        let mut of = trials.iter().filter(|own| own["learner"] == name);
        of.next_back().unwrap()
    };
    // Genes change no sign, and lines of the opponent count against: so they started from labels.
    let bred = largest("genetic");
    assert!(bred["positions"].as_u64().unwrap() > 0, "{bred}");
    let page = fs::read_to_string(folder.path().join("page/learners.md")).unwrap();
    assert!(page.contains("| patterns | 0.1 |"), "{page}");
    let again = json(&answers(folder.path(), &args).0);
    assert_eq!(found, again);
    goes_on_after_an_interruption(folder.path(), &args, trials);
}

/// A comparison that has some of its trials, and what a killed one left, is interrupted and goes on to the
/// same trials, but for the CPU time of what is done anew.
fn goes_on_after_an_interruption(folder: &Path, args: &[&str], trials: &[Value]) {
    let (file, left) = (
        folder.join("page/trials.jsonl"),
        folder.join("page/.labels-1"),
    );
    let whole = fs::read_to_string(&file).unwrap();
    let some: Vec<&str> = whole.lines().take(6).collect();
    fs::write(&file, some.join("\n") + "\n").unwrap();
    fs::create_dir(&left).unwrap();
    fs::write(left.join("lock"), "").unwrap();
    let child = plyscope(folder, args)
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let done = || fs::read_to_string(&file).unwrap().lines().count() - 1;
    while done() < 7 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let count = done();
    assert!(
        said.contains(&format!(
            "stopped after {count} of 27 trials; they are kept"
        )) && said.contains("page/trials.jsonl"),
        "{said}"
    );
    let further = json(&answers(folder, args).0);
    let timeless = |own: &Value| {
        let mut own = own.clone();
        own["cpu"] = Value::Null;
        own
    };
    for (before, now) in trials
        .iter()
        .zip(further["trials"].as_array().unwrap().iter())
    {
        assert_eq!(timeless(before), timeless(now));
    }
    let names = fs::read_dir(folder.join("page")).unwrap();
    let mut names = names.map(|own| own.unwrap().file_name().into_string().unwrap());
    assert!(
        names.all(|own| !own.starts_with('.')),
        "a folder of labels is left"
    );
}

#[test]
fn a_changed_opponent_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rival.toml");
    let rival = |weight: u32| {
        let text =
            format!("game = \"connect4\"\nfeatures = \"lines\"\n[weights]\nown3 = {weight}\n");
        fs::write(&path, text).unwrap();
    };
    rival(1);
    let call = "learn connect4 --method patterns --set straight --budget games=200k \
                --opponent linear:weights=rival.toml";
    let call: Vec<&str> = call.split_whitespace().collect();
    let pause = Duration::from_secs(120);
    assert!(is_killed_at_work(folder.path(), &call, "my.pat", pause));
    rival(2);
    let again = [&call[..], &["-o", "my.pat"]].concat();
    let words = ["rival.toml changed since", "my.pat.journal was begun"];
    refuses(folder.path(), &again, &words);
}

#[test]
fn a_budget_of_patterns_is_told_when_it_is_too_small() {
    let folder = tempfile::tempdir().unwrap();
    let base = ["learn", "connect4", "--method", "patterns"];
    let call = |more: &[&'static str]| [&base[..], more].concat();
    refuses(folder.path(), &call(&["--budget", "games=0"]), &["games"]);
    let (text, said) = answers(folder.path(), &call(&["--budget", "games=3"]));
    assert!(said.contains("fewer than the"), "{said}");
    let widest = text.lines().map(|own| own.chars().count()).max();
    assert!(widest <= Some(80), "{text}");
    let enough = ["--set", "straight", "--budget", "games=2k", "--depth", "1"];
    let (_, said) = answers(folder.path(), &call(&enough));
    assert!(!said.contains("fewer than the"), "{said}");
}

#[test]
fn a_budget_of_nothing_is_refused_by_every_method() {
    let folder = tempfile::tempdir().unwrap();
    for method in "ridge logistic genetic cma spsa td patterns".split(' ') {
        for budget in ["games=0", "positions=0", "cpu=0s"] {
            let mut call = vec!["learn", "connect4", "--method", method, "--budget", budget];
            if matches!(method, "ridge" | "logistic") {
                call.extend(["--by", "flat"]);
            }
            refuses(folder.path(), &call, &["is no value for", "--budget"]);
        }
    }
}

#[test]
fn separable_results_and_constant_features_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let won = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1 [1.0]\n8/3p4/4k3/8/8/3QK3/8/8 w - - 0 1 [1.0]\n";
    let lost = "8/8/4k3/3q4/8/4K3/8/8 w - - 0 1 [0.0]\n8/8/4k3/3q4/8/4K3/P7/8 w - - 0 1 [0.0]\n";
    fs::write(folder.path().join("apart.epd"), format!("{won}{lost}")).unwrap();
    let call = |method: &'static str, more: &[&'static str]| {
        let base = ["learn", "chess", "--method", method];
        [&base[..], &["--results", "apart.epd", "--folds", "0"], more].concat()
    };
    let free = call("logistic", &["--strength", "0"]);
    refuses(folder.path(), &free, &["part all wins from all losses"]);
    let held = call("logistic", &["--strength", "0.01"]);
    let (_, said) = answers(folder.path(), &held);
    let never = "`rooks` is 0 in every row";
    assert!(
        said.contains("only the penalty") && said.contains(never),
        "{said}"
    );
    let constant = ["--strength", "0.1", "--only", "rooks"];
    refuses(
        folder.path(),
        &call("ridge", &constant),
        &["no feature varies"],
    );
}

#[test]
fn a_benchmark_is_found_by_the_name_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let learned = |name: &str| {
        let game = "othello:payoff=discs,empties=winner";
        let call = ["learn", game, "--features", "squares", "--json"];
        json(&answers(folder.path(), &[&call[..], &["--benchmark", name]].concat()).0)
    };
    assert_eq!(
        learned("othello")["weights"],
        learned("othello8")["weights"]
    );
}

#[test]
fn every_learner_draws_and_logs() {
    let folder = tempfile::tempdir().unwrap();
    for (name, call) in calls() {
        let (log, plots) = (format!("{name}.jsonl"), format!("{name}-pictures"));
        let more = ["--log", &log, "--plots", &plots, "--seed", "3"];
        answers(folder.path(), &with(&call, &more));
        let text = fs::read_to_string(folder.path().join(&log)).unwrap();
        assert!(
            json(text.lines().next().unwrap())["best"]["own3"].is_number(),
            "{text}"
        );
        let picture = folder.path().join(plots).join("convergence.svg");
        assert!(
            fs::read_to_string(picture).unwrap().contains("<svg"),
            "{name}"
        );
    }
}

#[test]
fn bad_input_is_told_whatever_the_learner() {
    let folder = tempfile::tempdir().unwrap();
    let truth = benchmark("connect4.parquet");
    fs::write(folder.path().join("none.epd"), "# nothing\n").unwrap();
    fs::write(
        folder.path().join("odd.epd"),
        "8/8/4k3/8/8/3QK3/8/8 w - - 0 1\n",
    )
    .unwrap();
    let fen = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1";
    fs::write(
        folder.path().join("won.epd"),
        format!("{fen} [1.0]\n{fen} c9 \"1-0\";\n"),
    )
    .unwrap();
    fs::write(
        folder.path().join("nan.toml"),
        "game = \"connect4\"\nfeatures = \"lines\"\n[weights]\nown3 = nan\n",
    )
    .unwrap();
    let chess = |file: &'static str| ["learn", "chess", "--method", "logistic", "--results", file];
    refuses(
        folder.path(),
        &chess("none.epd"),
        &["no states to learn from"],
    );
    refuses(folder.path(), &chess("odd.epd"), &["line 1", "no result"]);
    refuses(folder.path(), &chess("won.epd"), &["every row is 1"]);
    refuses(folder.path(), &chess("missing.epd"), &["cannot be read"]);
    for method in ["cma", "spsa", "td"] {
        let base = ["learn", "connect4", "--method", method];
        for (more, words) in [
            (&["--budget", "games=0"][..], &["games"][..]),
            (&["--budget", "games=1"], &["too small"]),
            (&["--budget", "positions=5"], &["no budget of positions"]),
            (&["--start", "nan.toml"], &["own3"]),
            (&["--only", "own9"], &["no feature `own9`"]),
            (&["--states", "5"], &["--states"]),
        ] {
            refuses(folder.path(), &[&base[..], more].concat(), words);
        }
    }
    let cma = ["learn", "connect4", "--method", "cma"];
    for (more, words) in [
        (&["--fitness", "judge:regret"][..], &["no"][..]),
        (
            &["--fitness", "judge:regrett", "--benchmark", &truth],
            &["did you mean `regret`"],
        ),
        (
            &["--fitness", "judge:branching", "--benchmark", &truth],
            &["says nothing of a heuristic"],
        ),
        (&["--fitness", "luck"], &["is no fitness"]),
        (&["--benchmark", &truth], &["look at no benchmark"]),
        (&["--step", "0"], &["no step size"]),
        (&["--step", "1e300"], &["leads nowhere"]),
        (&["--lambda", "0.5"], &["is for --method td"]),
    ] {
        refuses(folder.path(), &[&cma[..], more].concat(), words);
    }
    let by = [
        "learn",
        "connect4",
        "--method",
        "logistic",
        "--by",
        "negascout:depth=1",
        "--states",
        "50",
    ];
    refuses(folder.path(), &by, &["--squash"]);
}

#[test]
fn weights_that_were_learned_from_a_benchmark_are_known_there() {
    let folder = tempfile::tempdir().unwrap();
    let truth = benchmark("connect4.parquet");
    let learn = [
        "learn",
        "connect4",
        "--benchmark",
        &truth,
        "-o",
        "seen.toml",
    ];
    answers(folder.path(), &learn);
    let learn = [
        "learn",
        "connect4",
        "--by",
        "mcts:playouts=50",
        "--plies",
        "20..30",
        "--states",
        "60",
        "--seed",
        "99",
        "-o",
        "unseen.toml",
    ];
    answers(folder.path(), &learn);
    let judge = |weights: &str| {
        let heuristic = format!("linear:weights={weights}");
        answers(
            folder.path(),
            &["judge", &truth, "--heuristic", &heuristic, "--json"],
        )
    };
    let (data, said) = judge("seen.toml");
    assert!(said.contains("warning: `seen` was learned from"), "{said}");
    let notes = json(&data)["notes"].to_string();
    assert!(notes.contains("100 % of these states"), "{notes}");
    assert!(!judge("unseen.toml").1.contains("was learned from"));
}

#[test]
fn a_metric_as_fitness_is_what_judge_tells() {
    let folder = tempfile::tempdir().unwrap();
    let truth = benchmark("connect4.parquet");
    for metric in ["regret", "log-loss"] {
        let fitness = format!("judge:{metric}");
        let output = format!("{metric}.toml");
        let learn = [
            "learn",
            "connect4",
            "--method",
            "cma",
            "--fitness",
            &fitness,
            "--benchmark",
            &truth,
            "--budget",
            "positions=100k",
            "--json",
            "-o",
            &output,
        ];
        let found = json(&answers(folder.path(), &learn).0);
        let heuristic = format!("linear:weights={output}");
        let judge = [
            "judge",
            &truth,
            "--heuristic",
            &heuristic,
            "--metric",
            metric,
            "--json",
        ];
        let told = json(&answers(folder.path(), &judge).0);
        let told = told["heuristics"][0]["scores"][0]["all"]["mean"]
            .as_f64()
            .unwrap();
        let own = found["value"].as_f64().unwrap();
        assert!((told - own).abs() < 1e-6, "{metric}: {told} {own}");
    }
}

#[test]
fn tapered_weights_play_and_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let play = [
        "match",
        "connect4",
        "mcts:playouts=20",
        "random",
        "--games",
        "40",
        "-o",
        "g.jsonl",
    ];
    answers(folder.path(), &play);
    let learn = [
        "learn",
        "connect4",
        "--method",
        "logistic",
        "--results",
        "g.jsonl",
        "--tapered",
        "-o",
        "tapered.toml",
    ];
    answers(folder.path(), &learn);
    let text = fs::read_to_string(folder.path().join("tapered.toml")).unwrap();
    assert!(text.contains("[late]"), "{text}");
    answers(
        folder.path(),
        &[
            "advise",
            "connect4",
            "444",
            "--by",
            "linear:weights=tapered.toml",
        ],
    );
}
