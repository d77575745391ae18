//! The experiments as tasks: games, in waves.
//!
//! A wave has one generation of every search for weights, and the last one all
//! matches. Whoever plays some games goes through the same experiments as on one
//! machine, leaves out what is not his, and knows by the games of earlier waves
//! which weights meet.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use plyscope_arena::{Contest, Effort, Fixture, GameRecord, GameSummary, Opening, Watch};
use plyscope_game::{Error, Player};
use plyscope_learn::genetic::GeneticParams;
use plyscope_shards::{HandIn, Work};
use plyscope_workbench::{BreedOrder, BreedWork, NamedGame, Won};
use serde::{Deserialize, Serialize};

use super::lab::LabTrial;
use super::{PaperParams, Report, Run, run_as};

/// All games there are, as a plan keeps them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    parts: Vec<Part>,
    /// Matches against programs that were not there when it was planned, and why.
    missing: BTreeMap<String, String>,
}

/// A search or a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    name: String,
    /// The wave of its first games.
    wave: usize,
    /// Its games in that wave and the following ones.
    games: Vec<u64>,
}

/// What is done in the experiments.
pub(super) enum Mode<'a> {
    /// All of it.
    Whole,
    /// Nothing: what there is to do is listed.
    List(&'a Listing),
    /// Some games.
    Shift(Shift<'a>),
    /// All but the games, which are known.
    Collect(Known<'a>),
}

/// What there is to do, as it is met.
#[derive(Default)]
pub(super) struct Listing(Mutex<Listed>);

#[derive(Default)]
struct Listed {
    searches: Vec<(String, Vec<u64>)>,
    matches: Vec<(String, u64)>,
    missing: BTreeMap<String, String>,
}

impl Listing {
    pub(super) fn add_search(&self, name: &str, params: &GeneticParams) {
        let games = BreedWork::games_by_wave(params);
        self.locked().searches.push((name.to_string(), games));
    }

    pub(super) fn add_match(&self, key: &str, games: u64, missing: Option<String>) {
        let mut listed = self.locked();
        match missing {
            Some(why) => drop(listed.missing.insert(key.to_string(), why)),
            None => listed.matches.push((key.to_string(), games)),
        }
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Listed> {
        self.0.lock().expect("nobody panics while listing")
    }
}

impl Games {
    /// Lists the games; looks which programs of others are there.
    ///
    /// # Errors
    /// When a game is not in the registry.
    pub fn list(params: &PaperParams, run: &Run<'_>) -> Result<Self, Error> {
        let listing = Listing::default();
        run_as(params, run, Mode::List(&listing))?;
        let listed = listing.0.into_inner().expect("nobody panics while listing");
        let waves = listed.searches.iter().map(|own| own.1.len());
        let last = waves.max().unwrap_or(0);
        let search = |(name, games): (String, Vec<u64>)| Part {
            name,
            wave: 0,
            games,
        };
        let held = |(key, games): (String, u64)| Part {
            name: match_name(&key),
            wave: last,
            games: vec![games],
        };
        let searches = listed.searches.into_iter().map(search);
        let parts: Vec<Part> = searches
            .chain(listed.matches.into_iter().map(held))
            .collect();
        let names: BTreeSet<&str> = parts.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names.len(), parts.len(), "a part has a name of its own");
        Ok(Self {
            missing: listed.missing,
            parts,
        })
    }

    /// Where waves end.
    #[must_use]
    pub fn waves(&self) -> Vec<u64> {
        let count = self.parts.iter().map(|own| own.wave + own.games.len());
        let mut end = 0;
        let waves = (0..count.max().unwrap_or(0)).map(|wave| {
            end += self.parts.iter().map(|own| own.in_wave(wave)).sum::<u64>();
            end
        });
        waves.collect()
    }

    /// The numbers among all games of those of a part, in the order in which they are played.
    fn numbers(&self, name: &str) -> Vec<u64> {
        let waves = self.waves();
        let Some(place) = self.parts.iter().position(|own| own.name == name) else {
            return Vec::new();
        };
        let part = &self.parts[place];
        let in_wave = |wave: usize| {
            let begin = wave.checked_sub(1).map_or(0, |before| waves[before]);
            let before = self.parts[..place].iter();
            let first = begin + before.map(|own| own.in_wave(wave)).sum::<u64>();
            first..first + part.in_wave(wave)
        };
        let waves = part.wave..part.wave + part.games.len();
        waves.flat_map(in_wave).collect()
    }
}

impl Part {
    /// Its games in a wave.
    fn in_wave(&self, wave: usize) -> u64 {
        let place = wave.checked_sub(self.wave);
        let games = place.and_then(|place| self.games.get(place));
        games.copied().unwrap_or(0)
    }
}

fn match_name(key: &str) -> String {
    format!("match {key}")
}

/// Games that were played: who won, by their numbers from the first on.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    games: &'a Games,
    won: &'a [Won],
}

impl Known<'_> {
    /// Who won the games of a search, as far as it is known.
    pub(super) fn winners(&self, name: &str) -> Result<Vec<Won>, Error> {
        let numbers = self.games.numbers(name);
        if numbers.is_empty() {
            return Err(not_planned(name));
        }
        let known = numbers.iter().map_while(|own| self.won.get(*own as usize));
        Ok(known.copied().collect())
    }

    /// Why a match was not held.
    pub(super) fn missing(&self, key: &str) -> Option<String> {
        self.games.missing.get(key).cloned()
    }

    /// The games of a match.
    pub(super) fn summaries(&self, key: &str) -> Result<Vec<GameSummary>, Error> {
        let won = self.winners(&match_name(key))?;
        let summary = |(id, won): (u64, Won)| GameSummary {
            id,
            winner: won.and_then(|own| own.checked_sub(1)).map(Player),
            points: None,
            at_fault: None,
            is_adjudicated: false,
            effort: [Effort::default(); 2],
        };
        Ok((0..).zip(won).map(summary).collect())
    }
}

