//! A game of a match, move by move.

use plyscope_arena::records::Line;
use plyscope_game::any::Position;
use serde_json::json;

use crate::commands::show::draw;
use crate::out::{Ended, Out};
use crate::table::Table;

/// Shows the moves with what the agents thought of them, and the last position.
pub(super) fn show(line: &Line, last: &Position, out: &Out) -> Result<(), Ended> {
    if out.json {
        return as_json(line, last, out);
    }
    let mut table = Table::new(["ply", "by", "move", "value", "", "ms"], &[1, 2, 4]);
    for (place, mv) in line.moves.iter().enumerate() {
        let told = place.checked_sub(line.opening);
        let value = told.and_then(|told| line.values.get(told).copied().flatten());
        let is_exact = told.is_some_and(|told| line.exact.get(told) == Some(&true));
        let time = told.and_then(|told| line.times.get(told));
        table.row([
            (place + 1).to_string(),
            told.map_or("opening".to_string(), |_| mover(line, last, place)),
            mv.clone(),
            value.map_or(String::new(), |value| value.to_string()),
            if is_exact { "proved" } else { "" }.to_string(),
            time.map_or(String::new(), |&micros| {
                format!("{:.2}", micros as f64 / 1e3)
            }),
        ]);
    }
    out.text(&table.text())?;
    out.line("")?;
    draw(last, out)?;
    out.line(&format!("  {}", end(line)))
}

/// Who made a move; told by the position before it.
fn mover(line: &Line, last: &Position, place: usize) -> String {
    let mut before = last.clone();
    while before.ply() > place && before.undo() {}
    [&line.first, &line.second][before.mover().index() % 2].clone()
}

fn end(line: &Line) -> String {
    let winner = match line.winner.as_deref() {
        Some("first") => format!("{} has won", line.first),
        Some(_) => format!("{} has won", line.second),
        None => "a draw".to_string(),
    };
    match &line.fault {
        Some(fault) => format!(
            "{winner}: the {} player {} ({})",
            fault.by, fault.what, line.end
        ),
        None if line.end == "over" => winner,
        None => format!("{winner} ({})", line.end),
    }
}

fn as_json(line: &Line, last: &Position, out: &Out) -> Result<(), Ended> {
    for (place, mv) in line.moves.iter().enumerate() {
        let told = place.checked_sub(line.opening);
        out.object(&json!({
            "ply": place,
            "by": told.map(|_| mover(line, last, place)),
            "move": mv,
            "value": told.and_then(|told| line.values.get(told)),
            "exact": told.and_then(|told| line.exact.get(told)),
            "micros": told.and_then(|told| line.times.get(told)),
        }))?;
    }
    out.object(&json!({
        "first": line.first,
        "second": line.second,
        "state": last.text(),
        "end": line.end,
        "winner": line.winner,
        "points": line.points,
        "fault": line.fault,
    }))
}
