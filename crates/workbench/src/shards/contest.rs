//! The games of a contest as tasks: one game, one line of its record.

use std::path::Path;

use plyscope_arena::records::{ContestPlan, Line, Record};
use plyscope_arena::{Fixture, GameRecord, Opening, Watch};
use plyscope_game::Error;
use plyscope_shards::{HandIn, Work};

use crate::contest::{ReadyContest, ready};
use crate::{ContestOrder, NamedGame};

/// A contest whose games are played one shard at a time.
pub struct ContestWork<'a>(ReadyContest<'a>);

impl<'a> ContestWork<'a> {
    /// Games that belong together: both have the same opening.
    pub const PAIR: u64 = 2;

    /// A contest that can be cut.
    ///
    /// # Errors
    /// When it cannot be held, or ends by a decision: that depends on all games before.
    pub fn new(game: &'a NamedGame, order: &'a ContestOrder<'a>) -> Result<Self, Error> {
        if order.until.is_some() {
            return Err(Error::misuse(
                "a match that ends by a decision cannot be cut: each game depends on those before",
                "leave --sprt out and give the number of games",
            ));
        }
        Ok(Self(ready(game, order)?))
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.0.contest.schedule.games()
    }

    /// What tells the contest apart from others.
    pub fn plan(&self) -> &ContestPlan {
        &self.0.plan
    }
}

impl Work for ContestWork<'_> {
    fn run(&self, tasks: &[u64], hand_in: HandIn<'_>) -> Result<(), Error> {
        let entrants = self.0.plan.contestants.iter();
        let watcher = Scribe {
            names: entrants.map(|own| own.name.as_str()).collect(),
            hand_in,
        };
        self.0.contest.play_some(tasks, &watcher)
    }
}

/// Hands in a line for every game.
struct Scribe<'a> {
    names: Vec<&'a str>,
    hand_in: HandIn<'a>,
}

impl Watch for Scribe<'_> {
    fn finished(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        record: &GameRecord,
    ) -> Result<(), Error> {
        let names = fixture.players.map(|place| self.names[place]);
        let line = Line::new(names, fixture, opening, record);
        (self.hand_in)(fixture.id, &line.object())
    }
}

/// Writes the record of a contest from the lines of all its games.
///
/// # Errors
/// When the contest is not the one that was planned, or the record cannot be written.
pub fn write_record(
    work: &ContestWork<'_>,
    planned: &ContestPlan,
    lines: impl Iterator<Item = Result<String, Error>>,
    path: &Path,
) -> Result<(), Error> {
    let differences = planned.differences(work.plan());
    if !differences.is_empty() {
        return Err(Error::misuse(
            format!(
                "this is not the contest that was planned ({})",
                differences.join("; ")
            ),
            "put back the files that its agents read, or plan again",
        ));
    }
    Record::write(path, work.plan(), lines)
}
