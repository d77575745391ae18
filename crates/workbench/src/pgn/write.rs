//! Games written as PGN that other programs read without complaint.

use std::fmt::Write as _;

use plyscope_arena::records::Line;
use plyscope_game::any::Position;

use super::game::move_number;
use crate::SavedGame;

/// PGN's export format has no longer lines.
const WIDTH: usize = 79;

/// What the tags of a game say.
struct Head<'a> {
    event: &'a str,
    round: String,
    players: [&'a str; 2],
    result: &'a str,
    termination: Option<&'a str>,
}

/// A game of a contest; `position` is the end of it.
pub fn pgn_of_line(line: &Line, position: &Position) -> String {
    let result = match line.winner.as_deref() {
        Some("first") => "1-0",
        Some(_) => "0-1",
        None => "1/2-1/2",
    };
    let termination = match line.end.as_str() {
        "over" => "normal",
        "time-out" => "time forfeit",
        "crash" | "error" => "abandoned",
        "illegal" => "rules infraction",
        _ => "adjudication",
    };
    let head = Head {
        event: "plyscope",
        round: (line.round + 1).to_string(),
        players: [&line.first, &line.second],
        result,
        termination: Some(termination),
    };
    write(&head, position)
}

/// A game that was played by hand or against an agent; `position` is where it stands.
pub fn pgn_of_saved(saved: &SavedGame, position: &Position) -> String {
    let result = match saved.payoffs.as_deref() {
        Some([first, second, ..]) if first > second => "1-0",
        Some([first, second, ..]) if first < second => "0-1",
        Some(_) => "1/2-1/2",
        None => "*",
    };
    let head = Head {
        event: "plyscope",
        round: "-".into(),
        players: [&saved.first, &saved.second],
        result,
        termination: None,
    };
    write(&head, position)
}

fn write(head: &Head<'_>, position: &Position) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", head.event);
    tag("Site", "?");
    // The same call writes the same file on any day.
    tag("Date", "????.??.??");
    tag("Round", &head.round);
    tag("White", head.players[0]);
    tag("Black", head.players[1]);
    tag("Result", head.result);
    if !position.is_from_start() {
        tag("SetUp", "1");
        tag("FEN", &fen_of(&position.origin_text()));
    }
    tag("PlyCount", &position.ply().to_string());
    if let Some(termination) = head.termination {
        tag("Termination", termination);
    }
    text.push('\n');
    text.push_str(&wrapped(&words(position, head.result)));
    text.push_str("\n\n");
    text
}

/// The six fields, without the moves before them.
fn fen_of(state: &str) -> String {
    let fields: Vec<&str> = state.split_whitespace().take(6).collect();
    fields.join(" ")
}

/// Moves with their numbers, and the result.
fn words(position: &Position, result: &str) -> Vec<String> {
    let mut before = position.clone();
    while before.undo() {}
    let mut words = Vec::new();
    for (place, text) in position.move_texts().iter().enumerate() {
        let number = move_number(&before);
        if place == 0 || !number.ends_with("...") {
            words.push(number);
        }
        words.push(text.clone());
        before.make(position.moves()[place]);
    }
    words.push(result.to_string());
    words
}

/// Words in lines of at most [`WIDTH`] signs.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let is_first = width == 0;
        if !is_first && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if !is_first {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text
}
