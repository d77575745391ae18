//! `plyscope perft`: counts move sequences.

use std::time::Instant;

use plyscope_game::Perft as Count;
use serde_json::json;

use crate::args::Perft;
use crate::out::{Ended, Out, say};
use crate::table::{Table, grouped};
use plyscope_workbench::open;

pub(crate) fn run(args: &Perft, out: &Out) -> Result<(), Ended> {
    let game = open(&args.game)?;
    let position = game.position(&args.position, args.reading.reading())?;
    let first = if args.divide { args.depth } else { 1 };
    let mut table = Table::new(["depth", "sequences", "ended earlier", "together"], &[]);
    let mut by_move = Table::new(["move", "sequences", "ended earlier", "together"], &[0]);
    for depth in first..=args.depth {
        let begun = Instant::now();
        let counts = position.perft(depth);
        let seconds = begun.elapsed().as_secs_f64();
        let total = counts
            .iter()
            .fold(Count::default(), |sum, (_, count)| Count {
                leaves: sum.leaves + count.leaves,
                ended: sum.ended + count.ended,
            });
        if out.json {
            let moves: Vec<_> = counts
                .iter()
                .map(|(mv, count)| json!({"move": mv, "sequences": count.leaves, "ended": count.ended}))
                .collect();
            out.object(&json!({
                "game": game.spec(),
                "position": args.position,
                "depth": depth,
                "sequences": total.leaves,
                "ended": total.ended,
                "together": total.all(),
                "moves": moves,
            }))?;
            out.flush()?;
        }
        if args.divide {
            for (mv, count) in &counts {
                by_move.row(cells(mv.clone(), count));
            }
        }
        table.row(cells(depth.to_string(), &total));
        if seconds > 0.2 {
            let rate = total.all() as f64 / seconds / 1e6;
            say(&format!(
                "depth {depth}: {seconds:.1} s, {rate:.0} million a second"
            ));
        }
    }
    if out.json {
        return Ok(());
    }
    if args.divide {
        out.line(&by_move.text())?;
    }
    out.text(&table.text())
}

fn cells(label: String, count: &Count) -> [String; 4] {
    [
        label,
        grouped(count.leaves),
        grouped(count.ended),
        grouped(count.all()),
    ]
}
