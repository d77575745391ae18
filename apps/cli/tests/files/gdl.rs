//! Rule sheets as users have them: their own files, those that ship, and what is no sheet at all.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::tempdir;

use crate::call::{answers, plyscope, refuses, run};

/// Two heaps of two stones; who takes the last one wins.
const NIM: &str = "; Nim: two heaps of two stones; who takes the last one wins.
(role left) (role right)
(init (heap a 2)) (init (heap b 2)) (init (control left))
(<= (legal ?p (take ?n ?h)) (true (control ?p)) (true (heap ?h ?m)) (minus ?m ?n ?r))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (heap ?h ?r)) (does ?p (take ?n ?h)) (true (heap ?h ?m)) (minus ?m ?n ?r))
(<= (next (heap ?h ?m)) (true (heap ?h ?m)) (not (touched ?h)))
(<= (next (control ?q)) (true (control ?p)) (role ?q) (distinct ?p ?q))
(<= (touched ?h) (does ?p (take ?n ?h)))
(<= some (true (heap ?h ?m)) (distinct ?m 0))
(<= terminal (not some))
(<= (goal ?p 0) (role ?p) (not some) (true (control ?p)))
(<= (goal ?p 100) (role ?p) (not some) (not (true (control ?p))))
(minus 2 2 0) (minus 2 1 1) (minus 1 1 0)
";

fn object(text: &str) -> Value {
    serde_json::from_str(text).expect("one object")
}

#[test]
fn a_sheet_is_a_game_in_every_command() {
    let folder = tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("nim.kif"), NIM).unwrap();
    let game = "gdl:nim.kif";
    let told = answers(here, &["games", game]);
    assert!(told.contains("roles move in turn: proved"), "{told}");
    assert!(
        told.contains("points add up to 100: found by 100 random games, not proved"),
        "{told}"
    );
    assert!(answers(here, &["show", game]).contains("left to move"));
    let perft = object(
        answers(here, &["perft", game, "2", "--json"])
            .lines()
            .nth(1)
            .unwrap(),
    );
    assert_eq!(perft["sequences"], 10);
    // Mirroring the other's moves wins, so the second player does.
    let advice = object(&answers(
        here,
        &["advise", game, "--by", "solver", "--json"],
    ));
    assert_eq!(advice["moves"][0]["value"], 0.0);
    for by in ["negascout:depth=4", "mcts:playouts=200", "flat:playouts=20"] {
        answers(here, &["advise", game, "(take 1 a)", "--by", by]);
    }
    answers(
        here,
        &["explain", game, "(take 1 a)", "--by", "negascout:depth=2"],
    );
    answers(
        here,
        &[
            "match",
            game,
            "solver",
            "random",
            "--games",
            "4",
            "--openings",
            "all:plies=1",
            "-o",
            "games.jsonl",
        ],
    );
    answers(
        here,
        &[
            "tournament",
            game,
            "solver",
            "random",
            "mcts:playouts=50",
            "--games",
            "2",
            "--openings",
            "all:plies=1",
        ],
    );
    let label = [
        "truth",
        "make",
        game,
        "--by",
        "solver",
        "--from",
        "all",
        "-o",
        "nim.parquet",
    ];
    answers(here, &label);
    answers(here, &["truth", "verify", "nim.parquet"]);
    answers(
        here,
        &[
            "judge",
            "nim.parquet",
            "--heuristic",
            "flat:playouts=5",
            "--json",
        ],
    );
    answers(
        here,
        &["play", game, "--first", "solver", "--second", "solver"],
    );
}

/// The rules that a file was made with are part of what it is.
#[test]
fn a_sheet_that_was_changed_is_another_game() {
    let folder = tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("nim.kif"), NIM).unwrap();
    let game = "gdl:nim.kif";
    let label = [
        "truth",
        "make",
        game,
        "--by",
        "solver",
        "--from",
        "all",
        "-o",
        "nim.parquet",
    ];
    answers(here, &label);
    answers(
        here,
        &[
            "match",
            game,
            "solver",
            "random",
            "--games",
            "2",
            "--openings",
            "all:plies=1",
            "-o",
            "games.jsonl",
        ],
    );
    answers(
        here,
        &[
            "play",
            game,
            "--first",
            "solver",
            "--second",
            "solver",
            "--save",
            "game.json",
        ],
    );
    fs::write(
        here.join("nim.kif"),
        NIM.replace("(init (heap b 2))", "(init (heap b 1))"),
    )
    .unwrap();
    let changed = ["digest", "changed since"];
    refuses(
        here,
        &["judge", "nim.parquet", "--heuristic", "flat"],
        2,
        &changed,
    );
    refuses(here, &["play", game, "--load", "game.json"], 2, &changed);
    refuses(
        here,
        &["play", game, "--load", "games.jsonl:0"],
        2,
        &changed,
    );
    let longer = [
        "match",
        game,
        "solver",
        "random",
        "--games",
        "4",
        "--openings",
        "all:plies=1",
        "-o",
        "games.jsonl",
    ];
    assert_ne!(run(here, &longer).status.code(), Some(0));
    // The sheet is read, so it is never written.
    let over = [
        "truth", "make", game, "--by", "solver", "-o", "nim.kif", "--force",
    ];
    refuses(here, &over, 2, &["nim.kif"]);
}

