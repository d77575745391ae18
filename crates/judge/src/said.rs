//! What a heuristic says of a run of states, packed.

use plyscope_game::any::Reply;
use plyscope_game::{Facts, Score, Value};

use crate::ranks::{Order, Orders};

/// What is said of every move of some states that follow each other.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Said {
    /// The value of every move, state after state.
    pub(crate) values: Vec<Value>,
    /// What is proved of it, up to the last state in which something is.
    sure: Vec<Sure>,
    /// Where the moves stand among those of their state.
    places: Orders,
    /// Where each state begins; one more, for the end of the last.
    begins: Vec<Begin>,
    /// The ranks of the state that is being added, if some of its moves are proved; empty between two.
    ranks: Vec<f64>,
    /// Whether all values are points by nature: proved, or means of results.
    pub(crate) on_points: bool,
    /// The largest finite estimate, without its sign.
    pub(crate) largest: Value,
}

/// Where a state begins in lists of many.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Begin {
    moves: u32,
    places: u32,
    /// The moves of the highest place, a bit each, where moves are few.
    first: u32,
}

/// What a heuristic has proved of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sure {
    /// Its points.
    Points,
    /// Who wins by it.
    Winner,
    /// Nothing.
    Nothing,
}

impl Sure {
    fn of(score: Score) -> Self {
        match score {
            Score::Exact { .. } => Self::Points,
            Score::Decided { .. } => Self::Winner,
            Score::Estimate(_) | Score::Unknown => Self::Nothing,
        }
    }
}

impl Default for Said {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            sure: Vec::new(),
            places: Orders::default(),
            begins: vec![Begin::default()],
            ranks: Vec::new(),
            on_points: true,
            largest: 0.0,
        }
    }
}

impl Said {
    /// How many states there are.
    pub(crate) fn len(&self) -> usize {
        self.begins.len() - 1
    }

    /// Where the moves of a state lie in the list of all.
    #[inline]
    pub(crate) fn moves(&self, state: usize) -> std::ops::Range<usize> {
        self.begins[state].moves as usize..self.begins[state + 1].moves as usize
    }

