//! `plyscope learn --compare`: all learners on the same budgets.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use plyscope_game::{Error, Limits};
use plyscope_truth::Benchmark;
use plyscope_workbench::{
    Budget, CompareOrder, LearnerComparison, NamedGame, Rates, Trial, compare_page, keep_trials,
    measured,
};
use serde_json::{Value, json};

use super::genetic::openings;
use super::scratch::Scratch;
use super::{budget, sources};
use crate::args::Learn;
use crate::commands::cluster::cpu_time;
use crate::commands::contest::flags;
use crate::out::{Ended, Out, say};
use crate::outputs;
use crate::progress::Bar;
use crate::stop::on_interrupt;

/// The file of the trials, in the folder of the page.
pub(crate) const FILE: &str = "trials.jsonl";
/// The player by default: cheap enough for thousands of games.
const PLAYER: &str = "negascout:depth=2,table=0";
const LABELLER: &str = "mcts:playouts=200";
/// The largest budget by default.
const LARGEST: Duration = Duration::from_secs(100);
const QUICK: Duration = Duration::from_secs(4);
const SEEDS: u64 = 3;
const GAMES: u64 = 400;
const QUICK_GAMES: u64 = 60;

/// Refuses what makes no comparison.
pub(super) fn check(args: &Learn) -> Result<(), Error> {
    if args.output.is_none() {
        let what = "a comparison is a page with pictures, and there is no folder for it";
        return Err(Error::misuse(what, "name one by -o FOLDER"));
    }
    sizes(args).map(drop)?;
    let games = games(args);
    if games < 2 || games % 2 == 1 {
        let what = format!("{games} games are no pairs");
        return Err(Error::misuse(what, "give an even number, such as 400"));
    }
    Ok(())
}

fn games(args: &Learn) -> u64 {
    let usual = if args.compare.quick {
        QUICK_GAMES
    } else {
        GAMES
    };
    args.compare.match_games.unwrap_or(usual)
}

/// The three budgets: a twenty-fifth, a fifth, and all of the largest; a quick one's are closer together.
fn sizes(args: &Learn) -> Result<[Duration; 3], Error> {
    if args.compare.quick {
        return Ok([QUICK / 4, QUICK / 2, QUICK]);
    }
    let largest = match budget::of(args)? {
        None => LARGEST,
        Some(Budget::Cpu(most)) => most,
        Some(other) => return Err(other.unsuited("…, --compare", "cpu=100s")),
    };
    Ok([largest / 25, largest / 5, largest])
}

pub(super) fn run(args: &Learn, out: &Out) -> Result<(), Ended> {
    let folder = args.output.clone().unwrap_or_default();
    std::fs::create_dir_all(&folder)
        .map_err(|error| plyscope_ledger::unwritable(&folder, &error))?;
    let file = folder.join(FILE);
    let asked = Asked::new(args, out)?;
    let bar = Bar::new(0, "trials", format!("learners of {}", asked.game.spec()));
    let progress = |done: u64, of: u64, now: &str| {
        bar.tell(done, of);
        bar.say(now.to_string());
    };
    let scratch = Scratch::new(&folder)?;
    let order = asked.order(scratch.path(), out.threads, &progress)?;
    let comparison = LearnerComparison::new(&asked.game, &order, measured(&file)?)?;
    let trials = comparison.run(&file);
    bar.finish();
    write(&comparison.plan()?, &trials?, &folder, out)
}

/// Writes the trials of shards into a folder, in place of what is there.
pub(crate) fn keep(plan: &Value, trials: &[Trial], folder: &Path) -> Result<(), Error> {
    let file = folder.join(FILE);
    if file.exists() {
        std::fs::remove_file(&file).map_err(|error| plyscope_ledger::unwritable(&file, &error))?;
    }
    keep_trials(&file, plan, trials)
}

/// Writes the page of a comparison into a folder.
pub(crate) fn write(plan: &Value, trials: &[Trial], folder: &Path, out: &Out) -> Result<(), Ended> {
    let files = compare_page(plan, trials);
    for own in &files {
        outputs::put_into(folder, own.name, &own.text)?;
    }
    say(&format!(
        "the page is {}",
        folder.join(files[0].name).display()
    ));
    if out.json {
        return out.object(&json!({ "output": folder, "plan": plan, "trials": trials }));
    }
    out.text(&files[0].text)
}

/// A comparison as the command asks for it.
pub(crate) struct Asked<'a> {
    args: &'a Learn,
    pub(crate) game: Arc<NamedGame>,
    test: Option<(String, Benchmark)>,
    sizes: [Duration; 3],
    seed: u64,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(args: &'a Learn, out: &Out) -> Result<Self, Error> {
        Ok(Self {
            game: out.registry.open(&args.game)?,
            test: sources::benchmark(args, out)?,
            sizes: sizes(args)?,
            seed: out.seed,
            args,
        })
    }

    pub(crate) fn order<'o>(
        &'o self,
        scratch: &'o Path,
        threads: usize,
        progress: &'o (dyn Fn(u64, u64, &str) + Sync),
    ) -> Result<CompareOrder<'o>, Error> {
        let args = self.args;
        let own = &args.compare;
        Ok(CompareOrder {
            features: args.features.as_deref(),
            only: &args.only,
            by: args.by.as_deref().unwrap_or(PLAYER),
            against: own.against.as_deref(),
            openings: flags::openings(openings(args), &self.game)?,
            max_plies: args.playing.max_plies,
            labeller: own.labels_by.as_deref().unwrap_or(LABELLER),
            squash: args.logistic.squash,
            test: self.test.as_ref().map(|own| (&own.1, &*own.0)),
            sizes: self.sizes,
            seeds: own.seeds.unwrap_or(SEEDS),
            games: games(args),
            seed: self.seed,
            threads,
            limits: Limits {
                time: args.limits.time,
                nodes: args.limits.nodes,
                stop: on_interrupt(),
                ..Limits::best_move()
            },
            scratch,
            cpu_time: &cpu_time,
            progress,
        })
    }

    /// The comparison, with what things cost if that is known.
    pub(crate) fn with<R>(
        &self,
        (folder, threads): (&Path, usize),
        rates: Option<Rates>,
        call: impl FnOnce(&LearnerComparison<'_>, u64) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let scratch = Scratch::new(folder)?;
        let order = self.order(scratch.path(), threads, &|_, _, _| ())?;
        let comparison = LearnerComparison::new(&self.game, &order, rates)?;
        call(&comparison, comparison.trials())
    }
}
