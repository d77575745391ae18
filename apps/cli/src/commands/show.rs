//! `plyscope show`: draws a position.

use plyscope_game::any::Position;
use plyscope_game::{Board, Look, Player};
use plyscope_workbench::position_json;

use crate::args::Show;
use crate::out::{Ended, Out};
use crate::positions::open_place;
use crate::table::WIDTH;

pub(crate) fn run(args: &Show, out: &Out) -> Result<(), Ended> {
    let (game, position) = open_place(&args.place, out)?;
    if out.json {
        return out.object(&position_json(&game, &args.place.position, &position));
    }
    draw(&position, out)?;
    out.line(&format!("  {}", out.paint.faint(&position.text())))?;
    let legal = position.legal();
    if legal.is_empty() {
        return Ok(());
    }
    out.line(&format!("  {} moves: {}", legal.len(), legal.join(" ")))
}

/// The board, and who is to move or how it ended.
pub(crate) fn draw(position: &Position, out: &Out) -> Result<(), Ended> {
    out.text(&picture(position, out))?;
    out.line(&format!("  {}", standing(position, out)))
}

/// The board, if there is one, and what holds beside it.
pub(crate) fn picture(position: &Position, out: &Out) -> String {
    let board = position.board();
    let mut text = if board.columns.is_empty() {
        String::new()
    } else {
        out.paint.board(&board, position.last_cell())
    };
    text.push_str(&notes(position, out));
    text
}

/// What holds and is not seen on the board, in lines that a terminal shows whole.
pub(crate) fn notes(position: &Position, out: &Out) -> String {
    let mut lines: Vec<String> = Vec::new();
    for note in position.notes() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + note.len() <= WIDTH - 2 => {
                line.push(' ');
                line.push_str(&note);
            }
            _ => lines.push(note),
        }
    }
    let line = |line: &String| format!("  {}\n", out.paint.faint(line));
    lines.iter().map(line).collect()
}

/// Who is to move, or how the game ended.
pub(crate) fn standing(position: &Position, out: &Out) -> String {
    let Some(payoffs) = position.payoffs() else {
        return format!("{} to move", painted(position.mover(), position, out));
    };
    let facts = position.facts();
    let first = payoffs.of(Player::FIRST);
    let won = |player| format!("{} has won", painted(player, position, out));
    if !position.player_names().is_empty() {
        let points = all_points(position);
        return match facts.margin(first) {
            _ if !facts.is_rivalry() => format!("over: {points}"),
            0 => format!("drawn: {points}"),
            1.. => format!("{}: {points}", won(Player::FIRST)),
            _ => format!("{}: {points}", won(Player::SECOND)),
        };
    }
    let by = match first.abs() {
        1 => String::new(),
        points => format!(" by {points}"),
    };
    match facts.margin(first) {
        0 => "drawn".to_string(),
        1.. => format!("{}{by}", won(Player::FIRST)),
        _ => format!("{}{by}", won(Player::SECOND)),
    }
}

/// The players of games with chess figures.
fn figures(player: Player) -> &'static str {
    if player == Player::FIRST {
        "White"
    } else {
        "Black"
    }
}

/// `white 100, black 0`.
fn all_points(position: &Position) -> String {
    let points = position.points().unwrap_or_default();
    let named = position.player_names().iter().zip(points);
    let each: Vec<String> = named.map(|(name, own)| format!("{name} {own}")).collect();
    each.join(", ")
}

/// A player as the boards show him: by name where he has one, with his mark where he has that too.
pub(crate) fn painted(player: Player, position: &Position, out: &Out) -> String {
    let mark = ["x", "o"].get(player.index()).copied().unwrap_or_default();
    let board = position.board();
    let text = match position.player_names().get(player.index()) {
        Some(name) if has_marks(&board, position) => format!("{name} ({mark})"),
        Some(name) => name.clone(),
        None if board.look == Look::Figures => figures(player).to_owned(),
        None => mark.to_owned(),
    };
    match player {
        Player::FIRST => out.paint.first(&text),
        Player::SECOND => out.paint.second(&text),
        _ => out.paint.strong(&text),
    }
}

/// Whether the two players of a game with names are told apart by `x` and `o` on its board.
fn has_marks(board: &Board, position: &Position) -> bool {
    let is_of_two = position.facts().players == 2;
    is_of_two && !board.columns.is_empty() && board.look != Look::Figures
}
