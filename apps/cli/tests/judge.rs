//! Heuristics held against the truth, as a user does it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.current_dir(folder).arg("judge").args(args);
    command.output().expect("it runs")
}

/// The call succeeds; returns its data and what it said.
fn answers(folder: &Path, args: &[&str]) -> (String, String) {
    let output = run(folder, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    let data = String::from_utf8(output.stdout).expect("it speaks UTF-8");
    (data, said)
}

fn judged(folder: &Path, args: &[&str]) -> Value {
    let args = [args, &["--json"]].concat();
    serde_json::from_str(&answers(folder, &args).0).expect("one JSON object")
}

fn refuses(folder: &Path, args: &[&str], words: &[&str]) {
    let output = run(folder, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code();
    assert!(code == Some(1) || code == Some(2), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?} wrote data");
    assert!(!said.contains("panicked"), "{args:?}: {said}");
    assert!(said.contains("hint: "), "{args:?} gives no hint: {said}");
    for word in words {
        assert!(
            said.contains(word),
            "{args:?} does not say `{word}`: {said}"
        );
    }
}

/// The mean of a metric, over all states.
fn mean(judgement: &Value, heuristic: usize, metric: &str) -> f64 {
    let scores = judgement["heuristics"][heuristic]["scores"].as_array();
    let own = scores
        .expect("scores")
        .iter()
        .find(|own| own["metric"] == metric);
    own.expect("the metric")["all"]["mean"]
        .as_f64()
        .expect("a mean")
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn a_game_alone_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    let (data, said) = answers(folder.path(), &["connect4"]);
    for word in ["strict-best", "lines", "threats", "random order", "Verdict"] {
        assert!(data.contains(word), "no `{word}` in {data}");
    }
    assert!(said.contains("judge-connect4.html"), "{said}");
    let page = fs::read_to_string(folder.path().join("judge-connect4.html")).unwrap();
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    assert!(page.contains("plyscope judge connect4"));
    for line in data.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn results_are_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let heuristics = ["lines", "patterns"];
    let named = heuristics.map(|own| ["--heuristic", own]).concat();
    let once = |threads| {
        let args = [&["connect4", "--json", "--threads", threads], &*named].concat();
        answers(folder.path(), &args).0
    };
    assert_eq!(once("1"), once("3"));
}

#[test]
fn scores_can_be_computed_again_from_the_exported_moves() {
    let folder = tempfile::tempdir().unwrap();
    let judgement = judged(
        folder.path(),
        &[
            "connect4",
            "--heuristic",
            "lines",
            "--export-moves",
            "moves.csv",
            "--export-scores",
            "scores.csv",
        ],
    );
    let rows = |name: &str| -> Vec<BTreeMap<String, String>> {
        let mut reader = csv::Reader::from_path(folder.path().join(name)).unwrap();
        let heading = reader.headers().unwrap().clone();
        let row = |record: csv::StringRecord| {
            let pairs = heading.iter().zip(&record);
            pairs.map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
        };
        reader.records().map(|own| row(own.unwrap())).collect()
    };
    let mut states: BTreeMap<u64, Vec<(u32, f64)>> = BTreeMap::new();
    for row in rows("moves.csv") {
        let own = states.entry(row["state_id"].parse().unwrap()).or_default();
        own.push((row["place"].parse().unwrap(), row["truth"].parse().unwrap()));
    }
    let scores = rows("scores.csv");
    assert_eq!(scores.len(), states.len());
    let (mut strict, mut regret) = (0.0, 0.0);
    for (row, moves) in scores.iter().zip(states.values()) {
        let top = moves.iter().map(|own| own.0).max().unwrap();
        let best = moves.iter().map(|own| own.1).fold(f64::MIN, f64::max);
        let first: Vec<f64> = moves
            .iter()
            .filter(|own| own.0 == top)
            .map(|own| own.1)
            .collect();
        let right = first.iter().filter(|value| **value >= best).count();
        let share = right as f64 / first.len() as f64;
        let short = best - first.iter().sum::<f64>() / first.len() as f64;
        assert!(close(share, row["strict-best"].parse().unwrap()));
        assert!(close(short, row["regret"].parse().unwrap()));
        strict += share;
        regret += short;
    }
    let count = states.len() as f64;
    assert!(close(strict / count, mean(&judgement, 0, "strict-best")));
    assert!(close(regret / count, mean(&judgement, 0, "regret")));
}

#[test]
fn looking_ahead_makes_a_heuristic_better() {
    let folder = tempfile::tempdir().unwrap();
    let judgement = judged(
        folder.path(),
        &[
            "connect4",
            "--heuristic",
            "lines",
            "--heuristic",
            // Who looks at a clock plays no panel, which would take longer than all else here.
            "deep=(negascout:depth=6,eval=lines,time=10m)",
            "--heuristic",
            "mcts:playouts=500,time=10m",
        ],
    );
    assert_eq!(judgement["heuristics"][1]["name"], "deep");
    assert!(mean(&judgement, 1, "strict-best") > mean(&judgement, 0, "strict-best"));
    // Means of results are points; sums of features are not. Both are fitted, or one column
    // would hold two kinds of numbers.
    assert_eq!(judgement["heuristics"][2]["on_points"], true);
    assert_eq!(judgement["heuristics"][0]["on_points"], false);
    for heuristic in judgement["heuristics"].as_array().unwrap() {
        assert_eq!(heuristic["fitted"], true);
    }
    assert_eq!(judgement["comparisons"].as_array().unwrap().len(), 3);
}

#[test]
fn filters_take_the_states_that_they_name() {
    let folder = tempfile::tempdir().unwrap();
    let count = |args: &[&str]| {
        let args = [&["connect4", "--heuristic", "lines"], args].concat();
        judged(folder.path(), &args)["states"].as_u64().unwrap()
    };
    let all = count(&[]);
    let first = count(&["--player", "first"]);
    let second = count(&["--player", "second"]);
    assert_eq!(first + second, all);
    assert_eq!(count(&["--where", "player == 1"]), first);
    assert_eq!(
        count(&["--plies", "8..20"]),
        count(&["--where", "ply >= 8 and ply <= 20"])
    );
    assert_eq!(count(&["--moves", "3.."]), count(&["--where", "moves > 2"]));
    assert_eq!(
        count(&["--critical", "2"]),
        count(&["--where", "spread >= 2"])
    );
}

#[test]
fn curves_can_be_put_together_by_phase_and_player() {
    let folder = tempfile::tempdir().unwrap();
    for (by, names) in [
        ("phase", vec!["opening", "middle", "end"]),
        ("player", vec!["first", "second"]),
        ("all", vec!["all"]),
    ] {
        let args = ["connect4", "--by", by, "--heuristic", "lines"];
        let judgement = judged(folder.path(), &args);
        let groups = judgement["heuristics"][0]["scores"][0]["groups"].clone();
        let found: Vec<&str> = groups
            .as_array()
            .unwrap()
            .iter()
            .map(|own| own["name"].as_str().unwrap())
            .collect();
        assert_eq!(found, names);
        answers(folder.path(), &args);
    }
}

#[test]
fn a_metric_of_ones_own_is_an_expression() {
    let folder = tempfile::tempdir().unwrap();
    let judgement = judged(
        folder.path(),
        &[
            "connect4",
            "--heuristic",
            "lines",
            "--metric",
            "mine=sum(best*(place==max(place)))/sum(place==max(place))",
            "--metric",
            "strict-best",
            "--metric",
            "k-best:k=99",
        ],
    );
    assert!(close(
        mean(&judgement, 0, "mine"),
        mean(&judgement, 0, "strict-best")
    ));
    // More favourites than moves: a best one is always among them.
    assert!(close(mean(&judgement, 0, "k-best:k=99"), 1.0));
}

#[test]
fn the_worst_states_are_shown_with_what_would_have_been_right() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["connect4", "--heuristic", "lines", "--worst", "2"];
    let (data, _) = answers(folder.path(), &args);
    assert_eq!(data.matches("Where lines goes wrong").count(), 2, "{data}");
    assert!(data.contains("; right is "), "{data}");
    let judgement = judged(folder.path(), &args);
    let worst = judgement["heuristics"][0]["worst"].as_array().unwrap();
    let cost = |own: &Value| own["cost"].as_f64().unwrap();
    assert!(cost(&worst[0]) >= cost(&worst[1]) && cost(&worst[1]) > 0.0);
}

#[test]
fn sampled_truth_is_told_apart_and_has_metrics_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let judgement = judged(folder.path(), &["connect4-mcts1", "--heuristic", "lines"]);
    assert_eq!(judgement["truth"]["made"], "sampled");
    assert_eq!(judgement["truth"]["best_by"], "visits");
    let properties = judgement["properties"].as_array().unwrap();
    assert!(properties.iter().any(|own| own["metric"] == "visit-ratio"));
    let notes = judgement["notes"].to_string();
    assert!(notes.contains("sampled, not proved"), "{notes}");
}

