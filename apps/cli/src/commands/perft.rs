//! `plyscope perft`: counts move sequences.

use std::time::Instant;

use plyscope_game::Perft as Count;
use serde_json::{Value, json};

use crate::args::Perft;
use crate::out::{Ended, Out, say};
use crate::positions::ensure_text;
use crate::stop::ends_at_once;
use crate::table::{Table, grouped};

pub(crate) fn run(args: &Perft, out: &Out) -> Result<(), Ended> {
    ensure_text(&args.position, args.reading.reading())?;
    let game = out.registry.open(&args.game)?;
    let position = game.position(&args.position, args.reading.reading())?;
    if !out.json && !args.divide {
        out.line(&row(["depth", "sequences", "ended earlier", "together"]))?;
    }
    ends_at_once("the depths above are counted in full");
    let first = if args.divide { args.depth } else { 1 };
    for depth in first..=args.depth {
        let begun = Instant::now();
        let counts = position.perft(depth);
        if let Some(trouble) = game.rules().trouble() {
            return Err(trouble.into());
        }
        let seconds = begun.elapsed().as_secs_f64();
        let mut total = sum(&counts);
        // A finished game is one sequence that ended earlier, here as inside a tree.
        total.ended += u64::from(position.payoffs().is_some());
        if out.json {
            out.object(&to_json(
                game.spec(),
                &args.position,
                depth,
                &total,
                &counts,
            ))?;
        } else if args.divide {
            out.text(&by_move(&counts, &total))?;
        } else {
            // Each row as it is known: the deeper ones may take long.
            let [leaves, ended, all] = cells(&total);
            out.line(&row([&depth.to_string(), &leaves, &ended, &all]))?;
        }
        out.flush()?;
        if seconds > 0.2 {
            let rate = rate(total.all() as f64 / seconds);
            say(&format!("depth {depth}: {seconds:.1} s, {rate} per second"));
        }
    }
    Ok(())
}

/// A rate with digits that one can read, whatever the game and the machine.
fn rate(a_second: f64) -> String {
    match a_second {
        1e7.. => format!("{:.0} million", a_second / 1e6),
        1e6.. => format!("{:.1} million", a_second / 1e6),
        _ => grouped(a_second.round() as u64),
    }
}

fn sum(counts: &[(String, Count)]) -> Count {
    counts
        .iter()
        .fold(Count::default(), |sum, (_, count)| Count {
            leaves: sum.leaves + count.leaves,
            ended: sum.ended + count.ended,
        })
}

fn row([depth, leaves, ended, all]: [&str; 4]) -> String {
    format!("  {depth:>5}  {leaves:>20}  {ended:>16}  {all:>20}")
}

fn cells(count: &Count) -> [String; 3] {
    [count.leaves, count.ended, count.all()].map(grouped)
}

fn by_move(counts: &[(String, Count)], total: &Count) -> String {
    let mut table = Table::new(["move", "sequences", "ended earlier", "together"], &[0]);
    for (mv, count) in counts {
        table.row(std::iter::once(mv.clone()).chain(cells(count)));
    }
    table.row(std::iter::once("all".to_string()).chain(cells(total)));
    table.text()
}

fn to_json(
    game: &str,
    position: &str,
    depth: u32,
    total: &Count,
    counts: &[(String, Count)],
) -> Value {
    let of_move = |(mv, count): &(String, Count)| json!({"move": mv, "sequences": count.leaves, "ended": count.ended});
    json!({
        "game": game,
        "position": position,
        "depth": depth,
        "sequences": total.leaves,
        "ended": total.ended,
        "together": total.all(),
        "moves": counts.iter().map(of_move).collect::<Vec<_>>(),
    })
}
