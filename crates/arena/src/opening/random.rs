//! Openings by random moves, no two alike.
//!
//! Two games from one opening are not independent, and deterministic agents
//! play the same game twice: so when openings run out, that is an error.
//! Candidate `n` is played with random numbers of its own. Those that are over, symmetric
//! to an earlier one or out of balance are passed over; the others are the
//! openings, in the order of their numbers, whichever thread judged them.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use plyscope_game::any::{AnyAgent, AnyGame};
use plyscope_game::{Chance, Error, ErrorKind, Facts, mix_all};

use super::every::{every_opening, openings_up_to};
use super::{Opening, in_plies};
use crate::Contestant;

/// Candidates in a row without a new one before those that are left are looked for one by one.
const PATIENCE: u32 = 2_000;
/// More openings than this, at any ply on the way, are never counted beforehand.
const PLENTY: usize = 20_000;
/// Candidates in a row out of balance after which the search for a balanced one is given up.
const UNBALANCED: usize = 1_000;
/// Separates the random numbers for openings from those for agents and ties.
const OPENINGS: u64 = 0x6f70_656e;

/// The judge of whether an opening is balanced.
pub struct Balance<'a> {
    /// The agent that puts a value on it.
    pub judge: Contestant<'a>,
    /// How far from 0 the value may be; 0 takes draws alone.
    pub within: f64,
}

/// Openings of so many random plies.
pub struct RandomOpenings<'a> {
    plies: u32,
    seed: u64,
    balance: Option<Balance<'a>>,
    found: Mutex<Found>,
    /// Judges at rest.
    judges: Mutex<Vec<Box<dyn AnyAgent>>>,
}

struct Found {
    /// The number that seeds the next candidate.
    task: u64,
    /// Canonical keys of what was drawn.
    seen: HashSet<u64>,
    /// Openings that random play has not met, listed once it meets nothing new.
    rest: Option<VecDeque<Opening>>,
    /// Candidates that were drawn and perhaps judged, but an earlier one was not; the first has the number `first`.
    waiting: VecDeque<(Arc<Opening>, Option<bool>)>,
    first: u64,
    openings: Vec<Arc<Opening>>,
    /// Candidates in a row that were not balanced.
    in_vain: usize,
    is_hopeless: bool,
}

impl<'a> RandomOpenings<'a> {
    /// Openings of so many plies, all of them or only the balanced ones.
    pub fn new(plies: u32, seed: u64, balance: Option<Balance<'a>>) -> Self {
        Self {
            plies,
            seed: mix_all(&[seed, OPENINGS]),
            balance,
            found: Mutex::new(Found {
                task: 0,
                seen: HashSet::new(),
                rest: None,
                waiting: VecDeque::new(),
                first: 0,
                openings: Vec::new(),
                in_vain: 0,
                is_hopeless: false,
            }),
            judges: Mutex::new(Vec::new()),
        }
    }

    /// Whether there are as many openings as rounds, balanced or not; does not count beyond what suffices.
    pub(super) fn ensure(&self, game: &dyn AnyGame, rounds: u64) -> Result<(), Error> {
        match self.fewer_than(game, rounds) {
            Some(0) => Err(self.too_long()),
            Some(all) => Err(self.run_out(all, rounds)),
            None => Ok(()),
        }
    }

    /// How many openings there are, if fewer than rounds.
    pub fn fewer_than(&self, game: &dyn AnyGame, rounds: u64) -> Option<u64> {
        let most = PLENTY.max(usize::try_from(rounds).unwrap_or(usize::MAX));
        let all = openings_up_to(game, self.plies, most)?.len() as u64;
        (all < rounds).then_some(all)
    }

    /// The opening of a round; threads that wait for one judge candidates meanwhile.
    pub(super) fn of_round(&self, game: &dyn AnyGame, round: u64) -> Result<Arc<Opening>, Error> {
        loop {
            let mut found = self.found();
            if let Some(opening) = found.openings.get(round as usize) {
                return Ok(Arc::clone(opening));
            }
            if found.is_hopeless {
                return Err(self.hopeless(found.in_vain));
            }
            let Some(candidate) = self.draw(game, &mut found)? else {
                if found.waiting.is_empty() {
                    let there_are = found.openings.len() as u64;
                    return Err(if there_are == 0 {
                        self.hopeless(found.in_vain)
                    } else {
                        self.run_out(there_are, round + 1)
                    });
                }
                // Others are judging the last ones.
                drop(found);
                std::thread::sleep(Duration::from_millis(1));
                continue;
            };
            let candidate = Arc::new(candidate);
            let Some(balance) = &self.balance else {
                found.openings.push(candidate);
                continue;
            };
            let number = found.first + found.waiting.len() as u64;
            found.waiting.push_back((Arc::clone(&candidate), None));
            drop(found);
            let is_balanced = self.is_balanced(&game.facts(), balance, &candidate)?;
            self.found().settle(number, is_balanced);
        }
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().expect("nobody panics while drawing")
    }

