//! Matches and tournaments as a user holds them: killed, stopped, replayed, called wrongly.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

#[cfg(unix)]
use crate::call::interrupted;
use crate::call::{self, answers, begin, kill};

/// The call fails as wrong with a hint and all of `words`, and writes no data.
fn refuses(folder: &Path, args: &[&str], words: &[&str]) {
    call::refuses(folder, args, 2, &[words, &["hint: "]].concat());
}

/// The games of a record by number, without times; every line but the first is one.
fn games(path: &Path) -> BTreeMap<u64, Value> {
    let text = fs::read_to_string(path).unwrap();
    let mut games = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut game: Value = serde_json::from_str(line).unwrap();
        let fields = game.as_object_mut().unwrap();
        fields.remove("times").unwrap();
        fields.remove("check").unwrap();
        let id = game["id"].as_u64().unwrap();
        assert!(games.insert(id, game).is_none(), "game {id} is there twice");
    }
    games
}

fn lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |bytes| bytes.split(|byte| *byte == b'\n').count() - 1)
}

const TOURNAMENT: [&str; 11] = [
    "tournament",
    "connect4",
    "mcts:playouts=400",
    "strong=negascout:depth=5,table=1",
    "lines",
    "random",
    "--games",
    "10",
    "--threads",
    "2",
    "--record",
];

/// The plan and all games of the tournament.
const WHOLE: usize = 61;

/// Leaves of a record what a kill leaves in the middle of a line: so many whole ones and a piece.
fn tear(record: &Path, whole: usize) {
    let bytes = fs::read(record).unwrap();
    let mut ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let end = match whole {
        0 => 0,
        whole => ends.nth(whole - 1).unwrap().0 + 1,
    };
    fs::write(record, &bytes[..end + 7]).unwrap();
}

fn tournament(record: &str) -> Vec<&str> {
    TOURNAMENT.into_iter().chain([record]).collect()
}

#[test]
fn a_tournament_killed_again_and_again_ends_as_if_undisturbed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let table = answers(folder, &tournament("whole.jsonl"));
    let record = folder.join("killed.jsonl");
    for target in [0, 1, 2, 9, 20, 21, 40, 55] {
        let mut child = begin(folder, &tournament("killed.jsonl"));
        while lines(&record) < target && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(300));
        }
        kill(child);
        // On a busy machine the kill may come when all is done: then it is as if it had come in time.
        if lines(&record) == WHOLE {
            tear(&record, target);
        }
        assert!(lines(&record) < WHOLE);
    }
    assert_eq!(answers(folder, &tournament("killed.jsonl")), table);
    let whole = games(&folder.join("whole.jsonl"));
    assert_eq!(whole.len(), 60);
    assert_eq!(games(&record), whole);
    // Once more when nothing is left to do.
    let length = fs::metadata(&record).unwrap().len();
    assert_eq!(answers(folder, &tournament("killed.jsonl")), table);
    assert_eq!(fs::metadata(&record).unwrap().len(), length);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done_shows_it_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let record = folder.join("stopped.jsonl");
    let mut args = tournament("stopped.jsonl");
    args[7] = "2000";
    // There are too few openings of four plies for so many games.
    args.extend(["--openings", "random:plies=8"]);
    let output = interrupted(folder, &args, || lines(&record) >= 5);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    for word in ["stopped after", "of 12000 games", "same command"] {
        assert!(said.contains(word), "{said}");
    }
    assert!(String::from_utf8_lossy(&output.stdout).contains("random"));
    assert!(lines(&record) >= 5);
}

#[test]
fn a_margin_without_a_time_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["match", "tictactoe", "random", "levy", "--games", "2"];
    let with = |more: &[&'static str]| [&args[..], more].concat();
    refuses(
        folder.path(),
        &with(&["--margin", "1s"]),
        &["--margin", "no time is set", "add --time"],
    );
    answers(folder.path(), &with(&["--margin", "1s", "--time", "200ms"]));
}

#[test]
fn a_contest_of_which_no_times_are_known_says_nothing_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["match", "tictactoe", "random", "levy", "--games", "2"];
    let times = |args: &[&str]| {
        let output = call::run(folder.path(), args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        said.contains("mean time per move")
    };
    assert!(times(&args));
    // Nobody moves where the openings are proved.
    let decided = ["--verdict", "from=0,by=solver"];
    assert!(!times(&[&args[..], &decided].concat()));
}