#[test]
fn positions_are_moves_or_the_state_that_show_prints() {
    let folder = tempdir().unwrap();
    let show = |position: &str| {
        object(&answers(
            folder.path(),
            &["show", "gdl:tictactoe", position, "--json"],
        ))
    };
    let after = show("(mark 2 2) (mark 1 1)");
    assert_eq!(
        (&after["ply"], &after["mover"], &after["role"]),
        (&2.into(), &"first".into(), &"x".into())
    );
    let state = after["state"].as_str().unwrap();
    assert_eq!(show(state)["state"], after["state"]);
    assert_eq!(show("(mark 2 2)(mark 1 1)")["state"], after["state"]);
    let drawn = answers(
        folder.path(),
        &["show", "gdl:tictactoe", "(mark 2 2) (mark 1 1)"],
    );
    assert!(
        drawn.starts_with("  3 . . .\n  2 . x .\n  1 o . .\n    1 2 3\n  x (x) to move\n"),
        "{drawn}"
    );
    refuses(
        folder.path(),
        &["show", "gdl:tictactoe", "(mark 2 2) (mark 2 2)"],
        2,
        &["move 2", "not a legal move of o", "(mark 1 1)"],
    );
    refuses(
        folder.path(),
        &["show", "gdl:tictactoe", "(cell 1 1 q)", "--state"],
        2,
        &["never holds", "(cell 1 1"],
    );
}

#[test]
fn odd_paths_stand_in_parentheses() {
    let folder = tempdir().unwrap();
    let name = "odd = name, (really).kif";
    fs::write(folder.path().join(name), NIM).unwrap();
    let shown = object(&answers(
        folder.path(),
        &["show", &format!("gdl:({name}),engine=state"), "--json"],
    ));
    assert_eq!(shown["game"], format!("gdl:({name}),engine=state"));
    let text = answers(folder.path(), &["gdl", "info", name, "--json"]);
    assert_eq!(object(&text)["sheet"], name);
}

