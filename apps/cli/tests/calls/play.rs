//! Playing in the terminal: moves, questions, files.

use std::path::PathBuf;

use crate::call::{plyscope, told};

fn play(args: &[&str], typed: &str) -> (String, String) {
    let output = told(plyscope(&["play"]).args(args), typed);
    let (shown, said) = (output.stdout, output.stderr);
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(output.status.success(), "{said}");
    (String::from_utf8_lossy(&shown).into_owned(), said)
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("plyscope-{}-{name}", std::process::id()))
}

#[test]
fn two_people_play_to_the_end() {
    let people = ["tictactoe", "--second", "human"];
    let (shown, _) = play(&people, "b2\na1\nb1\nc1\nb3\n");
    assert!(shown.contains("x has won"), "{shown}");
}

#[test]
fn a_slip_of_the_finger_does_not_end_the_game() {
    let people = ["tictactoe", "--second", "human"];
    let (_, said) = play(&people, "b2\nb2\nz9\nquit\n");
    assert!(said.contains("b2") && said.contains("hint:"), "{said}");
    assert!(said.contains("not finished"));
}

#[test]
fn hints_values_and_undo_are_there_on_demand() {
    let (shown, _) = play(
        &["tictactoe", "--second", "solver", "--hints-by", "solver"],
        "b2\nvalues\nhint\nundo\nhint\nquit\n",
    );
    assert!(shown.contains("try "), "{shown}");
    assert!(shown.contains("draw"), "{shown}");
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let path = temporary("saved.json");
    let file = path.display().to_string();
    let people = ["connect4", "--second", "human"];
    play(&people, &format!("4\n4\n5\nsave {file}\nquit\n"));
    let (shown, _) = play(
        &["connect4", "--second", "human", "--load", &file],
        "3\n6\n2\n7\nquit\n",
    );
    assert!(shown.contains("x has won"), "{shown}");
    std::fs::remove_file(path).expect("it was saved");
}

#[test]
fn a_loaded_game_has_its_players_again() {
    let path = temporary("players.json");
    let file = path.display().to_string();
    play(
        &["tictactoe", "--second", "solver", "--save", &file],
        "b2\nquit\n",
    );
    let saved = std::fs::read_to_string(&path).expect("saved after every move");
    assert!(
        saved.contains("\"second\":\"solver\"") && saved.contains("\"b2\""),
        "{saved}"
    );
    let (shown, _) = play(&["tictactoe", "--load", &file, "--json"], "quit\n");
    assert!(shown.contains("\"second\":\"solver\""), "{shown}");
    std::fs::remove_file(path).expect("it was saved");
}

#[test]
fn every_move_is_a_line_of_json_whoever_made_it() {
    let (shown, _) = play(&["tictactoe", "--second", "human", "--json"], "a1\nb2\n");
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 3, "two moves and the record: {shown}");
    assert!(lines[1].contains("\"move\":\"b2\"") && lines[2].contains("\"moves\""));
}

#[test]
fn a_game_that_cannot_be_saved_is_not_begun() {
    let call = ["play", "tictactoe", "--save", "/no/such/folder/game.json"];
    let output = told(&mut plyscope(&call), "a1\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be saved"));
}

#[test]
fn agents_play_the_same_game_for_the_same_seed() {
    let game = |seed: &str| {
        let agents = [
            "--first",
            "mcts:playouts=200",
            "--second",
            "random",
            "--json",
            "--seed",
            seed,
        ];
        play(&[&["connect4"], &agents[..]].concat(), "").0
    };
    assert_eq!(game("3"), game("3"));
    assert_ne!(game("3"), game("4"));
    assert!(game("3").contains("\"payoffs\":[1,-1]"));
}
