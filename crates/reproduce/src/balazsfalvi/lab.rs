//! What all experiments share: games by name, searches for weights, matches, and files to resume from.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use plyscope_arena::rating::difference;
use plyscope_arena::records::{ContestPlan, Entrant, Record};
use plyscope_arena::{
    Contest, Contestant, Fixture, Format, GameRecord, Opening, Openings, RandomOpenings, Results,
    Rules, Schedule, Watch,
};
use plyscope_game::{Error, Limits};
use plyscope_learn::genetic::{GeneticParams, Variant};
use plyscope_workbench::{
    Bred, BreedOrder, BreedWork, NamedGame, OpeningsOrder, Spec, Tied, Weights, breed,
};
use serde::Serialize;

use super::shards::Mode;
use super::{PaperProgress, Run};

/// How much a search for weights may play.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TrialBudget {
    /// How often it is run, each time with another seed.
    pub runs: u32,
    /// Members of a population.
    pub population: usize,
    /// Generations.
    pub generations: u32,
    /// Of how many last generations the best are replayed.
    pub hall: usize,
    /// Games between each two of them.
    pub replay: u64,
    /// The player, which judges by the weights.
    pub by: String,
}

/// One search for weights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LabTrial {
    /// The variant of the algorithm.
    pub variant: String,
    /// Its seed.
    pub seed: u64,
    /// Games it played.
    pub games: u64,
    /// The names of what was bred.
    pub names: Vec<String>,
    /// What was found, after the replay.
    pub found: Vec<f64>,
    /// The weights as a file holds them.
    #[serde(skip)]
    pub weights: Weights,
    /// The mean of the population, by generation.
    pub means: Vec<Vec<f64>>,
    /// The relative spread of the population, by generation.
    pub spreads: Vec<f64>,
    /// The best of each generation by its own games.
    pub bests: Vec<Vec<f64>>,
}

/// One who plays a match.
#[derive(Clone)]
pub(super) struct Fighter {
    pub(super) name: String,
    pub(super) spec: String,
    /// What it judges by, if that is not in the spec.
    pub(super) weights: Option<Weights>,
}

impl Fighter {
    pub(super) fn new(name: impl Into<String>, spec: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            spec: spec.into(),
            weights: None,
        }
    }

    pub(super) fn weighing(mut self, weights: &Weights) -> Self {
        self.weights = Some(weights.clone());
        self
    }
}

/// A match, seen by the first player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchResult {
    /// Its key among all matches.
    pub key: String,
    /// The first player.
    pub one: String,
    /// The other.
    pub other: String,
    /// Games won, drawn and lost.
    pub counts: [u64; 3],
    /// The share of points.
    pub score: f64,
    /// The difference in Elo, and its 95 % interval.
    pub elo: [f64; 3],
    /// Why it was not played, if it was not.
    pub missing: Option<String>,
}

impl MatchResult {
    /// Whether it is clear that the first is stronger.
    pub fn is_won(&self) -> bool {
        self.missing.is_none() && self.elo[1] > 0.0
    }

    /// Whether it is clear that the first is weaker.
    pub fn is_lost(&self) -> bool {
        self.missing.is_none() && self.elo[2] < 0.0
    }
}

/// The experiments' tools.
pub(super) struct Lab<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) seed: u64,
    mode: Mode<'a>,
    now: Mutex<PaperProgress>,
}

impl<'a> Lab<'a> {
    pub(super) fn new(run: &'a Run<'a>, seed: u64, of: u64, mode: Mode<'a>) -> Self {
        let now = PaperProgress {
            done: 0,
            of,
            what: String::new(),
        };
        Self {
            run,
            seed,
            mode,
            now: Mutex::new(now),
        }
    }

