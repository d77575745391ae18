//! What learners found: weights, log, picture, words; and how far they are.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use plyscope_game::Error;
use plyscope_plot::{Axis, Chart, Point, Series};
use plyscope_truth::Output;
use plyscope_workbench::{Finding, FindingStep, LearnProgress, NamedGame, finding_text};
use serde_json::{Map, Value, json};

use crate::args::Learn;
use crate::followed::{self, is_followed};
use crate::out::{Ended, Out, say};
use crate::outputs::{Outputs, Target};
use crate::progress::Bar;
use crate::table::{Table, grouped};

/// The pictures: how the weights go, and what the steps come to.
const NAMES: [&str; 2] = ["convergence.svg", "value.svg"];

/// Weights that fit beside a bar.
const SHOWN: usize = 6;

/// Where the results go, asked before the work.
pub(super) struct Findings {
    weights: Option<Target>,
    rows: Option<Output>,
    log: Option<Output>,
    plots: Option<Vec<Output>>,
}

impl Findings {
    pub(super) fn new(args: &Learn, inputs: Vec<PathBuf>, out: &Out) -> Result<Self, Error> {
        let outputs = Outputs::new(out, args.force, inputs);
        let weights = args.output.as_deref().map(|path| outputs.target(path));
        let weights = weights.transpose()?;
        let rows = args.export_rows.as_deref().map(|path| outputs.file(path));
        let rows = rows.transpose()?;
        let beside = |path: &Path| outputs.beside(path, args.output.as_deref());
        let log = args.log.as_deref().map(beside).transpose()?;
        let plots = args.plots.as_deref().map(|folder| {
            std::fs::create_dir_all(folder)
                .map_err(|error| plyscope_ledger::unwritable(folder, &error))?;
            let places = NAMES.iter().map(|name| beside(&folder.join(name)));
            places.collect::<Result<Vec<Output>, Error>>()
        });
        let plots = plots.transpose()?;
        outputs.check_force()?;
        Ok(Self {
            weights,
            rows,
            log,
            plots,
        })
    }

    /// The file of the weights.
    pub(super) fn path(&self) -> Option<&Path> {
        self.weights.as_ref().and_then(Target::path)
    }

    /// The file of the rows.
    pub(super) fn rows(&self) -> Option<&Output> {
        self.rows.as_ref()
    }

    /// Writes all of it, and tells what was found; the weights come last, so that a rerun goes on until they are there.
    pub(super) fn finish(&self, mut found: Finding, out: &Out) -> Result<(), Ended> {
        if found.before > 0 {
            let before = grouped(found.before);
            say(&format!(
                "{before} {} were done by an earlier run",
                found.unit
            ));
        }
        for warning in &found.warnings {
            say(&format!("warning: {warning}"));
        }
        if let Some(log) = &self.log {
            log.write(log_text(&found))?;
            say(&format!("wrote {}", log.path().display()));
        }
        if let Some(plots) = &self.plots {
            draw(&found, plots)?;
        }
        if let Some(target) = &self.weights {
            target.put(finding_text(&found), out)?;
            found.done()?;
        }
        tell_found(&found, self.path(), out)
    }
}

/// A bar for a learner that goes step by step.
pub(super) fn progress_bar(args: &Learn, game: &NamedGame) -> Bar {
    let is_judged = |own: &str| own.starts_with("judge");
    let unit = match args.climb.fitness.as_deref() {
        Some(fitness) if is_judged(fitness) => "positions",
        _ => "games",
    };
    let message = format!("{} by {}", game.spec(), args.method.name());
    Bar::new(0, unit, message)
}

/// Shows how far a learner is, with its weights.
pub(super) fn tell(bar: &Bar, now: &LearnProgress<'_>) {
    match now.of {
        Some(of) => bar.tell(now.done.min(of), of),
        None => bar.tell(now.done, 0),
    }
    let Some((number, weights)) = now.ended else {
        return;
    };
    if is_followed() {
        followed::write(&followed::weights("generation", number, weights));
    }
    let own = weights.iter().take(SHOWN);
    let mut text: Vec<String> = own
        .map(|own| format!("{} {:.3}", own.name, own.weight))
        .collect();
    if weights.len() > SHOWN {
        text.push("…".to_string());
    }
    bar.say(format!("{}; best so far {}", now.stage, text.join(", ")));
}

