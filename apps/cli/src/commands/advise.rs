//! `plyscope advise`: a value on every legal move.

mod many;
mod side_by_side;

use plyscope_game::Error;
use plyscope_game::Limits;
use plyscope_game::any::{AnyAgent, Position};
use plyscope_workbench::{AdviceText, MoveAdvice, NamedGame, advise};

use super::show::{notes, painted, picture, standing};
use crate::args::{Advise, LimitFlags};
use crate::out::{Ended, Out, say};
use crate::positions::open_place;
use crate::progress::thinking;
use crate::stop::on_interrupt;
use crate::table::{Table, grouped};

pub(crate) fn run(args: &Advise, out: &Out) -> Result<(), Ended> {
    let limits = every_move(&args.limits);
    if let Some(path) = &args.positions {
        let game = out.registry.open(&args.place.game)?;
        return many::run(&game, args, path, &limits, out);
    }
    let (game, position) = open_place(&args.place, out)?;
    let opinions = opinions(&game, &args.by, out.seed)?
        .iter_mut()
        .zip(&args.by)
        .map(|(agent, by)| {
            thinking(by, &limits, |limits| {
                advise(&game, &mut **agent, &position, limits)
            })
        })
        .collect::<Result<Vec<AdviceText>, Error>>()?;
    if let Some(nothing) = opinions.iter().position(knows_nothing) {
        let what = format!(
            "{} was stopped before it knew a single move",
            args.by[nothing]
        );
        return Err(Error::failed(what).into());
    }
    if out.json {
        let position = (None, args.place.position.as_str());
        write_json(game.spec(), position, &args.by, &opinions, out)?;
    } else {
        match &opinions[..] {
            [advice] => write_text(&position, advice, out)?,
            _ => side_by_side::write(&position, &args.by, &opinions, out)?,
        }
    }
    let cut_short = opinions.iter().position(|advice| advice.cut_short);
    match cut_short {
        Some(first) if limits.stop.is_raised() => {
            out.flush()?;
            let what = format!(
                "stopped before {} was done; its values are what was known by then",
                args.by[first]
            );
            Err(Error::failed(what).into())
        }
        Some(_) if !out.json => {
            say("stopped early: a limit came first");
            Ok(())
        }
        _ => Ok(()),
    }
}

fn knows_nothing(advice: &AdviceText) -> bool {
    advice.moves.iter().all(|advised| advised.value.is_none())
}

fn opinions(game: &NamedGame, by: &[String], seed: u64) -> Result<Vec<Box<dyn AnyAgent>>, Error> {
    by.iter().map(|spec| game.agent_of(spec, seed)).collect()
}

fn write_json(
    game: &str,
    (number, position): (Option<usize>, &str),
    by: &[String],
    opinions: &[AdviceText],
    out: &Out,
) -> Result<(), Ended> {
    for (by, advice) in by.iter().zip(opinions) {
        out.object(&advice.json(game, position, by, out.seed, number))?;
    }
    Ok(())
}

/// A full value for every move, within the limits of the command line.
pub(crate) fn every_move(flags: &LimitFlags) -> Limits {
    Limits {
        time: flags.time,
        nodes: flags.nodes,
        stop: on_interrupt(),
        ..Limits::every_move()
    }
}

fn one_line(position: &Position, advice: &AdviceText) -> String {
    let best = advice
        .moves
        .iter()
        .find(|advised| advice.best.contains(&advised.mv));
    let value = best
        .map(|best| in_words(best, position))
        .unwrap_or_default();
    format!("{} ({value})", some_of(&advice.best))
}

fn write_text(position: &Position, advice: &AdviceText, out: &Out) -> Result<(), Ended> {
    draw_with_values(position, advice, out)?;
    out.line(&format!("  {}\n", standing(position, out)))?;
    out.text(&moves_table(position, advice).text())?;
    if let Some(more @ 1..) = advice.moves.len().checked_sub(MOST_SHOWN) {
        out.line(&format!(
            "  and {more} more moves, none better; --json has them all"
        ))?;
    }
    let best = some_of(&advice.best);
    let what = if is_best(advice) {
        "best"
    } else {
        "chosen, though not the best,"
    };
    out.line(&format!(
        "\n  {what} for {}: {}",
        painted(advice.mover, position, out),
        out.paint.strong(&best)
    ))?;
    if advice.line.len() > 1 {
        out.line(&format!("  best play: {}", advice.line.join(" ")))?;
    }
    if advice.depth.is_none() && advice.nodes > 0 {
        say(&format!("{} states", grouped(advice.nodes)));
    }
    if let Some(depth) = advice.depth {
        let moves = if depth == 1 { "move" } else { "moves" };
        say(&format!(
            "{} states, {depth} {moves} ahead",
            grouped(advice.nodes)
        ));
    }
    Ok(())
}

/// More moves than this are cut off where a person reads.
const MOST_SHOWN: usize = 24;