fn not_planned(name: &str) -> Error {
    Error::failed(format!("`{name}` is no part of the plan"))
        .with_hint("do and collect the shards by the version that planned them")
}

/// Games that are to be played, and what is known for it.
pub(super) struct Shift<'a> {
    known: Known<'a>,
    tasks: &'a [u64],
    hand_in: HandIn<'a>,
}

impl Shift<'_> {
    /// The tasks of a part: the number of each there, and its number among all.
    fn own(&self, name: &str) -> BTreeMap<u64, u64> {
        let numbers = (0..).zip(self.known.games.numbers(name));
        let wanted = |(_, number): &(u64, u64)| self.tasks.binary_search(number).is_ok();
        numbers.filter(wanted).collect()
    }

    /// Whether games of a match are to be played.
    pub(super) fn has_games_of(&self, key: &str) -> bool {
        !self.own(&match_name(key)).is_empty()
    }

    fn has_matches(&self) -> bool {
        let matches = self.known.games.waves();
        let before = matches.len().checked_sub(2).map_or(0, |own| matches[own]);
        self.tasks.last().is_some_and(|task| *task >= before)
    }

    /// Plays games of a search; gives what it found if matches are to be played and need it.
    pub(super) fn search(
        &self,
        name: &str,
        game: &NamedGame,
        order: &BreedOrder<'_>,
    ) -> Result<LabTrial, Error> {
        let own = self.own(name);
        let is_needed = self.has_matches();
        if own.is_empty() && !is_needed {
            return Ok(LabTrial::unknown(&order.params));
        }
        let work = BreedWork::new(game, order, self.known.winners(name)?)?;
        if is_needed {
            return Ok(LabTrial::of(work.bred()?));
        }
        let games: Vec<u64> = own.keys().copied().collect();
        work.run(&games, &|game, won| (self.hand_in)(own[&game], won))?;
        Ok(LabTrial::unknown(&order.params))
    }

    /// Plays games of a match.
    pub(super) fn play(&self, key: &str, contest: &Contest<'_>) -> Result<(), Error> {
        let own = self.own(&match_name(key));
        let games: Vec<u64> = own.keys().copied().collect();
        let scribe = Scribe {
            numbers: &own,
            hand_in: self.hand_in,
        };
        contest.play_some(&games, &scribe)
    }
}

/// Hands in who won.
struct Scribe<'a> {
    numbers: &'a BTreeMap<u64, u64>,
    hand_in: HandIn<'a>,
}

impl Watch for Scribe<'_> {
    fn finished(&self, fixture: &Fixture, _: &Opening, record: &GameRecord) -> Result<(), Error> {
        let won = record.winner.map_or(0, |player| player.0 + 1);
        (self.hand_in)(self.numbers[&fixture.id], &won.to_string())
    }
}

/// The experiments, of which some games are played at a time.
pub struct PaperWork<'a> {
    /// What is chosen about them.
    pub params: &'a PaperParams,
    /// How to run.
    pub run: &'a Run<'a>,
    /// All games there are.
    pub games: &'a Games,
    /// Who won those of earlier waves.
    pub won: Vec<Won>,
}

impl Work for PaperWork<'_> {
    fn run(&self, tasks: &[u64], hand_in: HandIn<'_>) -> Result<(), Error> {
        let mut tasks = tasks.to_vec();
        tasks.sort_unstable();
        let shift = Shift {
            known: Known {
                games: self.games,
                won: &self.won,
            },
            tasks: &tasks,
            hand_in,
        };
        let report = run_as(self.params, self.run, Mode::Shift(shift))?;
        if report.finished {
            return Ok(());
        }
        Err(Error::stopped("stopped before all games were played")
            .with_hint("run the same command again; what is finished is kept"))
    }
}

/// What came out, when all games are played.
///
/// # Errors
/// When one is not, or a program that was met is not here.
pub fn collect(
    params: &PaperParams,
    run: &Run<'_>,
    games: &Games,
    won: &[Won],
) -> Result<Report, Error> {
    run_as(params, run, Mode::Collect(Known { games, won }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_numbered_by_waves_and_then_by_parts() {
        let part = |name: &str, wave, games: &[u64]| Part {
            name: name.to_string(),
            wave,
            games: games.to_vec(),
        };
        let games = Games {
            parts: vec![
                part("short", 0, &[2, 4]),
                part("long", 0, &[2, 2, 2]),
                part("match a", 3, &[2]),
                part("match b", 3, &[4]),
            ],
            missing: BTreeMap::new(),
        };
        assert_eq!(games.waves(), [4, 10, 12, 18]);
        assert_eq!(games.numbers("short"), [0, 1, 4, 5, 6, 7]);
        assert_eq!(games.numbers("long"), [2, 3, 8, 9, 10, 11]);
        assert_eq!(games.numbers("match b"), [14, 15, 16, 17]);
        let won: Vec<Won> = (0..10).map(|own| Some(own % 3)).collect();
        let known = Known {
            games: &games,
            won: &won,
        };
        assert_eq!(
            known.winners("long").unwrap(),
            [Some(2), Some(0), Some(2), Some(0)]
        );
        assert!(known.winners("other").is_err());
    }
}
