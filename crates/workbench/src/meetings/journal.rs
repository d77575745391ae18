//! The games of a search, kept line by line until its weights are written.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use plyscope_arena::{Effort, GameSummary};
use plyscope_game::{Error, Player};
use plyscope_ledger::{Ledger, Purpose};
use serde::{Deserialize, Serialize};

const PURPOSE: Purpose = Purpose {
    work: "run",
    is_foreign: "is no journal of a search by games, and that of this one would be there",
    if_foreign: "choose another output, or move that file out of the way; it is left as it was",
    if_damaged: "delete it to begin again",
    is_for_good: false,
};

/// What tells a search apart from others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    pub(crate) game: String,
    pub(crate) features: String,
    pub(crate) weights: Vec<String>,
    pub(crate) reference: String,
    pub(crate) player: String,
    pub(crate) openings: String,
    pub(crate) max_plies: Option<u32>,
    pub(crate) params: String,
    /// A digest of the file to start from.
    pub(crate) start: String,
    pub(crate) version: String,
}

/// What a line is.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Game(Played),
    Spent(Spent),
}

/// A finished game: its meeting, its number there, and who won, 1 or 2; 0 is a draw.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    meeting: u32,
    game: u64,
    won: u8,
}

/// CPU time of the run when a meeting was over, in milliseconds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Spent {
    meeting: u32,
    /// In milliseconds.
    cpu: u64,
}

/// The journal of one search; no other process can open it as long as it lives.
pub(crate) struct GameJournal {
    file: Mutex<Ledger>,
    /// Those of earlier runs.
    done: BTreeMap<(u32, u64), u8>,
    spent: BTreeMap<u32, Duration>,
}

impl GameJournal {
    /// Opens the journal of a plan, new or begun.
    pub(crate) fn open(path: &Path, plan: &Plan) -> Result<Self, Error> {
        let header = serde_json::to_string(plan).expect("a plan is plain data");
        let (mut done, mut spent) = (BTreeMap::new(), BTreeMap::new());
        let file = Ledger::open(
            path,
            &PURPOSE,
            &header,
            |found| belongs(path, found, plan),
            |line, _| {
                let line: Line =
                    serde_json::from_str(line).map_err(|_| "is no game".to_string())?;
                match line {
                    Line::Game(own) if own.won > 2 => {
                        return Err("has no such winner".to_string());
                    }
                    Line::Game(own) => drop(done.insert((own.meeting, own.game), own.won)),
                    Line::Spent(own) => {
                        spent.insert(own.meeting, Duration::from_millis(own.cpu));
                    }
                }
                Ok(())
            },
        )?;
        Ok(Self {
            file: Mutex::new(file),
            done,
            spent,
        })
    }

    /// How many games earlier runs played.
    pub(crate) fn games(&self) -> u64 {
        self.done.len() as u64
    }

    /// The games of a meeting that earlier runs played.
    pub(crate) fn of_meeting(&self, meeting: u32) -> Vec<GameSummary> {
        let own = self.done.range((meeting, 0)..=(meeting, u64::MAX));
        let summary = |(&(_, id), &won): (&(u32, u64), &u8)| GameSummary {
            id,
            winner: won.checked_sub(1).map(Player),
            points: None,
            at_fault: None,
            is_adjudicated: false,
            effort: [Effort::default(); 2],
        };
        own.map(summary).collect()
    }

    /// Writes a game down.
    pub(crate) fn add(&self, meeting: u32, game: u64, winner: Option<Player>) -> Result<(), Error> {
        self.write(&Line::Game(Played {
            meeting,
            game,
            won: winner.map_or(0, |player| player.0 + 1),
        }))
    }

    /// CPU time that earlier runs had spent when a meeting was over.
    pub(crate) fn spent(&self, meeting: u32) -> Option<Duration> {
        self.spent.get(&meeting).copied()
    }

    /// Writes down how much CPU time was spent when a meeting was over.
    pub(crate) fn add_spent(&self, meeting: u32, spent: Duration) -> Result<(), Error> {
        let cpu = spent.as_millis() as u64;
        self.write(&Line::Spent(Spent { meeting, cpu }))
    }

    fn write(&self, line: &Line) -> Result<(), Error> {
        let text = serde_json::to_string(line).expect("a line is plain data");
        self.file().add(&text).map(drop)
    }

    /// Sees to it that what was added is on the disk.
    pub(crate) fn sync(&self) -> Result<(), Error> {
        self.file().sync()
    }

    /// Removes the journal of a search whose weights are written.
    pub(crate) fn remove(self) -> Result<(), Error> {
        let file = self.file.into_inner();
        file.expect("nobody panics while writing").remove()
    }

    fn file(&self) -> std::sync::MutexGuard<'_, Ledger> {
        self.file.lock().expect("nobody panics while writing")
    }
}

/// A journal of another search is told apart by what differs.
fn belongs(path: &Path, found: &str, plan: &Plan) -> Result<(), Error> {
    let Ok(found) = serde_json::from_str::<Plan>(found) else {
        let what = format!("{} {}", path.display(), PURPOSE.is_foreign);
        return Err(Error::misuse(what, PURPOSE.if_foreign));
    };
    let differs = [
        ("game", found.game != plan.game),
        (
            "features",
            found.features != plan.features || found.weights != plan.weights,
        ),
        ("reference", found.reference != plan.reference),
        ("player", found.player != plan.player),
        (
            "openings",
            found.openings != plan.openings || found.max_plies != plan.max_plies,
        ),
        ("parameters or seed", found.params != plan.params),
        ("start", found.start != plan.start),
        ("version", found.version != plan.version),
    ];
    let differs: Vec<&str> = differs
        .iter()
        .filter(|(_, differs)| *differs)
        .map(|(name, _)| *name)
        .collect();
    if differs.is_empty() {
        return Ok(());
    }
    let what = format!(
        "{} is the journal of another search, with other {}",
        path.display(),
        differs.join(", ")
    );
    let hint = "run that command again to finish it, choose another output, or delete the journal";
    Err(Error::misuse(what, hint))
}
