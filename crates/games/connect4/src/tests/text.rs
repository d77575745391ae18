//! Text that is read, and text that is refused with its place and a hint.

use plyscope_game::{Cell, Error, Game, Notation};

use super::any_size;
use crate::Standard;

fn refused(text: &str) -> Error {
    Standard::default().read_state(text).unwrap_err()
}

#[test]
fn a_board_is_written_from_the_top_and_drawn_with_its_columns() {
    let game = Standard::default();
    let mut state = game.start();
    for text in ["4", "3", "4", "4"] {
        let mv = game.read_move(&state, text).unwrap();
        game.play(&mut state, mv);
    }
    let text = "......./......./......./...o.../...x.../..ox...";
    assert_eq!(game.write_state(&state), text);
    assert_eq!(game.read_state(text), Ok(state));
    assert_eq!(game.read_state("7/7/7/3o3/3X3/2Ox3"), Ok(state));
    let picture = " . . . . . . .
 . . . . . . .
 . . . . . . .
 . . . o . . .
 . . . x . . .
 . . o x . . .
 1 2 3 4 5 6 7
";
    assert_eq!(game.picture(&state), picture);
    let mv = game.read_move(&state, "4").unwrap();
    assert_eq!(game.cell(&state, mv), Some(Cell { column: 3, row: 2 }));
}

#[test]
fn the_tenth_column_is_called_a() {
    let game = any_size::<u128>(10, 4, 4);
    let state = game.start();
    let mv = game.read_move(&state, "A").unwrap();
    assert_eq!(game.write_move(&state, mv), "a");
    assert_eq!(game.board(&state).columns[9], "a");
    assert_eq!(game.read_state("10/10/10/10"), Ok(state));
}

#[test]
fn a_move_that_is_none_is_refused_with_the_open_columns() {
    let game = Standard::default();
    let state = game.read_state("x6/o6/x6/o6/x6/o6").unwrap();
    let message = |text: &str| game.read_move(&state, text).unwrap_err().to_string();
    let hint = "\n\nhint: open columns: 2 3 4 5 6 7";
    assert_eq!(message("1"), format!("column 1 is full{hint}"));
    assert_eq!(
        message("8"),
        format!("there is no column 8 on a board of 7 columns{hint}")
    );
    for text in ["", "0", "44", "é", "b"] {
        assert_eq!(message(text), format!("`{text}` is not a column{hint}"));
    }
}

#[test]
fn moves_need_no_blanks() {
    let game = Standard::default();
    assert_eq!(game.first_move_len("4453"), 1);
    assert_eq!(game.first_move_len("4 53"), 1);
    assert_eq!(game.first_move_len("☃4"), 3);
}

#[test]
fn a_board_of_another_size_is_refused_where_it_goes_wrong() {
    assert_eq!(refused("7/7/7").what, "3 rows on a board of 6");
    let short = refused("7/7/7/7/6/7");
    assert_eq!(
        (short.what.as_str(), short.at),
        ("this row has 6 cells, not 7", Some(9))
    );
    let long = refused("7/7/7/7/7/3x4");
    assert_eq!(
        (long.what.as_str(), long.at),
        ("this row has more than 7 cells", Some(12))
    );
    assert!(
        refused("7/7/7/7/7/77")
            .what
            .starts_with("this row has more")
    );
    assert!(
        refused("7/7/7/7/7/99999999999")
            .what
            .starts_with("this row has more")
    );
    let junk = refused("7/7/7/7/7/3é3");
    assert_eq!((junk.what.as_str(), junk.at), ("`é` is no piece", Some(11)));
    assert!(
        junk.hint
            .unwrap()
            .ends_with("......./......./......./......./......./xo.....")
    );
}

#[test]
fn a_board_that_play_cannot_reach_is_refused() {
    let hanging = refused("7/7/7/7/3x3/7");
    assert_eq!(hanging.what, "a stone hangs over an empty cell");
    assert_eq!(hanging.at, Some(9));
    let counts = refused("7/7/7/7/7/xxxo3");
    assert!(counts.to_string().contains("hint"), "{counts}");
    assert_eq!(
        refused("7/7/7/7/7/oo5").what,
        "0 x and 2 o cannot come from taking turns"
    );
}

#[test]
fn only_the_last_stone_can_have_made_a_line() {
    let game = Standard::default();
    assert!(game.read_state("7/7/7/7/ooo4/xxxx3").is_ok());
    assert_eq!(
        refused("7/7/7/7/ooo4/xxxxo2").what,
        "x has a line, but o moved last"
    );
    assert_eq!(
        refused("7/7/7/7/oooo3/xxxx3").what,
        "both players have a line"
    );
    // A row and a column of x without a common stone: the first of them ended the game.
    let two = refused("7/7/6x/o1o3x/ooo3x/xxxxoox");
    assert_eq!(two.what, "x has lines that no single move can have made");
    assert!(game.read_state("7/7/7/7/ooo1ooo/xxxxxxx").is_ok());
}
