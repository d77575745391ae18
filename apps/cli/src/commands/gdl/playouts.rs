//! `plyscope gdl playouts`: random games, and how many per second.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use plyscope_game::{Chance, Error, Stop};
use plyscope_gdl::{Engine, GdlError, Playouts};
use plyscope_shelf_gdl::gdl_error;
use serde_json::{Map, Value, json};

use super::open;
use crate::args::{EngineName, SheetPlayouts};
use crate::out::{Ended, Out, say};
use crate::progress::Bar;
use crate::stop::on_interrupt;
use crate::table::grouped;

/// Games between two looks at the clock, one state at a time.
const BATCH: u64 = 16;

pub(crate) fn run(args: &SheetPlayouts, out: &Out) -> Result<(), Ended> {
    let begun = Instant::now();
    let (text, sheet) = open(&args.sheet)?;
    let explained = |error: GdlError| gdl_error(&text.name, &error);
    let roles = sheet.roles();
    let engine = match args.engine.map(EngineName::kind) {
        Some(kind) => Engine::new(sheet, kind),
        None => Engine::best(sheet),
    };
    let mut engine = engine.map_err(explained)?;
    let mut chance = Chance::new(out.seed);
    engine.play(1, &mut chance).map_err(explained)?;
    let seconds_to_first = begun.elapsed().as_secs_f64();

    let stop = on_interrupt();
    let run = Run {
        bar: Bar::new(
            0,
            "playouts",
            format!("{} by {}", text.name, engine.kind().name()),
        ),
        begun: Instant::now(),
        longest: Duration::from_secs_f64(args.seconds),
        stop: stop.clone(),
    };
    let cpu = cpu_time();
    let played = run.play(&mut engine, &mut chance);
    let cpu_seconds = cpu_time().saturating_sub(cpu).as_secs_f64();
    run.bar.finish();
    let played = played.map_err(explained)?;
    let measured = Measured {
        engine: engine.kind().name(),
        roles: &roles,
        played,
        seconds: run.begun.elapsed().as_secs_f64(),
        cpu_seconds,
        seconds_to_first,
    };
    if out.json {
        let mut data = measured.json();
        data["sheet"] = json!(text.name);
        data["digest"] = json!(text.digest);
        data["seed"] = json!(out.seed);
        out.object(&data)?;
    } else {
        out.text(&measured.text(&text.name))?;
    }
    measured.warn();
    if stop.is_raised() {
        out.flush()?;
        return Err(Error::failed("stopped before the time was over").into());
    }
    Ok(())
}
struct Run {
    bar: Bar,
    begun: Instant,
    longest: Duration,
    stop: Stop,
}

impl Run {
    fn goes_on(&self, games: u64) -> bool {
        self.bar.at(games);
        self.begun.elapsed() < self.longest && !self.stop.is_raised()
    }

    fn play(&self, engine: &mut Engine, chance: &mut Chance) -> Result<Playouts, GdlError> {
        if let Engine::Lanes(lanes) = engine {
            return Ok(lanes.play_until(chance, &mut |played| self.goes_on(played.games)));
        }
        let batch = match engine {
            Engine::Rules(_) => 1,
            _ => BATCH,
        };
        let mut played = Playouts::default();
        while self.goes_on(played.games) {
            played.merge(&engine.play(batch, chance)?);
        }
        Ok(played)
    }
}

/// Time that this thread worked.
#[cfg(unix)]
fn cpu_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID);
    time.map_or(Duration::ZERO, Duration::from)
}

#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::OnceLock;
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

struct Measured<'a> {
    engine: &'static str,
    roles: &'a [String],
    played: Playouts,
    seconds: f64,
    cpu_seconds: f64,
    seconds_to_first: f64,
}

impl Measured<'_> {
    fn rate(&self) -> f64 {
        self.played.games as f64 / self.cpu_seconds.max(1e-9)
    }

    /// Nothing where no game was played to its end.
    fn mean(&self, value: f64) -> Option<f64> {
        (self.played.games > 0).then_some(value)
    }

    /// Says which games are not like others.
    fn warn(&self) {
        if self.played.unfinished > 0 {
            say(&format!(
                "{} games were given up because they did not end; they are not counted",
                grouped(self.played.unfinished)
            ));
        }
        if self.played.stuck > 0 {
            say(&format!(
                "{} of the games stopped where a role had no legal move, though the sheet does not call the state terminal; the goals of that state count",
                grouped(self.played.stuck)
            ));
        }
    }

    fn json(&self) -> Value {
        let points: Map<String, Value> = self
            .roles
            .iter()
            .enumerate()
            .map(|(role, name)| {
                let mean = self.mean(self.played.mean_points(role));
                (name.clone(), json!(mean))
            })
            .collect();
        json!({
            "engine": self.engine,
            "playouts": self.played.games,
            "playouts_per_cpu_second": self.rate(),
            "mean_plies": self.mean(self.played.mean_rounds()),
            "mean_points": points,
            "seconds_to_first": self.seconds_to_first,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "unfinished": self.played.unfinished,
            "stuck": self.played.stuck,
            "unclear": self.played.unclear,
        })
    }

    fn text(&self, name: &str) -> String {
        let games = grouped(self.played.games);
        let rate = grouped(self.rate().round() as u64);
        let mut text = format!(
            "{name} by {}: {games} playouts, {rate} per second of one core\n",
            self.engine
        );
        if self.played.games > 0 {
            let plies = self.played.mean_rounds();
            let _ = writeln!(text, "  {plies:.2} plies per game");
            for (role, name) in self.roles.iter().enumerate() {
                let points = self.played.mean_points(role);
                let _ = writeln!(text, "  {points:.2} points for {name}");
            }
        }
        let _ = writeln!(text, "  the first after {:.3} s", self.seconds_to_first);
        text
    }
}
