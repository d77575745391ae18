//! Weights found by games, for a game chosen at run time: names become players, `arena` plays and `learn` breeds.

mod journal;
mod words;
mod work;

use std::cell::RefCell;
use std::path::Path;

use plyscope_arena::{
    Contest, Contestant, Fixture, Format, GameRecord, Opening, Results, Rules, Schedule, Watch,
};
use plyscope_game::{Error, Feature, Limits, mix_all};
use plyscope_learn::genetic::{
    Evolution, Generation, Genes, GeneticParams, Meeting, PairResult, Start, evolve,
};

use crate::agents::LINEAR;
use crate::contest::{files_digest, limits_text, openings_of};
use crate::learn::{feature_set, kept, shortest};
use crate::{NamedGame, OpeningsOrder, Spec, WeightRange, Weights, unknown};
use journal::{GameJournal, Plan};

pub use words::bred_text;
pub use work::{BreedWork, Won};

/// Separates the chance of games from that of breeding.
const GAMES: u64 = 0x6761_6d65;

/// Numbers from which the weights of a feature set are made, where these depend on each other.
pub struct Tied<'a> {
    /// Their names.
    pub names: &'a [&'a str],
    /// The range of each in the first population.
    pub ranges: &'a [[f64; 2]],
    /// The weights, in the order of the features.
    pub weights: &'a (dyn Fn(&[f64]) -> Vec<f64> + Sync),
}

/// Weights to be found by games.
pub struct BreedOrder<'a> {
    /// The feature set; the game's first if not given.
    pub features: Option<&'a str>,
    /// Only these features of it; all if there are none.
    pub only: &'a [String],
    /// What is bred instead of the weights themselves.
    pub tied: Option<&'a Tied<'a>>,
    /// The feature whose weight stays 1; the first if not given.
    pub reference: Option<&'a str>,
    /// The player; the weights are its evaluator, so that it names none.
    pub by: &'a str,
    /// Where games begin.
    pub openings: OpeningsOrder,
    /// A game of so many plies is a draw.
    pub max_plies: Option<u32>,
    /// The numbers of the search.
    pub params: GeneticParams,
    /// A weights file to start from; not where numbers are tied, which have their ranges.
    pub start: Option<&'a Path>,
    /// Limits for each move, and the flag that stops the run.
    pub limits: Limits,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// Where games are kept until the weights are written.
    pub journal: Option<&'a Path>,
    /// Told how far the work is.
    pub progress: &'a (dyn Fn(&BreedProgress<'_>) + Sync),
}

/// How far a search is.
pub struct BreedProgress<'a> {
    /// Games played, those of earlier runs too.
    pub games: u64,
    /// Games in all.
    pub of: u64,
    /// The generation that plays, from 0; none in the replay.
    pub generation: Option<u32>,
    /// The best so far: each feature with its weight.
    pub best: Option<&'a [(String, f64)]>,
    /// When the generation has just ended: what it brought to the hall of fame, and the range of its members.
    pub ended: Option<&'a [WeightRange]>,
}

/// What was found.
#[non_exhaustive]
pub struct Bred {
    /// The spec of the game.
    pub game: String,
    /// The feature set.
    pub features: String,
    /// All features of the set.
    pub listed: Vec<Feature>,
    /// The names of the weights, in the order in which [`Evolution`] has them.
    pub names: Vec<String>,
    /// The player.
    pub by: String,
    /// Where games began.
    pub openings: String,
    /// The numbers of the search.
    pub params: GeneticParams,
    /// Every generation, and the replay.
    pub evolution: Evolution,
    /// The weights as a file.
    pub weights: Weights,
    /// Games that an earlier run had played.
    pub before: u64,
    journal: Option<GameJournal>,
}

