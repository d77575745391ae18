//! The words of a command, as a plan keeps them.

use std::path::Path;

use clap::Parser;
use plyscope_game::Error;

use crate::args::Args;

/// Options of a plan and of one machine, which are no part of the work; each takes a value.
const LEFT_OUT: [&str; 8] = [
    "-o",
    "--output",
    "--record",
    "--out",
    "--shards",
    "--shard-time",
    "--measure",
    "--threads",
];
/// The same without a value.
const FLAGS: [&str; 2] = ["--json", "--force"];

/// What was typed after `plyscope`, without `plan` and without what is no part of the work.
pub(super) fn of_work(typed: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    let mut typed = typed.peekable();
    let mut is_plan_seen = false;
    while let Some(word) = typed.next() {
        if word == "plan" && !is_plan_seen {
            is_plan_seen = true;
        } else if LEFT_OUT.contains(&&*word) {
            typed.next();
        } else if !FLAGS.contains(&&*word) && !has_value_inside(&word) {
            kept.push(word);
        }
    }
    kept
}

/// Whether the word is one of the options with its value in it: `--shards=40`, `-oplan`.
fn has_value_inside(word: &str) -> bool {
    let long = word
        .split_once('=')
        .is_some_and(|(name, _)| LEFT_OUT.contains(&name));
    long || word.starts_with("-o") && !word.starts_with("--")
}

/// Parses the words of a plan; `folder` stands in place of the output.
///
/// # Errors
/// When this version does not take them.
pub(super) fn parse(words: &[String], folder: &Path) -> Result<Args, Error> {
    let begin = ["plyscope", "plan"].map(str::to_string);
    let end = ["-o".to_string(), folder.to_string_lossy().into_owned()];
    let all = begin.into_iter().chain(words.iter().cloned()).chain(end);
    Args::try_parse_from(all).map_err(|error| {
        let what = format!("the plan's command cannot be read again: {error}");
        Error::failed(what).with_hint("plan again in another folder")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_part_of_the_work_is_left_out_of_the_plan() {
        let work = |line: &str| of_work(line.split(' ').map(str::to_string)).join(" ");
        let plain = "truth make connect4 --by solver --states 500";
        for line in [
            "plan truth make connect4 --by solver --states 500 -o d",
            "plan --shards 40 truth make connect4 -od --by solver --states 500 --json",
            "--threads 2 plan truth make connect4 --by solver --states 500 --output=d --shards=3",
        ] {
            assert_eq!(work(line), plain, "{line}");
        }
        let seeded = "plan --seed 3 match tictactoe a b --record d --force";
        assert_eq!(work(seeded), "--seed 3 match tictactoe a b");
    }
}
