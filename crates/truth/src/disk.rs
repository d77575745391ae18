//! Whether there is room for what is asked.

use std::path::Path;

use plyscope_game::Chance;
use plyscope_game::any::AnyGame;

use crate::{Amount, Error, Filter, Journal};

/// What a state takes on the disk, at a guess.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct DiskNeed {
    /// Bytes in the journal, which is larger than the finished file.
    pub bytes_a_state: u64,
    /// Plies that can be chosen from.
    pub plies: u64,
}

/// A journal line's numbers for one move, generously.
const BYTES_A_MOVE: u64 = 60;
/// The rest of a journal line, and the state's share of the finished file.
const BYTES_A_STATE: u64 = 100;
/// Random games to look at.
const GAMES: u64 = 20;

impl DiskNeed {
    /// Looks at a few random games.
    pub fn of(game: &dyn AnyGame, filter: &Filter) -> Self {
        let (mut states, mut moves) = (0, 0);
        let mut board = game.states();
        for task in 0..GAMES {
            let mut chance = Chance::for_task(0, task);
            board.truncate(0);
            board.push_start();
            while board.payoffs(0).is_none() {
                states += 1;
                moves += board.move_count(0) as u64;
                let mv = board.pick(0, &mut chance);
                board.play(0, mv);
            }
        }
        board.push_start();
        let text = board.text(1).len() as u64;
        let last = filter.plies.1.min(game.facts().max_plies);
        Self {
            bytes_a_state: BYTES_A_STATE + text + BYTES_A_MOVE * moves / states.max(1),
            plies: u64::from(last.saturating_sub(filter.plies.0)) + 1,
        }
    }

    /// Bytes for so many states; 0 as long as it is not known how many there are.
    pub fn bytes(&self, amount: Amount) -> u64 {
        let states = match amount {
            Amount::States(count) => count,
            Amount::PerPly(count) => count.saturating_mul(self.plies),
            Amount::Everything => 0,
        };
        self.bytes_of(states)
    }

    /// Bytes for so many states.
    pub fn bytes_of(&self, states: u64) -> u64 {
        states.saturating_mul(self.bytes_a_state)
    }
}

/// Refuses a request that the disk of `output` has no room for.
///
/// What a journal of an earlier run takes already is not needed once more.
///
/// # Errors
/// When fewer bytes are free than the request needs at a guess.
pub fn ensure_room(output: &Path, bytes: u64) -> Result<(), Error> {
    let there = std::fs::metadata(Journal::beside(output)).map_or(0, |journal| journal.len());
    let bytes = bytes.saturating_sub(there);
    let folder = match output.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    match free_bytes(folder) {
        Some(free) if free < bytes => Err(Error::misuse(
            format!(
                "this needs about {} of disk, and {} has {} free",
                in_words(bytes),
                folder.display(),
                in_words(free)
            ),
            "ask for fewer states, or write to another disk",
        )),
        _ => Ok(()),
    }
}

fn in_words(bytes: u64) -> String {
    let (unit, size) = match bytes {
        0..0x1_00000 => ("KiB", 10),
        0x1_00000..0x1_0000_0000 => ("MiB", 20),
        _ => ("GiB", 30),
    };
    format!("{} {unit}", bytes >> size)
}

#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}