impl Bred {
    /// Drops the games that were kept for a rerun, once the weights are written.
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

/// Finds weights by games.
///
/// # Errors
/// When a name is unknown, the player does not judge by weights, or games cannot be played or kept.
pub fn breed(game: &NamedGame, order: &BreedOrder<'_>) -> Result<Bred, Error> {
    let breeding = Breeding::new(game, order)?;
    breeding.check_replay()?;
    let genes = breeding.genes()?;
    let journal = match order.journal {
        Some(path) => Some(GameJournal::open(path, &breeding.plan()?)?),
        None => None,
    };
    let before = journal.as_ref().map_or(0, GameJournal::games);
    let evolution = breeding.run(&genes, journal.as_ref())?;
    if let Some(journal) = &journal {
        journal.sync()?;
    }
    Ok(Bred {
        before,
        journal,
        ..breeding.bred(evolution)
    })
}

/// One search, its names found.
struct Breeding<'a> {
    game: &'a NamedGame,
    order: &'a BreedOrder<'a>,
    set: String,
    listed: Vec<Feature>,
    kept: Vec<usize>,
    /// What is bred.
    names: Vec<String>,
    spec: Spec,
}

impl<'a> Breeding<'a> {
    fn new(game: &'a NamedGame, order: &'a BreedOrder<'a>) -> Result<Self, Error> {
        order.params.check()?;
        let (set, features) = feature_set(game, order.features)?;
        let listed = features.list();
        let kept = kept(&set, &listed, order.only)?;
        let kept = kept.unwrap_or_else(|| (0..listed.len()).collect());
        let names = match order.tied {
            Some(tied) => tied.names.iter().map(|&name| name.to_string()).collect(),
            None => kept.iter().map(|&at| listed[at].name.clone()).collect(),
        };
        let breeding = Self {
            game,
            order,
            set,
            listed,
            kept,
            names,
            spec: Spec::parse(order.by)?,
        };
        breeding.check_player()?;
        Ok(breeding)
    }

    /// What was found, without games of earlier runs.
    fn bred(&self, evolution: Evolution) -> Bred {
        let order = self.order;
        Bred {
            game: self.game.spec().to_string(),
            weights: self.weights(&evolution.weights),
            features: self.set.clone(),
            names: self.names.clone(),
            by: order.by.to_string(),
            openings: order.openings.to_string(),
            params: order.params.clone(),
            evolution,
            before: 0,
            journal: None,
            listed: self.listed.clone(),
        }
    }

    /// The player must judge by the weights, or games would say nothing about them.
    fn check_player(&self) -> Result<(), Error> {
        let hint = format!(
            "name a search and no evaluator, such as negascout:depth=3, or `{LINEAR}` for one move ahead"
        );
        let behind = match (self.spec.name == LINEAR, self.spec.get("eval")) {
            (true, _) => Some(self.spec.clone()),
            (false, Some(own)) => Some(Spec::parse(own)?),
            (false, None) => self
                .game
                .evaluator_behind(&self.spec)?
                .map(|own| self.as_weighed(own)),
        };
        match behind {
            None => {
                let what = format!("`{}` does not judge by an evaluator", self.spec);
                Err(Error::misuse(what, hint))
            }
            Some(own) if own.name != LINEAR || own.get("weights").is_some() => {
                let what =
                    format!("the player judges by `{own}`, not by the weights to be learned");
                Err(Error::misuse(what, hint))
            }
            // Made once here, so that a wrong spec is told as such.
            Some(_) => {
                let level = vec![1.0; self.names.len()];
                let agent = self
                    .game
                    .agent_weighing(&self.spec, &self.weights(&level), 0);
                agent.map(drop)
            }
        }
    }

    /// The evaluator behind a spec that names none is the game's first: with weights in hand it is `linear`.
    fn as_weighed(&self, behind: Spec) -> Spec {
        let usual = self.game.evaluators();
        let is_usual = usual.first().is_some_and(|own| own.name == behind.name);
        if is_usual && behind.args.is_empty() && self.spec.name != behind.name {
            return Spec {
                name: LINEAR.to_string(),
                args: Vec::new(),
            };
        }
        behind
    }

    fn genes(&self) -> Result<Genes, Error> {
        let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let reference = match self.order.reference {
            None => 0,
            Some(name) => known.iter().position(|own| *own == name).ok_or_else(|| {
                let what = format!("there is no feature `{name}` to measure the others by");
                unknown(what, name, &known)
            })?,
        };
        let start = match (self.order.start, self.order.tied) {
            (_, Some(tied)) => Start::Within(tied.ranges.to_vec()),
            (Some(path), None) => Start::Around(self.start(path)?),
            (None, None) => Start::Scattered(self.names.len()),
        };
        Genes::new(start, reference)
    }

