//! A contest: all games of a schedule, on all cores.

use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread;

use plyscope_game::any::AnyGame;
use plyscope_game::{Chance, Error, Limits, Player, Stop, mix_all};

use crate::contestant::check_names;
use crate::crew::Crew;
use crate::play::forfeited;
use crate::rating::Pairs;
use crate::{
    Contestant, Effort, End, Fault, Fixture, GameRecord, GameSummary, Judge, Opening, Openings,
    Results, Rules, Schedule, Seat, play_game,
};

/// Separates the random numbers for ties from those for openings and agents.
const TIES: u64 = 0x7469_6573;
/// Separates the seeds of agents.
const AGENTS: u64 = 0x6167_656e;

/// Everything that decides how a contest goes.
///
/// The results depend on these alone, on nothing else if no limit is one of
/// time: each game's chance and each agent's seed come from (seed, game, seat).
pub struct Contest<'a> {
    /// The rules of the game.
    pub game: &'a dyn AnyGame,
    /// The contestants.
    pub contestants: Vec<Contestant<'a>>,
    /// The pairings, and how often each is played.
    pub schedule: Schedule,
    /// Where games begin.
    pub openings: Openings<'a>,
    /// When games are adjudicated.
    pub rules: Rules,
    /// The agent that proves how games would end, and the ply from which on it is asked.
    pub verdict: Option<(Contestant<'a>, u32)>,
    /// Of a match, whether the pairs so far decide it; asked after every pair, in their order.
    pub until: Option<&'a (dyn Fn(&Pairs) -> bool + Sync)>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads; the results do not depend on it.
    pub threads: usize,
    /// Raised to end the contest early.
    pub stop: Stop,
}

/// An observer of a contest.
pub trait Watch: Sync {
    /// A game is finished; called by the thread that played it.
    ///
    /// # Errors
    /// To end the contest, because the game could not be recorded.
    fn finished(
        &self,
        _fixture: &Fixture,
        _opening: &Opening,
        _record: &GameRecord,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// The results so far, after every game, by one thread at a time.
    fn progress(&self, _results: &Results) {}
}

/// The observer that does nothing.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Watch for Nobody {}

impl<'a> Contest<'a> {
    /// A contest from the start of the game, to the end of every game, on all cores; the rest is for the caller to set.
    pub fn new(
        game: &'a dyn AnyGame,
        contestants: Vec<Contestant<'a>>,
        schedule: Schedule,
    ) -> Self {
        Self {
            game,
            contestants,
            schedule,
            openings: Openings::start(game),
            rules: Rules::default(),
            verdict: None,
            until: None,
            seed: 1,
            threads: thread::available_parallelism().map_or(1, NonZero::get),
            stop: Stop::default(),
        }
    }

    /// Plays all games that `done` does not hold; gives the results of all.
    ///
    /// A contest that was stopped gives the results so far, which are then not whole.
    ///
    /// # Errors
    /// When the contest is wrong in itself, an agent cannot play the game, no
    /// opening can be found, or a game could not be recorded.
    pub fn run(&self, done: Vec<GameSummary>, watch: &dyn Watch) -> Result<Results, Error> {
        self.check()?;
        let mut work = self.nothing_done(Queue::All { next: 0 });
        for game in done {
            work.add(game, &self.schedule);
        }
        work.decide(self);
        watch.progress(&work.results);
        self.work_on_all_threads(work, watch)
    }

    /// Plays some games of the schedule, by their numbers; `watch` is shown each.
    ///
    /// They are the same games, move by move, as those of [`Self::run`].
    ///
    /// # Errors
    /// As [`Self::run`]; also when it is stopped before all were played.
    pub fn play_some(&self, games: &[u64], watch: &dyn Watch) -> Result<(), Error> {
        self.check()?;
        let waiting = games.iter().rev().copied().collect();
        let results = self.work_on_all_threads(self.nothing_done(Queue::Some(waiting)), watch)?;
        let (done, of) = (results.progress().0, games.len() as u64);
        if done == of {
            return Ok(());
        }
        Err(
            Error::stopped(format!("stopped after {done} of {of} games"))
                .with_hint("run the same command again; what is finished is kept"),
        )
    }

    fn nothing_done(&self, queue: Queue) -> Work {
        let names = self.contestants.iter().map(|own| own.name.clone());
        Work {
            results: Results::new(names.collect(), self.schedule.clone()),
            queue,
            has_moved: vec![false; self.contestants.len()],
            counts: Pairs::default(),
            lacks_opening: None,
            error: None,
        }
    }

