//! How the command behaves towards people and programs that talk to it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn plyscope(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(line.split(' '));
    command
}

/// The call with something on its standard input.
fn told(line: &str, input: &[u8]) -> Output {
    let mut command = plyscope(line);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(input).expect("it listens");
    drop(stdin);
    child.wait_with_output().expect("it was begun")
}

fn objects(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn refuses(line: &str, words: &[&str]) {
    let output = told(line, b"");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{line}: {said}");
    assert!(said.contains("hint: "), "{line}: {said}");
    for word in words {
        assert!(said.contains(word), "{line} does not say `{word}`: {said}");
    }
}

#[cfg(not(feature = "serve"))]
#[test]
fn a_command_without_the_server_says_how_to_get_one() {
    // As the guide and the README have it.
    let command = "cargo run --release --features serve -- serve";
    refuses("serve", &["built without the server", command]);
    refuses("serve --home x --bind 0.0.0.0", &[command]);
}

#[test]
fn mistyped_options_are_called_so_and_not_read_as_positions() {
    for (line, option, meant) in [
        ("advise connect4 --jsno", "--jsno", "--json"),
        ("advise connect4 --jsno --by solver", "--jsno", "--json"),
        ("show othello --sed 3", "--sed", "--seed"),
        ("perft connect4 3 --dvide", "--dvide", "--divide"),
        ("explain connect4 --bye lines", "--bye", "--by"),
        (
            "play connect4 --frist random --second random",
            "--frist",
            "--first",
        ),
        ("play connect4 --vaules", "--vaules", "--values"),
    ] {
        let said = format!("no option `{option}`");
        refuses(line, &[&said, &format!("did you mean `{meant}`")]);
    }
    // A state may begin with hyphens.
    let state = "---------------------------ox------xo---------------------------x";
    assert!(told(&format!("show othello {state}"), b"").status.success());
}

#[test]
fn lines_are_answered_as_they_come_whatever_the_number_of_threads() {
    for threads in ["1", "2", "4"] {
        let line = format!("advise connect4 --positions - --by lines --json --threads {threads}");
        let mut command = plyscope(&line);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().expect("it runs");
        let mut stdin = child.stdin.take().expect("it is piped");
        let mut answers = BufReader::new(child.stdout.take().expect("it is piped"));
        for (place, position) in ["44", "", "4453"].into_iter().enumerate() {
            writeln!(stdin, "{position}").expect("it listens");
            stdin.flush().expect("it listens");
            // Blocks for ever if the answer waits for more lines.
            let mut answer = String::new();
            answers.read_line(&mut answer).expect("it answers");
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            assert_eq!(answer["position"], position);
            assert_eq!(answer["number"], place + 1);
        }
        drop(stdin);
        assert!(child.wait().expect("it was begun").success());
    }
}

#[test]
fn a_bad_line_or_a_finished_game_gets_an_error_in_its_place_and_the_rest_is_answered() {
    let lines = b"44\n# a comment\n49\n1212121\n\n\xff\xfe\n4453 ; who cares\n";
    for threads in ["1", "3"] {
        let call = format!("advise connect4 --positions - --by lines --json --threads {threads}");
        let output = told(&call, lines);
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("3 of 6 lines"), "{said}");
        let answers = objects(&output);
        let numbers: Vec<u64> = answers
            .iter()
            .map(|own| own["number"].as_u64().unwrap())
            .collect();
        assert_eq!(numbers, [1, 3, 4, 5, 6, 7]);
        let is_error = |own: &Value| own["error"].is_string();
        let errors: Vec<bool> = answers.iter().map(is_error).collect();
        assert_eq!(errors, [false, true, true, false, true, false]);
        assert!(answers[2]["error"].as_str().unwrap().contains("over"));
        assert_eq!(answers[3]["position"], "");
        assert_eq!(answers[5]["position"], "4453");
    }
    let output = told("advise connect4 --positions - --by lines", b"44\n49\n\n");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("1. 44: "), "{text}");
    assert!(lines[1].starts_with("2. 49: error: "), "{text}");
    assert!(lines[2].starts_with("3. : 4 ("), "{text}");
    refuses(
        "advise connect4 --positions - --by lines",
        &["no positions"],
    );
}

