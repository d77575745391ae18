//! What a prover asks first: what binds variables and hardly branches.
//!
//! A rule about the next state often names the move last. Proved in that order,
//! every cell is paired with every other before the one move that was made is
//! looked at; chess by its sheet took 18 seconds per move so, and takes some
//! milliseconds now.

use crate::hash::{FastMap, FastSet};
use crate::rule::Pattern;
use crate::terms::{Shape, Term, Terms};

/// A fluent with no more facts than this is one of few.
const FEW: usize = 2;

/// Which facts about a state are few: moves made, and fluents such as whose turn it is.
#[derive(Clone, Debug)]
pub(crate) struct Few {
    does: Shape,
    holds: Shape,
    /// Fluents of one argument, of which the first state has one or two. Those that it has none of
    /// may become many: stones on an empty board.
    fluents: FastSet<Shape>,
}

impl Few {
    pub(crate) fn new(terms: &Terms, [holds, does]: [Shape; 2], facts: &[Term]) -> Self {
        let mut counts: FastMap<Shape, usize> = FastMap::default();
        for &fact in facts {
            if let [fluent] = terms.arguments(fact) {
                *counts.entry(terms.shape(*fluent)).or_default() += 1;
            }
        }
        counts.retain(|fluent, count| fluent.arity == Some(1) && *count <= FEW);
        Self {
            does,
            holds,
            fluents: counts.into_keys().collect(),
        }
    }

    pub(crate) fn has(&self, terms: &Terms, atom: &Pattern) -> bool {
        let shape = atom.shape(terms);
        if shape == Some(self.does) {
            return true;
        }
        let fluent = match atom {
            Pattern::Made(_, parts) if shape == Some(self.holds) => parts.first(),
            _ => None,
        };
        let fluent = fluent.and_then(|fluent| fluent.shape(terms));
        fluent.is_some_and(|fluent| self.fluents.contains(&fluent))
    }
}