#[test]
fn a_value_that_is_no_number_is_an_error_that_names_the_state() {
    let folder = tempfile::tempdir().unwrap();
    let weights = "game = \"connect4\"\nfeatures = \"lines\"\n[weights]\nown1 = 3e38\nown2 = 3e38\ntheir1 = -3e38\ntheir2 = -3e38\n";
    fs::write(folder.path().join("huge.toml"), weights).unwrap();
    refuses(
        folder.path(),
        &["connect4", "--heuristic", "linear:weights=huge.toml"],
        &["is not a number at state "],
    );
}

#[test]
fn bad_input_is_told_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    refuses(
        folder,
        &["connect4", "--heuristic", "weighted-squares"],
        &["no agent `weighted-squares`"],
    );
    refuses(
        folder,
        &["connect4", "--metric", "visit-ratio"],
        &["needs the visits", "connect4"],
    );
    refuses(
        folder,
        &["connect4", "--plies", "90.."],
        &["none of the 500 states"],
    );
    refuses(
        folder,
        &["connect4", "--where", "ply > 3 and"],
        &["at character"],
    );
    refuses(
        folder,
        &["connect4", "--where", "max(guess) > 0"],
        &["other states"],
    );
    refuses(
        folder,
        &["connect4", "--metric", "kendal"],
        &["did you mean `kendall`"],
    );
    refuses(
        folder,
        &["connect4", "--metric", "regret=ply"],
        &["there is already"],
    );
    refuses(
        folder,
        &["connect4", "--where", "max(visits) > 10"],
        &["visits", "mcts"],
    );
    refuses(
        folder,
        &["connect4", "--metric", "k-best:k=0"],
        &["is no value for `k`"],
    );
    refuses(folder, &["conect4"], &["did you mean `connect4`"]);
    refuses(folder, &["mnk"], &["no benchmark of mnk", "truth make"]);
    refuses(folder, &["missing.parquet"], &["missing.parquet"]);
    refuses(
        folder,
        &["connect4", "--html", "no/such/folder.html"],
        &["cannot be written"],
    );
    refuses(
        folder,
        &["connect4", "--pool", "9"],
        &["--against-strength"],
    );
}

