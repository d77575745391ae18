//! Engines that run shards, as child processes: Slurm and `HyperQueue`.
//!
//! An engine is asked only what it still has in its queue. What is done is told
//! by the files of the folder.

mod hyperqueue;
mod slurm;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use plyscope_game::Error;

pub use hyperqueue::HyperQueue;
pub use slurm::Slurm;

use crate::Folder;

/// Shards in one array at the most: centres limit how much one user may have in the queue.
pub const MOST_IN_ARRAY: u64 = 1000;

/// What a shard asks of the machine that runs it.
#[derive(Clone, Debug, Default)]
pub struct ArrayOptions {
    /// Cores for each shard.
    pub cpus: u16,
    /// Where to run.
    pub partition: Option<String>,
    /// The longest a shard may take, as the engine writes times.
    pub time: Option<String>,
    /// Memory for each shard, as the engine writes it.
    pub memory: Option<String>,
    /// Whose account pays.
    pub account: Option<String>,
    /// Shards that run at the same time, at the most.
    pub at_most: Option<u64>,
    /// Other options, as the engine's submit command takes them.
    pub others: Vec<String>,
}

/// What an engine is given to run.
pub struct ArrayJob<'a> {
    /// The folder of the plan, which every machine sees at the same path.
    pub folder: &'a Folder,
    /// The program that does a shard.
    pub program: &'a Path,
    /// What to ask for.
    pub options: &'a ArrayOptions,
    /// The shards, in order.
    pub shards: &'a [u64],
}

/// An engine that runs arrays.
pub trait ArrayEngine {
    /// Shards in one array at the most.
    ///
    /// # Errors
    /// When the engine does not answer.
    fn most(&self) -> Result<u64, Error>;

    /// What would be submitted, for people to read.
    ///
    /// # Errors
    /// When the folder's path is one that the engine cannot take.
    fn script(&self, job: &ArrayJob<'_>) -> Result<String, Error>;

    /// Submits an array; returns the engine's name for it.
    ///
    /// # Errors
    /// When the engine refuses.
    fn submit(&self, job: &ArrayJob<'_>) -> Result<String, Error>;

    /// The shards of the folder that wait or run, by any call of `submit`.
    ///
    /// # Errors
    /// When the engine does not answer.
    fn queued(&self, folder: &Folder) -> Result<BTreeSet<u64>, Error>;
}

/// What the jobs of a plan are called; a number may follow.
fn job_name(folder: &Folder) -> String {
    format!("plyscope-{}", &folder.id()[..12])
}

/// Runs a command of an engine and gives what it wrote.
fn ask(command: &mut Command) -> Result<String, Error> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| {
        Error::failed(format!("`{name}` cannot be run: {error}"))
            .with_hint("is the engine installed here? `--to local` needs none")
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(
        Error::failed(format!("`{name}` failed: {}", said.trim())).with_hint(
            "what is done stays; the same command goes on from there when the engine answers again",
        ),
    )
}

/// Numbers as ranges: `0-12,17,40-41`.
pub fn listed(numbers: &[u64]) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |&(first, last): &(u64, u64)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    };
    let texts: Vec<String> = ranges.iter().map(text).collect();
    texts.join(",")
}

/// A word as the shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+=:,@".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_listed_as_ranges() {
        assert_eq!(listed(&[0, 1, 2, 5, 7, 8]), "0-2,5,7-8");
        assert_eq!(listed(&[]), "");
    }

    #[test]
    fn words_with_blanks_and_quotes_survive_the_shell() {
        assert_eq!(quoted("/a/b-c.d"), "/a/b-c.d");
        assert_eq!(quoted("my plan"), "'my plan'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
