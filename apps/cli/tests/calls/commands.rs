//! What the commands print, as a program or a person would use them.

use serde_json::Value;

use crate::call::{plyscope, told};

fn text(args: &[&str]) -> String {
    let output = plyscope(args).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).expect("it writes UTF-8")
}

/// One JSON object a line.
fn objects(args: &[&str]) -> Vec<Value> {
    let lines = text(args);
    let parse = |line| serde_json::from_str(line).expect("every line is JSON");
    lines.lines().map(parse).collect()
}

fn values(advice: &Value) -> Vec<f64> {
    let moves = advice["moves"].as_array().expect("moves is a list");
    moves
        .iter()
        .map(|own| own["value"].as_f64().expect("a number"))
        .collect()
}

#[test]
fn the_bare_command_says_in_five_lines_what_it_is() {
    let welcome = text(&[]);
    assert_eq!(welcome.lines().count(), 5);
    assert!(welcome.contains("plyscope games"));
}

#[test]
fn every_game_can_be_listed_shown_and_advised_on() {
    let games = objects(&["games", "--json"]);
    assert!(games.len() >= 5);
    for game in &games {
        let name = game["game"].as_str().expect("a name");
        assert!(text(&["show", name]).contains("to move"));
        let facts = &game["facts"];
        let is_minimax =
            facts["players"] == 2 && facts["simultaneous"] == false && !facts["sum"].is_null();
        if !is_minimax {
            continue;
        }
        assert!(text(&["games", name]).contains("negascout"));
        let details = &objects(&["games", name, "--json"])[0];
        for evaluator in details["evaluators"].as_array().expect("a list") {
            let spec = evaluator["name"].as_str().expect("a name");
            // Weights of sums ship for no game.
            if spec == "linear" || spec == "process" {
                continue;
            }
            let advice = &objects(&["advise", name, "--by", spec, "--json"])[0];
            let legal = advice["moves"].as_array().expect("a list").len();
            assert_eq!(values(advice).len(), legal, "{name} by {spec}");
        }
        for agent in [
            "random",
            "flat:playouts=10",
            "mcts:playouts=100",
            "negascout:depth=1",
        ] {
            let advice = &objects(&["advise", name, "--by", agent, "--json"])[0];
            assert!(!advice["best"].as_array().expect("a list").is_empty());
        }
    }
}

#[test]
fn advice_has_the_fields_that_programs_rely_on() {
    let advice = &objects(&["advise", "tictactoe", "b2a1", "--by", "solver", "--json"])[0];
    assert_eq!(advice["game"], "tictactoe");
    assert_eq!(advice["position"], "b2a1");
    assert_eq!(advice["mover"], "first");
    let first = &advice["moves"][0];
    assert_eq!(first["move"], "b1");
    assert_eq!(first["exact"], true);
    assert_eq!(first["value"], 0.0);
    assert!(first["visits"].is_null());
}

#[test]
fn a_win_says_how_many_moves_it_takes() {
    for by in [
        "solver",
        "minimax:depth=9",
        "alphabeta:depth=9",
        "negascout:depth=9",
    ] {
        let advice = &objects(&["advise", "tictactoe", "a1b1b2c1", "--by", by, "--json"])[0];
        let best: Vec<&Value> = advice["best"].as_array().expect("a list").iter().collect();
        assert_eq!(best, ["c3"], "{by}");
        let moves = advice["moves"].as_array().expect("a list");
        let won = moves.iter().find(|own| own["move"] == "c3").expect("legal");
        assert_eq!(
            (&won["value"], &won["plies"]),
            (&1.0.into(), &1.into()),
            "{by}"
        );
    }
}

#[test]
fn a_cell_that_several_moves_lead_to_shows_the_best_of_them() {
    // d2c3, the first in the list, leaves b2 to be captured; b2c3 does not.
    let position = "5/1x1x1/o4/5/5/4o x";
    let by = "negascout:depth=2,eval=material";
    let drawn = text(&[
        "advise",
        "breakthrough:width=5,height=6",
        position,
        "--by",
        by,
    ]);
    let row = drawn.lines().nth(2).expect("a third row");
    let notes: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(notes, ["3", "+1", "0", "0", "-1", "-1"]);
}

#[test]
fn all_searches_say_the_same_of_the_same_positions() {
    for (game, position) in [
        ("connect4", "4453"),
        ("othello", "d3c3c4"),
        ("gomoku:size=6", "c3c4d4"),
        ("breakthrough:width=5,height=5", "a2a3b4xa3"),
    ] {
        let expected = values(
            &objects(&[
                "advise",
                game,
                position,
                "--by",
                "minimax:depth=3",
                "--json",
            ])[0],
        );
        for by in [
            "alphabeta:depth=3,candidates=off",
            "negascout:depth=3,candidates=off",
        ] {
            let found = values(&objects(&["advise", game, position, "--by", by, "--json"])[0]);
            assert_eq!(found, expected, "{game} {position} by {by}");
        }
    }
}

