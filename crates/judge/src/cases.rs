//! The states of a benchmark beside what a heuristic says of their moves.

use std::ops::Range;

use crate::worth::Worths;
use crate::{Case, Guesses, Truths};

/// States that follow each other in a benchmark, each beside what a heuristic says of it.
#[derive(Clone, Debug)]
pub struct Cases<'a> {
    truths: &'a Truths,
    worths: &'a Worths,
    guesses: &'a Guesses,
    range: Range<usize>,
}

impl<'a> Cases<'a> {
    pub(crate) fn new(truths: &'a Truths, guesses: &'a Guesses) -> Self {
        Self {
            truths,
            worths: truths.rows.worths(),
            guesses,
            range: 0..truths.rows.len(),
        }
    }

    /// Those of a range alone.
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        Self {
            range,
            ..self.clone()
        }
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    /// One of them.
    ///
    /// # Panics
    /// When there are fewer.
    #[inline(always)]
    pub fn at(&self, place: usize) -> Case<'a> {
        let at = self.range.start + place;
        Case::of(self.truths, self.worths, at, self.guesses.state(at))
    }

    /// One after the other.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Case<'a>> + '_ {
        (0..self.len()).map(|place| self.at(place))
    }
}
