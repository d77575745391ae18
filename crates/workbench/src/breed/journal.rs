//! The games of a genetic search, kept line by line until its weights are written.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use plyscope_arena::{Effort, GameSummary};
use plyscope_game::{Error, Player};
use plyscope_ledger::{Ledger, Purpose};
use serde::{Deserialize, Serialize};

const PURPOSE: Purpose = Purpose {
    work: "run",
    is_foreign: "is no journal of a genetic search, and that of this one would be there",
    if_foreign: "choose another output, or move that file out of the way; it is left as it was",
    if_damaged: "delete it to begin again",
    is_for_good: false,
};

/// What tells a search apart from others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    pub(super) game: String,
    pub(super) features: String,
    pub(super) weights: Vec<String>,
    pub(super) reference: String,
    pub(super) player: String,
    pub(super) openings: String,
    pub(super) max_plies: Option<u32>,
    pub(super) params: String,
    /// A digest of the file to start from.
    pub(super) start: String,
    pub(super) version: String,
}

/// A finished game: its meeting, its number there, and who won, 1 or 2; 0 is a draw.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    meeting: u32,
    game: u64,
    won: u8,
}

/// The journal of one search; no other process can open it as long as it lives.
pub(super) struct GameJournal {
    file: Mutex<Ledger>,
    /// Those of earlier runs.
    done: BTreeMap<(u32, u64), u8>,
}

impl GameJournal {
    /// Opens the journal of a plan, new or begun.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<Self, Error> {
        let header = serde_json::to_string(plan).expect("a plan is plain data");
        let mut done = BTreeMap::new();
        let file = Ledger::open(
            path,
            &PURPOSE,
            &header,
            |found| belongs(path, found, plan),
            |line, _| {
                let line: Line =
                    serde_json::from_str(line).map_err(|_| "is no game".to_string())?;
                if line.won > 2 {
                    return Err("has no such winner".to_string());
                }
                done.insert((line.meeting, line.game), line.won);
                Ok(())
            },
        )?;
        Ok(Self {
            file: Mutex::new(file),
            done,
        })
    }

    /// How many games earlier runs played.
    pub(super) fn games(&self) -> u64 {
        self.done.len() as u64
    }

    /// The games of a meeting that earlier runs played.
    pub(super) fn of_meeting(&self, meeting: u32) -> Vec<GameSummary> {
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
    pub(super) fn add(&self, meeting: u32, game: u64, winner: Option<Player>) -> Result<(), Error> {
        let line = Line {
            meeting,
            game,
            won: winner.map_or(0, |player| player.0 + 1),
        };
        let text = serde_json::to_string(&line).expect("a game is plain data");
        self.file().add(&text).map(drop)
    }

    /// Sees to it that what was added is on the disk.
    pub(super) fn sync(&self) -> Result<(), Error> {
        self.file().sync()
    }

    /// Removes the journal of a search whose weights are written.
    pub(super) fn remove(self) -> Result<(), Error> {
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
