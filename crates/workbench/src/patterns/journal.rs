//! The states of games that were played to learn patterns, kept until the weights are written.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::Path;

use plyscope_game::Error;
use plyscope_learn::patterns::{Samples, TdLeg};
use plyscope_ledger::{Ledger, Purpose, checked};
use serde::{Deserialize, Serialize};

const PURPOSE: Purpose = Purpose {
    work: "run",
    is_foreign: "is no journal of learning patterns, and that of this run would be there",
    if_foreign: "choose another output, or move that file out of the way; it is left as it was",
    if_damaged: "delete it to begin again",
    is_for_good: false,
};

/// What tells a run apart from others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    pub(super) patterns: String,
    pub(super) params: String,
    /// Games in all: with a budget of CPU time as many as were decided when the run began.
    pub(super) games: u64,
    /// A digest of the file to start from.
    pub(super) start: String,
    /// The files that the opponent's spec names, each as `path=digest`.
    pub(super) files: Vec<String>,
    pub(super) version: String,
}

/// The states of one chunk of games, as text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    round: usize,
    chunk: u64,
    words: usize,
    states: String,
}

/// The weights at the end of a leg of TD, as text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableLine {
    games: u64,
    states: u64,
    surprise: f64,
    weights: String,
}

/// The journal of one run; no other process can open it as long as it lives.
pub(super) struct StateJournal {
    file: Ledger,
    done: BTreeMap<(usize, u64), Samples>,
    legs: Vec<TdLeg>,
    /// The weights after the last of the legs.
    tables: Vec<f32>,
}

/// The games that a run decided on which began like `plan` and is not yet finished.
pub(super) fn games_begun(path: &Path, plan: &Plan) -> Option<u64> {
    let mut line = Vec::new();
    let file = std::fs::File::open(path).ok()?;
    std::io::BufReader::new(file)
        .read_until(b'\n', &mut line)
        .ok()?;
    let found: Plan = serde_json::from_str(&checked(&line)?).ok()?;
    let games = found.games;
    (found
        == Plan {
            games,
            ..plan.clone()
        })
    .then_some(games)
}

impl StateJournal {
    /// Opens the journal of a plan, new or begun.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<Self, Error> {
        let header = serde_json::to_string(plan).expect("a plan is plain data");
        let mut done = BTreeMap::new();
        let (mut legs, mut tables) = (Vec::new(), String::new());
        let file = Ledger::open(
            path,
            &PURPOSE,
            &header,
            |found| belongs(path, found, plan),
            |line, _| {
                let no_states = || "has no states".to_string();
                if let Ok(own) = serde_json::from_str::<TableLine>(line) {
                    legs.push(TdLeg {
                        games: own.games,
                        states: own.states,
                        surprise: own.surprise,
                    });
                    tables = own.weights;
                    return Ok(());
                }
                let line: Line = serde_json::from_str(line).map_err(|_| no_states())?;
                let bytes = from_text(&line.states).ok_or_else(no_states)?;
                let samples = Samples::from_bytes(line.words, &bytes).ok_or_else(no_states)?;
                done.insert((line.round, line.chunk), samples);
                Ok(())
            },
        )?;
        let bytes = from_text(&tables).unwrap_or_default();
        let words = bytes.as_chunks().0.iter();
        Ok(Self {
            file,
            done,
            legs,
            tables: words.map(|&word| f32::from_le_bytes(word)).collect(),
        })
    }

    /// How many games earlier runs played.
    ///
    /// `size` tells how many are in a chunk of a round.
    pub(super) fn games(&self, size: impl Fn(usize, u64) -> u64) -> u64 {
        let by_td = self.legs.last().map_or(0, |own| own.games);
        let chunks = self.done.keys().map(|&(round, chunk)| size(round, chunk));
        chunks.sum::<u64>() + by_td
    }

    /// The legs of TD that earlier runs ended, and the weights after the last; they are given away.
    pub(super) fn take_tables(&mut self) -> Option<(Vec<TdLeg>, Vec<f32>)> {
        let legs = std::mem::take(&mut self.legs);
        (!legs.is_empty()).then(|| (legs, std::mem::take(&mut self.tables)))
    }

    /// Writes down the weights at the end of a leg of TD, and sees to it that they are on the disk.
    pub(super) fn add_tables(&mut self, leg: &TdLeg, points: &[f32]) -> Result<(), Error> {
        let bytes: Vec<u8> = points.iter().flat_map(|own| own.to_le_bytes()).collect();
        let line = TableLine {
            games: leg.games,
            states: leg.states,
            surprise: leg.surprise,
            weights: to_text(&bytes),
        };
        let text = serde_json::to_string(&line).expect("weights are plain data");
        self.file.add(&text)?;
        self.file.sync()
    }

    /// The states of a chunk that an earlier run played; they are given away.
    pub(super) fn take(&mut self, round: usize, chunk: u64) -> Option<Samples> {
        self.done.remove(&(round, chunk))
    }

    /// Writes the states of a chunk down.
    pub(super) fn add(&mut self, round: usize, chunk: u64, samples: &Samples) -> Result<(), Error> {
        let line = Line {
            round,
            chunk,
            words: samples.words(),
            states: to_text(&samples.to_bytes()),
        };
        let text = serde_json::to_string(&line).expect("states are plain data");
        self.file.add(&text).map(drop)
    }

    /// Sees to it that what was added is on the disk.
    pub(super) fn sync(&mut self) -> Result<(), Error> {
        self.file.sync()
    }

    /// Removes the journal of a run whose weights are written.
    pub(super) fn remove(self) -> Result<(), Error> {
        self.file.remove()
    }
}