    /// Whether all of it is done here, so that what is found is what there is to find.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self.mode, Mode::Whole | Mode::Collect(_))
    }

    pub(super) fn open(&self, game: &str) -> Result<std::sync::Arc<NamedGame>, Error> {
        self.run.registry.open(game)
    }

    /// So many games are done of what is being done.
    fn tell(&self, what: &str, before: u64, done: u64) {
        let mut now = self.now.lock().expect("nobody panics while telling");
        now.done = before + done;
        what.clone_into(&mut now.what);
        (self.run.progress)(&now);
    }

    fn done(&self) -> u64 {
        self.now.lock().expect("nobody panics while telling").done
    }

    /// Where the games of a part are kept, if anything is.
    fn kept(&self, part: &str) -> Option<PathBuf> {
        let folder: Option<&Path> = self.run.keep;
        folder.map(|folder| folder.join(format!("{part}.jsonl")))
    }

    /// One search for weights; `number` tells it apart from the others of its kind.
    #[allow(
        clippy::too_many_arguments,
        reason = "each is one choice of the experiment"
    )]
    pub(super) fn breed(
        &self,
        game: &NamedGame,
        part: &str,
        features: &str,
        tied: Option<&Tied<'_>>,
        effort: &TrialBudget,
        variant: Variant,
        number: u32,
    ) -> Result<LabTrial, Error> {
        let seed = self.seed + u64::from(number);
        let params = genetic(effort, variant, seed);
        let name = format!("{part}-{}-{}", variant.name(), number + 1);
        let journal = self.kept(&name);
        let before = self.done();
        let order = BreedOrder {
            features: Some(features),
            only: &[],
            tied,
            reference: None,
            by: &effort.by,
            openings: openings(game),
            max_plies: max_plies(game),
            params,
            start: None,
            limits: Limits {
                stop: self.run.stop.clone(),
                ..Limits::best_move()
            },
            threads: self.run.threads,
            journal: journal.as_deref(),
            progress: &|now| self.tell(&name, before, now.games),
        };
        match &self.mode {
            Mode::Whole => Ok(LabTrial::of(breed(game, &order)?)),
            Mode::List(listing) => {
                listing.add_search(&name, &order.params);
                Ok(LabTrial::unknown(&order.params))
            }
            Mode::Shift(shift) => shift.search(&name, game, &order),
            Mode::Collect(known) => {
                let work = BreedWork::new(game, &order, known.winners(&name)?)?;
                let trial = LabTrial::of(work.bred()?);
                self.tell(&name, before, trial.games);
                Ok(trial)
            }
        }
    }

    /// A match, unless one of the two cannot be made.
    pub(super) fn hold(
        &self,
        game: &NamedGame,
        key: &str,
        [one, other]: [&Fighter; 2],
        games: u64,
    ) -> Result<MatchResult, Error> {
        let mut result = MatchResult {
            key: key.to_string(),
            one: one.name.clone(),
            other: other.name.clone(),
            counts: [0; 3],
            score: 0.5,
            elo: [0.0, f64::NEG_INFINITY, f64::INFINITY],
            missing: None,
        };
        if let Mode::List(listing) = &self.mode {
            // Who judges by weights is one of ours.
            let mut programs = [one, other].into_iter().filter(|own| own.weights.is_none());
            let missing = programs.find_map(|own| make(game, own, 0).err());
            listing.add_match(key, games, missing.map(|error| error.what));
            return Ok(result);
        }
        if let Mode::Shift(shift) = &self.mode
            && !shift.has_games_of(key)
        {
            return Ok(result);
        }
        result.missing = match &self.mode {
            Mode::Collect(known) => known.missing(key),
            Mode::Shift(_) => None,
            _ => {
                let made = [one, other].map(|own| make(game, own, 0));
                made.into_iter().find_map(Result::err).map(|own| own.what)
            }
        };
        if result.missing.is_some() {
            self.tell(key, self.done(), games);
            return Ok(result);
        }
        let contest = self.contest(game, [one, other], games)?;
        if let Mode::Shift(shift) = &self.mode {
            return shift.play(key, &contest).map(|()| result);
        }
        let plan = self.plan(game, [one, other]);
        let results = self.results(key, &contest, &plan)?;
        let versus = &results.versus()[0];
        let count = &versus.count;
        result.counts = [count.wins, count.draws, count.losses];
        if let Some(found) = difference(&versus.pairs) {
            result.score = found.score.value;
            result.elo = [found.elo.value, found.elo.low, found.elo.high];
        }
        Ok(result)
    }

    fn contest<'g>(
        &self,
        game: &'g NamedGame,
        fighters: [&Fighter; 2],
        games: u64,
    ) -> Result<Contest<'g>, Error> {
        let contestants = fighters.map(|own| contestant(game, own));
        Ok(Contest {
            openings: Openings::Random(RandomOpenings::new(
                opening_plies(game),
                self.seed ^ KEY_SEED,
                None,
            )),
            rules: Rules {
                max_plies: max_plies(game),
                ..Rules::default()
            },
            seed: self.seed,
            threads: self.run.threads,
            stop: self.run.stop.clone(),
            ..Contest::new(
                game.rules(),
                contestants.into(),
                Schedule::new(Format::RoundRobin, 2, games)?,
            )
        })
    }

    /// Plays what neither a record nor a shard holds yet.
    fn results(
        &self,
        key: &str,
        contest: &Contest<'_>,
        plan: &ContestPlan,
    ) -> Result<Results, Error> {
        let path = self.kept(&format!("match-{key}"));
        let (record, done) = match (&self.mode, &path) {
            (Mode::Collect(known), _) => (None, known.summaries(key)?),
            (_, Some(path)) => {
                let opened = Record::open(path, plan, contest.game, &contest.schedule)?;
                (Some(opened.0), opened.1)
            }
            (_, None) => (None, Vec::new()),
        };
        let before = self.done();
        let watcher = Watcher {
            record: record.as_ref(),
            tell: &|done| self.tell(key, before, done),
        };
        let results = contest.run(done, &watcher)?;
        if let Some(record) = &record {
            record.sync()?;
        }
        if !results.is_whole() {
            return Err(Error::stopped("stopped"));
        }
        Ok(results)
    }

    fn plan(&self, game: &NamedGame, fighters: [&Fighter; 2]) -> ContestPlan {
        let entrant = |own: &Fighter| Entrant {
            name: own.name.clone(),
            spec: own.spec.clone(),
            limits: String::new(),
            files: own
                .weights
                .as_ref()
                .map_or(String::new(), |weights| format!("{:?}", weights.weights)),
        };
        ContestPlan {
            game: game.spec().to_string(),
            contestants: fighters.map(entrant).to_vec(),
            format: Format::RoundRobin,
            openings: openings(game).to_string(),
            rules: format!("{:?}", max_plies(game)),
            seed: self.seed,
            version: env!("CARGO_PKG_VERSION").to_string(),
        }
    }
}