#[test]
fn marks_and_tabs_are_taken_alike_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let state = |output: &Output| {
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        objects(output)[0]["position"].as_str().unwrap().to_owned()
    };
    let tabbed = told(
        "advise othello --positions - --by mobility --json",
        b"\xef\xbb\xbfd3\tc3\n",
    );
    assert_eq!(state(&tabbed), "d3\tc3");
    let blank = told(
        "advise othello --positions - --by mobility --json",
        b"d3 c3\n",
    );
    assert_eq!(objects(&tabbed)[0]["moves"], objects(&blank)[0]["moves"]);
    assert!(
        plyscope("show connect4")
            .arg("\u{feff}44\t53")
            .output()
            .unwrap()
            .status
            .success()
    );
    std::fs::write(at("op.txt"), "\u{feff}44\n45\n").unwrap();
    let openings = format!("file:path={}", at("op.txt"));
    let played = told(
        &format!("match connect4 lines random --games 4 --openings {openings}"),
        b"",
    );
    assert!(
        played.status.success(),
        "{}",
        String::from_utf8_lossy(&played.stderr)
    );
    let weights = told("learn tictactoe --benchmark tictactoe -o -", b"").stdout;
    std::fs::write(at("w.toml"), [b"\xef\xbb\xbf", &weights[..]].concat()).unwrap();
    let advised = told(
        &format!("advise tictactoe --by linear:weights={}", at("w.toml")),
        b"",
    );
    assert!(
        advised.status.success(),
        "{}",
        String::from_utf8_lossy(&advised.stderr)
    );
    let game = "\u{feff}{\"game\":\"tictactoe\",\"first\":\"human\",\"second\":\"human\",\"moves\":[\"a1\"]}\n";
    std::fs::write(at("game.json"), game).unwrap();
    let loaded = told(
        &format!("play tictactoe --load {}", at("game.json")),
        b"quit\n",
    );
    assert!(
        loaded.status.success(),
        "{}",
        String::from_utf8_lossy(&loaded.stderr)
    );
    for format in ["xml", "csv", "jsonl"] {
        let text = told(&format!("truth export tictactoe --format {format}"), b"").stdout;
        let call = format!("truth import - -o {}", at(&format!("{format}.parquet")));
        let read = told(&call, &[b"\xef\xbb\xbf", &text[..]].concat());
        assert!(
            read.status.success(),
            "{format}: {}",
            String::from_utf8_lossy(&read.stderr)
        );
    }
}

#[test]
fn options_that_need_another_one_refuse_without_it() {
    for (line, word) in [
        ("play tictactoe --ply 3", "--load"),
        ("play tictactoe --force", "--save"),
        ("judge tictactoe --pool 9", "--against-strength"),
        ("judge tictactoe --against-strength --time 1s", "--time"),
        ("judge tictactoe --against-strength --nodes 9", "--nodes"),
        ("judge tictactoe --no-html --force", "name a file"),
        ("judge tictactoe --json --force", "name a file"),
        (
            "learn tictactoe --benchmark tictactoe --force",
            "name a file",
        ),
        (
            "learn tictactoe --benchmark tictactoe -o - --force",
            "name a file",
        ),
        (
            "truth verify tictactoe --sample 0 --by random",
            "rules alone",
        ),
        ("truth verify tictactoe --sample 0 --nodes 9", "rules alone"),
        ("reproduce hef --force", "--out"),
        ("truth export tictactoe --format csv --force", "--output"),
        (
            "truth make tictactoe --by solver --positions x -o y",
            "--from file",
        ),
        (
            "truth make tictactoe --by solver --state -o y",
            "--positions",
        ),
        ("learn tictactoe --benchmark tictactoe --nodes 9", "--nodes"),
        ("learn tictactoe --benchmark tictactoe --state", "--state"),
        ("show tictactoe --state", "position"),
        ("advise tictactoe --position-moves", "position"),
        ("perft tictactoe 2 --state", "position"),
    ] {
        refuses(line, &[word]);
    }
}

#[test]
fn two_thousand_threads_are_as_many_as_the_cores_can_use() {
    let begun = Instant::now();
    let line = "advise connect4 --positions - --by solver --json --threads 2000";
    let output = told(line, b"44444412\n");
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("note: 2000 threads"), "{said}");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn estimates_are_told_as_such_and_not_as_results() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("e.parquet").display().to_string();
    let made = told(
        &format!("truth make othello --by weighted-squares --states 40 --plies ..30 -o {path}"),
        b"",
    );
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    let text = told(&format!("truth info {path}"), b"").stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains("estimates on the labeller's scale: from -"),
        "{text}"
    );
    assert!(
        !text.contains("won") && text.contains("mean of the best"),
        "{text}"
    );
    let told_json = objects(&told(&format!("truth info {path} --json"), b""));
    assert!(told_json[0]["estimates"]["deviation"].as_f64().unwrap() > 0.0);
    assert!(told_json[0]["values"].is_array() && told_json[0]["plies"][0]["best"].is_array());
    let text = String::from_utf8(told("truth info tictactoe", b"").stdout).unwrap();
    assert!(
        text.contains("won") && !text.contains("estimates"),
        "{text}"
    );
}
