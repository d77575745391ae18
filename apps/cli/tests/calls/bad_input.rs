//! Wrong calls end with one clear paragraph, a hint and exit code 2.

use std::process::Stdio;

use crate::call::{plyscope, told};

/// The call fails as wrong, says all of `words`, and writes no data.
fn refuses(args: &[&str], words: &[&str]) {
    let output = plyscope(args).output().expect("it runs");
    let said = String::from_utf8(output.stderr).expect("it speaks UTF-8");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?} wrote data");
    assert!(said.contains("hint: "), "{args:?} has no hint: {said}");
    assert!(!said.contains("panicked"), "{args:?}: {said}");
    for word in words {
        assert!(
            said.contains(word),
            "{args:?} does not say `{word}`: {said}"
        );
    }
}

#[test]
fn an_unknown_game_agent_evaluator_or_key() {
    refuses(
        &["show", "conect4"],
        &["did you mean `connect4`", "othello"],
    );
    refuses(
        &["advise", "othello", "--by", "negascot"],
        &["no agent `negascot`", "`negascout`"],
    );
    let misspelt = "negascout:eval=weigthed-squares";
    refuses(
        &["advise", "othello", "--by", misspelt],
        &["did you mean `weighted-squares`"],
    );
    refuses(
        &["advise", "othello", "--by", "negascout:dept=3"],
        &["did you mean `depth`", "table"],
    );
    refuses(&["show", "othello:sise=6"], &["did you mean `size`"]);
    refuses(
        &["advise", "othello", "--by", "negascout:depth"],
        &["has no value"],
    );
}

#[test]
fn an_illegal_move_says_which_at_what_ply_and_what_was_legal() {
    refuses(
        &["show", "connect4", "4444444"],
        &["move 7 (`4`, at ply 6)", "1 2 3 5 6 7"],
    );
    refuses(
        &["show", "othello", "d3d3"],
        &["move 2 (`d3`, at ply 1)", "c3", "e3", "c5"],
    );
    refuses(
        &["show", "tictactoe", "a1b1a2b2a3c3"],
        &["over after 5 moves", "`c3`"],
    );
    refuses(
        &["show", "tictactoe", "xxx/ooo/..."],
        &["did not move last"],
    );
    refuses(&["show", "gomoku", "z99"], &["move 1 (`z99`, at ply 0)"]);
}

#[test]
fn a_size_or_depth_out_of_range() {
    refuses(&["show", "connect4:width=20"], &["width", "4 to 10"]);
    refuses(&["show", "mnk:m=9"], &["1 to 8"]);
    refuses(&["show", "mnk:m=3,n=3,k=5"], &["5 in a row"]);
    refuses(&["show", "othello:size=7"], &["4, 6, 8"]);
    refuses(&["show", "gomoku:size=25"], &["5 to 20"]);
    for depth in ["0", "1000000", "-1", "deep"] {
        let spec = format!("negascout:depth={depth}");
        refuses(
            &["advise", "tictactoe", "--by", &spec],
            &[depth, "1 to 511"],
        );
    }
    refuses(
        &["advise", "tictactoe", "--by", "mcts:playouts=0"],
        &["1 or more"],
    );
}

#[test]
fn weights_that_do_not_fit() {
    let folder = std::env::temp_dir().join(format!("plyscope-weights-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is a place for temporary files");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("temporary files can be written");
        format!("linear:weights={}", path.display())
    };
    let for_othello = "game = \"othello\"\nfeatures = \"squares\"\n[weights]\na1 = 3\n";
    let other_game = write("othello.toml", for_othello);
    refuses(
        &["advise", "tictactoe", "--by", &other_game],
        &["for othello, not for tictactoe"],
    );
    let misspelt = write("misspelt.toml", &for_othello.replace("othello", "othelo"));
    refuses(
        &["advise", "othello", "--by", &misspelt],
        &["misspelt.toml", "did you mean `othello`"],
    );
    let stray = write("stray.toml", &for_othello.replace("a1", "corner"));
    refuses(
        &["advise", "othello", "--by", &stray],
        &["no feature `corner`", "a1"],
    );
    let set = write("set.toml", &for_othello.replace("squares", "square"));
    refuses(
        &["advise", "othello", "--by", &set],
        &["did you mean `squares`"],
    );
    let broken = write("broken.toml", "game = ");
    refuses(&["advise", "othello", "--by", &broken], &["line 1"]);
    refuses(
        &["advise", "othello", "--by", "linear"],
        &["needs a weights file"],
    );
    std::fs::remove_dir_all(&folder).expect("what was made can be removed");
}

