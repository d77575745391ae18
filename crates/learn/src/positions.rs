//! States as rows: the features of each, as one player sees them.

use plyscope_game::Player;
use plyscope_game::any::{AnyFeatures, AnyStates};

use crate::Rows;

/// What a state is worth to a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example {
    /// The player from whose view it is seen.
    pub player: Player,
    /// What it is worth to him.
    pub value: f64,
    /// Examples of one group are not independent of each other: they belong to the same position.
    pub group: u32,
}

/// Examples as rows; features are read off a state whenever its row is asked for.
pub struct Positions<'a> {
    features: &'a dyn AnyFeatures,
    names: Vec<String>,
    width: usize,
    /// The places of the columns among all features; `None` for all of them in order.
    kept: Option<Vec<usize>>,
    states: &'a dyn AnyStates,
    examples: &'a [Example],
    groups: usize,
}

impl<'a> Positions<'a> {
    /// Rows of all features; an example is of the state with its number.
    pub fn new(
        features: &'a dyn AnyFeatures,
        states: &'a dyn AnyStates,
        examples: &'a [Example],
    ) -> Self {
        let last = examples.iter().map(|example| example.group).max();
        let names: Vec<String> = features.list().into_iter().map(|own| own.name).collect();
        Self {
            features,
            width: names.len(),
            names,
            kept: None,
            states,
            examples,
            groups: last.map_or(0, |last| last as usize + 1),
        }
    }

    /// The same rows with only these features, by their places in the list.
    #[must_use]
    pub fn only(mut self, kept: Vec<usize>) -> Self {
        self.names = kept.iter().map(|&at| self.names[at].clone()).collect();
        self.kept = Some(kept);
        self
    }
}

impl Rows for Positions<'_> {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn count(&self) -> usize {
        self.examples.len()
    }

    fn read(&self, index: usize, row: &mut [f64]) -> f64 {
        let example = &self.examples[index];
        let read = |row: &mut [f64]| self.features.read(self.states, index, example.player, row);
        match &self.kept {
            None => read(row),
            Some(kept) => {
                let mut all = vec![0.0; self.width];
                read(&mut all);
                for (number, &at) in row.iter_mut().zip(kept) {
                    *number = all[at];
                }
            }
        }
        example.value
    }

    fn groups(&self) -> usize {
        self.groups
    }

    fn group(&self, index: usize) -> usize {
        self.examples[index].group as usize
    }
}
