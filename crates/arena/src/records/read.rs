//! Games out of a file.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use plyscope_game::Error;
use plyscope_ledger::checked;

use super::{ContestPlan, Line};

/// Whether the text is the first line of a contest's file.
pub fn is_record(first_line: &str) -> bool {
    first_line.starts_with("{\"contest\":")
}

/// The plan of a contest and one of its games.
///
/// # Errors
/// When the file cannot be read, is damaged, or does not hold the game.
pub fn read_game(path: &Path, id: u64) -> Result<(ContestPlan, Line), Error> {
    let mut games = 0u64;
    let mut found = None;
    let plan = each_game(path, |line| {
        games += 1;
        let is_wanted = line.id == id;
        if is_wanted {
            found = Some(line);
        }
        !is_wanted
    })?;
    if let Some(line) = found {
        return Ok((plan, line));
    }
    let what = format!("{} holds {games} games, but no game {id}", path.display());
    Err(Error::misuse(
        what,
        "games are numbered from 0; the `id` of each line tells which are there",
    ))
}

/// All games of a contest, in the order in which they were finished.
///
/// # Errors
/// When the file cannot be read or is no record of a contest.
pub fn read_games(path: &Path) -> Result<Vec<Line>, Error> {
    let mut games = Vec::new();
    each_game(path, |line| {
        games.push(line);
        true
    })?;
    Ok(games)
}

/// The plan; and every game as long as `wants_more` says so.
///
/// The end of a line that was not written to its end is passed over: who writes there may be under way.
fn each_game(path: &Path, mut wants_more: impl FnMut(Line) -> bool) -> Result<ContestPlan, Error> {
    let unusable = |error: std::io::Error| {
        Error::failed(format!("{} cannot be read: {error}", path.display()))
    };
    let mut reader = BufReader::new(File::open(path).map_err(unusable)?);
    let mut bytes = Vec::new();
    reader.read_until(b'\n', &mut bytes).map_err(unusable)?;
    let Some(plan) = checked(&bytes).and_then(|object| ContestPlan::read(&object)) else {
        let what = format!("{} is no record of a contest", path.display());
        return Err(Error::misuse(
            what,
            "give a file that `match` or `tournament` wrote",
        ));
    };
    for number in 2.. {
        bytes.clear();
        if reader.read_until(b'\n', &mut bytes).map_err(unusable)? == 0 {
            return Ok(plan);
        }
        let line = checked(&bytes).and_then(|object| serde_json::from_str::<Line>(&object).ok());
        let Some(line) = line else {
            if !bytes.ends_with(b"\n") {
                break;
            }
            let what = format!(
                "{} is damaged: line {number} is not as it was written",
                path.display()
            );
            return Err(Error::failed(what).with_hint("lines carry a checksum and are not edited"));
        };
        if !wants_more(line) {
            break;
        }
    }
    Ok(plan)
}
