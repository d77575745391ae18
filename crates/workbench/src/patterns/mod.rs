//! Patterns learned for a game chosen at run time: names become sets, games are played and kept in a journal.

mod ends;
mod evaluator;
mod following;
mod journal;
mod timing;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use plyscope_eval::patterns::{PatternSet, PatternWeights, ReadPatterns, StoneGame};
use plyscope_game::{Error, Evaluator, Limits};
use plyscope_learn::patterns::{
    Aim, Keeper, PatternParams, TableFit, TdTables, Teacher, learn_patterns, learn_patterns_by_td,
};
use plyscope_parallel::Threads;

use crate::{Budget, unknown};
use following::Following;
use journal::{Plan, StateJournal, games_begun};
use timing::{Timing, games_within};

pub use ends::Ends;
pub use evaluator::{ABOUT, FILE, NAME, SHIPPED, SHIPPED_OR_FILE, patterns};

/// How weights follow from games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternTeacher {
    /// Rounds of games against oneself alternate with least squares.
    Rounds,
    /// TD(λ), against oneself or against one opponent, one move ahead.
    Td,
}

impl PatternTeacher {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rounds => "rounds",
            Self::Td => "td",
        }
    }

    /// How much of what a state is worth comes from later states (λ), unless told otherwise.
    ///
    /// Of 0.5, 0.7, 0.9 and 1 rounds were best with 0.7 on Othello, close before 0.9; TD against one
    /// opponent with 0.5 of 0, 0.3 and 0.5.
    #[must_use]
    pub fn usual_lambda(self) -> f64 {
        match self {
            Self::Rounds => 0.8,
            Self::Td => 0.5,
        }
    }

    /// The share of random moves, unless told otherwise.
    #[must_use]
    pub fn usual_share(self) -> f64 {
        match self {
            Self::Rounds => 0.05,
            Self::Td => 0.1,
        }
    }
}

/// Phases of the game, unless told otherwise; twelve were no better on Othello.
pub const USUAL_PHASES: usize = 6;
/// Moves that the later rounds look ahead, unless told otherwise.
pub const USUAL_DEPTH: u32 = 3;
/// How strongly weights are drawn to 0, unless told otherwise.
pub const USUAL_RIDGE: f64 = 10.0;
/// The first step of TD, unless told otherwise; of 0.25, 0.5, 1 and 2 it came furthest on Othello.
pub const USUAL_RATE: f64 = 0.5;

/// The opponent to be beaten, found by name.
pub struct Opponent<'a, G> {
    /// Looks one move ahead.
    pub evaluator: &'a dyn Evaluator<G>,
    /// The files that its spec names, with digests.
    pub files: &'a str,
}

/// Patterns to be learned.
pub struct PatternOrder<'a> {
    /// The set; the game's first if not given.
    pub set: Option<&'a str>,
    /// Phases of the game with weights of their own.
    pub phases: usize,
    /// What it may cost; positions are counted as so many per game as a usual one has, and CPU time
    /// as the games that a few timed ones say it suffices for.
    pub budget: Budget,
    /// Moves that the later rounds look ahead.
    pub depth: u32,
    /// The share of random moves.
    pub share: f64,
    /// How weights follow from games.
    pub teacher: PatternTeacher,
    /// How much of what a state is worth comes from later states (λ).
    pub lambda: f64,
    /// The step of TD at first (α).
    pub rate: f64,
    /// How strongly least squares draw weights to 0.
    pub ridge: f64,
    /// A file to start from.
    pub start: Option<&'a Path>,
    /// The evaluator of the opponent to beat, who looks one move ahead; oneself if not given.
    pub against: Option<&'a str>,
    /// The seed of all chance.
    pub seed: u64,
    /// The flag that stops the run.
    pub limits: Limits,
    /// Threads; results do not depend on it, unless the budget is CPU time.
    pub threads: usize,
    /// The CPU time of this process so far.
    pub cpu_time: &'a (dyn Fn() -> Duration + Sync),
    /// Where states are kept until the weights are written.
    pub journal: Option<&'a Path>,
    /// Told how far the work is.
    pub progress: &'a (dyn Fn(&PatternProgress<'_>) + Sync),
}

/// How far the work is.
pub struct PatternProgress<'a> {
    /// Games played, those of earlier runs too.
    pub games: u64,
    /// Games in all.
    pub of: u64,
    /// When a round has just been fitted: its numbers.
    pub fitted: Option<&'a FittedRound>,
}

