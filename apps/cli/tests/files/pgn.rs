//! Games of chess in PGN: written by matches and by hand, read as openings.

use std::fs;
use std::path::Path;

use crate::call::{self, answers};

fn refuses(folder: &Path, args: &[&str], words: &[&str]) {
    call::refuses(folder, args, 2, &[words, &["hint: "]].concat());
}

/// A short match with its games in PGN.
const MATCH: [&str; 10] = [
    "match",
    "chess:plies=40",
    "material",
    "random",
    "--games",
    "6",
    "--openings",
    "random:plies=4",
    "--pgn",
    "games.pgn",
];

#[test]
fn a_match_writes_its_games_and_others_begin_from_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let table = answers(folder, &MATCH);
    let text = fs::read_to_string(folder.join("games.pgn")).unwrap();
    assert_eq!(text.matches("[Event ").count(), 6, "{text}");
    assert!(text.contains("[White \"material\"]") && text.contains("[Black \"material\"]"));
    assert!(text.lines().all(|line| line.len() <= 79));
    // What is there stays, unless the caller says otherwise; the same games are the same file.
    refuses(folder, &MATCH, &["games.pgn"]);
    let again = [&MATCH[..], &["--force", "--threads", "1"]].concat();
    assert_eq!(answers(folder, &again), table);
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).unwrap(), text);
    let from = "file:path=games.pgn,plies=6";
    let openings = [
        "match",
        "chess",
        "material",
        "random",
        "--games",
        "2",
        "--openings",
        from,
    ];
    answers(folder, &openings);
}

#[test]
fn a_resumed_match_writes_the_games_of_both_runs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let whole = [&MATCH[..], &["-o", "whole.jsonl"]].concat();
    answers(folder, &whole);
    let text = fs::read_to_string(folder.join("games.pgn")).unwrap();
    let half = [
        "match",
        "chess:plies=40",
        "material",
        "random",
        "--games",
        "2",
        "--openings",
        "random:plies=4",
        "-o",
        "games.jsonl",
    ];
    answers(folder, &half);
    let rest = [&MATCH[..], &["--force", "-o", "games.jsonl"]].concat();
    answers(folder, &rest);
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).unwrap(), text);
}

#[test]
fn bad_games_are_told_by_number_move_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let good = "[Event \"?\"]\n\n1. e4 e5 *\n\n";
    for (name, text, words) in [
        (
            "illegal.pgn",
            "[Event \"?\"]\n\n1. e4 e5 2. Nf6 *\n",
            &["game 2", "move 2. on line 7", "`Nf6`"][..],
        ),
        (
            "variant.pgn",
            "[Variant \"Atomic\"]\n\n1. e4 *\n",
            &["game 2", "Atomic"],
        ),
        (
            "fen.pgn",
            "[FEN \"8/8/8/8/8/8/8/KK6 w - - 0 1\"]\n\n*\n",
            &["game 2", "field 1", "2 kings"],
        ),
        ("comment.pgn", "1. e4 { and so on", &["comment", "line 5"]),
        ("over.pgn", "1. f3 e5 2. g4 Qh4# 0-1", &["game 2", "over"]),
    ] {
        fs::write(folder.join(name), format!("{good}{text}")).unwrap();
        let from = format!("file:path={name}");
        let openings = ["match", "chess", "random", "material", "--openings", &from];
        refuses(folder, &openings, words);
    }
    fs::write(folder.join("none.pgn"), "").unwrap();
    let openings = [
        "match",
        "chess",
        "random",
        "material",
        "--openings",
        "file:path=none.pgn",
    ];
    refuses(folder, &openings, &["there is no game in it"]);
    refuses(
        folder,
        &["match", "connect4", "lines", "random", "--pgn", "x.pgn"],
        &["not of connect4"],
    );
    let lines = [
        "match",
        "chess",
        "random",
        "material",
        "--openings",
        "file:path=x.txt,plies=3",
    ];
    refuses(folder, &lines, &["`plies` is for games in PGN"]);
}

#[test]
fn a_line_of_an_epd_file_without_a_position_is_told_as_that() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("no.epd"), "bm Qh5; id \"x\";\n").unwrap();
    let from = "file:path=no.epd";
    let words = ["no.epd", "line 1", "field 1 (pieces)"];
    refuses(
        folder,
        &["match", "chess", "random", "material", "--openings", from],
        &words,
    );
    let make = ["truth", "make", "chess", "--by", "material"];
    let from = ["--from", "file", "--positions", "no.epd", "-o", "x.parquet"];
    refuses(folder, &[&make[..], &from].concat(), &words);
}