    /// The weights of a file, which must be of this game and feature set.
    fn start(&self, path: &Path) -> Result<Vec<f64>, Error> {
        let weights = Weights::load(path)?;
        let name = |spec: &str| spec.split(':').next().unwrap_or_default().to_string();
        for (what, own, wanted) in [
            ("game", name(&weights.game), self.game.name().to_string()),
            ("feature set", weights.features.clone(), self.set.clone()),
        ] {
            if own != wanted {
                let what = format!(
                    "the weights in {} are for the {what} `{own}`, not for `{wanted}`",
                    path.display()
                );
                let hint = "start from weights of the same game and features, or choose the set by --features";
                return Err(Error::misuse(what, hint));
            }
        }
        let all = weights.in_order(&self.listed);
        let all = all.map_err(|error| error.in_context(path.display()))?;
        Ok(self.kept.iter().map(|&at| f64::from(all[at])).collect())
    }

    /// A vector as a weights file; features that are left out weigh nothing.
    fn weights(&self, vector: &[f64]) -> Weights {
        let made = self.order.tied.map(|tied| (tied.weights)(vector));
        let vector = made.as_deref().unwrap_or(vector);
        let weight = |at: usize| {
            let place = self.kept.iter().position(|own| *own == at);
            place.map_or(0.0, |place| shortest(vector[place]))
        };
        let own = self.listed.iter().enumerate();
        Weights {
            game: self.game.spec().to_string(),
            features: self.set.clone(),
            to_move: 0.0,
            to_first: 0.0,
            complete: true,
            weights: own
                .map(|(at, own)| (own.name.clone(), weight(at)))
                .collect(),
        }
    }

    /// What tells this search apart from others, for its journal.
    fn plan(&self) -> Result<Plan, Error> {
        let order = self.order;
        let start = match order.start {
            Some(path) => plyscope_truth::digest_of(path)?,
            None => String::new(),
        };
        Ok(Plan {
            game: self.game.spec().to_string(),
            features: self.set.clone(),
            weights: self.names.clone(),
            reference: order.reference.unwrap_or_default().to_string(),
            player: format!(
                "{} {} {}",
                self.spec,
                limits_text(&order.limits),
                files_digest(self.game, &self.spec)?
            ),
            openings: order.openings.to_string(),
            max_plies: order.max_plies,
            params: format!("{:?}", order.params),
            start,
            version: env!("CARGO_PKG_VERSION").to_string(),
        })
    }