#[test]
fn metrics_are_held_against_strength() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "tictactoe",
        "--against-strength",
        "--pool",
        "8",
        "--games",
        "2",
        "--out",
        "s",
    ];
    let found = judged(folder.path(), &args);
    assert_eq!(found["heuristics"].as_array().unwrap().len(), 8);
    assert_eq!(found["uses"].as_array().unwrap().len(), 3);
    for predictor in found["predictors"].as_array().unwrap() {
        let rho = predictor["all"][0]["rho"].as_f64();
        assert!(rho.is_none_or(|rho| (-1.0..=1.0).contains(&rho)));
    }
    for file in [
        "strength.md",
        "strength.json",
        "all-one-ply.svg",
        "strict-best.svg",
    ] {
        assert!(folder.path().join("s").join(file).is_file(), "no {file}");
    }
    // Games are kept: the same command finds the same without playing.
    assert_eq!(judged(folder.path(), &args), found);
    refuses(
        folder.path(),
        &["tictactoe", "--against-strength", "--pool", "2"],
        &["too few"],
    );
}

#[test]
fn a_study_of_strength_writes_over_nothing_of_others_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let theirs = folder.path().join("mine");
    std::fs::create_dir(&theirs).unwrap();
    std::fs::write(theirs.join("strength.md"), "my notes").unwrap();
    let line = "tictactoe --against-strength --pool 5 --games 2 --out mine";
    let args: Vec<&str> = line.split(' ').collect();
    refuses(folder.path(), &args, &["files in it", "--force"]);
    let notes = std::fs::read_to_string(theirs.join("strength.md")).unwrap();
    assert_eq!(notes, "my notes");
    let names = std::fs::read_dir(&theirs).unwrap();
    assert_eq!(names.count(), 1, "it was refused before the work");
    judged(folder.path(), &[&args[..], &["--force"]].concat());
    let page = std::fs::read_to_string(theirs.join("strength.md")).unwrap();
    assert!(page.starts_with("# Which metric"), "{page}");
}

