//! The file of a contest, open for adding games.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use plyscope_game::Error;
use plyscope_game::any::AnyGame;
use plyscope_ledger::{Ledger, Purpose, unwritable};

use super::{ContestPlan, Line, is_record};
use crate::{Fixture, GameRecord, GameSummary, Opening, Schedule};

const PURPOSE: Purpose = Purpose {
    work: "contest",
    is_foreign: "is no record of a contest",
    if_foreign: "choose another name; it is left as it was",
    if_damaged: "take a copy from before, or choose another file to begin again",
    is_for_good: true,
};

/// The file of one contest; no other process can open it as long as it lives.
#[derive(Debug)]
pub struct Record {
    names: Vec<String>,
    file: Mutex<Ledger>,
}

impl Record {
    /// Opens the file of a plan, new or begun, and gives the games that it holds.
    ///
    /// # Errors
    /// When it belongs to another plan, is damaged, in use, or cannot be written.
    pub fn open(
        path: &Path,
        plan: &ContestPlan,
        game: &dyn AnyGame,
        schedule: &Schedule,
    ) -> Result<(Self, Vec<GameSummary>), Error> {
        let contestants = plan.contestants.iter();
        let names: Vec<String> = contestants.map(|own| own.name.clone()).collect();
        let reader = Reader {
            path,
            plan,
            names: &names,
            schedule,
            game,
        };
        let mut games: Vec<GameSummary> = Vec::new();
        let mut seen = HashSet::new();
        let file = Ledger::open(
            path,
            &PURPOSE,
            &plan.header(),
            |found| reader.ensure_same(found),
            |line, _| {
                let summary = reader.game(line)?;
                if !seen.insert(summary.id) {
                    return Err("holds a game that was there before".to_string());
                }
                games.push(summary);
                Ok(())
            },
        )?;
        let record = Self {
            file: Mutex::new(file),
            names,
        };
        Ok((record, games))
    }

    /// Writes a whole record from the lines of its games, [`Line::object`]s in the order in which
    /// they are to stand; nothing is there at the end unless all of them are.
    ///
    /// # Errors
    /// When a line cannot be had or written.
    pub fn write(
        path: &Path,
        plan: &ContestPlan,
        lines: impl Iterator<Item = Result<String, Error>>,
    ) -> Result<(), Error> {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = std::path::PathBuf::from(name);
        let _ = std::fs::remove_file(&part);
        let written = || -> Result<(), Error> {
            let nothing = |_: &str| Ok(());
            let none = |_: &str, _| Err("is left over".to_string());
            let mut file = Ledger::open(&part, &PURPOSE, &plan.header(), nothing, none)?;
            for line in lines {
                file.add(&line?)?;
            }
            file.sync()?;
            std::fs::rename(&part, path).map_err(|error| unwritable(path, &error))
        };
        written().inspect_err(|_| {
            let _ = std::fs::remove_file(&part);
        })
    }

    /// Writes a finished game down.
    ///
    /// # Errors
    /// When it cannot be written; the file then ends with the game before.
    pub fn add(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        record: &GameRecord,
    ) -> Result<(), Error> {
        let names = fixture.players.map(|place| self.names[place].as_str());
        let line = Line::new(names, fixture, opening, record).object();
        self.file().add(&line).map(|_| ())
    }

    /// Sees to it that what was added is on the disk.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&self) -> Result<(), Error> {
        self.file().sync()
    }

    fn file(&self) -> MutexGuard<'_, Ledger> {
        let file = self.file.lock();
        file.expect("nobody panics with the file in hand")
    }
}

/// Reads what an earlier run left.
struct Reader<'a> {
    path: &'a Path,
    plan: &'a ContestPlan,
    names: &'a [String],
    schedule: &'a Schedule,
    game: &'a dyn AnyGame,
}

impl Reader<'_> {
    fn ensure_same(&self, found: &str) -> Result<(), Error> {
        let path = self.path.display();
        if !is_record(found) {
            let what = format!("{path} {}", PURPOSE.is_foreign);
            return Err(Error::misuse(what, PURPOSE.if_foreign));
        }
        let Some(found) = ContestPlan::read(found) else {
            let what = format!("{path} is damaged: line 1 is no plan of this version");
            return Err(Error::failed(what).with_hint(PURPOSE.if_damaged));
        };
        let differences = self.plan.differences(&found);
        if differences.is_empty() {
            return Ok(());
        }
        let differences = differences.join("; ");
        Err(Error::misuse(
            format!("{path} belongs to another contest ({differences})"),
            "go on with that one by its own command, or choose another file",
        ))
    }

    fn game(&self, object: &str) -> Result<GameSummary, &'static str> {
        let line: Line = serde_json::from_str(object).map_err(|_| "is no game")?;
        let fixture = self.schedule.fixture(line.id);
        let [first, second] = fixture.players.map(|place| &self.names[place]);
        if *first != line.first || *second != line.second || fixture.round != line.round {
            return Err("does not fit the schedule");
        }
        line.summary(self.game).ok_or("is not a game by the rules")
    }
}