    fn work_on_all_threads(&self, work: Work, watch: &dyn Watch) -> Result<Results, Error> {
        let work = Mutex::new(work);
        thread::scope(|scope| {
            for _ in 1..self.threads {
                let thread = thread::Builder::new().name("arena".to_string());
                // With fewer threads than asked for it only takes longer.
                let _ = thread.spawn_scoped(scope, || self.work(&work, watch));
            }
            self.work(&work, watch);
        });
        let work = work
            .into_inner()
            .expect("no thread panics with the results in hand");
        let lacks = work.lacks_opening.filter(|_| !work.results.is_decided());
        match work.error.or(lacks) {
            Some(error) => Err(error),
            None => Ok(work.results),
        }
    }

    /// Whether the contest can be held at all; [`Self::run`] asks this first.
    ///
    /// # Errors
    /// When it is wrong in itself, or a contestant cannot be made.
    pub fn check(&self) -> Result<(), Error> {
        check_names(self.contestants.iter().map(|own| own.name.as_str()))?;
        let facts = self.game.facts();
        if facts.players != 2 {
            let players = match facts.players {
                1 => "1 player".to_string(),
                players => format!("{players} players"),
            };
            let what = format!("contests are between two, and this is a game of {players}");
            let hint = "`plyscope play` seats any number of agents: --seat ROLE=SPEC";
            return Err(Error::misuse(what, hint));
        }
        let is_adjudicated =
            self.verdict.is_some() || self.rules.resign.is_some() || self.rules.draw.is_some();
        if is_adjudicated && !facts.is_minimax() {
            return Err(Error::misuse(
                "games cannot be broken off by values where one player's gain is not the other's loss",
                "let them be played to the end",
            ));
        }
        if self.until.is_some() && self.schedule.pairings().len() != 1 {
            let what = "only a match between two can end by a decision";
            return Err(Error::misuse(what, "give the number of games"));
        }
        // A match that ends by a decision may never need them all.
        if self.until.is_none() {
            self.openings.ensure(self.game, self.schedule.openings())?;
        }
        // A wrong description is told before the long work.
        let judge = self.verdict.iter().map(|(judge, _)| judge);
        for contestant in self.contestants.iter().chain(judge) {
            (contestant.make)(self.seed)?;
        }
        Ok(())
    }

    /// What one thread does: takes the next game, plays it, hands it in.
    fn work(&self, work: &Mutex<Work>, watch: &dyn Watch) {
        let locked = || {
            work.lock()
                .expect("no thread panics with the results in hand")
        };
        let mut crew = Crew::default();
        loop {
            let Some(id) = locked().take(&self.stop) else {
                return;
            };
            let fixture = self.schedule.fixture(id);
            let opening = match self.openings.get(self.game, fixture.opening) {
                Ok(opening) => opening,
                // Whoever was asked about an opening was cut short by the stop.
                Err(_) if self.stop.is_raised() => return,
                Err(error) => {
                    locked().lacks_opening.get_or_insert(error);
                    return;
                }
            };
            let shown = match self.play(&fixture, opening, &mut crew) {
                Ok(None) => return,
                Ok(Some(played)) => match self.unable(&fixture, &played, &locked()) {
                    Some(error) => Err(error),
                    None => played.show(&fixture, watch),
                },
                Err(_) if self.stop.is_raised() => return,
                Err(error) => Err(error),
            };
            match shown {
                Ok(summary) => locked().hand_in(summary, self, watch),
                Err(error) => {
                    locked().error.get_or_insert(error);
                }
            }
        }
    }

    /// Plays one game; nothing if it was stopped.
    fn play(
        &self,
        fixture: &Fixture,
        opening: Arc<Opening>,
        crew: &mut Crew,
    ) -> Result<Option<Finished>, Error> {
        let record = self.record(fixture, &opening, crew)?;
        Ok(record.map(|record| Finished {
            effort: record.effort(),
            opening,
            record,
        }))
    }

    /// The game itself; nothing if it was stopped.
    fn record(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        crew: &mut Crew,
    ) -> Result<Option<GameRecord>, Error> {
        let mut agents = Vec::with_capacity(2);
        for player in [Player::FIRST, Player::SECOND] {
            let place = fixture.players[player.index()];
            let seed = mix_all(&[self.seed, AGENTS, fixture.id, u64::from(player.0)]);
            match crew.take(place, &self.contestants[place], seed) {
                Ok(agent) => agents.push(agent),
                Err(fault) => {
                    return Ok(Some(forfeited(
                        Vec::new(),
                        opening.present(),
                        player,
                        fault,
                    )));
                }
            }
        }
        let limits = fixture
            .players
            .map(|place| self.limits(&self.contestants[place]));
        let mut at_board = agents.iter_mut().zip(&limits).map(|(agent, limits)| Seat {
            agent: &mut **agent,
            limits,
        });
        let (Some(first), Some(second)) = (at_board.next(), at_board.next()) else {
            return Ok(None);
        };
        let record = self.play_out(fixture, opening, [first, second], crew)?;
        drop(at_board);
        let at_fault = record.as_ref().and_then(GameRecord::at_fault);
        for (player, agent) in [Player::FIRST, Player::SECOND].into_iter().zip(agents) {
            if at_fault != Some(player) {
                crew.rest(fixture.players[player.index()], agent);
            }
        }
        Ok(record)
    }

