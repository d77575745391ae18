//! The file of a contest, open for adding games.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use plyscope_game::Notation;

use super::{Line, Plan, checked};
use crate::{Fixture, GameRecord, Opening, Schedule, Summary, Trouble};

/// How long finished games may stay with the operating system before they must be on the disk.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// The file of one contest; nobody else can open it as long as it lives.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    names: Vec<String>,
    end: Mutex<Tail>,
}

#[derive(Debug)]
struct Tail {
    file: File,
    /// Bytes that hold whole lines; what a failed write left behind them is cut off.
    good: u64,
    synced: Instant,
}

impl Ledger {
    /// Opens the file of a plan, new or begun, and gives the games that it holds.
    ///
    /// # Errors
    /// When it belongs to another plan, is damaged, in use, or cannot be written.
    pub fn open<G: Notation>(
        path: &Path,
        plan: &Plan,
        game: &G,
        schedule: &Schedule,
    ) -> Result<(Self, Vec<Summary>), Trouble> {
        // Of a link itself, not of what it points to.
        if std::fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
            let kind = if path.is_dir() {
                "a folder"
            } else {
                "no regular file"
            };
            let what = format!("{} is {kind}", path.display());
            let hint = "give the name of a file; folders, links and devices hold no record";
            return Err(Trouble::misuse(what, hint));
        }
        let unusable = |error: std::io::Error| Trouble::unusable(path, &error);
        let opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let file = opened.map_err(unusable)?;
        lock(&file, path)?;
        let names = plan
            .contestants
            .iter()
            .map(|own| own.name.clone())
            .collect();
        let reader = Reader {
            path,
            plan,
            names: &names,
            schedule,
        };
        let (games, good) = reader.read(&file, game)?;
        let mut end = Tail {
            file,
            good,
            synced: Instant::now(),
        };
        end.cut().map_err(unusable)?;
        if good == 0 {
            end.add(&plan.line()).map_err(unusable)?;
        }
        let ledger = Self {
            path: path.to_path_buf(),
            names,
            end: Mutex::new(end),
        };
        Ok((ledger, games))
    }

    /// Writes a finished game down.
    ///
    /// # Errors
    /// When it cannot be written; the file then ends with the game before.
    pub fn add<G: Notation>(
        &self,
        game: &G,
        fixture: &Fixture,
        opening: &Opening<G>,
        record: &GameRecord<G>,
    ) -> Result<(), Trouble> {
        let names = fixture.players.map(|place| self.names[place].as_str());
        let text = Line::new(game, names, fixture, opening, record).text();
        let mut end = self.end();
        let added = end.add(&text).and_then(|()| end.sync_at_times());
        added.map_err(|error| Trouble::unusable(&self.path, &error))
    }

    /// Sees to it that what was added is on the disk.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&self) -> Result<(), Trouble> {
        let synced = self.end().file.sync_data();
        synced.map_err(|error| Trouble::unusable(&self.path, &error))
    }

    fn end(&self) -> MutexGuard<'_, Tail> {
        self.end
            .lock()
            .expect("nobody panics with the file in hand")
    }
}

impl Tail {
    fn add(&mut self, line: &str) -> std::io::Result<()> {
        let written = self.file.write_all(line.as_bytes());
        match written {
            Ok(()) => self.good += line.len() as u64,
            // A line written in part would stand in the way of the next.
            Err(_) => self.cut()?,
        }
        written
    }

    fn sync_at_times(&mut self) -> std::io::Result<()> {
        if self.synced.elapsed() < SYNC_EVERY {
            return Ok(());
        }
        self.synced = Instant::now();
        self.file.sync_data()
    }

    fn cut(&mut self) -> std::io::Result<()> {
        self.file.set_len(self.good)?;
        self.file.seek(SeekFrom::Start(self.good)).map(|_| ())
    }
}

fn lock(file: &File, path: &Path) -> Result<(), Trouble> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Trouble::misuse(
            format!("{} is in use by another contest", path.display()),
            "wait until it is done, or choose another file",
        )),
        // Where the file system knows no locks, two contests are the user's own affair.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Reads what an earlier run left.
struct Reader<'a> {
    path: &'a Path,
    plan: &'a Plan,
    names: &'a Vec<String>,
    schedule: &'a Schedule,
}

impl Reader<'_> {
    /// The games of the file, and how many bytes hold whole lines.
    fn read<G: Notation>(&self, file: &File, game: &G) -> Result<(Vec<Summary>, u64), Trouble> {
        let unusable = |error: std::io::Error| Trouble::unusable(self.path, &error);
        let mut reader = BufReader::new(file);
        let mut games: Vec<Summary> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let (mut good, mut place) = (0, 0);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).map_err(unusable)? > 0 {
            place += 1;
            let object = checked(&line);
            let is_last = reader.fill_buf().map_err(unusable)?.is_empty();
            match object {
                None if place == 1 => {
                    self.ensure_torn_header(&line, is_last)?;
                    break;
                }
                // Only the last line can have been cut off in the middle.
                None if is_last => break,
                None => return Err(self.damaged(place, "is not as it was written")),
                Some(object) if place == 1 => {
                    let found = self.plan(&object)?;
                    // A plan without games binds nobody.
                    if is_last && found != *self.plan {
                        break;
                    }
                    self.ensure_same(&found)?;
                }
                Some(object) => {
                    let summary = self
                        .game(&object, game)
                        .map_err(|why| self.damaged(place, why))?;
                    if !seen.insert(summary.id) {
                        return Err(self.damaged(place, "holds a game that was there before"));
                    }
                    games.push(summary);
                }
            }
            good += line.len() as u64;
            line.clear();
        }
        Ok((games, good))
    }

    /// A file whose first line is not whole is ours only if it is the beginning of what we would write.
    fn ensure_torn_header(&self, line: &[u8], is_last: bool) -> Result<(), Trouble> {
        if is_last && self.plan.line().as_bytes().starts_with(line) {
            return Ok(());
        }
        let what = format!("{} is no record of a contest", self.path.display());
        Err(Trouble::misuse(
            what,
            "choose another name; it is left as it was",
        ))
    }

    fn plan(&self, object: &str) -> Result<Plan, Trouble> {
        Plan::read(object).ok_or_else(|| self.damaged(1, "is no plan of this version"))
    }

    fn ensure_same(&self, found: &Plan) -> Result<(), Trouble> {
        let differences = self.plan.differences(found);
        if differences.is_empty() {
            return Ok(());
        }
        let what = format!(
            "{} belongs to another contest ({})",
            self.path.display(),
            differences.join("; ")
        );
        Err(Trouble::misuse(
            what,
            "go on with that one by its own command, or choose another file",
        ))
    }

    fn game<G: Notation>(&self, object: &str, game: &G) -> Result<Summary, &'static str> {
        let line: Line = serde_json::from_str(object).map_err(|_| "is no game")?;
        let fixture = self.schedule.fixture(line.id);
        let [first, second] = fixture.players.map(|place| &self.names[place]);
        if *first != line.first || *second != line.second || fixture.round != line.round {
            return Err("does not fit the schedule");
        }
        line.summary(game).ok_or("is not a game by the rules")
    }

    fn damaged(&self, place: u64, why: &str) -> Trouble {
        Trouble::failed(
            format!("{} is damaged: line {place} {why}", self.path.display()),
            "take a copy from before, or choose another file to begin again",
        )
    }
}
