//! All learners on the same budgets: every one at every size with every seed is a trial of its own.
//!
//! A budget is CPU time. What a game, a labelled position and a value of a metric cost each learner is
//! measured once and kept, and every learner gets as many as its budget buys: so trials are the same on any
//! machine that takes over the measurement.

mod costs;
mod journal;
mod learning;
mod page;
mod trial;

use std::path::Path;
use std::time::Duration;

use plyscope_game::{Error, Limits};
use plyscope_shards::{HandIn, Work};
use plyscope_truth::Benchmark;
use serde_json::{Value, json};

use crate::{NamedGame, OpeningsOrder, Spec};
use journal::TrialJournal;
use trial::Bench;

pub use costs::{Price, Rates};
pub use page::{CompareFile, compare_page};
pub use trial::Trial;

/// The learners that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learner {
    /// The genetic algorithm, by games.
    Genetic,
    /// Ridge regression of labels.
    Ridge,
    /// Logistic regression of labels.
    Logistic,
    /// CMA-ES by games.
    CmaGames,
    /// CMA-ES by a metric on labelled states.
    CmaJudge,
    /// SPSA by games.
    SpsaGames,
    /// SPSA by a metric on labelled states.
    SpsaJudge,
    /// TD(λ) by self-play.
    Td,
    /// Tables of patterns by self-play, where the game has some.
    Patterns,
}

impl Learner {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Genetic,
        Self::Ridge,
        Self::Logistic,
        Self::CmaGames,
        Self::CmaJudge,
        Self::SpsaGames,
        Self::SpsaJudge,
        Self::Td,
        Self::Patterns,
    ];

    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Genetic => "genetic",
            Self::Ridge => "ridge",
            Self::Logistic => "logistic",
            Self::CmaGames => "cma by games",
            Self::CmaJudge => "cma by judge",
            Self::SpsaGames => "spsa by games",
            Self::SpsaJudge => "spsa by judge",
            Self::Td => "td",
            Self::Patterns => "patterns",
        }
    }

    /// What it counts: the thing whose cost is measured.
    fn unit(self) -> &'static str {
        match self {
            Self::Ridge | Self::Logistic => "position",
            Self::CmaJudge | Self::SpsaJudge => "state of a value",
            Self::Genetic | Self::CmaGames | Self::SpsaGames | Self::Td | Self::Patterns => "game",
        }
    }
}

/// A comparison to be made.
pub struct CompareOrder<'a> {
    /// The feature set; the game's first if not given.
    pub features: Option<&'a str>,
    /// Only these features of it; all if there are none.
    pub only: &'a [String],
    /// The player, for learning by games and for matches; it names no evaluator.
    pub by: &'a str,
    /// The reference that all play against; the player with the game's own evaluator if not given.
    pub against: Option<&'a str>,
    /// Where games begin.
    pub openings: OpeningsOrder,
    /// A game of so many plies is a draw.
    pub max_plies: Option<u32>,
    /// The labeller of those that learn from labels.
    pub labeller: &'a str,
    /// Brings its values to results, if they are on a scale of its own.
    pub squash: Option<f64>,
    /// The benchmark that tells the quality, and its name.
    pub test: Option<(&'a Benchmark, &'a str)>,
    /// CPU time of each size.
    pub sizes: [Duration; 3],
    /// Seeds per size.
    pub seeds: u64,
    /// Games of each match.
    pub games: u64,
    /// The first seed.
    pub seed: u64,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// Limits for each move and label, and the flag that stops the run.
    pub limits: Limits,
    /// A folder for files that are needed for a moment.
    pub scratch: &'a Path,
    /// CPU time of the process.
    pub cpu_time: &'a (dyn Fn() -> Duration + Sync),
    /// Told how many trials are done, of how many, and which comes.
    pub progress: &'a (dyn Fn(u64, u64, &str) + Sync),
}

/// A comparison, its names found and its costs known.
pub struct LearnerComparison<'a> {
    game: &'a NamedGame,
    order: &'a CompareOrder<'a>,
    bench: Bench<'a>,
    learners: Vec<Learner>,
    /// What things cost.
    pub rates: Rates,
}

impl<'a> LearnerComparison<'a> {
    /// Finds the names, and measures what things cost unless that is known.
    ///
    /// # Errors
    /// When a name is unknown, or the pieces do not fit the game.
    pub fn new(
        game: &'a NamedGame,
        order: &'a CompareOrder<'a>,
        rates: Option<Rates>,
    ) -> Result<Self, Error> {
        let bench = Bench::new(game, order)?;
        let has = |own: &Learner| *own != Learner::Patterns || game.has_patterns();
        let learners: Vec<Learner> = Learner::ALL.into_iter().filter(has).collect();
        let rates = match rates {
            Some(rates) => rates,
            None => bench.measure(&learners).map_err(|error| {
                let what = "stopped while it was measured what things cost, and nothing is kept";
                stopped_or(order, error, || what.to_string())
            })?,
        };
        Ok(Self {
            game,
            order,
            bench,
            learners,
            rates,
        })
    }