    /// The next candidate that is new and not over; nothing if there is none left.
    fn draw(&self, game: &dyn AnyGame, found: &mut Found) -> Result<Option<Opening>, Error> {
        let (mut finished, mut known) = (0, 0);
        loop {
            if let Some(rest) = &mut found.rest {
                return Ok(rest.pop_front());
            }
            let mut chance = Chance::for_task(self.seed, found.task);
            found.task += 1;
            let Some(opening) = self.playout(game, &mut chance) else {
                finished += 1;
                if finished >= PATIENCE {
                    return Err(self.too_long());
                }
                continue;
            };
            if found.seen.insert(opening.canonical_key()) {
                return Ok(Some(opening));
            }
            known += 1;
            if known >= PATIENCE {
                known = 0;
                found.look_for_the_rest(game, self.plies, self.seed);
            }
        }
    }

    /// The moves of one random game, if it lasts long enough.
    fn playout(&self, game: &dyn AnyGame, chance: &mut Chance) -> Option<Opening> {
        let mut opening = Opening::start(game);
        for _ in 0..self.plies {
            let mv = opening.ends.pick(1, chance);
            opening.ends.play(1, mv);
            opening.moves.push(mv);
            if opening.is_over() {
                return None;
            }
        }
        Some(opening)
    }

    fn is_balanced(
        &self,
        facts: &Facts,
        balance: &Balance<'_>,
        opening: &Opening,
    ) -> Result<bool, Error> {
        let judge = self.judges().pop();
        let mut judge = match judge {
            Some(judge) => judge,
            None => (balance.judge.make)(self.seed)?,
        };
        judge.forget();
        let advice = judge.advise(&*opening.ends, 1, &balance.judge.limits);
        let advice = advice.map_err(|error| self.not_judged(error))?;
        self.judges().push(judge);
        let best = advice.best.first().and_then(|&mv| advice.score_of(mv));
        match best.and_then(|best| best.from_level(facts)) {
            Some(value) if !advice.cut_short => Ok(f64::from(value).abs() <= balance.within),
            _ => Err(self.not_judged(Error::misuse("the judge was cut short", "allow it more"))),
        }
    }

    fn judges(&self) -> MutexGuard<'_, Vec<Box<dyn AnyAgent>>> {
        self.judges.lock().expect("nobody panics among the judges")
    }

    fn not_judged(&self, error: Error) -> Error {
        let place = format!(
            "whether openings of {} are balanced cannot be told",
            in_plies(self.plies)
        );
        error.in_context(place).of_kind(ErrorKind::Misuse)
    }

    fn too_long(&self) -> Error {
        let what = format!("random games are over before ply {}", self.plies);
        Error::misuse(what, "take openings of fewer plies")
    }

    fn run_out(&self, there_are: u64, rounds: u64) -> Error {
        let plies = self.plies;
        let (kind, all) = match &self.balance {
            Some(_) => ("balanced openings", String::new()),
            None => (
                "openings",
                format!(
                    ", or `all:plies={plies}`, which repeats them: then agents without chance repeat their games, and intervals are too narrow"
                ),
            ),
        };
        let what = format!(
            "there are only {there_are} {kind} of {}, for {rounds} rounds of two games",
            in_plies(plies)
        );
        let hint = format!(
            "take openings of more plies, or at most {} games{all}",
            2 * there_are
        );
        Error::misuse(what, hint)
    }

    fn hopeless(&self, judged: usize) -> Error {
        let what = format!(
            "of {judged} openings of {} in a row not one is balanced",
            in_plies(self.plies)
        );
        Error::misuse(
            what,
            "take another number of plies, a wider balance, or openings as they come: colours are swapped anyway",
        )
    }
}

impl Found {
    /// Lists the openings that random play has not met, where they can be listed.
    fn look_for_the_rest(&mut self, game: &dyn AnyGame, plies: u32, seed: u64) {
        let Ok(all) = every_opening(game, plies, seed) else {
            return;
        };
        let is_new = |own: &Opening| !self.seen.contains(&own.canonical_key());
        let rest = all.into_iter().filter(is_new);
        self.rest = Some(rest.collect());
    }

    /// Takes in what the judge said of a candidate, and releases those that wait for no earlier candidate.
    fn settle(&mut self, number: u64, is_balanced: bool) {
        self.waiting[(number - self.first) as usize].1 = Some(is_balanced);
        while let Some((opening, Some(is_balanced))) = self.waiting.front() {
            if *is_balanced {
                self.openings.push(Arc::clone(opening));
                self.in_vain = 0;
            } else {
                self.in_vain += 1;
                self.is_hopeless |= self.in_vain >= UNBALANCED;
            }
            self.waiting.pop_front();
            self.first += 1;
        }
    }
}