    fn run(&self, genes: &Genes, journal: Option<&GameJournal>) -> Result<Evolution, Error> {
        let best: RefCell<Option<Vec<(String, f64)>>> = RefCell::default();
        let mut played = 0;
        let mut play = |meeting: &Meeting<'_>| {
            let told = best.borrow().clone();
            let results = self.meet(meeting, journal, played, told.as_deref())?;
            played += meeting.games * meeting.pairings().len() as u64;
            Ok(results)
        };
        let mut tell = |generation: &Generation| {
            let own = self.names.iter().cloned();
            let own: Vec<_> = own.zip(generation.fame.iter().copied()).collect();
            (self.order.progress)(&BreedProgress {
                games: generation.games,
                of: self.order.params.games(),
                generation: Some(generation.number),
                best: Some(&own),
                ended: Some(&ranges(&self.names, generation)),
            });
            *best.borrow_mut() = Some(own);
        };
        evolve(&self.order.params, genes, &mut play, &mut tell)
    }

    /// Plays the games of a meeting that are not in the journal.
    fn meet(
        &self,
        meeting: &Meeting<'_>,
        journal: Option<&GameJournal>,
        before: u64,
        best: Option<&[(String, f64)]>,
    ) -> Result<Vec<PairResult>, Error> {
        let order = self.order;
        let contest = self.contest(meeting)?;
        let watcher = Watcher {
            journal,
            meeting: meeting.number,
            tell: &|done| {
                (order.progress)(&BreedProgress {
                    games: before + done,
                    of: order.params.games(),
                    generation: (!meeting.is_replay).then_some(meeting.number),
                    best,
                    ended: None,
                });
            },
        };
        let done = journal.map_or(Vec::new(), |journal| journal.of_meeting(meeting.number));
        let results = contest.run(done, &watcher)?;
        if !results.is_whole() {
            if let Some(journal) = journal {
                journal.sync()?;
            }
            return Err(stopped(before + results.progress().0, order));
        }
        let versus = results.versus();
        let result =
            |(&(one, other), versus): (&(usize, usize), &plyscope_arena::Versus)| PairResult {
                one,
                other,
                wins: versus.count.wins,
                draws: versus.count.draws,
                losses: versus.count.losses,
            };
        Ok(results.pairings().iter().zip(&versus).map(result).collect())
    }

    /// The replay has more games than a generation: what it lacks is told before the generations.
    fn check_replay(&self) -> Result<(), Error> {
        let params = &self.order.params;
        if params.replay_games() == 0 {
            return Ok(());
        }
        let hall = params.hall.min(params.generations as usize);
        let level = vec![vec![1.0; self.names.len()]; hall];
        let contest = self.contest(&Meeting {
            number: params.generations,
            is_replay: true,
            members: &level,
            games: params.replay,
        })?;
        let of_replay = |error: Error| error.in_context("the replay of the hall of fame");
        contest.check().map_err(of_replay)
    }

    /// The games of a meeting.
    fn contest<'c>(&'c self, meeting: &Meeting<'_>) -> Result<Contest<'c>, Error> {
        let order = self.order;
        let seed = mix_all(&[order.params.seed, GAMES, u64::from(meeting.number)]);
        Ok(Contest {
            openings: openings_of(self.game, &order.openings, &order.limits, seed)?,
            rules: Rules {
                max_plies: order.max_plies,
                ..Rules::default()
            },
            seed,
            threads: order.threads,
            stop: order.limits.stop.clone(),
            ..Contest::new(
                self.game.rules(),
                self.contestants(meeting.members),
                schedule(meeting)?,
            )
        })
    }

    fn contestants<'c>(&'c self, members: &[Vec<f64>]) -> Vec<Contestant<'c>> {
        let contestant = |(place, vector): (usize, &Vec<f64>)| {
            let weights = self.weights(vector);
            Contestant {
                name: place.to_string(),
                make: Box::new(move |seed| self.game.agent_weighing(&self.spec, &weights, seed)),
                limits: Limits {
                    stop: self.order.limits.stop.clone(),
                    ..self.order.limits.clone()
                },
            }
        };
        members.iter().enumerate().map(contestant).collect()
    }
}

/// What a generation brought to the hall of fame, with the range of its members.
fn ranges(names: &[String], own: &Generation) -> Vec<WeightRange> {
    let range = |(place, name): (usize, &String)| {
        let members = own.members.iter().map(|member| member[place]);
        WeightRange {
            name: name.clone(),
            weight: own.fame[place],
            low: members.clone().fold(f64::INFINITY, f64::min),
            high: members.fold(f64::NEG_INFINITY, f64::max),
        }
    };
    names.iter().enumerate().map(range).collect()
}

/// Who meets whom; every pair of games has an opening of its own.
fn schedule(meeting: &Meeting<'_>) -> Result<Schedule, Error> {
    let schedule = Schedule::new(Format::RoundRobin, meeting.members.len(), meeting.games)?;
    Ok(schedule.with_own_openings())
}

fn stopped(games: u64, order: &BreedOrder<'_>) -> Error {
    let of = order.params.games();
    match order.journal {
        Some(path) => Error::stopped(format!(
            "stopped after {games} of {of} games; they are kept in {}",
            path.display()
        ))
        .with_hint("run the same command again to go on from there"),
        None => Error::stopped(format!(
            "stopped after {games} of {of} games, and nothing is kept"
        ))
        .with_hint("name a file to write (-o), and a rerun will go on where it was stopped"),
    }
}

/// Writes games down, and tells how many there are.
struct Watcher<'a> {
    journal: Option<&'a GameJournal>,
    meeting: u32,
    tell: &'a (dyn Fn(u64) + Sync),
}

impl Watch for Watcher<'_> {
    fn finished(&self, fixture: &Fixture, _: &Opening, record: &GameRecord) -> Result<(), Error> {
        match self.journal {
            Some(journal) => journal.add(self.meeting, fixture.id, record.winner),
            None => Ok(()),
        }
    }

    fn progress(&self, results: &Results) {
        (self.tell)(results.progress().0);
    }
}
