//! Playouts per CPU second of rule sheets, with mean length and points, so that
//! nobody need doubt that the same game was played.
//!
//! `cargo run --release -p plyscope-gdl --example speed -- [--json] ENGINE SECONDS SHEET…`
//!
//! An ENGINE is `lanes`, `avx2` or `portable` (lanes on such vectors), `state`,
//! `rules` or `best` (`rules` where the sheet does not ground, `lanes` otherwise).
#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Instant;

use plyscope_game::Chance;
use plyscope_gdl::{
    Engine, EngineKind, GdlError, GroundLimits, Lanes, Network, Playouts, Sheet, Stepper, Vectors,
    decode,
};

/// What was measured of one sheet.
struct Speed {
    gates: String,
    load: f64,
    first: f64,
    /// CPU seconds of the whole program up to the end of the first game.
    cpu_first: f64,
    playouts: Playouts,
    seconds: f64,
    roles: usize,
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let json = arguments.iter().any(|argument| argument == "--json");
    arguments.retain(|argument| argument != "--json");
    let [engine, seconds, sheets @ ..] = &arguments[..] else {
        println!("call it with an engine, a number of seconds and sheets");
        return;
    };
    let seconds: f64 = seconds.parse().unwrap_or(1.0);
    if !json {
        println!(
            "{:<28} {:>20} {:>8} {:>13} {:>8}  points",
            "sheet", "gates", "load ms", "playouts/s", "rounds"
        );
    }
    let mut rates = Vec::new();
    for path in sheets {
        match measure(path, engine, seconds) {
            Err(error) => println!("{path}: {error}"),
            Ok(speed) => {
                rates.push(speed.playouts.games as f64 / speed.seconds);
                print(path, engine, &speed, json);
            }
        }
    }
    if !json && rates.len() > 1 {
        let mean = rates.iter().map(|rate| rate.ln()).sum::<f64>() / rates.len() as f64;
        println!(
            "geometric mean of {} sheets: {:.0} playouts per CPU second",
            rates.len(),
            mean.exp()
        );
    }
}

fn measure(path: &str, engine: &str, seconds: f64) -> Result<Speed, GdlError> {
    let bytes = std::fs::read(path).unwrap_or_default();
    let begin = Instant::now();
    let sheet = Sheet::read(decode(&bytes)?)?;
    let roles = sheet.roles().len();
    let mut chance = Chance::new(1);
    let network = match engine {
        "rules" => None,
        "best" => Network::new(sheet.clone(), GroundLimits::default()).ok(),
        _ => Some(Network::new(sheet.clone(), GroundLimits::default())?),
    };
    let Some(network) = network.map(Arc::new) else {
        let mut rules = Engine::new(sheet, EngineKind::Rules)?;
        let play = |games, chance: &mut Chance| rules.play(games, chance);
        return in_turns("rules".into(), roles, begin, seconds, play);
    };
    if engine == "state" {
        let gates = network.sizes().gates.to_string();
        let mut stepper = Stepper::new(network);
        let play = |games, chance: &mut Chance| Ok(stepper.playouts(games, chance));
        return in_turns(gates, roles, begin, seconds, play);
    }
    let vectors = match engine {
        "avx2" => Vectors::Avx2,
        "portable" => Vectors::Portable,
        _ => Vectors::detect(),
    };
    let mut lanes = Lanes::with(network, vectors);
    let load = begin.elapsed().as_secs_f64();
    lanes.play(1, &mut chance);
    let first = begin.elapsed().as_secs_f64();
    let cpu_first = program_seconds();
    // The clock says when to stop: asking for the time spent costs more than a game.
    let (clock, from) = (Instant::now(), cpu_seconds());
    let playouts = lanes.play_until(&mut chance, &mut |_| {
        clock.elapsed().as_secs_f64() < seconds
    });
    let (state, moves, goals) = lanes.gates()[0];
    Ok(Speed {
        gates: format!("{state}+{moves}+{goals} ×{}", lanes.gates().len()),
        load,
        first,
        cpu_first,
        playouts,
        seconds: cpu_seconds() - from,
        roles,
    })
}

/// Plays a few games, and more and more until the time is up.
fn in_turns(
    gates: String,
    roles: usize,
    begin: Instant,
    seconds: f64,
    mut play: impl FnMut(u64, &mut Chance) -> Result<Playouts, GdlError>,
) -> Result<Speed, GdlError> {
    let mut chance = Chance::new(1);
    let load = begin.elapsed().as_secs_f64();
    play(1, &mut chance)?;
    let first = begin.elapsed().as_secs_f64();
    let cpu_first = program_seconds();
    let from = cpu_seconds();
    let mut playouts = Playouts::default();
    let mut games = 1;
    while cpu_seconds() - from < seconds {
        playouts.merge(&play(games, &mut chance)?);
        games = (2 * games).min(64);
    }
    Ok(Speed {
        gates,
        load,
        first,
        cpu_first,
        playouts,
        seconds: cpu_seconds() - from,
        roles,
    })
}

fn print(path: &str, engine: &str, speed: &Speed, json: bool) {
    let playouts = &speed.playouts;
    let points: Vec<String> = (0..speed.roles)
        .map(|role| format!("{:.2}", playouts.mean_points(role)))
        .collect();
    let rate = playouts.games as f64 / speed.seconds;
    if json {
        let engine = match engine {
            _ if speed.gates == "rules" => "rules",
            "best" => "lanes",
            named => named,
        };
        println!(
            "{{\"engine\": \"{engine}\", \"playouts_per_cpu_second\": {rate:.1}, \"mean_plies\": {:.4}, \"mean_points\": [{}], \"seconds_to_first\": {:.4}, \"cpu_seconds_to_first\": {:.2}}}",
            playouts.mean_rounds(),
            points.join(", "),
            speed.first,
            speed.cpu_first
        );
        return;
    }
    let name = std::path::Path::new(path)
        .file_stem()
        .map_or(path.into(), |stem| stem.to_string_lossy());
    println!(
        "{name:<28} {:>20} {:>8.1} {rate:>13.0} {:>8.2}  {}{}",
        speed.gates,
        speed.load * 1e3,
        playouts.mean_rounds(),
        points.join(" "),
        if playouts.unfinished > 0 {
            format!("  unfinished {}", playouts.unfinished)
        } else {
            String::new()
        },
    );
}

/// CPU time of all threads of this program so far, in hundredths of a second, where the system tells.
fn program_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program comes first, in brackets, and may have blanks.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().skip(11).take(2);
    ticks
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
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