#[test]
fn an_unreadable_file_or_no_positions_at_all() {
    let missing = "/no/such/file";
    refuses(
        &["advise", "connect4", "--positions", missing],
        &[missing, "cannot be read"],
    );
    let spec = format!("linear:weights={missing}");
    refuses(
        &["advise", "connect4", "--by", &spec],
        &[missing, "cannot be read"],
    );
    refuses(
        &["play", "connect4", "--load", missing],
        &[missing, "cannot be read"],
    );
    let mut command = plyscope(&["advise", "connect4", "--positions", "-"]);
    let output = told(&mut command, "# nothing\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no positions in standard input"));
}

#[test]
fn a_bad_line_of_many_is_named() {
    let mut command = plyscope(&["advise", "connect4", "--positions", "-", "--by", "lines"]);
    let output = told(&mut command, "44\n4444444\n");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("2. 4444444: error: move 7 (`4`, at ply 6)"),
        "{said}"
    );
}

#[test]
fn a_call_that_cannot_be_parsed_ends_with_a_hint_too() {
    refuses(&["shwo", "connect4"], &["'shwo'", "'show'"]);
    refuses(&["advise"], &["<GAME>", "`plyscope advise --help`"]);
    refuses(&["truth", "mak"], &["'make'", "`plyscope truth --help`"]);
    refuses(
        &["bench", "--threads", "0"],
        &["--threads", "`plyscope bench --help`"],
    );
    for shown in [
        &["--help"][..],
        &["truth", "make", "--help"],
        &["--version"],
    ] {
        let output = plyscope(shown).output().expect("it runs");
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{shown:?}"
        );
    }
}

#[test]
fn options_that_would_have_no_effect_are_refused() {
    refuses(
        &["judge", "connect4", "--no-html", "--pool", "5"],
        &["--pool is for --against-strength"],
    );
    refuses(
        &["judge", "connect4", "--metric", "regret", "-o", "x"],
        &["--out is for --against-strength", "--html"],
    );
    let learn = ["learn", "connect4", "--benchmark", "connect4"];
    refuses(
        &[&learn[..], &["--rows", "moves", "--worth", "best"]].concat(),
        &["--worth", "leave --worth out"],
    );
    let plan = ["plan", "--shards", "2", "match", "tictactoe"];
    refuses(
        &[&plan[..], &["levy", "random", "--pgn", "x.pgn", "-o", "p"]].concat(),
        &["PGN holds games of chess"],
    );
}

#[test]
fn numbers_that_are_none_and_specs_without_end() {
    refuses(
        &["judge", "connect4", "--plies", "-3"],
        &["`-3` is no value for `--plies`"],
    );
    refuses(
        &["judge", "connect4", "--critical", "NaN"],
        &["`NaN` is no difference"],
    );
    refuses(
        &[
            "match",
            "connect4",
            "random",
            "random",
            "--resign",
            "value=NaN",
        ],
        &["is 0 or more"],
    );
    let deep = "wandering:by=(".repeat(8000) + "random" + &")".repeat(8000);
    for call in [
        &["advise", "connect4", "--by", &deep][..],
        &["judge", "connect4", "--no-html", "--heuristic", &deep],
        &["match", "connect4", &deep, "random", "--games", "2"],
    ] {
        refuses(call, &["deeper than 16 levels"]);
    }
}

#[test]
fn a_pipe_closed_early_ends_quietly() {
    let mut child = plyscope(&["perft", "tictactoe", "1", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && said.is_empty(), "{said}");
}

#[test]
fn what_expected_outcome_would_not_look_at() {
    for key in ["playouts=100", "tolerance=0.1", "seed=3", "first=8"] {
        let by = format!("expected-outcome:rule=exact,{key}");
        refuses(
            &["advise", "tictactoe", "--by", &by],
            &["means nothing", "rule=exact"],
        );
    }
    refuses(
        &["advise", "tictactoe", "--by", "expected-outcome:states=5"],
        &["`states` means nothing"],
    );
    refuses(
        &["reproduce", "levy", "--quick"],
        &["no --quick", "abramson-korf"],
    );
    refuses(
        &["reproduce", "levy", "--out", "folder"],
        &["no --out", "hef"],
    );
    refuses(
        &["reproduce", "levy", "--more-games"],
        &["no --more-games", "hef"],
    );
    refuses(
        &["reproduce", "hef", "--whole", "mcts1", "--quick"],
        &["--quick has no effect", "--more-games"],
    );
}

#[test]
fn an_enumeration_that_does_not_fit_fails_with_a_hint() {
    let by = "expected-outcome:rule=exact,states=1k";
    for by in [by.to_owned(), format!("negascout:depth=2,eval=({by})")] {
        for command in ["advise", "explain"] {
            let output = plyscope(&[command, "othello", "d3", "--by", &by])
                .output()
                .expect("it runs");
            let said = String::from_utf8(output.stderr).expect("it speaks UTF-8");
            assert_eq!(output.status.code(), Some(1), "{by}: {said}");
            assert!(said.contains("more than 1000 states") && said.contains("hint: "));
        }
    }
}