fn belongs(path: &Path, found: &str, plan: &Plan) -> Result<(), Error> {
    match serde_json::from_str::<Plan>(found) {
        Ok(own) if own == *plan => Ok(()),
        Ok(own) if has_other_files(&own, plan) => {
            let is_new = |file: &&String| !own.files.contains(file);
            let changed = plan.files.iter().filter(is_new);
            let names: Vec<&str> = changed.map(|own| name_of(own)).collect();
            Err(Error::misuse(
                format!(
                    "{} changed since {} was begun",
                    names.join(", "),
                    path.display()
                ),
                "put the file back as it was to go on, or delete the journal to begin again",
            ))
        }
        Ok(_) => Err(Error::misuse(
            format!("{} is the journal of another run", path.display()),
            "give the same options to go on with it, or delete it to begin again",
        )),
        Err(_) => Err(Error::misuse(
            format!("{} {}", path.display(), PURPOSE.is_foreign),
            PURPOSE.if_foreign,
        )),
    }
}

/// Whether nothing but what some files hold tells two plans apart.
fn has_other_files(found: &Plan, plan: &Plan) -> bool {
    let names = |own: &Plan| {
        own.files
            .iter()
            .map(|own| name_of(own).to_owned())
            .collect()
    };
    let (before, now): (Vec<String>, Vec<String>) = (names(found), names(plan));
    let files = plan.files.clone();
    let same = Plan {
        files,
        ..found.clone()
    };
    same == *plan && before == now
}

/// The path of a `path=digest`.
fn name_of(file: &str) -> &str {
    file.rsplit_once('=').map_or(file, |(path, _)| path)
}

/// Six bits per letter, the lowest first, in groups of three bytes.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn to_text(bytes: &[u8]) -> String {
    let group = |three: &[u8]| {
        let word = three
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u32::from(byte));
        (0..=three.len()).map(move |at| char::from(LETTERS[(word >> (6 * at)) as usize % 64]))
    };
    bytes.chunks(3).flat_map(group).collect()
}

fn from_text(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    for four in text.as_bytes().chunks(4) {
        let mut word = 0;
        for (at, letter) in four.iter().enumerate() {
            let value = LETTERS.iter().position(|own| own == letter)?;
            word |= (value as u32) << (6 * at);
        }
        bytes.extend(&word.to_le_bytes()[..four.len() - 1]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_of_the_opponent_is_named() {
        let plan = |digest: &str| Plan {
            patterns: "othello regions".to_owned(),
            params: String::new(),
            games: 500,
            start: String::new(),
            files: vec!["same.pat=1".to_owned(), format!("rival.pat={digest}")],
            version: String::new(),
        };
        let found = serde_json::to_string(&plan("2")).unwrap();
        let told = |plan: &Plan| belongs(Path::new("my.pat.journal"), &found, plan);
        assert!(told(&plan("2")).is_ok());
        let error = told(&plan("3")).unwrap_err();
        assert_eq!(
            error.what,
            "rival.pat changed since my.pat.journal was begun"
        );
        let longer = Plan {
            games: 600,
            ..plan("3")
        };
        let error = told(&longer).unwrap_err();
        assert!(error.what.contains("journal of another run"), "{error}");
    }

    #[test]
    fn bytes_come_back_from_their_text() {
        let bytes: Vec<u8> = (0..=255).chain([255, 0, 7]).collect();
        for length in 0..bytes.len() {
            let text = to_text(&bytes[..length]);
            assert_eq!(from_text(&text).as_deref(), Some(&bytes[..length]));
        }
        assert_eq!(from_text("A-AA"), None);
    }
}