    /// How many trials there are.
    #[must_use]
    pub fn trials(&self) -> u64 {
        self.learners.len() as u64 * self.order.sizes.len() as u64 * self.order.seeds
    }

    /// What tells the comparison apart from others.
    ///
    /// # Errors
    /// When a file that it reads cannot be read.
    pub fn plan(&self) -> Result<Value, Error> {
        let order = self.order;
        Ok(json!({
            "compare": 4,
            "game": self.game.spec(),
            "features": self.bench.set(),
            "only": order.only,
            "by": order.by,
            "against": self.bench.reference(),
            "openings": order.openings.to_string(),
            "max_plies": order.max_plies,
            "labeller": order.labeller,
            "squash": order.squash,
            "test": order.test.map(|own| own.1),
            "sizes": order.sizes.map(|own| own.as_secs_f64()),
            "seeds": order.seeds,
            "games": order.games,
            "seed": order.seed,
            "files": self.files()?,
            "rates": self.rates,
            "version": env!("CARGO_PKG_VERSION"),
        }))
    }

    /// The files that the pieces are made from, with digests: a changed one makes another comparison.
    fn files(&self) -> Result<Vec<String>, Error> {
        let order = self.order;
        let mut files = Vec::new();
        for spec in [order.by, self.bench.reference(), order.labeller] {
            files.push(self.game.inputs_of(&Spec::parse(spec)?)?);
        }
        if let Some(path) = order
            .test
            .map(|own| Path::new(own.1))
            .filter(|own| own.is_file())
        {
            files.push(plyscope_truth::digest_of(path)?);
        }
        Ok(files)
    }

    /// The learner, the size and the seed of a trial.
    fn of(&self, task: u64) -> (Learner, usize, u64) {
        let sizes = self.order.sizes.len() as u64;
        let learner = self.learners[(task % self.learners.len() as u64) as usize];
        let rest = task / self.learners.len() as u64;
        // Small ones first, so that a picture takes shape early.
        let (size, seed) = (rest / self.order.seeds, rest % self.order.seeds);
        (learner, (size % sizes) as usize, self.order.seed + seed)
    }

    /// Makes one trial.
    ///
    /// # Errors
    /// When it fails or was stopped.
    pub fn trial(&self, task: u64) -> Result<Trial, Error> {
        let (learner, size, seed) = self.of(task);
        let told = format!(
            "{} with {:.1} s, seed {seed}",
            learner.name(),
            self.order.sizes[size].as_secs_f64()
        );
        (self.order.progress)(task, self.trials(), &told);
        let made = self.bench.trial(learner, size, seed, &self.rates);
        made.map_err(|error| error.in_context(told))
    }

    /// Makes all trials that a file does not hold yet, and gives all of them.
    ///
    /// # Errors
    /// When one fails, or the file belongs to another comparison.
    pub fn run(&self, file: &Path) -> Result<Vec<Trial>, Error> {
        let mut journal = TrialJournal::open(file, &self.plan()?)?;
        for task in 0..self.trials() {
            if journal.done.contains_key(&task) {
                continue;
            }
            let trial = self.trial(task).map_err(|error| {
                stopped_or(self.order, error, || {
                    let (done, of) = (journal.done.len(), self.trials());
                    let file = file.display();
                    format!("stopped after {done} of {of} trials; they are kept in {file}")
                })
            })?;
            journal.add(task, trial)?;
        }
        journal.sync()?;
        Ok(journal.done.into_values().collect())
    }
}

/// What to say of work that ended early: its error, unless it was stopped on purpose.
///
/// Learners and labellers keep nothing in a comparison, whatever they say of themselves.
fn stopped_or(order: &CompareOrder<'_>, error: Error, what: impl Fn() -> String) -> Error {
    if order.limits.stop.is_raised() {
        return Error::stopped(what()).with_hint("run the same command again to go on");
    }
    error
}

/// What an earlier run measured, if a file is there.
///
/// # Errors
/// When the file is no comparison.
pub fn measured(file: &Path) -> Result<Option<Rates>, Error> {
    journal::rates(file)
}

/// Writes trials that were made elsewhere, all of them and in order, as the file of a run: the same
/// comparison takes them over from there.
///
/// # Errors
/// When it cannot be written, or another comparison is there.
pub fn keep_trials(file: &Path, plan: &Value, trials: &[Trial]) -> Result<(), Error> {
    journal::keep(file, plan, trials)
}

impl Work for LearnerComparison<'_> {
    fn run(&self, tasks: &[u64], hand_in: HandIn<'_>) -> Result<(), Error> {
        for &task in tasks {
            let trial = self.trial(task)?;
            hand_in(task, &json!(trial).to_string())?;
        }
        Ok(())
    }
}