/// The first of a list, and how many more there are.
fn some_of(moves: &[String]) -> String {
    match moves.len().checked_sub(MOST_SHOWN) {
        None | Some(0) => moves.join(" "),
        Some(more) => format!("{} and {more} more", moves[..MOST_SHOWN].join(" ")),
    }
}

/// Whether the agent chooses what it thinks best, by value or by visits: one that strays, or draws its choice, may not.
fn is_best(advice: &AdviceText) -> bool {
    let rank = advice.moves.iter().map(|own| own.rank).max();
    let visits = advice.moves.iter().map(|own| own.visits).max().flatten();
    let is_top =
        |own: &MoveAdvice| Some(own.rank) == rank || visits.is_some() && own.visits == visits;
    let chosen = |own: &&MoveAdvice| advice.best.contains(&own.mv);
    advice.moves.iter().filter(chosen).any(is_top)
}

/// Moves from best to worst.
pub(crate) fn moves_table(position: &Position, advice: &AdviceText) -> Table {
    let mut ranked: Vec<&MoveAdvice> = advice.moves.iter().collect();
    let is_first = |advised: &MoveAdvice| is_best(advice) && advice.best.contains(&advised.mv);
    ranked.sort_by_key(|advised| (!is_first(advised), std::cmp::Reverse(advised.rank)));
    let mut table = Table::new(["move", "value", "visits", "95 %"], &[0]);
    for advised in ranked.iter().take(MOST_SHOWN) {
        table.row([
            advised.mv.clone(),
            in_words(advised, position),
            advised.visits.map(grouped).unwrap_or_default(),
            advised.interval.map(span).unwrap_or_default(),
        ]);
    }
    table
}

/// `win in 7`, `loss in 12`, `draw`, `+0.25`.
pub(crate) fn in_words(advised: &MoveAdvice, position: &Position) -> String {
    let Some(value) = advised.value else {
        return "not looked at".to_string();
    };
    if advised.decided {
        let edge = if value > 0.0 { "more" } else { "less" };
        return format!("{value:+} or {edge}");
    }
    if !advised.exact {
        return estimate(value);
    }
    let facts = position.facts();
    let margin = facts.margin(value as i32);
    let outcome = match margin {
        0 if facts.is_rivalry() => "draw".to_string(),
        margin if facts.is_win_draw_loss() => if margin > 0 { "win" } else { "loss" }.to_string(),
        _ if facts.is_zero_sum() => format!("{value:+} proved"),
        _ => format!("{value} proved"),
    };
    match advised.plies {
        Some(plies) if margin != 0 => format!("{outcome} in {plies}"),
        _ => outcome,
    }
}

/// The ends of an interval; nothing where they are one.
fn span([low, high]: [f32; 2]) -> String {
    if low < high {
        format!("{low:+.3} to {high:+.3}")
    } else {
        String::new()
    }
}

fn estimate(value: f32) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    if value.fract() == 0.0 && value.abs() < 1e6 {
        format!("{value:+.0}")
    } else {
        format!("{value:+.3}")
    }
}

/// The widest note on a cell.
const NOTE: usize = 5;
/// Boards with more columns would not fit on a screen with notes.
const WIDEST: usize = 12;

/// The board with what each move is worth on its cell: the best one's where several share it.
pub(crate) fn draw_with_values(
    position: &Position,
    advice: &AdviceText,
    out: &Out,
) -> Result<(), Ended> {
    let board = position.board();
    let cells = position.cells();
    let columns = board.columns.len() + board.half_cells(board.rows.len()).div_ceil(2);
    if columns > WIDEST || cells.iter().all(Option::is_none) {
        return out.text(&picture(position, out));
    }
    let note = |cell| {
        let there = cells.iter().zip(&advice.moves);
        let there = there.filter(|(own, _)| **own == Some(cell));
        there
            .map(|(_, own)| own)
            .max_by_key(|own| own.rank)
            .map(short)
    };
    out.text(
        &out.paint
            .annotated(&board, position.last_cell(), NOTE, note),
    )?;
    out.text(&notes(position, out))
}

/// `W7`, `L12`, `=`, `+0.25`: at most [`NOTE`] characters.
fn short(advised: &MoveAdvice) -> String {
    let Some(value) = advised.value else {
        return "?".to_string();
    };
    let plies = advised
        .plies
        .map(|plies| plies.to_string())
        .unwrap_or_default();
    match (advised.exact, value) {
        (true, 0.0) => "=".to_string(),
        (true, 1.0) => format!("W{plies}"),
        (true, -1.0) => format!("L{plies}"),
        (true, points) => format!("{points:+}!"),
        (false, 0.0) => "0".to_string(),
        (false, value) if value.fract() == 0.0 && value.abs() < 1000.0 => format!("{value:+.0}"),
        (false, value) if value.abs() < 10.0 => format!("{value:+.2}"),
        (false, value) if value.abs() < 10_000.0 => format!("{value:+.0}"),
        (false, value) => format!("{value:+.0e}"),
    }
}
