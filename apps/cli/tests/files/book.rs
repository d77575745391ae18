//! Opening books as a user makes them: killed, resumed, damaged, mixed up.

use std::fs;
use std::time::{Duration, Instant};

use crate::call::{answers, begin, kill, killed_at_eighths, refuses, run};

const SMALL: &str = "connect4:width=5,height=5";

fn make<'a>(plies: &'a str, threads: &'a str, output: &'a str) -> [&'a str; 11] {
    [
        "book",
        "make",
        SMALL,
        "--plies",
        plies,
        "--table",
        "16",
        "--threads",
        threads,
        "-o",
        output,
    ]
}

#[test]
fn a_killed_run_is_resumed_to_the_same_book_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let begun = Instant::now();
    answers(folder, &make("8", "1", "whole.book"));
    let whole_time = begun.elapsed();
    let journal = folder.join("killed.book.journal");
    let call = make("8", "2", "killed.book");
    let lengths = killed_at_eighths(folder, &call, whole_time, &journal);
    let output = run(folder, &call);
    assert!(output.status.success());
    assert!(lengths.iter().any(|&length| length > 0), "{lengths:?}");
    assert!(!journal.exists(), "a finished book needs no journal");
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("killed.book"), bytes("whole.book"));
    let said = run(folder, &call).stderr;
    assert!(String::from_utf8_lossy(&said).contains("there already"));
}

#[test]
fn a_solver_with_a_book_of_ones_own_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    answers(folder, &make("4", "2", "my.book"));
    let advise = |book: &str| {
        let by = format!("solver:table=16,book={book}");
        answers(folder, &["advise", SMALL, "33", "--by", &by])
    };
    assert_eq!(advise("my.book"), advise("no"));
    assert_eq!(advise("my.book"), advise("yes"));
    let told = answers(
        folder,
        &["book", "check", "my.book", "--sample", "9", "--json"],
    );
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["solved_again"], 9);
    assert_eq!(told["wrong"], serde_json::json!([]));
    assert_eq!(told["last_ply"], 4);
    refuses(
        folder,
        &["advise", "connect4", "--by", "solver:book=my.book"],
        2,
        &["5×5", "hint"],
    );
}

#[test]
fn wrong_calls_are_told_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("mine.txt"), "mine").unwrap();
    refuses(folder, &make("3", "1", "mine.txt"), 2, &["--force"]);
    assert_eq!(fs::read(folder.join("mine.txt")).unwrap(), b"mine");
    refuses(
        folder,
        &["book", "check", "mine.txt"],
        2,
        &["no opening book", "hint"],
    );
    refuses(
        folder,
        &["book", "check", "none.book"],
        2,
        &["none.book", "hint"],
    );
    refuses(folder, &make("25", "1", "a.book"), 2, &["ply 25", "hint"]);
    let othello = ["book", "make", "othello", "--plies", "3", "-o", "a.book"];
    refuses(
        folder,
        &othello,
        2,
        &["no opening books of othello", "hint"],
    );
    refuses(
        folder,
        &make("3", "1", "no/folder/a.book"),
        1,
        &["cannot be written", "hint"],
    );
    refuses(
        folder,
        &["advise", SMALL, "--by", "solver:book=mine.txt"],
        2,
        &["no opening book"],
    );
    answers(folder, &make("2", "1", "good.book"));
    let mut bytes = fs::read(folder.join("good.book")).unwrap();
    bytes[30] ^= 1;
    fs::write(folder.join("bad.book"), &bytes).unwrap();
    refuses(folder, &["book", "check", "bad.book"], 2, &["damaged"]);
}

#[test]
fn the_journal_of_another_book_is_not_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let child = begin(folder, &make("9", "1", "a.book"));
    let journal = folder.join("a.book.journal");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    // The plan, and a part that is done: a plan alone binds nobody.
    while lines() < 2 {
        std::thread::sleep(Duration::from_millis(2));
    }
    kill(child);
    refuses(
        folder,
        &make("3", "1", "a.book"),
        2,
        &["another book", "ply 9", "hint"],
    );
}

#[test]
fn a_journal_without_a_part_binds_nobody_and_a_foreign_file_is_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let journal = folder.join("a.book.journal");
    for theirs in ["dear diary", "dear diary\n", "one\ntwo\n"] {
        fs::write(&journal, theirs).unwrap();
        refuses(
            folder,
            &make("3", "1", "a.book"),
            2,
            &["no journal of ours", "hint"],
        );
        assert_eq!(fs::read_to_string(&journal).unwrap(), theirs);
    }
    fs::remove_file(&journal).unwrap();
    let child = begin(folder, &make("9", "1", "a.book"));
    let text = || fs::read_to_string(&journal).unwrap_or_default();
    while !text().contains('\n') {
        std::thread::sleep(Duration::from_millis(2));
    }
    kill(child);
    let plan = text().lines().next().unwrap().to_owned() + "\n";
    fs::write(&journal, plan).unwrap();
    answers(folder, &make("3", "1", "a.book"));
    assert!(!journal.exists());
}