#[test]
fn positions_come_in_bulk_and_the_number_of_threads_does_not_matter() {
    let many: String = (1..=7)
        .flat_map(|a| (1..=7).map(move |b| format!("{a}{b}\n")))
        .collect();
    let run = |threads: &str| {
        let by = "mcts:playouts=300";
        let mut command = plyscope(&[
            "advise",
            "connect4",
            "--positions",
            "-",
            "--by",
            by,
            "--json",
        ]);
        let output = told(command.args(["--threads", threads]), &many);
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let one = run("1");
    assert_eq!(one.lines().count(), 49);
    assert_eq!(one, run("3"));
}

#[test]
fn an_explanation_adds_up() {
    let by = "levy";
    let explained = &objects(&["explain", "tictactoe", "b2a1", "--by", by, "--json"])[0];
    let terms = explained["terms"].as_array().expect("a list");
    let sum: f64 = terms
        .iter()
        .map(|term| term["product"].as_f64().expect("a number"))
        .sum();
    assert_eq!(explained["value"].as_f64(), Some(sum));
    assert!((sum - -9.0).abs() < 1e-9);
    let words = text(&["explain", "othello", "d3c3c4", "--by", "negascout:depth=3"]);
    assert!(
        words.contains("Best play") && words.contains("most in favour"),
        "{words}"
    );
}

#[test]
fn perft_counts_what_the_tables_count() {
    let last = |args: &[&str]| objects(args).pop().expect("a line");
    assert_eq!(
        last(&["perft", "connect4", "7", "--json"])["sequences"],
        823_536
    );
    assert_eq!(
        last(&["perft", "othello", "7", "--json"])["together"],
        55_092
    );
    let tree = objects(&["perft", "tictactoe", "9", "--json"])
        .pop()
        .expect("a line");
    assert_eq!(tree["together"], 255_168);
    let finished = last(&["perft", "tictactoe", "2", "a1b1a2b2a3", "--json"]);
    assert_eq!(
        (&finished["sequences"], &finished["ended"]),
        (&0.into(), &1.into())
    );
}

#[test]
fn a_position_may_be_moves_or_a_state() {
    let by_moves = &objects(&["show", "connect4", "4453", "--json"])[0];
    let state = by_moves["state"].as_str().expect("text");
    let by_state = &objects(&["show", "connect4", state, "--json"])[0];
    assert_eq!(by_state["state"], by_moves["state"]);
    let refused = plyscope(&["show", "connect4", state, "--position-moves"]).output();
    assert_eq!(refused.expect("it runs").status.code(), Some(2));
}

#[test]
fn every_state_that_is_shown_is_read_back() {
    for game in objects(&["games", "--json"]) {
        let name = game["game"].as_str().expect("a name");
        let first = objects(&["show", name, "--json"])[0]["moves"][0].clone();
        let shown = &objects(&["show", name, first.as_str().expect("a move"), "--json"])[0];
        let state = shown["state"].as_str().expect("text");
        // In a round that is not complete an agent may refuse to look.
        if state.contains(" | ") {
            continue;
        }
        let again = &objects(&["advise", name, state, "--by", "random", "--json"])[0];
        assert_eq!(again["mover"], shown["mover"], "{name}");
        let again = &objects(&["show", name, "--state", state, "--json"])[0];
        assert_eq!(again["state"], state);
        assert!(
            again["ply"].is_null(),
            "nobody knows how a bare state came about"
        );
    }
}

#[test]
fn a_search_explains_the_value_that_it_gives() {
    for by in ["minimax:depth=3", "alphabeta:depth=4", "negascout:depth=5"] {
        for (game, position) in [
            ("connect4", "44"),
            ("othello", "d3c3"),
            ("tictactoe", "a1b2"),
        ] {
            let advice = &objects(&["advise", game, position, "--by", by, "--json"])[0];
            let best = values(advice).into_iter().fold(f64::MIN, f64::max);
            let explained = &objects(&["explain", game, position, "--by", by, "--json"])[0];
            if let Some(value) = explained["value"].as_f64() {
                assert!((value - best).abs() < 1e-6, "{game} {position} by {by}");
            }
        }
    }
}

#[test]
fn connect_four_is_solved_move_by_move() {
    // Far from the end; a search of the whole tree would never finish.
    let advice = &objects(&[
        "advise",
        "connect4",
        "444445233335",
        "--by",
        "solver",
        "--json",
    ])[0];
    let moves = advice["moves"].as_array().expect("a list");
    assert!(
        moves
            .iter()
            .all(|own| own["exact"] == true && own["plies"].is_u64())
    );
}

#[test]
fn othello_is_solved_to_the_end() {
    let start = &objects(&[
        "advise",
        "othello:size=4,payoff=discs",
        "--by",
        "solver",
        "--json",
    ])[0];
    assert!(values(start).iter().all(|&value| (value + 8.0).abs() < 0.5));
    let refused = plyscope(&["advise", "othello", "--by", "solver"])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && said.contains("hint:"),
        "{said}"
    );
}