#[test]
fn a_judgement_of_one_heuristic_fits_the_terminal_and_corrects_for_no_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.current_dir(folder.path());
    command.args(["judge", "connect4", "--heuristic", "lines", "--no-html"]);
    let output = command.output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("it is text");
    assert!(text.contains("player to move"), "{text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(!text.contains("0 pairs"), "{text}");
}

#[test]
fn points_of_an_expression_are_refused_where_the_truth_is_on_another_scale() {
    let folder = tempfile::tempdir().unwrap();
    let line = "connect4 --by negascout:depth=2 --states 20 -o e.parquet";
    make(folder.path(), &line.split(' ').collect::<Vec<_>>());
    let args = ["e.parquet", "--metric", "x=max(abs(points))"];
    refuses(
        folder.path(),
        &args,
        &["`x` needs truth in points", "`place`", "`guess`"],
    );
    let args = ["e.parquet", "--heuristic", "lines"];
    judged(
        folder.path(),
        &[&args[..], &["--metric", "x=max(abs(guess))"]].concat(),
    );
}

#[test]
fn a_decided_win_by_a_search_is_best_in_a_benchmark_of_discs() {
    let folder = tempfile::tempdir().unwrap();
    let line = "othello:size=6,payoff=discs --by negascout:depth=5 --states 60 --plies 18..27 -o d.parquet";
    make(folder.path(), &line.split(' ').collect::<Vec<_>>());
    let judgement = judged(
        folder.path(),
        &[
            "d.parquet",
            "--heuristic",
            "negascout:depth=5",
            "--metric",
            "strict-best",
        ],
    );
    // Whoever made the labels is right about all of them.
    let mean = judgement["heuristics"][0]["scores"][0]["all"]["mean"].as_f64();
    assert_eq!(mean, Some(1.0));
}

/// Makes a benchmark in the folder.
fn make(folder: &Path, args: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.current_dir(folder).args(["truth", "make"]);
    let output = command.args(args).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
}

#[test]
fn the_game_names_the_metric_that_decides_and_the_user_overrules_it() {
    let folder = tempfile::tempdir().unwrap();
    let decides = |args: &[&str]| {
        let judgement = judged(folder.path(), args);
        let why = judgement["deciding"]["why"].as_str().unwrap();
        assert!(!why.is_empty());
        let metric = judgement["deciding"]["metric"].as_str().unwrap().to_owned();
        for pair in judgement["comparisons"].as_array().unwrap() {
            assert_eq!(pair["metric"], metric.as_str());
        }
        metric
    };
    let two = |game, first, second| ["--heuristic", first, "--heuristic", second, game];
    let of_connect4 = two("connect4", "lines", "threats");
    assert_eq!(decides(&of_connect4), "regret");
    assert_eq!(decides(&["tictactoe"]), "regret");
    let of_othello = ["--heuristic", "mobility", "othello8"];
    assert_eq!(decides(&of_othello), "log-loss");
    let sampled = ["--heuristic", "lines", "connect4-mcts1"];
    assert_eq!(decides(&sampled), "regret");
    let overruled = [&of_connect4[..], &["--metric", "kendall"]].concat();
    assert_eq!(decides(&overruled), "kendall");
}

#[test]
fn the_better_of_two_heuristics_is_named_by_the_sign_of_its_gain() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["connect4", "--heuristic", "lines", "--heuristic", "threats"];
    let judgement = judged(folder.path(), &args);
    let pair = &judgement["comparisons"][0];
    assert_eq!(
        (&pair["first"], &pair["second"]),
        (&"lines".into(), &"threats".into())
    );
    let gain = mean(&judgement, 1, "regret") - mean(&judgement, 0, "regret");
    assert!(gain > 0.0 && close(pair["gain"].as_f64().unwrap(), gain));
}