#[test]
fn no_line_of_a_contest_is_wider_than_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "match connect4 negascout:depth=2 mcts:playouts=50 --games 4",
        "match connect4 negascout:depth=2 random --games 4 --sprt elo0=0,elo1=5",
        "match othello:payoff=discs weighted-squares mobility --games 4",
        "tournament othello:payoff=discs weighted-squares mobility random --games 4",
        "tournament connect4 lines threats random negascout:depth=2 --games 4",
        "judge tictactoe --no-html",
        "judge othello8 --no-html --by player --heuristic weighted-squares --heuristic mobility",
        "judge connect4-mcts1 --no-html --heuristic lines",
        "truth info connect4-mcts1",
        "truth info othello8",
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let output = call::run(folder.path(), &args);
        assert!(output.status.success(), "{line}");
        for told in [output.stdout, output.stderr] {
            let told = String::from_utf8(told).unwrap();
            let wide = told.lines().find(|line| line.chars().count() > 80);
            assert_eq!(wide, None, "{line}");
        }
    }
}

#[test]
fn the_table_does_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let on = |threads| {
        let args = [
            "match",
            "othello:payoff=discs",
            "weighted-squares",
            "mobility",
            "--games",
            "20",
            "--threads",
            threads,
        ];
        answers(folder.path(), &args)
    };
    let alone = on("1");
    assert_eq!(alone, on("3"));
    for word in [
        "weighted-squares",
        "mobility",
        "points",
        "by discs",
        "Elo of",
        "95 % interval",
    ] {
        assert!(alone.contains(word), "no {word}: {alone}");
    }
}

#[test]
fn a_test_ends_a_match_as_soon_as_it_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "match",
        "connect4",
        "negascout:depth=3",
        "random",
        "--sprt",
        "elo0=0,elo1=100",
        "--json",
    ];
    let text = answers(folder.path(), &args);
    let data: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(data.len(), 2, "the results, and the times");
    assert_eq!(data[0]["sprt"]["verdict"], "elo1");
    let games = data[0]["pairings"][0]["games"].as_u64().unwrap();
    assert!(games < 200 && games.is_multiple_of(2), "{games}");
    assert!(data[1]["times"][0]["mean_ms"].as_f64().unwrap() > 0.0);
    assert_eq!(
        answers(folder.path(), &args).lines().next(),
        text.lines().next()
    );
}

#[test]
fn those_who_are_called_alike_are_numbered() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["match", "tictactoe", "random", "random", "--games", "4"];
    let table = answers(folder.path(), &args);
    assert!(
        table.contains("random #1") && table.contains("random #2"),
        "{table}"
    );
}

#[test]
fn a_game_of_a_match_is_shown_or_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let args = [
        "match",
        "tictactoe",
        "good=solver",
        "levy",
        "--openings",
        "all:plies=1",
        "--games",
        "4",
        "-o",
        "games.jsonl",
    ];
    answers(folder, &args);
    let shown = answers(folder, &["play", "tictactoe", "--load", "games.jsonl:3"]);
    for word in ["opening", "good", "levy", "proved"] {
        assert!(shown.contains(word), "no {word}: {shown}");
    }
    let first = answers(
        folder,
        &["play", "tictactoe", "--load", "games.jsonl", "--json"],
    );
    let moves = first
        .lines()
        .filter(|line| line.contains("\"ply\""))
        .count();
    assert_eq!(
        moves,
        games(&folder.join("games.jsonl"))[&0]["moves"]
            .as_array()
            .unwrap()
            .len()
    );
    // Both agents take it up again after the opening.
    let on = ["play", "tictactoe", "--load", "games.jsonl:1", "--ply", "4"];
    let shown = answers(folder, &on);
    assert!(shown.contains("plays"), "{shown}");
    let too_far = [
        "play",
        "tictactoe",
        "--load",
        "games.jsonl:1",
        "--ply",
        "40",
    ];
    refuses(folder, &too_far, &["not 40"]);
    refuses(
        folder,
        &["play", "tictactoe", "--load", "games.jsonl:4"],
        &["holds 4 games, but no game 4"],
    );
    refuses(
        folder,
        &["play", "connect4", "--load", "games.jsonl:1"],
        &["is one of tictactoe"],
    );
}

