//! The games of a genetic search as tasks, in waves: a generation is bred from the games before.
//!
//! Games are numbered over all generations and the replay. A process that plays some
//! of a generation follows the search up to there by what came of the games
//! before, so that the same weights meet as on one machine.

use plyscope_arena::{Fixture, GameRecord, Opening, Watch};
use plyscope_game::Error;
use plyscope_learn::genetic::{Evolution, Genes, GeneticParams, Meeting, PairResult, evolve};
use plyscope_shards::{HandIn, Work};
use serde_json::{Value, json};

use super::{Bred, BreedOrder, Breeding};
use crate::NamedGame;
use crate::meetings::schedule;

/// Who won a game: 1 or 2, and 0 is a draw; nothing if it was not to be played, as two of the hall
/// of fame were alike.
pub type Won = Option<u8>;

/// A search whose games are played one shard at a time.
pub struct BreedWork<'a> {
    breeding: Breeding<'a>,
    genes: Genes,
    /// Who won the games that are known, from the first on.
    known: Vec<Won>,
}

impl<'a> BreedWork<'a> {
    /// A search of which the first games are known.
    ///
    /// # Errors
    /// When a name is unknown, or the player does not judge by weights.
    pub fn new(
        game: &'a NamedGame,
        order: &'a BreedOrder<'a>,
        known: Vec<Won>,
    ) -> Result<Self, Error> {
        let breeding = Breeding::new(game, order)?;
        if known.is_empty() {
            breeding.check_replay()?;
        }
        Ok(Self {
            genes: breeding.genes()?,
            breeding,
            known,
        })
    }

    /// How many games there are at the most, those of a replay in which all are different counted.
    pub fn games(params: &GeneticParams) -> u64 {
        params.games()
    }

    /// The games of every generation, and of the replay where there is one.
    pub fn games_by_wave(params: &GeneticParams) -> Vec<u64> {
        let mut games = vec![params.games_per_generation(); params.generations as usize];
        games.extend(Some(params.replay_games()).filter(|games| *games > 0));
        games
    }

    /// What tells the search apart from others.
    ///
    /// # Errors
    /// When a file that it reads cannot be read.
    pub fn plan(&self) -> Result<Value, Error> {
        Ok(json!(self.breeding.plan()?))
    }

    /// What was found, if all games are known.
    ///
    /// # Errors
    /// When one is not.
    pub fn bred(&self) -> Result<Bred, Error> {
        let mut follow = |meeting: &Meeting<'_>| self.follow(meeting);
        let evolution = self.evolve(&mut follow)?;
        Ok(self.breeding.bred(evolution))
    }

    fn evolve(
        &self,
        play: &mut plyscope_learn::genetic::PlayMeeting<'_>,
    ) -> Result<Evolution, Error> {
        evolve(&self.breeding.order.params, &self.genes, play, &mut |_| ())
    }

    /// The first game of a meeting among all.
    fn first_of(&self, meeting: u32) -> u64 {
        u64::from(meeting) * self.breeding.order.params.games_per_generation()
    }

    /// The results of a meeting whose games are known.
    fn follow(&self, meeting: &Meeting<'_>) -> Result<Vec<PairResult>, Error> {
        let schedule = schedule(meeting)?;
        let result = |&(one, other): &(usize, usize)| PairResult {
            one,
            other,
            wins: 0,
            draws: 0,
            losses: 0,
        };
        let mut results: Vec<PairResult> = schedule.pairings().iter().map(result).collect();
        let first = self.first_of(meeting.number);
        for id in 0..schedule.games() {
            let known = self.known.get((first + id) as usize).copied().flatten();
            let won = known.ok_or_else(|| unknown_game(meeting.number, id))?;
            let [begins, follows] = schedule.fixture(id).players;
            let pair = (begins.min(follows), begins.max(follows));
            let of_pair = |own: &&mut PairResult| (own.one, own.other) == pair;
            let result = results.iter_mut().find(of_pair);
            let result = result.expect("a game is of a pairing");
            match won {
                0 => result.draws += 1,
                1 if begins == result.one => result.wins += 1,
                2 if follows == result.one => result.wins += 1,
                _ => result.losses += 1,
            }
        }
        Ok(results)
    }

    /// Plays some games of a meeting, by their numbers there.
    fn play(
        &self,
        number: u32,
        games: &[u64],
        hand_in: &(dyn Fn(u64, Won) -> Result<(), Error> + Sync),
    ) -> Result<(), Error> {
        let mut played = None;
        let ended = self.evolve(&mut |meeting| {
            if meeting.number < number {
                return self.follow(meeting);
            }
            played = Some(self.meet(meeting, games, hand_in));
            // What comes of it is not known here: the search ends.
            Err(Error::stopped("the games of a meeting are played"))
        });
        match (played, ended) {
            (Some(played), _) => played,
            (None, Err(error)) => Err(error),
            // A hall of fame of one is not replayed.
            (None, Ok(_)) => games.iter().try_for_each(|&game| hand_in(game, None)),
        }
    }

    fn meet(
        &self,
        meeting: &Meeting<'_>,
        games: &[u64],
        hand_in: &(dyn Fn(u64, Won) -> Result<(), Error> + Sync),
    ) -> Result<(), Error> {
        let contest = self.breeding.hall.contest(meeting)?;
        let of = contest.schedule.games();
        let (to_play, left_out): (Vec<u64>, Vec<u64>) = games.iter().partition(|own| **own < of);
        left_out
            .into_iter()
            .try_for_each(|own| hand_in(own, None))?;
        if to_play.is_empty() {
            return Ok(());
        }
        contest.play_some(&to_play, &Scribe { hand_in })
    }
}

fn unknown_game(meeting: u32, game: u64) -> Error {
    let what = format!("game {game} of meeting {meeting} is not known, and others depend on it");
    Error::failed(what).with_hint("do the shards of earlier waves first")
}

impl Work for BreedWork<'_> {
    fn run(&self, tasks: &[u64], hand_in: HandIn<'_>) -> Result<(), Error> {
        let generations = self.breeding.order.params.generations;
        let per_meeting = self.breeding.order.params.games_per_generation();
        let meeting = |task: u64| generations.min((task / per_meeting) as u32);
        for own in tasks.chunk_by(|one, other| meeting(*one) == meeting(*other)) {
            let number = meeting(own[0]);
            let first = self.first_of(number);
            let games: Vec<u64> = own.iter().map(|task| task - first).collect();
            self.play(number, &games, &|game, won| {
                hand_in(first + game, &json!(won).to_string())
            })?;
        }
        Ok(())
    }
}

/// Hands in who won.
struct Scribe<'a> {
    hand_in: &'a (dyn Fn(u64, Won) -> Result<(), Error> + Sync),
}

impl Watch for Scribe<'_> {
    fn finished(&self, fixture: &Fixture, _: &Opening, record: &GameRecord) -> Result<(), Error> {
        let won = record.winner.map_or(0, |player| player.0 + 1);
        (self.hand_in)(fixture.id, Some(won))
    }
}