#[test]
fn labels_of_a_search_are_called_estimates_and_their_band_holds_the_mean() {
    let folder = tempfile::tempdir().unwrap();
    make(
        folder.path(),
        &[
            "gomoku:size=9",
            "--by",
            "negascout:depth=3",
            "--states",
            "12",
            "-o",
            "g.parquet",
        ],
    );
    let cheap = ["g.parquet", "--heuristic", "patterns"];
    let judgement = judged(folder.path(), &cheap);
    assert_eq!(judgement["truth"]["made"], "estimated");
    assert_eq!(judgement["truth"]["best_by"], "values");
    for heuristic in judgement["heuristics"].as_array().unwrap() {
        for score in heuristic["scores"].as_array().unwrap() {
            let number = |key: &str| score["all"][key].as_f64();
            let (low, high) = (number("low").unwrap(), number("high").unwrap());
            let mean = number("mean").unwrap();
            assert!(low <= mean && mean <= high, "{score}");
        }
    }
    let (data, _) = answers(folder.path(), &[&cheap[..], &["--no-html"]].concat());
    assert!(data.contains("truth estimated by"), "{data}");
    refuses(
        folder.path(),
        &["g.parquet", "--metric", "brier"],
        &["needs truth in points"],
    );
}

#[test]
fn equal_visits_of_flat_sampling_make_nobody_perfect() {
    let folder = tempfile::tempdir().unwrap();
    make(
        folder.path(),
        &[
            "connect4",
            "--by",
            "flat:playouts=200",
            "--states",
            "60",
            "-o",
            "f.parquet",
        ],
    );
    let judgement = judged(folder.path(), &["f.parquet", "--heuristic", "threats"]);
    assert_eq!(judgement["truth"]["made"], "sampled");
    assert_eq!(judgement["truth"]["best_by"], "values");
    assert!(mean(&judgement, 0, "strict-best") < 0.95);
}

#[test]
fn a_benchmark_of_all_states_has_neither_bands_nor_tests() {
    let folder = tempfile::tempdir().unwrap();
    let judgement = judged(folder.path(), &["tictactoe"]);
    assert_eq!(judgement["truth"]["all_states"], true);
    let all = &judgement["heuristics"][0]["scores"][0]["all"];
    assert!(all["mean"].is_number() && all["low"].is_null() && all["high"].is_null());
    for pair in judgement["comparisons"].as_array().unwrap() {
        assert!(pair["p"].is_null(), "{pair}");
        let verdict = pair["verdict"].as_str().unwrap();
        assert!(verdict.contains("over all states of the game"), "{verdict}");
    }
    let (data, _) = answers(folder.path(), &["tictactoe"]);
    assert!(
        !data.contains("95 % band") && !data.contains("p ="),
        "{data}"
    );
}

#[test]
fn ten_thousand_terms_are_a_metric() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x=1".to_owned() + &"+1".repeat(9_999);
    let args = ["connect4", "--heuristic", "lines", "--metric", &long];
    assert!(close(mean(&judged(folder.path(), &args), 0, "x"), 10_000.0));
}

#[test]
fn long_specs_get_short_names_and_are_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let spec = "negascout:depth=2,eval=threats,order=history";
    let args = ["connect4", "--heuristic", "lines", "--heuristic", spec];
    let (data, _) = answers(folder.path(), &[&args[..], &["--html", "p.html"]].concat());
    assert!(data.contains(&format!("negascout is {spec}")), "{data}");
    let page = fs::read_to_string(folder.path().join("p.html")).unwrap();
    let shown = page.split("<script").next().unwrap();
    let before = shown.split("The same again").next().unwrap();
    // The command that would tell who is better has to repeat it.
    let in_command = before.matches(&format!("=({spec})")).count();
    assert_eq!(before.matches(spec).count() - in_command, 1);
}