#[test]
fn wrong_calls_say_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let base = ["match", "connect4", "lines", "threats"];
    let with = |more: &[&str], words: &[&str]| {
        let args: Vec<&str> = base.iter().chain(more).copied().collect();
        refuses(folder, &args, words);
    };
    with(&["--games", "5"], &["5 is no number of games", "even"]);
    with(&["--openings", "randon"], &["did you mean `random`"]);
    with(&["--openings", "random:plies=60"], &["over before ply 60"]);
    with(
        &["--openings", "all:plies=30"],
        &["more than a million openings"],
    );
    with(&["--sprt", "elo0=5,elo1=0"], &["elo0 must be smaller"]);
    with(&["--sprt", "elo=5"], &["has no parameter `elo`", "elo0"]);
    with(&["--resign", "plies=3"], &["--resign needs a value"]);
    with(&["--verdict", "by=sover"], &["did you mean `solver`"]);
    with(&["-o", "."], &["is a folder"]);
    refuses(
        folder,
        &["match", "connect4", "lines", "lnes"],
        &["did you mean `lines`"],
    );
    refuses(
        folder,
        &["match", "connect4", "lines", "lnes", "--prior", "judge"],
        &["did you mean `lines`"],
    );
    refuses(
        folder,
        &["match", "connect4", "=lines", "lines"],
        &["empty name"],
    );
}

#[test]
fn an_agent_that_cannot_play_the_game_is_told() {
    let folder = tempfile::tempdir().unwrap();
    refuses(
        folder.path(),
        &["match", "othello", "solver", "random", "-o", "games.jsonl"],
        &["`solver` cannot play this game", "empties"],
    );
    refuses(
        folder.path(),
        &["match", "othello", "two-tier", "random"],
        &["there is no agent `two-tier` for othello"],
    );
    fs::write(
        folder.path().join("w.toml"),
        "game = \"othello\"\nfeatures = \"counts\"\n[weights]\nno_such = 1\n",
    )
    .unwrap();
    refuses(
        folder.path(),
        &["match", "othello", "linear:weights=w.toml", "random"],
        &["w.toml", "no feature `no_such`"],
    );
}

#[test]
fn a_wrong_line_in_a_file_of_openings_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let book = folder.join("book.txt");
    let args = [
        "match",
        "connect4",
        "lines",
        "threats",
        "--games",
        "4",
        "--openings",
        "file:path=book.txt",
    ];
    fs::write(&book, "# two openings\n44\n\n4444444\n").unwrap();
    refuses(folder, &args, &["book.txt", "line 4", "move 7"]);
    fs::write(&book, "44\n1122334\n").unwrap();
    refuses(folder, &args, &["line 2", "the game is over"]);
    fs::write(&book, "# none\n").unwrap();
    refuses(folder, &args, &["there is no opening in it"]);
    fs::write(&book, "44\n45\n").unwrap();
    assert!(answers(folder, &args).contains("threats"));
    fs::remove_file(&book).unwrap();
    refuses(folder, &args, &["book.txt", "cannot be read"]);
}

#[test]
fn another_match_does_not_write_into_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("w.toml"),
        "game = \"connect4\"\nfeatures = \"threats\"\n[weights]\n",
    )
    .unwrap();
    let call = |seed: &'static str, other: &'static str| {
        [
            "match",
            "connect4",
            "linear:weights=w.toml",
            other,
            "--games",
            "4",
            "-o",
            "r.jsonl",
            "--seed",
            seed,
        ]
    };
    answers(folder, &call("1", "lines"));
    let before = fs::read(folder.join("r.jsonl")).unwrap();
    refuses(folder, &call("2", "lines"), &["another contest", "seed 1"]);
    refuses(folder, &call("1", "random"), &["another contest", "lines"]);
    // The same spec, but other weights behind it.
    fs::write(
        folder.join("w.toml"),
        "game = \"connect4\"\nfeatures = \"threats\"\n[weights]\n\n",
    )
    .unwrap();
    refuses(folder, &call("1", "lines"), &["another contest"]);
    assert_eq!(fs::read(folder.join("r.jsonl")).unwrap(), before);
}

#[test]
fn games_are_broken_off_when_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let args = [
        "match",
        "tictactoe",
        "levy",
        "random",
        "--games",
        "10",
        "--openings",
        "all:plies=2",
        "--verdict",
        "from=2",
        "-o",
        "v.jsonl",
    ];
    let table = answers(folder, &args);
    assert!(table.contains("10 games were broken off"), "{table}");
    let all = games(&folder.join("v.jsonl"));
    assert!(
        all.values()
            .all(|game| game["end"] == "verdict" && game["values"] == Value::Array(vec![]))
    );
}