#[test]
fn a_match_of_a_game_that_goes_round_comes_to_an_end() {
    let folder = tempdir().unwrap();
    let sheet = "(role a) (role b) (init (control a))
        (<= (legal ?p stay) (true (control ?p))) (<= (legal ?p go) (true (control ?p)))
        (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
        (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
        (<= terminal (true over)) (goal a 50) (goal b 50)";
    fs::write(folder.path().join("round.kif"), sheet).unwrap();
    let text = answers(
        folder.path(),
        &[
            "match",
            "gdl:round.kif",
            "random",
            "random",
            "--games",
            "2",
            "--json",
        ],
    );
    let result = text.lines().next().map(object).expect("a result");
    assert_eq!(result["agents"][0]["games"], 2, "{text}");
}

#[test]
fn what_is_no_sheet_is_told_with_a_hint() {
    let folder = tempdir().unwrap();
    let here = folder.path();
    let write = |name: &str, text: &[u8]| fs::write(here.join(name), text).unwrap();
    write("open.kif", b"(role a)\n(init (p 1)\n(legal a go)\n");
    write("bytes.kif", b"(role a)\n(init \xff\xfe)\n");
    write("none.kif", b"hello world\n");
    write("random.kif", b"(role a) (role random)\n");
    write("sees.kif", b"(role a) (<= (sees a ?x) (true ?x))\n");
    let nine: Vec<String> = (0..9).map(|number| format!("(role r{number})")).collect();
    write("nine.kif", nine.join("\n").as_bytes());
    fs::create_dir(here.join("folder")).unwrap();
    let cases: [(&str, &[&str]); 10] = [
        ("gdl", &["no rule sheet is named", "pentago", "hint"]),
        ("gdl:", &["no rule sheet is named", "gdl:FILE.kif"]),
        ("gdl:pentag", &["did you mean `pentago`", "hanoi"]),
        (
            "gdl:missing.kif",
            &["neither a file nor a rule sheet", "tictactoe"],
        ),
        ("gdl:folder", &["is a folder"]),
        ("gdl:bytes.kif", &["line 2, column 7", "not UTF-8"]),
        (
            "gdl:open.kif",
            &["open.kif", "line 2", "(init (p 1)", "hint"],
        ),
        ("gdl:none.kif", &["none.kif"]),
        ("gdl:random.kif", &["`random`", "GDL-II", "GDL-I is played"]),
        ("gdl:sees.kif", &["`sees`", "GDL-II"]),
    ];
    for (game, words) in cases {
        refuses(here, &["show", game], 2, words);
    }
    refuses(
        here,
        &["show", "gdl:nine.kif"],
        2,
        &["9 roles", "at most 8"],
    );
    refuses(
        here,
        &["show", "gdl:pentago,engine=fast"],
        2,
        &["`fast`", "lanes"],
    );
    refuses(
        here,
        &["show", "gdl:pentago,engin=state"],
        2,
        &["did you mean `engine`"],
    );
    refuses(here, &["show", "gdl:pentago,hanoi"], 2, &["has no value"]);
    refuses(
        here,
        &["show", "gdl:pentago,sheet=hanoi"],
        2,
        &["given twice"],
    );
}

#[test]
fn check_tells_all_findings_and_ends_by_their_severity() {
    let folder = tempdir().unwrap();
    let here = folder.path();
    let bad = "(role a)\n(init (p 1))\n(legal a go)\n(<= (next (p ?x)) (true (p ?y)))\n(<= terminal (true (p 2)))\n(goal a 1000)\n";
    fs::write(here.join("bad.kif"), bad).unwrap();
    fs::write(here.join("nim.kif"), NIM).unwrap();
    assert!(
        answers(here, &["gdl", "check", "nim.kif", "gdl:hanoi", "pentago"])
            .contains("nim.kif: 0 errors")
    );
    let output = run(here, &["gdl", "check", "nim.kif", "bad.kif", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let all: Vec<Value> = text.lines().map(object).collect();
    assert_eq!(
        (&all[0]["errors"], &all[1]["errors"]),
        (&0.into(), &2.into())
    );
    let findings = all[1]["findings"].as_array().unwrap();
    let kinds: Vec<&str> = findings
        .iter()
        .map(|own| own["kind"].as_str().unwrap())
        .collect();
    assert!(
        kinds.contains(&"safety") && kinds.contains(&"goal"),
        "{kinds:?}"
    );
    assert_eq!(findings[0]["line"], 4);
    assert!(
        findings[0]["text"]
            .as_str()
            .unwrap()
            .contains("(next (p ?x))")
    );
    refuses(here, &["gdl", "check"], 2, &["SHEET"]);
    refuses(
        here,
        &["gdl", "check", "nim.kif", "nowhere.kif"],
        2,
        &["nowhere.kif"],
    );
    fs::write(here.join("bytes.kif"), b"\xff").unwrap();
    let output = run(here, &["gdl", "check", "bytes.kif"]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn info_is_one_object() {
    let folder = tempdir().unwrap();
    let info = object(&answers(
        folder.path(),
        &["gdl", "info", "checkers6", "--json"],
    ));
    assert_eq!(info["roles"], serde_json::json!(["white", "black"]));
    assert_eq!(info["facts"]["sum"], 100);
    assert_eq!(info["found"]["turns_proved"], false);
    assert_eq!(
        (&info["board"], &info["pieces"]),
        (&true.into(), &true.into())
    );
    assert!(info["network"]["gates"].as_u64().unwrap() > 100);
    assert_eq!(info["engines"].as_array().unwrap().len(), 3);
    assert_eq!(info["findings"]["errors"], 0);
    assert!(answers(folder.path(), &["gdl", "info", "hanoi"]).contains("no board"));
}

#[test]
fn playouts_say_how_many_how_long_and_how_they_end() {
    let folder = tempdir().unwrap();
    for engine in ["lanes", "state", "rules"] {
        let call = [
            "gdl",
            "playouts",
            "tictactoe",
            "--seconds",
            "0.2",
            "--engine",
            engine,
            "--json",
        ];
        let played = object(&answers(folder.path(), &call));
        assert_eq!(played["engine"], engine);
        assert!(played["playouts"].as_u64().unwrap() > 0);
        assert!(played["playouts_per_cpu_second"].as_f64().unwrap() > 0.0);
        assert!(played["seconds_to_first"].as_f64().unwrap() > 0.0);
        let plies = played["mean_plies"].as_f64().unwrap();
        assert!((5.0..=9.0).contains(&plies), "{played}");
        let points = &played["mean_points"];
        let sum = points["x"].as_f64().unwrap() + points["o"].as_f64().unwrap();
        assert!((sum - 100.0).abs() < 1e-9, "{played}");
    }
    let best = answers(
        folder.path(),
        &["gdl", "playouts", "gdl:hanoi", "--seconds", "0.1"],
    );
    assert!(best.contains("points for you"), "{best}");
    for wrong in ["0", "0.0", "soon"] {
        refuses(
            folder.path(),
            &["gdl", "playouts", "hanoi", "--seconds", wrong],
            2,
            &["seconds"],
        );
    }
    refuses(
        folder.path(),
        &["gdl", "playouts", "hanoi", "--engine", "fast"],
        2,
        &["lanes"],
    );
}

#[test]
fn verify_finds_the_first_difference() {
    let folder = tempdir().unwrap();
    let here = folder.path();
    let trace = "R left right\nP 1\nS ( heap a 2 ) ; ( heap b 2 ) ; ( control left )\nT 0\n\
        L left : ( take 1 a ) ; ( take 2 a ) ; ( take 1 b ) ; ( take 2 b )\nL right : noop\n\
        M | ( take 2 a ) | noop\nS ( heap a 0 ) ; ( heap b 2 ) ; ( control right )\nT 0\n";
    fs::write(here.join("nim.kif"), NIM).unwrap();
    fs::write(here.join("good.txt"), trace).unwrap();
    fs::write(here.join("bad.txt"), trace.replace("( take 1 b ) ;", "")).unwrap();
    fs::write(here.join("none.txt"), "hello\n").unwrap();
    for engine in ["state", "rules"] {
        let told = answers(
            here,
            &["gdl", "verify", "nim.kif", "good.txt", "--engine", engine],
        );
        assert!(told.contains("2 states") && told.contains(engine), "{told}");
        let output = run(
            here,
            &[
                "gdl", "verify", "nim.kif", "bad.txt", "--engine", engine, "--json",
            ],
        );
        assert_eq!(output.status.code(), Some(1));
        let told = object(&String::from_utf8(output.stdout).unwrap());
        assert_eq!(
            (&told["agrees"], &told["difference"]["line"]),
            (&false.into(), &5.into())
        );
        assert_eq!(
            told["difference"]["only_here"],
            serde_json::json!(["(take 1 b)"])
        );
    }
    refuses(
        here,
        &["gdl", "verify", "nim.kif", "good.txt", "--engine", "lanes"],
        2,
        &["lanes"],
    );
    refuses(
        here,
        &["gdl", "verify", "nim.kif", "missing.txt"],
        2,
        &["missing.txt"],
    );
    refuses(
        here,
        &["gdl", "verify", "nim.kif", "none.txt"],
        2,
        &["not a trace"],
    );
}

/// The calls of people with sheets of others, packed traces and sheets that do not ground.
#[test]
fn sheets_of_others_are_verified_and_played() {
    let Some(shared) = shared() else { return };
    let folder = tempdir().unwrap();
    for name in ["ticTacToe", "connectFourSimultaneous", "3pConnectFour"] {
        let sheet = shared
            .join(format!("sheets/{name}.kif"))
            .display()
            .to_string();
        let trace = shared
            .join(format!("traces/{name}.txt.gz"))
            .display()
            .to_string();
        answers(folder.path(), &["gdl", "verify", &sheet, &trace]);
        let game = format!("gdl:{sheet}");
        assert!(answers(folder.path(), &["show", &game]).contains("to move"));
    }
    let slow = shared.join("sheets/mummymaze1p.kif").display().to_string();
    let told = answers(folder.path(), &["games", &format!("gdl:{slow}")]);
    assert!(told.contains("played by the rules themselves"), "{told}");
}

fn shared() -> Option<PathBuf> {
    let folder = std::env::var_os("PLYSCOPE_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let folder = folder.join("data/gdl");
    if folder.exists() {
        return Some(folder);
    }
    assert!(
        std::env::var("CI").as_deref() != Ok("true"),
        "the shared sheets are missing"
    );
    None
}

fn played(folder: &Path, args: &[&str], typed: &str) -> String {
    use std::io::Write;
    let mut command = plyscope(folder, &[&["play"], args].concat());
    command.stdin(std::process::Stdio::piped());
    command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    child
        .stdin
        .take()
        .unwrap()
        .write_all(typed.as_bytes())
        .unwrap();
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn moves_made_at_the_same_time_are_told_when_all_have_chosen() {
    let folder = tempdir().unwrap();
    let shown = played(
        folder.path(),
        &[
            "gdl:pennies",
            "--seat",
            "even=human",
            "--seat",
            "odd=random",
        ],
        "1\nshow heads\n(show tails)\n",
    );
    let chosen = shown.find("odd plays").expect("the round was told");
    let own = shown
        .find("even plays (show heads)")
        .expect("both moves are told");
    assert!(
        own < chosen && shown.contains("over") | shown.contains("has won"),
        "{shown}"
    );
    let typed = "show heads\nquit\n";
    let shown = played(
        folder.path(),
        &["gdl:pennies", "--first", "random", "--second", "human"],
        typed,
    );
    let secret = shown.split("odd move:").next().unwrap();
    assert!(
        secret.contains("even has chosen") && !secret.contains("even plays"),
        "{shown}"
    );
}

#[test]
fn three_roles_have_seats_by_name_or_number() {
    let folder = tempdir().unwrap();
    let here = folder.path();
    let seats = [
        "gdl:race3",
        "--seat",
        "red=random",
        "--seat",
        "2=random",
        "--seat",
        "Blue=random",
        "--json",
    ];
    let shown = played(here, &seats, "");
    let record = object(shown.lines().last().unwrap());
    assert_eq!(record["others"], serde_json::json!(["random"]));
    assert_eq!(record["payoffs"].as_array().unwrap().len(), 3);
    let typed = "run 2\n1\n1\nquit\n";
    let people = ["gdl:race3", "--seat", "1=human", "--save", "race.json"];
    let shown = played(here, &people, typed);
    assert!(
        shown.contains("red to move") && shown.contains("blue to move"),
        "{shown}"
    );
    let again = played(
        here,
        &["gdl:race3", "--load", "race.json", "--json"],
        "quit\n",
    );
    assert!(again.contains("\"(run 2)\""), "{again}");
    refuses(
        here,
        &["play", "gdl:race3", "--seat", "gren=mcts"],
        2,
        &["did you mean `green`"],
    );
    refuses(
        here,
        &["play", "gdl:race3", "--seat", "4=mcts"],
        2,
        &["no player `4`"],
    );
    refuses(
        here,
        &["play", "gdl:race3", "--seat", "red"],
        2,
        &["ROLE=SPEC"],
    );
    refuses(
        here,
        &[
            "play",
            "gdl:race3",
            "--first",
            "mcts",
            "--seat",
            "red=random",
        ],
        2,
        &["given twice"],
    );
    refuses(
        here,
        &["play", "gdl:hanoi", "--second", "mcts"],
        2,
        &["one player"],
    );
}

#[test]
fn a_puzzle_is_played_and_solved() {
    let folder = tempdir().unwrap();
    let typed = "carry 1 a c\ncarry 2 a b\ncarry 1 c b\ncarry 3 a c\ncarry 1 b a\ncarry 2 b c\ncarry 1 a c\n";
    let shown = played(folder.path(), &["gdl:hanoi"], typed);
    assert!(shown.contains("over: you 100"), "{shown}");
    let advice = object(&answers(
        folder.path(),
        &["advise", "gdl:hanoi", "--by", "solver", "--json"],
    ));
    assert_eq!(advice["best"], serde_json::json!(["(carry 1 a c)"]));
    assert_eq!(advice["moves"][0]["exact"], true);
}

#[test]
fn a_search_that_meets_a_contradiction_gives_no_value() {
    let folder = tempdir().unwrap();
    let numbers: Vec<String> = (0..2000)
        .map(|number| format!("(number {number})"))
        .collect();
    let numbers = numbers.join("\n");
    let sheet = format!(
        "(role a) (role b) (init (control a)) {numbers}
         (<= (legal ?p (say ?n)) (true (control ?p)) (number ?n))
         (<= (legal ?p wait) (role ?p) (not (true (control ?p))))
         (<= (next rare) (does a (say 777)))
         (<= (next done) (does a ?m))
         (<= terminal (true done))
         (<= (goal ?p 50) (role ?p) (not (true rare)))
         (<= (goal ?p 100) (role ?p) (true rare))"
    );
    fs::write(folder.path().join("rare.kif"), sheet).unwrap();
    let game = "gdl:rare.kif";
    refuses(
        folder.path(),
        &["advise", game, "--by", "negascout:depth=1"],
        1,
        &["add up to 200", "facts=proved"],
    );
    let output = run(folder.path(), &["perft", game, "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("add up to 200"));
    let proved = "gdl:rare.kif,facts=proved";
    refuses(
        folder.path(),
        &["advise", proved, "--by", "negascout:depth=1"],
        1,
        &["hint"],
    );
}
