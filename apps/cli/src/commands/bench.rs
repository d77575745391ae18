//! `plyscope bench`: speeds as ratios to a named baseline in the same run.

use serde_json::json;

use crate::args::Bench;
use crate::out::{Ended, Out};
use crate::progress::Bar;
use crate::stop::ends_at_once;
use crate::table::grouped;
use plyscope_standard::speed;
use plyscope_workbench::speed::{Duel, Measured};

pub(crate) fn run(args: &Bench, out: &Out) -> Result<(), Ended> {
    let rounds = if args.quick { 3 } else { 7 };
    ends_at_once("the measurements above are whole");
    let bar = Bar::new(speed::duels().len() as u64, "measurements", "");
    for duel in speed::duels() {
        bar.say(duel.what);
        let result = duel.run(rounds);
        bar.add_one();
        // Each as it is known: Ctrl-C loses only the one in hand.
        bar.suspend(|| {
            if out.json {
                out.object(&to_json(&duel, &result))?;
            } else {
                out.text(&in_words(&duel, &result))?;
            }
            out.flush()
        })?;
    }
    bar.finish();
    let signature = speed::signature();
    if out.json {
        return out.object(&json!({"what": "signature", "nodes": signature}));
    }
    out.line(&format!(
        "\nRatios are medians of {rounds} interleaved rounds, with the lowest and the highest."
    ))?;
    out.line(&format!(
        "signature: {} states, visited by a few fixed searches; a change that only tidies keeps it",
        grouped(signature)
    ))
}

fn in_words(duel: &Duel, result: &Measured) -> String {
    let speed = |speed: f64| match duel.unit {
        "" => grouped(speed.round() as u64),
        unit => format!("{} {unit}", three_digits(speed)),
    };
    let target = duel
        .target
        .map(|target| format!(", target {target}"))
        .unwrap_or_default();
    format!(
        "{}\n  ratio {:.2} ({:.2} to {:.2}{target}): {}\n  against {}: {}\n",
        duel.what,
        result.ratio,
        result.lowest,
        result.highest,
        speed(result.ours),
        speed(result.baseline),
        duel.baseline_is
    )
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

fn to_json(duel: &Duel, result: &Measured) -> serde_json::Value {
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