/// What a round brought.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct FittedRound {
    /// The round, from 1.
    pub round: usize,
    /// Games played so far.
    pub games: u64,
    /// States that the fit used.
    pub states: usize,
    /// The root of the mean squared error over these, in points, before and after, phase by phase; by TD
    /// of all phases together, and what is expected is 1 for won and −1 for lost.
    pub before: Vec<f64>,
    /// After the fit.
    pub after: Vec<f64>,
    /// Steps of the solver, phase by phase; none by TD, which fits nothing.
    pub steps: Vec<u32>,
}

/// What was learned.
#[non_exhaustive]
pub struct LearnedPatterns {
    /// The weights.
    pub weights: PatternWeights,
    /// Games played.
    pub games: u64,
    /// Every round.
    pub rounds: Vec<FittedRound>,
    /// Games that an earlier run had played.
    pub before: u64,
    journal: Option<StateJournal>,
}

impl LearnedPatterns {
    /// Drops what was kept for a rerun, once the weights are written.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn done(&mut self) -> Result<(), Error> {
        match self.journal.take() {
            Some(journal) => journal.remove(),
            None => Ok(()),
        }
    }
}

/// What a game says about learning its patterns.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// So much of a weight is one point.
    pub unit: u32,
    /// States that a game brings, about.
    pub states: u64,
    /// Random plies at the beginning of games: at least and at most.
    pub random_plies: (u32, u32),
}

/// Learns the patterns of a game; `teacher` makes one who knows its ends.
///
/// # Errors
/// When a name is unknown, a file cannot be read or written, or the run is stopped.
pub fn learn<G: StoneGame, T: Teacher<G>>(
    game: &G,
    order: &PatternOrder<'_>,
    against: Option<&Opponent<'_, G>>,
    habits: Habits,
    teacher: &(dyn Fn() -> T + Sync),
) -> Result<LearnedPatterns, Error> {
    check(order)?;
    let threads = Threads::new(order.threads)?;
    let start = order.start.map(|path| load(game, path)).transpose()?;
    if let Some(start) = start.as_ref().filter(|start| start.unit != habits.unit) {
        return Err(other_unit(start.unit, habits.unit));
    }
    let mut params = params(game, order, start.as_ref(), habits)?;
    let td = TdTables {
        rate: order.rate,
        lambda: order.lambda,
    };
    let aim = Aim {
        start: start.as_ref(),
        against: against.map(|own| own.evaluator),
    };
    let work = |params: &PatternParams, keeper: &mut (dyn Keeper + Send)| {
        threads.run(|| match order.teacher {
            PatternTeacher::Rounds => learn_patterns(game, params, start.as_ref(), teacher, keeper),
            PatternTeacher::Td => learn_patterns_by_td(game, params, &td, &aim, keeper),
        })
    };
    let files = against.map_or("", |own| own.files);
    let mut plan = plan(&params, order, start.as_ref(), files);
    params.games = games(order, habits, &plan, &|games| {
        let trial = PatternParams {
            games,
            ..params.clone()
        };
        work(&trial, &mut Timing(order.limits.stop.clone())).map(drop)
    })?;
    plan.games = params.games;
    let mut keeper = Following::new(order, &plan, &params)?;
    let before = keeper.before();
    let weights = work(&params, &mut keeper)?;
    if let Some(error) = against.and_then(|own| own.evaluator.take_failure()) {
        return Err(error);
    }
    let made = made(order, &params);
    if let Some(journal) = &mut keeper.journal {
        journal.sync()?;
    }
    Ok(LearnedPatterns {
        weights: PatternWeights { made, ..weights },
        games: params.games,
        rounds: keeper.rounds,
        before,
        journal: keeper.journal,
    })
}

/// What the order says, with the game's habits and the file to start from; the games are not decided yet.
fn params<G: StoneGame>(
    game: &G,
    order: &PatternOrder<'_>,
    start: Option<&PatternWeights>,
    habits: Habits,
) -> Result<PatternParams, Error> {
    Ok(PatternParams {
        set: Arc::new(set(game, order, start)?),
        unit: habits.unit,
        games: 0,
        depth: match order.teacher {
            PatternTeacher::Td => 1,
            PatternTeacher::Rounds => order.depth,
        },
        random_plies: habits.random_plies,
        share: order.share,
        lambda: order.lambda,
        fit: TableFit {
            phases: start.map_or(order.phases, |start| start.phases),
            ridge: order.ridge,
            steps: STEPS,
            enough: ENOUGH,
        },
        seed: order.seed,
    })
}

/// The games that the budget buys: with CPU time as many as an earlier run decided on, or `work` is timed.
fn games(
    order: &PatternOrder<'_>,
    habits: Habits,
    plan: &Plan,
    work: &dyn Fn(u64) -> Result<(), Error>,
) -> Result<u64, Error> {
    let time = match order.budget {
        Budget::Games(games) => return Ok(games),
        Budget::Positions(positions) => return Ok(positions.div_ceil(habits.states)),
        Budget::Cpu(time) => time,
    };
    if let Some(games) = order.journal.and_then(|path| games_begun(path, plan)) {
        return Ok(games);
    }
    games_within(time, |games| {
        let before = (order.cpu_time)();
        work(games)?;
        Ok((order.cpu_time)().saturating_sub(before))
    })
}

