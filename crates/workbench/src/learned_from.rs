//! Which states weights were learned from: marks in the weights file, so that judging on them can be told.
//!
//! A state's mark is a hash of its key, which is the same for its mirror images. Of
//! many states only those are listed whose mark is divisible by `every`; of another
//! set of states the same share is looked up, so that any overlap can be estimated.

use std::collections::BTreeSet;

use plyscope_game::any::AnyStates;
use plyscope_game::mix_all;
use serde::{Deserialize, Serialize};

/// Marks that are listed at the most: nine kilobytes in the file.
const MOST: usize = 1024;
/// A chance of missing a tenth of the states beyond which a warning says that nothing can be told.
const MISSED: f64 = 0.05;
/// Separates marks from other hashes of keys.
const MARK: u64 = 0x6d61_726b;

/// The states that weights were learned from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnedFrom {
    /// A digest of the benchmark, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub benchmark: Option<String>,
    /// How many states.
    pub states: u64,
    /// One mark in so many is listed.
    pub every: u64,
    /// The marks, in hexadecimal, with blanks between them.
    pub marks: String,
}

impl LearnedFrom {
    /// The marks of all states of a list.
    pub(crate) fn of(states: &dyn AnyStates, benchmark: Option<String>) -> Self {
        let all: BTreeSet<u64> = (0..states.len()).map(|at| mark(states, at)).collect();
        let mut every = 1;
        let is_in = |own: &&u64, every: u64| own.is_multiple_of(every);
        while all.iter().filter(|own| is_in(own, every)).count() > MOST {
            every *= 2;
        }
        let listed = all.iter().filter(|own| is_in(own, every));
        let marks: Vec<String> = listed.map(|own| shown(*own)).collect();
        Self {
            benchmark,
            states: states.len() as u64,
            every,
            marks: marks.join(" "),
        }
    }

    /// Of how many states of a list it can be told, and how many of those were learned from.
    pub(crate) fn overlap(&self, states: &dyn AnyStates) -> (usize, usize) {
        let marks: BTreeSet<&str> = self.marks.split_whitespace().collect();
        let every = self.every.max(1);
        let own = (0..states.len()).map(|at| mark(states, at));
        let told: Vec<u64> = own.filter(|own| own.is_multiple_of(every)).collect();
        let seen = told.iter().filter(|own| marks.contains(&*shown(**own)));
        (told.len(), seen.count())
    }

    /// The chance that nothing is noticed if a tenth of so many states were learned from.
    fn missed(&self, states: usize) -> f64 {
        (1.0 - 0.1 / self.every.max(1) as f64).powf(states as f64)
    }

    /// What judging on these states should say; nothing where none was learned from, as far as can be told.
    pub(crate) fn warning(&self, heuristic: &str, states: &dyn AnyStates) -> Option<String> {
        let (told, seen) = self.overlap(states);
        if seen == 0 {
            let missed = self.missed(states.len());
            return (self.every > 1 && missed > MISSED).then(|| {
                format!(
                    "whether `{heuristic}` was learned from some of these states cannot be told: its file marks \
                     one in {} of its {} states, and if it had seen a tenth of these here, that would be \
                     missed with a chance of {:.0} %",
                    self.every,
                    self.states,
                    100.0 * missed
                )
            });
        }
        let share = 100.0 * seen as f64 / told as f64;
        let about = if self.every == 1 { "" } else { "about " };
        Some(format!(
            "`{heuristic}` was learned from {about}{share:.0} % of these states: what is said of it here \
             is not what it does on unseen ones"
        ))
    }
}

fn mark(states: &dyn AnyStates, at: usize) -> u64 {
    mix_all(&[MARK, states.canonical_key(at)])
}

fn shown(mark: u64) -> String {
    format!("{:08x}", mark >> 32)
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;
    use plyscope_game::any::Hidden;
    use plyscope_mnk::Mnk;

    use super::*;

    fn some(count: usize, seed: u64) -> Box<dyn AnyStates> {
        let game = Hidden::new(Mnk::new(8, 8, 5).unwrap());
        let (mut states, mut chance) = (game.states(), Chance::new(seed));
        while states.len() < count {
            states.push_random(9, &mut chance);
        }
        states
    }

    #[test]
    fn states_that_were_learned_from_are_known_again() {
        for count in [100, 3000, 60_000] {
            let own = some(count, 1);
            let from = LearnedFrom::of(&*own, None);
            assert!(from.marks.split(' ').count() <= MOST);
            let (told, seen) = from.overlap(&*own);
            assert!(told == seen && told > 50, "{told} {seen}");
            assert!(from.warning("x", &*own).unwrap().contains("100 %"));
            assert_eq!(from.overlap(&*some(count, 2)).1, 0);
            // Of a few other states too few are looked up to say anything.
            let unsure = from.warning("x", &*some(100, 3));
            assert_eq!(unsure.is_some(), count > 100, "{unsure:?}");
            assert_eq!(from.warning("x", &*some(4000, 4)), None);
        }
    }
}