    /// Plays the game, under the eyes of the judge if there is one.
    fn play_out(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        seats: [Seat<'_>; 2],
        crew: &mut Crew,
    ) -> Result<Option<GameRecord>, Error> {
        let facts = self.game.facts();
        let mut ties = Chance::for_task(mix_all(&[self.seed, TIES]), fixture.id);
        let play = |judge| play_game(&facts, seats, opening, &self.rules, judge, &mut ties);
        let Some((judge, from)) = &self.verdict else {
            return Ok(play(None));
        };
        let limits = self.limits(judge);
        // The judge sits behind all contestants.
        let place = self.contestants.len();
        let taken = crew.take(place, judge, self.seed);
        let mut agent = taken.map_err(|fault| Error::failed(fault.what()))?;
        let mut judge = Judge {
            agent: &mut *agent,
            limits: &limits,
            from: *from,
        };
        let record = play(Some(&mut judge));
        if judge.from == *from {
            crew.rest(place, agent);
        }
        Ok(record)
    }

    fn limits(&self, contestant: &Contestant<'_>) -> Limits {
        Limits {
            stop: self.stop.clone(),
            values_only: true,
            ..contestant.limits.clone()
        }
    }

    /// That the agent at fault cannot play the game at all, if it never made a move before.
    fn unable(&self, fixture: &Fixture, played: &Finished, work: &Work) -> Option<Error> {
        let End::Fault(player, Fault::Error(error)) = &played.record.end else {
            return None;
        };
        let contestant = fixture.players[player.index()];
        if work.has_moved[contestant] || played.effort[player.index()].moves > 0 {
            return None;
        }
        let name = &self.contestants[contestant].name;
        let what = format!("`{name}` cannot play this game: {}", error.what);
        let hint = error.hint.as_deref().unwrap_or("choose another agent");
        Some(Error::misuse(what, hint))
    }
}

/// A game and where it began.
struct Finished {
    opening: Arc<Opening>,
    record: GameRecord,
    effort: [Effort; 2],
}

impl Finished {
    /// Shows the game to the watcher.
    fn show(&self, fixture: &Fixture, watch: &dyn Watch) -> Result<GameSummary, Error> {
        let record = &self.record;
        watch.finished(fixture, &self.opening, record)?;
        Ok(GameSummary {
            id: fixture.id,
            winner: record.winner,
            points: record.points,
            at_fault: record.at_fault(),
            is_adjudicated: !matches!(record.end, End::Over | End::Fault(..)),
            effort: self.effort,
        })
    }
}

/// The games that no thread has taken.
enum Queue {
    /// All of the schedule from this number on, but for those that are done.
    All { next: u64 },
    /// These, the next one last.
    Some(Vec<u64>),
}

/// What the threads share.
struct Work {
    results: Results,
    queue: Queue,
    /// Contestants that have shown that they can play.
    has_moved: Vec<bool>,
    /// The pairs that the decision has seen: all from the first on, none left out.
    counts: Pairs,
    /// Why the next game has no opening: no trouble if the games before it, some of which may still
    /// be played, come to a decision.
    lacks_opening: Option<Error>,
    error: Option<Error>,
}

impl Work {
    /// The next game to play.
    fn take(&mut self, stop: &Stop) -> Option<u64> {
        let (_, games) = self.results.progress();
        let is_over = self.results.is_decided() || self.lacks_opening.is_some();
        if stop.is_raised() || self.error.is_some() || is_over {
            return None;
        }
        match &mut self.queue {
            Queue::Some(waiting) => waiting.pop(),
            Queue::All { next } => {
                while *next < games && self.results.is_done(*next) {
                    *next += 1;
                }
                *next += 1;
                (*next <= games).then_some(*next - 1)
            }
        }
    }

    fn add(&mut self, game: GameSummary, schedule: &Schedule) {
        let players = schedule.fixture(game.id).players;
        for (contestant, effort) in players.into_iter().zip(game.effort) {
            self.has_moved[contestant] |= effort.moves > 0;
        }
        self.results.add(game);
    }

    fn hand_in(&mut self, game: GameSummary, contest: &Contest<'_>, watch: &dyn Watch) {
        self.add(game, &contest.schedule);
        self.decide(contest);
        watch.progress(&self.results);
    }

    /// Gives the pairs to the stopping rule, in the order of their numbers, so that threads do not matter.
    fn decide(&mut self, contest: &Contest<'_>) {
        let Some(until) = contest.until else { return };
        while !self.results.is_decided()
            && let Some([one, other]) = self.results.pair(self.counts.pairs())
        {
            self.counts.add(one, other);
            if until(&self.counts) {
                self.results.decide(self.counts.pairs());
            }
        }
    }
}