    /// How the moves of a state are ordered.
    #[inline]
    pub(crate) fn places(&self, state: usize) -> Order<'_> {
        let (begin, end) = (self.begins[state].places, self.begins[state + 1].places);
        self.places.between(begin as usize, end as usize)
    }

    /// The moves of the highest place, a bit each, where moves are few.
    #[inline]
    pub(crate) fn first(&self, state: usize) -> u32 {
        self.begins[state].first
    }

    /// What is proved of a move, by its place in the list of all.
    #[inline]
    pub(crate) fn sure(&self, mv: usize) -> Sure {
        self.sure.get(mv).copied().unwrap_or(Sure::Nothing)
    }

    /// Forgets all, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.sure.clear();
        self.ranks.clear();
        self.places.clear();
        self.begins.truncate(1);
        self.begins[0] = Begin::default();
        self.on_points = true;
        self.largest = 0.0;
    }

    /// Adds a state: the moves the agent would choose among come first, the others by their scores.
    ///
    /// # Errors
    /// When a value is not a number: the place of the move.
    pub(crate) fn add(&mut self, replies: &[Reply], facts: &Facts) -> Result<(), usize> {
        let begin = self.values.len();
        let is_best = |mv: usize| replies[mv].is_best;
        let first = if self.take_estimates(replies) {
            self.measure(begin)?;
            self.places.push(&self.values[begin..], is_best)
        } else {
            self.take_any(replies, facts)?;
            let first = self.places.push(&self.ranks, is_best);
            self.ranks.clear();
            first
        };
        self.end_state(first);
        Ok(())
    }

    /// Adds a state of few moves, all of which are estimated and the best of which have a bit each.
    ///
    /// # Errors
    /// As [`Self::add`].
    #[inline]
    pub(crate) fn add_estimates(&mut self, values: &[Value], best: u32) -> Result<(), usize> {
        let begin = self.values.len();
        self.values.extend_from_slice(values);
        self.measure(begin)?;
        self.on_points &= values.is_empty();
        let first = self.places.push_few(values, best);
        self.end_state(first);
        Ok(())
    }

    fn end_state(&mut self, first: u32) {
        if let Some(last) = self.begins.last_mut() {
            last.first = first;
        }
        self.begins.push(Begin {
            moves: self.values.len() as u32,
            places: self.places.end() as u32,
            first: 0,
        });
    }

    /// Takes the values of a state if all of its moves are estimated; says whether they are.
    fn take_estimates(&mut self, replies: &[Reply]) -> bool {
        let estimate = |own: &Reply| match own.score {
            Score::Estimate(value) => Some(value),
            _ => None,
        };
        if replies.iter().any(|own| estimate(own).is_none()) {
            return false;
        }
        self.values.extend(replies.iter().filter_map(estimate));
        self.on_points &= replies.iter().all(|own| own.mean.is_some());
        true
    }

    /// Looks for the largest of the estimates from a place on.
    #[inline]
    fn measure(&mut self, begin: usize) -> Result<(), usize> {
        let values = &self.values[begin..];
        let sizes = values.iter().map(|own| own.abs().to_bits());
        let size = sizes.fold(0, u32::max);
        // Sizes are in the order of their bits, and what is infinite or no number lies above all others.
        if size < Value::INFINITY.to_bits() {
            self.largest = self.largest.max(Value::from_bits(size));
            return Ok(());
        }
        if let Some(wrong) = values.iter().position(|own| own.is_nan()) {
            return Err(wrong);
        }
        let finite = values.iter().map(|own| own.abs());
        let finite = finite.filter(|own| own.is_finite());
        self.largest = finite.fold(self.largest, Value::max);
        Ok(())
    }

    /// Takes the values and ranks of a state some of whose moves are proved or unknown.
    fn take_any(&mut self, replies: &[Reply], facts: &Facts) -> Result<(), usize> {
        self.sure.resize(self.values.len(), Sure::Nothing);
        for (mv, own) in replies.iter().enumerate() {
            // A move that was not looked at is worth less than any that was.
            let value = own.score.from_level(facts).unwrap_or(Value::NEG_INFINITY);
            if value.is_nan() {
                return Err(mv);
            }
            let sure = Sure::of(own.score);
            if sure == Sure::Nothing && value.is_finite() {
                self.largest = self.largest.max(value.abs());
            }
            self.values.push(value);
            self.sure.push(sure);
            self.ranks.push(own.score.rank(facts).number());
            self.on_points &= sure == Sure::Points || own.mean.is_some();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use plyscope_connect4::Standard;
    use plyscope_game::{Chance, Game};

    use super::*;

    #[test]
    fn bare_estimates_are_kept_as_any_replies() {
        let (mut chance, facts) = (Chance::new(5), Standard::default().facts());
        let (mut bare, mut any) = (Said::default(), Said::default());
        for moves in 0..=u32::BITS as usize {
            let best = chance.below(1 << moves.min(31)) & chance.below(1 << moves.min(31));
            let values = (0..moves).map(|_| chance.below(9) as Value - 4.0);
            let mut values: Vec<Value> = values.collect();
            if moves % 5 == 4 {
                values[moves / 2] = Value::INFINITY;
            }
            let reply = |(at, &value): (usize, &Value)| Reply {
                score: Score::Estimate(value),
                mean: None,
                is_best: best >> at & 1 == 1,
            };
            let replies: Vec<Reply> = values.iter().enumerate().map(reply).collect();
            assert_eq!(bare.add_estimates(&values, best), Ok(()));
            assert_eq!(any.add(&replies, &facts), Ok(()));
        }
        assert_eq!(bare, any);
        assert_eq!(bare.add_estimates(&[1.0, Value::NAN], 1), Err(1));
    }
}
