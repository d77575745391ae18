//! Playouts per CPU second of rule sheets, with mean length and points, so that
//! nobody need doubt that the same game was played.
//!
//! `cargo run --release -p plyscope-gdl --example speed -- [lanes|state] SECONDS SHEET…`
#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Instant;

use plyscope_game::Chance;
use plyscope_gdl::{GdlError, GroundLimits, Lanes, Network, Playouts, Sheet, Stepper, decode};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let engine = arguments.next().unwrap_or_else(|| "lanes".into());
    let seconds: f64 = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1.0);
    println!(
        "{:<28} {:>9} {:>20} {:>8} {:>13} {:>8}  points",
        "sheet", "instances", "gates", "load ms", "playouts/s", "rounds"
    );
    for path in arguments {
        if let Err(error) = measure(&path, &engine, seconds) {
            println!("{path}: {error}");
        }
    }
}

fn measure(path: &str, engine: &str, seconds: f64) -> Result<(), GdlError> {
    let bytes = std::fs::read(path).unwrap_or_default();
    let begin = Instant::now();
    let sheet = Sheet::read(decode(&bytes)?)?;
    let network = Arc::new(Network::new(sheet, GroundLimits::default())?);
    let roles = network.roles().len();
    let sizes = network.sizes();
    let mut chance = Chance::new(1);
    let (gates, load, playouts, used) = if engine == "state" {
        let mut stepper = Stepper::new(network);
        let load = begin.elapsed();
        let from = cpu_seconds();
        let mut playouts = Playouts::default();
        while cpu_seconds() - from < seconds {
            playouts.merge(&stepper.playouts(64, &mut chance));
        }
        (
            sizes.gates.to_string(),
            load,
            playouts,
            cpu_seconds() - from,
        )
    } else {
        let mut lanes = Lanes::new(network);
        let load = begin.elapsed();
        let from = cpu_seconds();
        let playouts = lanes.play_until(&mut chance, &mut |_| cpu_seconds() - from < seconds);
        let (state, moves, goals) = lanes.gates()[0];
        (
            format!("{state}+{moves}+{goals} ×{}", lanes.gates().len()),
            load,
            playouts,
            cpu_seconds() - from,
        )
    };
    let points: Vec<String> = (0..roles)
        .map(|role| format!("{:.2}", playouts.mean_points(role)))
        .collect();
    let name = std::path::Path::new(path)
        .file_stem()
        .map_or(path.into(), |stem| stem.to_string_lossy());
    println!(
        "{name:<28} {:>9} {gates:>20} {:>8.1} {:>13.0} {:>8.2}  {}{}",
        sizes.instances,
        load.as_secs_f64() * 1e3,
        playouts.games as f64 / used,
        playouts.mean_rounds(),
        points.join(" "),
        if playouts.unfinished > 0 {
            format!("  unfinished {}", playouts.unfinished)
        } else {
            String::new()
        },
    );
    Ok(())
}

/// Time that this thread has spent on a processor, where the system tells; else time on the clock.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: Option<f64> = text
        .split_whitespace()
        .next()
        .and_then(|word| word.parse().ok());
    nanoseconds.map_or_else(
        || {
            static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
            BEGIN.get_or_init(Instant::now).elapsed().as_secs_f64()
        },
        |nanoseconds| nanoseconds / 1e9,
    )
}
