//! What a learner found, and how it came about.

use std::time::Duration;

use plyscope_game::{Error, Feature};
use serde_json::Value;

use crate::meetings::GameJournal;
use crate::{WeightRange, Weights};

use super::steps_journal::StepsJournal;

/// How far a learner is.
pub struct LearnProgress<'a> {
    /// How much is done, in `unit`.
    pub done: u64,
    /// How much there is in all; none if only the clock knows.
    pub of: Option<u64>,
    /// What is counted.
    pub unit: &'static str,
    /// Where it is, in words.
    pub stage: String,
    /// The number of the step that has just ended, and its weights with their range.
    pub ended: Option<(u64, &'a [WeightRange])>,
}

/// A step on the way.
#[derive(Clone, PartialEq, Debug)]
pub struct FindingStep {
    /// What was done up to its end, in the finding's unit.
    pub done: u64,
    /// What the step came to, such as the metric or the loss; none where games do not tell.
    pub value: Option<f64>,
    /// The weights then: what the learner would answer.
    pub weights: Vec<f64>,
    /// The deviation that each weight is tried with, where there is one.
    pub spread: Option<Vec<f64>>,
}

/// What was found.
#[non_exhaustive]
pub struct Finding {
    /// The method's name.
    pub method: &'static str,
    /// The spec of the game.
    pub game: String,
    /// The feature set.
    pub features: String,
    /// All features of the set.
    pub listed: Vec<Feature>,
    /// The names of the weights of every step.
    pub names: Vec<String>,
    /// How it came about, a sentence per line.
    pub about: Vec<String>,
    /// The weights as a file.
    pub weights: Weights,
    /// Every step, or some of many.
    pub steps: Vec<FindingStep>,
    /// What steps count.
    pub unit: &'static str,
    /// What the value of a step is; empty if it has none.
    pub value_name: String,
    /// Games that were played.
    pub games: u64,
    /// Positions that were learned from or judged.
    pub positions: u64,
    /// CPU time, that of earlier runs included.
    pub cpu: Duration,
    /// What an earlier run had done, in `unit`.
    pub before: u64,
    /// All else that a program may want to know.
    pub details: Value,
    /// What the user should know.
    pub warnings: Vec<String>,
    pub(super) kept: Vec<Kept>,
}

/// A file that a rerun goes on from.
pub(super) enum Kept {
    Games(GameJournal),
    Steps(StepsJournal),
    Labels(plyscope_truth::Journal),
}

impl Finding {
    /// Drops what was kept for a rerun, once the weights are written.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn done(&mut self) -> Result<(), Error> {
        self.kept.drain(..).try_for_each(|own| match own {
            Kept::Games(own) => own.remove(),
            Kept::Steps(own) => own.remove(),
            Kept::Labels(own) => own.remove(),
        })
    }
}

/// Weights with the range that each is tried in.
pub(super) fn ranges(names: &[String], step: &FindingStep) -> Vec<WeightRange> {
    let range = |(place, name): (usize, &String)| {
        let weight = step.weights[place];
        let half = step.spread.as_ref().map_or(0.0, |own| own[place]);
        WeightRange {
            name: name.clone(),
            weight,
            low: weight - half,
            high: weight + half,
        }
    };
    names.iter().enumerate().map(range).collect()
}