fn log_text(found: &Finding) -> String {
    let mut text = String::new();
    for (number, own) in found.steps.iter().enumerate() {
        let named = |numbers: &[f64]| -> Value {
            let own = found
                .names
                .iter()
                .cloned()
                .zip(numbers.iter().map(|own| json!(own)));
            Value::Object(own.collect::<Map<_, _>>())
        };
        let line = json!({
            "line": number + 1,
            (found.unit): own.done,
            "value": own.value,
            "best": named(&own.weights),
            "spread": own.spread.as_deref().map(named),
        });
        let _ = writeln!(text, "{line}");
    }
    text
}

fn draw(found: &Finding, plots: &[Output]) -> Result<(), Error> {
    let subtitle = format!(
        "{}, features {}; {}",
        found.game, found.features, found.about[0]
    );
    let charts = [Some(convergence(found)), values(found)];
    for (output, chart) in plots.iter().zip(charts) {
        let Some(chart) = chart else { continue };
        output.write(chart.subtitle(&subtitle).svg())?;
        say(&format!("wrote {}", output.path().display()));
    }
    Ok(())
}

fn convergence(found: &Finding) -> Chart {
    let series = found.names.iter().enumerate().map(|(place, name)| {
        let point = |own: &FindingStep| {
            let weight = own.weights[place];
            let point = Point::new(own.done as f64, weight);
            match &own.spread {
                Some(spread) => point.band(weight - spread[place], weight + spread[place]),
                None => point,
            }
        };
        Series::new(name, found.steps.iter().map(point))
    });
    Chart::lines(series)
        .title("Weights on the way")
        .caption("The line is what the learner would have answered, the band how far it tried.")
        .x(Axis::new(found.unit))
        .y(Axis::new("weight"))
}

fn values(found: &Finding) -> Option<Chart> {
    let points: Vec<(f64, f64)> = found
        .steps
        .iter()
        .filter_map(|own| Some((own.done as f64, own.value?)))
        .collect();
    (points.len() > 1).then(|| {
        Chart::lines([Series::new(&found.value_name, points)])
            .title("What the steps come to")
            .x(Axis::new(found.unit))
            .y(Axis::new(&found.value_name))
    })
}

fn tell_found(found: &Finding, output: Option<&Path>, out: &Out) -> Result<(), Ended> {
    if out.json {
        return out.object(&to_json(found, output));
    }
    out.line(&format!(
        "  {:<9} {}, features `{}`",
        "game", found.game, found.features
    ))?;
    for line in &found.about {
        out.line(&format!("  {line}"))?;
    }
    out.line(&format!(
        "  {:<9} {:.1} s",
        "CPU time",
        found.cpu.as_secs_f64()
    ))?;
    out.text("\n")?;
    let is_tapered = found.weights.late.is_some();
    let heading = if is_tapered {
        vec!["feature", "weight", "late"]
    } else {
        vec!["feature", "weight"]
    };
    let mut table = Table::headed(heading.into_iter().map(str::to_string).collect(), &[0]);
    for name in &found.names {
        let mut row = vec![name.clone(), format!("{:.5}", found.weights.weights[name])];
        row.extend(
            found
                .weights
                .late
                .as_ref()
                .map(|late| format!("{:.5}", late[name])),
        );
        table.row(row);
    }
    out.text(&table.text())
}

fn to_json(found: &Finding, output: Option<&Path>) -> Value {
    let mut all = json!({
        "game": found.game,
        "features": found.features,
        "method": found.method,
        "about": found.about,
        "games": found.games,
        "positions": found.positions,
        "cpu_seconds": found.cpu.as_secs_f64(),
        "output": output.map(|path| path.display().to_string()),
        "names": found.names,
        "weights": found.weights,
        "warnings": found.warnings,
    });
    if let (Some(all), Some(more)) = (all.as_object_mut(), found.details.as_object()) {
        all.extend(more.clone());
    }
    all
}
