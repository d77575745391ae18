//! `plyscope learn --method patterns`: tables of weights for what lies on some cells together.

use std::path::Path;

use plyscope_game::{Error, Limits};
use plyscope_plot::{Axis, Chart, Series};
use plyscope_truth::{Journal, Output};
use plyscope_workbench::patterns::{USUAL_DEPTH, USUAL_PHASES, USUAL_RATE, USUAL_RIDGE};
use plyscope_workbench::{Budget, LearnedPatterns, PatternOrder, PatternProgress, PatternTeacher};
use serde_json::{Value, json};

use super::budget;
use crate::args::{Learn, WhichTeacher};
use crate::commands::cluster::cpu_time;
use crate::out::{Ended, Out, say};
use crate::outputs::{Outputs, files_of};
use crate::progress::Bar;
use crate::stop::on_interrupt;
use crate::table::{Table, grouped, hanging, wrapped};

/// Games by default: about a minute.
const GAMES: u64 = 10_000;
/// The same by TD, whose games are short work.
const TD_GAMES: u64 = 150_000;

pub(super) fn run(args: &Learn, out: &Out) -> Result<(), Ended> {
    let game = out.registry.open(&args.game)?;
    let places = Places::new(args, out)?;
    let own = &args.patterns;
    let teacher = teacher(args);
    let usual = match teacher {
        PatternTeacher::Rounds => GAMES,
        PatternTeacher::Td => TD_GAMES,
    };
    let budget = budget::of(args)?.unwrap_or(Budget::Games(usual));
    let journal = places
        .weights
        .as_ref()
        .map(|own| Journal::beside(own.path()));
    let bar = Bar::new(0, "games", format!("{} by patterns", game.spec()));
    let progress = |now: &PatternProgress<'_>| tell(&bar, now);
    let order = PatternOrder {
        set: own.set.as_deref(),
        phases: own.phases.map_or(USUAL_PHASES, usize::from),
        budget,
        depth: own.depth.unwrap_or(USUAL_DEPTH),
        share: own.share.unwrap_or(teacher.usual_share()),
        teacher,
        lambda: args.td.lambda.unwrap_or(teacher.usual_lambda()),
        rate: args.td.rate.unwrap_or(USUAL_RATE),
        ridge: own.ridge.unwrap_or(USUAL_RIDGE),
        start: args.start.as_deref(),
        against: own.opponent.as_deref(),
        seed: out.seed,
        limits: Limits {
            stop: on_interrupt(),
            ..Limits::best_move()
        },
        threads: out.threads,
        cpu_time: &cpu_time,
        journal: journal.as_deref(),
        progress: &progress,
    };
    let learned = game.learn_patterns(&order);
    bar.finish();
    let learned = learned?;
    if learned.before > 0 {
        say(&format!(
            "{} games were played by an earlier run",
            grouped(learned.before)
        ));
    }
    if let Some(words) = too_little(&learned) {
        say(&words);
    }
    places.finish(learned, out)
}

fn teacher(args: &Learn) -> PatternTeacher {
    let own = &args.patterns;
    match own.teacher {
        Some(WhichTeacher::Rounds) => PatternTeacher::Rounds,
        None if own.opponent.is_none() => PatternTeacher::Rounds,
        Some(WhichTeacher::Td) | None => PatternTeacher::Td,
    }
}

/// Says so where fewer states were seen than there are weights to tell from them.
fn too_little(learned: &LearnedPatterns) -> Option<String> {
    let states = learned.rounds.iter().map(|own| own.states);
    let states = if is_td(learned) {
        states.sum()
    } else {
        // Fits take games of earlier rounds again.
        states.max().unwrap_or(0)
    };
    let used = learned.weights.used();
    (states < used).then(|| {
        format!(
            "{} states were learned from, fewer than the {} weights that they tell of: allow more games, or choose a smaller --set",
            grouped(states as u64),
            grouped(used as u64)
        )
    })
}

fn tell(bar: &Bar, now: &PatternProgress<'_>) {
    bar.tell(now.games, now.of);
    if let Some(fitted) = now.fitted {
        let worst = fitted.after.iter().copied().fold(0.0, f64::max);
        let error = if fitted.after.len() > 1 {
            format!("error at most {worst:.2} points in a phase")
        } else {
            format!("error {worst:.3}")
        };
        bar.say(format!(
            "round {}: {} states, {error}",
            fitted.round,
            grouped(fitted.states as u64)
        ));
    }
}

/// Where the results go, asked before the work.
struct Places {
    weights: Option<Output>,
    log: Option<Output>,
    plot: Option<Output>,
}