#[test]
fn a_transcript_without_passes_is_read() {
    // A short game with a pass, by random play; the record is read with and without it.
    let (mut with, mut without) = (String::new(), String::new());
    for seed in 0.. {
        let seed = format!("{seed}");
        let random = [
            "--first", "random", "--second", "random", "--json", "--seed", &seed,
        ];
        let game = objects(&[&["play", "othello:size=4"], &random[..]].concat());
        let moves = game.last().expect("a record")["moves"]
            .as_array()
            .expect("a list")
            .clone();
        let moves: Vec<&str> = moves.iter().map(|mv| mv.as_str().expect("text")).collect();
        let passes = moves.iter().position(|mv| *mv == "pass");
        if let Some(place) = passes.filter(|&place| place + 1 < moves.len()) {
            with = moves[..=place + 1].concat();
            without = [&moves[..place], &moves[place + 1..=place + 1]]
                .concat()
                .concat();
            break;
        }
    }
    let state = |position: &str| {
        objects(&["show", "othello:size=4", position, "--json"])[0]["state"].clone()
    };
    assert_eq!(state(&with), state(&without));
}

#[test]
fn completions_are_written_for_the_usual_shells() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(text(&["completions", shell]).contains("plyscope"));
    }
}

#[test]
fn levys_chapter_is_reproduced() {
    let report = &objects(&["reproduce", "levy", "--json"])[0];
    assert!(report["tree"]["backed_up"].is_array());
    let words = text(&["reproduce", "levy"]);
    assert!(words.contains("6·c2 − 5·n2 − 2·n1"));
}

#[test]
fn hefs_findings_are_held_against_the_shipped_benchmarks() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().to_str().expect("a plain name");
    let report = &objects(&["reproduce", "hef", "--json", "--out", at])[0];
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(7));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    let page = read("hef.md");
    for name in [
        "differential",
        "strict-best",
        "expected",
        "order",
        "category",
    ] {
        assert!(page.contains(&format!("({name}.svg)")), "{name}");
        assert!(read(&format!("{name}.svg")).starts_with("<svg"), "{name}");
    }
    let written: serde_json::Value = serde_json::from_str(&read("hef.json")).expect("JSON");
    assert_eq!(&written, report);
    assert!(read("hef-curves.csv").starts_with("curve,ply,states,mean,low,high"));
    assert!(read("hef-moves.csv").contains("decision_tree"));
}

#[test]
fn expected_outcome_is_exact_or_comes_with_its_interval() {
    let by = "expected-outcome:rule=exact";
    let exact = &objects(&["advise", "tictactoe", "--by", by, "--json"])[0];
    assert_eq!(exact["best"], serde_json::json!(["b2"]));
    let known = values(exact)[4];
    for rule in ["converge", "interval", "race"] {
        let by = format!("expected-outcome:rule={rule}");
        let sampled = &objects(&["advise", "tictactoe", "--by", &by, "--json"])[0];
        let centre = &sampled["moves"][4];
        let end = |place: usize| centre["interval"][place].as_f64().expect("a number");
        assert!(end(0) < known && known < end(1), "{rule}: {centre}");
        assert!(centre["visits"].as_u64().expect("a count") >= 32);
        let shown = text(&["advise", "tictactoe", "--by", &by]);
        assert!(shown.contains("95 %") && shown.contains(" to +"), "{shown}");
    }
    let ahead = format!("negascout:depth=2,eval=({by})");
    let explained = text(&["explain", "tictactoe", "b2", "--by", &ahead]);
    assert!(explained.contains("no sum of features"), "{explained}");
}

#[test]
fn the_result_of_a_match_has_the_fields_that_the_documentation_names() {
    let line = "match tictactoe random open-lines --games 4 --json";
    let args: Vec<&str> = line.split(' ').collect();
    let result = objects(&args).remove(0);
    for field in ["agents", "pairings", "sprt", "whole"] {
        assert!(result.get(field).is_some(), "{field} is not in {result}");
    }
    let agent = &result["agents"][0];
    for field in [
        "name",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "points",
        "failures",
        "adjudicated",
    ] {
        assert!(agent.get(field).is_some(), "{field} is not in {agent}");
    }
}

#[test]
fn learned_patterns_that_ship_are_known_by_name() {
    for (game, spec) in [
        ("connect4", "patterns"),
        ("gomoku:size=9", "patterns:weights=shipped"),
        ("othello", "patterns"),
    ] {
        assert!(text(&["games", game]).contains("shipped"), "{game}");
        let advice = &objects(&["advise", game, "--by", spec, "--json"])[0];
        assert!(!values(advice).is_empty(), "{game}");
        assert!(text(&["explain", game, "--by", spec]).contains("constant"));
    }
    let judged = &objects(&["judge", "connect4", "--metric", "regret", "--json"])[0];
    assert!(judged["heuristics"].to_string().contains("\"patterns\""));
    // By hand it has other terms, and on other boards none ship.
    assert!(!text(&["explain", "gomoku:size=9", "--by", "patterns"]).contains("constant"));
    let other = ["advise", "gomoku", "--by", "patterns:weights=shipped"];
    let output = plyscope(&other).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("hint:"), "{said}");
}
