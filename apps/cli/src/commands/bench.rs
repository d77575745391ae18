//! `plyscope bench`: speeds as ratios to a named baseline in the same run.

mod duel;
mod suite;

use serde_json::json;

use crate::args::Bench;
use crate::out::{Ended, Out, say};
use crate::table::{Table, grouped};
use duel::Result as DuelResult;

pub(crate) fn run(args: &Bench, out: &Out) -> Result<(), Ended> {
    let rounds = if args.quick { 3 } else { 7 };
    let mut table = Table::new(
        [
            "what",
            "ours",
            "baseline",
            "ratio",
            "from",
            "to",
            "target",
            "baseline is",
        ],
        &[0, 7],
    );
    for duel in suite::duels() {
        if !out.json {
            say(&format!("measuring {} …", duel.what));
        }
        let result = duel.run(rounds);
        if out.json {
            out.object(&to_json(&duel, &result))?;
            out.flush()?;
        } else {
            table.row(cells(&duel, &result));
        }
    }
    let signature = suite::signature();
    if out.json {
        return out.object(&json!({"what": "signature", "nodes": signature}));
    }
    out.text(&table.text())?;
    out.line(&format!(
        "\n  Ratios are medians of {rounds} interleaved rounds, with the lowest and the highest."
    ))?;
    out.line(&format!("  signature: {} states", grouped(signature)))?;
    out.line(
        "  (the searches' state counts added up: a change that only tidies must not change it)",
    )
}

fn cells(duel: &duel::Duel, result: &DuelResult) -> [String; 8] {
    let speed = |speed: f64| match duel.unit {
        "" => grouped(speed.round() as u64),
        unit => format!("{} {unit}", three_digits(speed)),
    };
    [
        duel.what.to_string(),
        speed(result.ours),
        speed(result.baseline),
        format!("{:.2}", result.ratio),
        format!("{:.2}", result.lowest),
        format!("{:.2}", result.highest),
        duel.target
            .map(|target| format!("≥ {target}"))
            .unwrap_or_default(),
        duel.baseline_is.to_string(),
    ]
}

/// `1.23 M`, `45.6 k`, `789`.
fn three_digits(number: f64) -> String {
    let (scaled, unit) = match number {
        1e9.. => (number / 1e9, " G"),
        1e6.. => (number / 1e6, " M"),
        1e3.. => (number / 1e3, " k"),
        _ => (number, ""),
    };
    let digits = match scaled {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{scaled:.digits$}{unit}")
}

fn to_json(duel: &duel::Duel, result: &DuelResult) -> serde_json::Value {
    json!({
        "what": duel.what,
        "unit": duel.unit,
        "ours": result.ours,
        "baseline": result.baseline,
        "baseline_is": duel.baseline_is,
        "ratio": result.ratio,
        "lowest": result.lowest,
        "highest": result.highest,
        "target": duel.target,
    })
}