impl Places {
    fn new(args: &Learn, out: &Out) -> Result<Self, Error> {
        let opponent = args.patterns.opponent.as_deref().unwrap_or_default();
        let mut inputs = files_of([args.game.as_str(), opponent]);
        inputs.extend(args.start.clone());
        let outputs = Outputs::new(out, args.force, inputs);
        if args.output.as_deref() == Some(Path::new("-")) {
            return Err(Error::misuse(
                "a file of pattern weights is no text for standard output",
                "name a file: -o my.pat",
            ));
        }
        let weights = args.output.as_deref().map(|path| outputs.file(path));
        let weights = weights.transpose()?;
        let beside = |path: &Path| outputs.beside(path, args.output.as_deref());
        let log = args.log.as_deref().map(beside).transpose()?;
        let plot = match args.plots.as_deref() {
            Some(folder) => {
                let made = std::fs::create_dir_all(folder);
                made.map_err(|error| plyscope_ledger::unwritable(folder, &error))?;
                Some(beside(&folder.join("errors.svg"))?)
            }
            None => None,
        };
        outputs.check_force()?;
        Ok(Self { weights, log, plot })
    }

    /// Writes all of it, and tells what was learned.
    fn finish(&self, mut learned: LearnedPatterns, out: &Out) -> Result<(), Ended> {
        if let Some(log) = &self.log {
            let line = |own| serde_json::to_string(own).expect("numbers are plain data") + "\n";
            log.write(learned.rounds.iter().map(line).collect::<String>())?;
            say(&format!("wrote {}", log.path().display()));
        }
        if let Some(plot) = &self.plot {
            plot.write(errors(&learned))?;
            say(&format!("wrote {}", plot.path().display()));
        }
        let mut size = None;
        if let Some(weights) = &self.weights {
            let bytes = learned.weights.to_bytes();
            size = Some(bytes.len());
            weights.write(bytes)?;
            learned.done()?;
            say(&format!("wrote {}", weights.path().display()));
        }
        let path = self
            .weights
            .as_ref()
            .map(|own| own.path().display().to_string());
        if out.json {
            return out.object(&to_json(&learned, path.as_deref(), size));
        }
        write(&learned, size, out)
    }
}

/// The error of every phase from round to round.
fn errors(learned: &LearnedPatterns) -> String {
    let phases = learned.rounds.first().map_or(0, |own| own.before.len());
    let series = (0..phases).map(|phase| {
        let points = learned
            .rounds
            .iter()
            .map(|own| (own.round as f64, own.before[phase]));
        let name = match phases {
            1 => "all phases".to_string(),
            _ => format!("phase {}", phase + 1),
        };
        Series::new(name, points).markers()
    });
    Chart::lines(series)
        .title("What each round's weights missed in the next round's games")
        .subtitle(learned.weights.made.clone())
        .caption("Before the round's own fit: states that the weights had not seen, and in later rounds some that they had.")
        .x(Axis::new("round"))
        .y(Axis::new("root mean squared error").unit("points"))
        .svg()
}

fn write(learned: &LearnedPatterns, size: Option<usize>, out: &Out) -> Result<(), Ended> {
    let weights = &learned.weights;
    let used = weights.used() as u64;
    let kept = size.map_or(String::new(), |size| {
        format!(", {} bytes", grouped(size as u64))
    });
    for (name, value) in [
        (
            "game",
            format!("{}, patterns `{}`", weights.set.board(), weights.set.name()),
        ),
        ("games", grouped(learned.games)),
        (
            "weights",
            format!(
                "{} phases of {}, {} not 0{kept}",
                weights.phases,
                grouped(weights.set.weights() as u64),
                grouped(used)
            ),
        ),
        ("made by", weights.made.clone()),
    ] {
        let lead = format!("  {name:<9} ");
        out.line(&hanging(&lead, &value, &" ".repeat(lead.len())))?;
    }
    out.text("\n")?;
    out.text(&rounds_table(learned).text())?;
    out.line(&wrapped(errors_in_words(learned), ""))
}

fn is_td(learned: &LearnedPatterns) -> bool {
    learned.rounds.iter().all(|own| own.steps.is_empty())
}

fn errors_in_words(learned: &LearnedPatterns) -> &'static str {
    if is_td(learned) {
        "Errors are those of the result that TD expects while it learns, from −1 to 1, of all phases together. A match tells how strong the weights are."
    } else {
        "Errors are in points, before and after each fit: the least and the largest of the phases (--log has all of them). A match tells how strong the weights are."
    }
}

fn rounds_table(learned: &LearnedPatterns) -> Table {
    let mut table = Table::new(["round", "games", "states", "before", "after"], &[]);
    let range = |errors: &[f64]| {
        let least = errors.iter().copied().fold(f64::INFINITY, f64::min);
        let most = errors.iter().copied().fold(0.0, f64::max);
        match errors.len() {
            1 => format!("{most:.2}"),
            _ => format!("{least:.2} to {most:.2}"),
        }
    };
    for own in &learned.rounds {
        table.row([
            own.round.to_string(),
            grouped(own.games),
            grouped(own.states as u64),
            range(&own.before),
            range(&own.after),
        ]);
    }
    table
}

fn to_json(learned: &LearnedPatterns, output: Option<&str>, bytes: Option<usize>) -> Value {
    let weights = &learned.weights;
    json!({
        "game": weights.set.board(),
        "method": "patterns",
        "set": weights.set.name(),
        "phases": weights.phases,
        "unit": weights.unit,
        "weights": weights.weights.len(),
        "used": weights.used(),
        "games": learned.games,
        "made": weights.made,
        "digest": weights.digest(),
        "output": output,
        "bytes": bytes,
        "rounds": learned.rounds,
    })
}
