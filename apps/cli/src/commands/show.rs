//! `plyscope show`: draws a position.

use plyscope_game::any::Position;
use plyscope_game::{Look, Player};
use serde_json::json;

use crate::args::Show;
use crate::out::{Ended, Out};
use crate::positions::open_place;

pub(crate) fn run(args: &Show, out: &Out) -> Result<(), Ended> {
    let (game, position) = open_place(&args.place, out)?;
    if out.json {
        return out.object(&json!({
            "game": game.spec(),
            "position": args.place.position,
            "state": position.text(),
            "ply": position.is_from_start().then(|| position.ply()),
            "mover": player_name(position.mover()),
            "moves": position.legal(),
            "payoffs": position.points(),
        }));
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
    out.text(&out.paint.board(&position.board(), position.last_cell()))?;
    out.line(&format!("  {}", standing(position, out)))
}

/// Who is to move, or how the game ended.
pub(crate) fn standing(position: &Position, out: &Out) -> String {
    let Some(payoffs) = position.payoffs() else {
        return format!("{} to move", painted(position.mover(), position, out));
    };
    let facts = position.facts();
    let first = payoffs.of(Player::FIRST);
    let by = match first.abs() {
        1 => String::new(),
        points => format!(" by {points}"),
    };
    match facts.margin(first) {
        0 => "drawn".to_string(),
        1.. => format!("{} has won{by}", painted(Player::FIRST, position, out)),
        _ => format!("{} has won{by}", painted(Player::SECOND, position, out)),
    }
}

/// A player as the board of the position shows him.
pub(crate) fn painted(player: Player, position: &Position, out: &Out) -> String {
    let [first, second] = match position.board().look {
        Look::Figures => ["White", "Black"],
        _ => ["x", "o"],
    };
    if player == Player::FIRST {
        out.paint.first(first)
    } else {
        out.paint.second(second)
    }
}

/// A player as data names him.
pub(crate) fn player_name(player: Player) -> &'static str {
    if player == Player::FIRST {
        "first"
    } else {
        "second"
    }
}
