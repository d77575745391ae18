//! Weights that meet: vectors become players, `arena` plays, and every game is kept until it is not needed.
//!
//! What the methods that learn by games share, whatever they make of the results.

mod journal;

use std::path::Path;

use plyscope_arena::{
    Contest, Contestant, Fixture, Format, GameRecord, Opening, Results, Rules, Schedule, Watch,
};
use plyscope_game::{Error, Feature, Limits, mix_all};
use plyscope_learn::genetic::{Meeting, PairResult};

use crate::agents::LINEAR;
use crate::contest::{files_digest, limits_text, openings_of};
use crate::learn::{feature_set, kept, shortest, start_weights};
use crate::{NamedGame, OpeningsOrder, Spec, Weights};

pub(crate) use journal::{GameJournal, Plan};

/// Separates the chance of games from that of the method.
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

/// Who plays, and how.
pub(crate) struct Playing<'a> {
    /// The feature set; the game's first if not given.
    pub(crate) features: Option<&'a str>,
    /// Only these features of it; all if there are none.
    pub(crate) only: &'a [String],
    /// What vectors are instead of the weights themselves.
    pub(crate) tied: Option<&'a Tied<'a>>,
    /// The player; the weights are its evaluator, so that it names none.
    pub(crate) by: &'a str,
    /// Where games begin.
    pub(crate) openings: OpeningsOrder,
    /// A game of so many plies is a draw.
    pub(crate) max_plies: Option<u32>,
    /// Limits for each move, and the flag that stops the run.
    pub(crate) limits: Limits,
    /// Threads; results do not depend on it.
    pub(crate) threads: usize,
    /// The seed of all games.
    pub(crate) seed: u64,
}

/// Vectors that can meet, their names found.
pub(crate) struct Meetings<'a> {
    pub(crate) game: &'a NamedGame,
    pub(crate) set: String,
    pub(crate) listed: Vec<Feature>,
    pub(crate) kept: Vec<usize>,
    /// What a vector's numbers are.
    pub(crate) names: Vec<String>,
    spec: Spec,
    tied: Option<&'a Tied<'a>>,
    openings: OpeningsOrder,
    max_plies: Option<u32>,
    limits: Limits,
    threads: usize,
    seed: u64,
}

impl<'a> Meetings<'a> {
    pub(crate) fn new(game: &'a NamedGame, playing: &Playing<'a>) -> Result<Self, Error> {
        let (set, features) = feature_set(game, playing.features)?;
        let listed = features.list();
        let kept = kept(&set, &listed, playing.only)?;
        let kept = kept.unwrap_or_else(|| (0..listed.len()).collect());
        let names = match playing.tied {
            Some(tied) => tied.names.iter().map(|&name| name.to_string()).collect(),
            None => kept.iter().map(|&at| listed[at].name.clone()).collect(),
        };
        let hall = Self {
            game,
            set,
            listed,
            kept,
            names,
            spec: Spec::parse(playing.by)?,
            tied: playing.tied,
            openings: playing.openings.clone(),
            max_plies: playing.max_plies,
            limits: playing.limits.clone(),
            threads: playing.threads,
            seed: playing.seed,
        };
        hall.check_player()?;
        Ok(hall)
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

    /// The weights of a file, which must be of this game and feature set.
    pub(crate) fn start(&self, path: &Path) -> Result<Vec<f64>, Error> {
        let own = start_weights(self.game, &self.set, &self.listed, &self.kept, path)?;
        Ok(own.0)
    }

    /// A vector as a weights file; features that are left out weigh nothing.
    pub(crate) fn weights(&self, vector: &[f64]) -> Weights {
        let made = self.tied.map(|tied| (tied.weights)(vector));
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
            ..Weights::default()
        }
    }

    /// What tells these meetings apart from others; what the method adds is left empty.
    pub(crate) fn plan(&self) -> Result<Plan, Error> {
        Ok(Plan {
            game: self.game.spec().to_string(),
            features: self.set.clone(),
            weights: self.names.clone(),
            reference: String::new(),
            player: format!(
                "{} {} {}",
                self.spec,
                limits_text(&self.limits),
                files_digest(self.game, &self.spec)?
            ),
            openings: self.openings.to_string(),
            max_plies: self.max_plies,
            params: String::new(),
            start: String::new(),
            version: env!("CARGO_PKG_VERSION").to_string(),
        })
    }

    /// Plays the games of a meeting that are not in the journal; if it was stopped, how many are done.
    pub(crate) fn play(
        &self,
        meeting: &Meeting<'_>,
        journal: Option<&GameJournal>,
        tell: &(dyn Fn(u64) + Sync),
    ) -> Result<Result<Vec<PairResult>, u64>, Error> {
        let contest = self.contest(meeting)?;
        let watcher = Watcher {
            journal,
            meeting: meeting.number,
            tell,
        };
        let done = journal.map_or(Vec::new(), |journal| journal.of_meeting(meeting.number));
        let results = contest.run(done, &watcher)?;
        if !results.is_whole() {
            if let Some(journal) = journal {
                journal.sync()?;
            }
            return Ok(Err(results.progress().0));
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
        let all = results.pairings().iter().zip(&versus).map(result);
        Ok(Ok(all.collect()))
    }

    /// The games of a meeting.
    pub(crate) fn contest<'c>(&'c self, meeting: &Meeting<'_>) -> Result<Contest<'c>, Error> {
        let seed = mix_all(&[self.seed, GAMES, u64::from(meeting.number)]);
        Ok(Contest {
            openings: openings_of(self.game, &self.openings, &self.limits, seed)?,
            rules: Rules {
                max_plies: self.max_plies,
                ..Rules::default()
            },
            seed,
            threads: self.threads,
            stop: self.limits.stop.clone(),
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
                    stop: self.limits.stop.clone(),
                    ..self.limits.clone()
                },
            }
        };
        members.iter().enumerate().map(contestant).collect()
    }
}

/// Who meets whom; every pair of games has an opening of its own.
pub(crate) fn schedule(meeting: &Meeting<'_>) -> Result<Schedule, Error> {
    let schedule = Schedule::new(Format::RoundRobin, meeting.members.len(), meeting.games)?;
    Ok(schedule.with_own_openings())
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