/// Weights that count discs are of no use to one who learns chances of winning.
fn other_unit(start: u32, wanted: u32) -> Error {
    Error::misuse(
        format!(
            "the weights to start from count one point as {start}, and this teacher as {wanted}: they mean something else"
        ),
        "start from a file that the same --teacher made, or leave --start out",
    )
}

/// Whether the numbers and names go together.
fn check(order: &PatternOrder<'_>) -> Result<(), Error> {
    if order.against.is_some() && order.teacher == PatternTeacher::Rounds {
        let what = "rounds of games are played against oneself, not against an opponent";
        return Err(Error::misuse(what, "say --teacher td, or leave it out"));
    }
    for (name, number, most) in [("lambda", order.lambda, 1.0), ("rate", order.rate, 10.0)] {
        if !(0.0..=most).contains(&number) {
            let what = format!("{number} is no number for the {name}");
            return Err(Error::misuse(what, format!("it is 0 to {most}")));
        }
    }
    Ok(())
}

/// The most steps of a fit; after so many the error hardly falls.
const STEPS: u32 = 30;
/// Fits of the first rounds end sooner, when the gradient is so small a part of the first.
const ENOUGH: f64 = 1e-3;

/// The set that is named, or that of the file to start from, or the usual one.
fn set<G: StoneGame>(
    game: &G,
    order: &PatternOrder<'_>,
    start: Option<&PatternWeights>,
) -> Result<PatternSet, Error> {
    let names: Vec<&str> = game.pattern_sets().iter().map(|own| own.0).collect();
    let begun = start.map(|start| start.set.name());
    if let (Some(named), Some(begun)) = (order.set, begun)
        && named != begun
    {
        let what = format!("the file to start from has the patterns `{begun}`, not `{named}`");
        return Err(Error::misuse(
            what,
            "leave --set out, or start from another file",
        ));
    }
    let name = order.set.or(begun).unwrap_or(names[0]);
    game.pattern_set(name)
        .ok_or_else(|| unknown(format!("there are no patterns `{name}`"), name, &names))
}

/// What tells the run apart; the games are not decided yet.
fn plan(
    params: &PatternParams,
    order: &PatternOrder<'_>,
    start: Option<&PatternWeights>,
    files: &str,
) -> Plan {
    let PatternParams {
        unit,
        depth,
        random_plies,
        share,
        lambda,
        fit,
        seed,
        ..
    } = params;
    let (budget, against) = (order.budget, order.against);
    let (teacher, rate) = (order.teacher.name(), order.rate);
    Plan {
        patterns: format!("{} {}", params.set.board(), params.set.name()),
        params: format!(
            "{teacher} {budget:?} {unit} {depth} {random_plies:?} {share} {lambda} {rate} {fit:?} {seed} {against:?}"
        ),
        games: 0,
        start: start.map(PatternWeights::digest).unwrap_or_default(),
        files: files
            .split(", ")
            .filter(|own| !own.is_empty())
            .map(str::to_owned)
            .collect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// The command that makes the same weights.
fn made(order: &PatternOrder<'_>, params: &PatternParams) -> String {
    let start = order
        .start
        .map(|path| format!(" --start {}", path.display()))
        .unwrap_or_default();
    let against = order
        .against
        .map(|spec| format!(" --opponent {spec}"))
        .unwrap_or_default();
    let (share, lambda, seed) = (params.share, params.lambda, params.seed);
    let how = match order.teacher {
        PatternTeacher::Rounds => format!(
            "--depth {} --share {share} --lambda {lambda} --ridge {}",
            params.depth, params.fit.ridge
        ),
        PatternTeacher::Td => {
            let rate = order.rate;
            format!("--teacher td --share {share} --lambda {lambda} --rate {rate}")
        }
    };
    format!(
        "plyscope learn {} --method patterns --set {} --phases {} --budget games={} {how} --seed {seed}{start}{against}",
        params.set.board(),
        params.set.name(),
        params.fit.phases,
        params.games,
    )
}

/// The weights in a file.
fn load<G: StoneGame>(game: &G, path: &Path) -> Result<PatternWeights, Error> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| {
        Error::misuse(
            format!("the file of pattern weights {shown} cannot be read: {error}"),
            "check the path; it is taken from the folder you are in",
        )
    })?;
    let read = game.read_patterns(&bytes);
    read.map_err(|error| error.in_context(format!("{shown}")))
}
