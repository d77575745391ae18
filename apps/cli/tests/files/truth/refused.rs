//! Requests and files that are refused, each with what is wrong.

use std::fs;

use super::small;
use crate::call::{answers, refuses};

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

#[test]
fn all_states_of_a_large_game_are_refused_before_they_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["connect4", "othello", "othello:size=6"] {
        let begun = std::time::Instant::now();
        let line = format!("truth make {game} --by random --from all -o all.parquet");
        let args: Vec<&str> = line.split(' ').collect();
        refuses(folder.path(), &args, 2, &["more than 20000000", "playouts"]);
        // In truth about a second; before, half a minute of listing.
        assert!(
            begun.elapsed().as_secs() < 10,
            "{game}: {:?}",
            begun.elapsed()
        );
    }
    let few = "truth make connect4 --by random --from all --plies 0..3 -o few.parquet";
    let args: Vec<&str> = few.split(' ').collect();
    answers(folder.path(), &args);
}