#[test]
fn the_players_of_a_round_share_a_number_in_every_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let truth = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
        command.current_dir(folder.path()).arg("truth").args(args);
        assert!(command.output().expect("it runs").status.success());
    };
    truth(&[
        "make",
        "gdl:pennies",
        "--by",
        "solver",
        "--from",
        "all",
        "-o",
        "p.parquet",
    ]);
    truth(&["export", "p.parquet", "-o", "p.csv"]);
    let order = [
        "p.parquet",
        "--heuristic",
        "random",
        "--no-html",
        "--metric",
        "regret",
    ];
    let files = ["--export-scores", "s.csv", "--export-moves", "m.csv"];
    answers(folder.path(), &[&order[..], &files].concat());
    let numbers = |name: &str| -> BTreeSet<(String, String)> {
        let mut reader = csv::Reader::from_path(folder.path().join(name)).expect("a table");
        let heading = reader.headers().expect("a heading").clone();
        let column = |name: &str| heading.iter().position(|own| own == name).expect(name);
        let (id, player, mv) = (
            column("state_id"),
            column("player"),
            heading.iter().position(|own| own == "move"),
        );
        let records = reader.records().map(|own| own.expect("a row"));
        let asked = records.filter(|own| mv.is_none_or(|mv| !own[mv].is_empty()));
        asked
            .map(|own| (own[id].to_owned(), own[player].to_owned()))
            .collect()
    };
    let truth = numbers("p.csv");
    assert!(truth.iter().any(
        |(id, player)| player == "second" && truth.contains(&(id.clone(), "first".to_owned()))
    ));
    assert_eq!(numbers("s.csv"), truth);
    assert_eq!(numbers("m.csv"), truth);
}

#[test]
fn a_metric_that_is_undefined_everywhere_decides_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = "connect4 --heuristic lines --heuristic threats --no-html --metric x=1/0";
    let args: Vec<&str> = args.split_whitespace().collect();
    let (told, _) = answers(folder.path(), &args);
    assert!(
        told.contains("none: x is undefined in every state"),
        "{told}"
    );
}

#[test]
fn strength_is_predicted_for_every_heuristic_pair_and_use() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["connect4", "--heuristic", "lines", "--heuristic", "threats"];
    let (data, _) = answers(folder.path(), &[&args[..], &["--json"]].concat());
    let found: serde_json::Value = serde_json::from_str(&data).unwrap();
    let predicted = found["predicted"].as_array().unwrap();
    assert_eq!(predicted.len(), 2 * 3);
    let elo = |name: &str, way: &str| {
        let mut all = predicted.iter();
        let own = all.find(|own| own["name"] == name && own["use"] == way);
        let own = own.unwrap_or_else(|| panic!("{name} {way} in {predicted:?}"));
        let number = |key: &str| own[key].as_f64().unwrap();
        assert!(number("low") < number("elo") && number("elo") < number("high"));
        number("elo")
    };
    // `lines` wins three games of four at depth 3, in every study.
    assert!(elo("lines", "depth-3") > elo("threats", "depth-3"));
    for way in ["one-ply", "depth-3", "mcts"] {
        assert!((elo("lines", way) + elo("threats", way)).abs() < 1e-6);
    }
    let pairs = found["predicted_pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    assert!(
        pairs
            .iter()
            .all(|own| own["a"] == "lines" && own["wins"].is_f64())
    );
    let verdict = found["verdict"].as_str().unwrap();
    assert!(
        verdict.contains("% (") && verdict.contains("at depth 3"),
        "{verdict}"
    );
    let (text, _) = answers(folder.path(), &[&args[..], &["--no-html"]].concat());
    assert!(text.starts_with("Verdict: "), "{text}");
}

#[test]
fn a_prediction_is_confirmed_in_a_game_of_few_openings() {
    let folder = tempfile::tempdir().unwrap();
    let heuristics = ["--heuristic", "levy", "--heuristic", "open-lines"];
    let args = [
        &["tictactoe", "--confirm", "--html", "page.html"],
        &heuristics[..],
    ]
    .concat();
    let (data, _) = answers(folder.path(), &args);
    assert!(data.contains("76 games"), "{data}");
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("<td>76 games</td>"));
    let told = judged(folder.path(), &[&["tictactoe"], &heuristics[..]].concat());
    assert_eq!(told["prediction"]["opening"], 3);
}
