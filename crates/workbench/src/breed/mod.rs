//! Weights found by games, for a game chosen at run time: names become players, `arena` plays and `learn` breeds.

mod words;
mod work;

use std::cell::RefCell;
use std::path::Path;

use plyscope_game::{Error, Feature, Limits};
use plyscope_learn::genetic::{
    Evolution, Generation, Genes, GeneticParams, Meeting, PairResult, Start, evolve,
};

use crate::meetings::{GameJournal, Meetings, Plan, Playing, Tied};
use crate::{NamedGame, OpeningsOrder, WeightRange, Weights, unknown};

pub use words::bred_text;
pub use work::{BreedWork, Won};

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
#[non_exhaustive]
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
    order: &'a BreedOrder<'a>,
    hall: Meetings<'a>,
}

impl<'a> Breeding<'a> {
    fn new(game: &'a NamedGame, order: &'a BreedOrder<'a>) -> Result<Self, Error> {
        order.params.check()?;
        let hall = Meetings::new(
            game,
            &Playing {
                features: order.features,
                only: order.only,
                tied: order.tied,
                by: order.by,
                openings: order.openings.clone(),
                max_plies: order.max_plies,
                limits: order.limits.clone(),
                threads: order.threads,
                seed: order.params.seed,
            },
        )?;
        Ok(Self { order, hall })
    }

    /// What was found, without games of earlier runs.
    fn bred(&self, evolution: Evolution) -> Bred {
        let order = self.order;
        Bred {
            game: self.hall.game.spec().to_string(),
            weights: self.weights(&evolution.weights),
            features: self.hall.set.clone(),
            names: self.hall.names.clone(),
            by: order.by.to_string(),
            openings: order.openings.to_string(),
            params: order.params.clone(),
            evolution,
            before: 0,
            journal: None,
            listed: self.hall.listed.clone(),
        }
    }

    fn genes(&self) -> Result<Genes, Error> {
        let known: Vec<&str> = self.hall.names.iter().map(String::as_str).collect();
        let reference = match self.order.reference {
            None => 0,
            Some(name) => known.iter().position(|own| *own == name).ok_or_else(|| {
                let what = format!("there is no feature `{name}` to measure the others by");
                unknown(what, name, &known)
            })?,
        };
        let start = match (self.order.start, self.order.tied) {
            (_, Some(tied)) => Start::Within(tied.ranges.to_vec()),
            (Some(path), None) => Start::Around(self.hall.start(path)?),
            (None, None) => Start::Scattered(self.hall.names.len()),
        };
        Genes::new(start, reference)
    }

    /// A vector as a weights file; features that are left out weigh nothing.
    fn weights(&self, vector: &[f64]) -> Weights {
        self.hall.weights(vector)
    }

    /// What tells this search apart from others, for its journal.
    fn plan(&self) -> Result<Plan, Error> {
        let order = self.order;
        let start = match order.start {
            Some(path) => plyscope_truth::digest_of(path)?,
            None => String::new(),
        };
        Ok(Plan {
            reference: order.reference.unwrap_or_default().to_string(),
            params: format!("{:?}", order.params),
            start,
            ..self.hall.plan()?
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
            let own = self.hall.names.iter().cloned();
            let own: Vec<_> = own.zip(generation.fame.iter().copied()).collect();
            (self.order.progress)(&BreedProgress {
                games: generation.games,
                of: self.order.params.games(),
                generation: Some(generation.number),
                best: Some(&own),
                ended: Some(&ranges(&self.hall.names, generation)),
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
        let tell = |done| {
            (order.progress)(&BreedProgress {
                games: before + done,
                of: order.params.games(),
                generation: (!meeting.is_replay).then_some(meeting.number),
                best,
                ended: None,
            });
        };
        let met = self.hall.play(meeting, journal, &tell)?;
        met.map_err(|done| stopped(before + done, order))
    }

    /// The replay has more games than a generation: what it lacks is told before the generations.
    fn check_replay(&self) -> Result<(), Error> {
        let params = &self.order.params;
        if params.replay_games() == 0 {
            return Ok(());
        }
        let hall = params.hall.min(params.generations as usize);
        let level = vec![vec![1.0; self.hall.names.len()]; hall];
        let contest = self.hall.contest(&Meeting {
            number: params.generations,
            is_replay: true,
            members: &level,
            games: params.replay,
        })?;
        let of_replay = |error: Error| error.in_context("the replay of the hall of fame");
        contest.check().map_err(of_replay)
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