/// Keeps the openings of matches apart from those of learning.
const KEY_SEED: u64 = 0x6d61_7463;

/// The parameters of a search.
pub(super) fn genetic(effort: &TrialBudget, variant: Variant, seed: u64) -> GeneticParams {
    GeneticParams {
        population: effort.population,
        threshold: effort.population,
        generations: effort.generations,
        hall: effort.hall,
        replay: effort.replay,
        seed,
        ..GeneticParams::usual(variant)
    }
}

/// Random plies before the players are asked: enough that no two games are alike.
fn opening_plies(game: &NamedGame) -> u32 {
    if game.name() == "chess" { 8 } else { 4 }
}

fn openings(game: &NamedGame) -> OpeningsOrder {
    OpeningsOrder::random(opening_plies(game))
}

/// Chess by players who see three moves ahead need not end: then it is a draw.
fn max_plies(game: &NamedGame) -> Option<u32> {
    (game.name() == "chess").then_some(240)
}

/// The agent of a fighter.
pub(super) fn make(
    game: &NamedGame,
    fighter: &Fighter,
    seed: u64,
) -> Result<Box<dyn plyscope_game::any::AnyAgent>, Error> {
    let spec = Spec::parse(&fighter.spec)?;
    match &fighter.weights {
        Some(weights) => game.agent_weighing(&spec, weights, seed),
        None => game.agent(&spec, seed),
    }
}

fn contestant<'g>(game: &'g NamedGame, fighter: &Fighter) -> Contestant<'g> {
    let own = fighter.clone();
    Contestant {
        name: fighter.name.clone(),
        make: Box::new(move |seed| make(game, &own, seed)),
        limits: Limits::best_move(),
    }
}

impl LabTrial {
    /// One that is somebody else's to find, or to be found later; matches are named by its variant and seed.
    pub(super) fn unknown(params: &GeneticParams) -> Self {
        Self {
            variant: params.variant.name().to_string(),
            seed: params.seed,
            games: 0,
            names: Vec::new(),
            found: Vec::new(),
            weights: Weights {
                game: String::new(),
                features: String::new(),
                to_move: 0.0,
                to_first: 0.0,
                complete: true,
                weights: std::collections::BTreeMap::new(),
                ..Weights::default()
            },
            means: Vec::new(),
            spreads: Vec::new(),
            bests: Vec::new(),
        }
    }

    pub(super) fn of(bred: Bred) -> Self {
        let all = &bred.evolution.generations;
        Self {
            variant: bred.params.variant.name().to_string(),
            seed: bred.params.seed,
            games: bred.evolution.games,
            found: bred.evolution.weights.clone(),
            means: all.iter().map(|own| own.mean.clone()).collect(),
            spreads: all.iter().map(|own| own.spread).collect(),
            bests: all
                .iter()
                .map(|own| own.members[own.best].clone())
                .collect(),
            names: bred.names,
            weights: bred.weights,
        }
    }

    /// How far the weights are from others: the root mean square of the logarithms of their ratios.
    pub fn off(&self, reference: &[f64]) -> f64 {
        distance(&self.found, reference)
    }

    pub(super) fn is_paper(&self) -> bool {
        self.variant == Variant::Paper.name()
    }
}

/// The root mean square of the logarithms of the ratios of free weights; the first is the reference.
pub(super) fn distance(one: &[f64], other: &[f64]) -> f64 {
    let pairs = one.iter().zip(other).skip(1);
    let count = one.len().min(other.len()).saturating_sub(1).max(1) as f64;
    let squares = pairs.map(|(a, b)| (a / b).ln().powi(2));
    (squares.sum::<f64>() / count).sqrt()
}

/// Writes games down, and tells how many there are.
struct Watcher<'a> {
    record: Option<&'a Record>,
    tell: &'a (dyn Fn(u64) + Sync),
}

impl Watch for Watcher<'_> {
    fn finished(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        played: &GameRecord,
    ) -> Result<(), Error> {
        match self.record {
            Some(record) => record.add(fixture, opening, played),
            None => Ok(()),
        }
    }

    fn progress(&self, results: &Results) {
        (self.tell)(results.progress().0);
    }
}
