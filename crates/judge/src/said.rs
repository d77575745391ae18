//! What a heuristic says of a run of states, packed.

use plyscope_game::any::Reply;
use plyscope_game::{Facts, Score, Value};

use crate::ranks::{Order, Orders};

/// What is said of every move of some states that follow each other.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Said {
    /// The value of every move, state after state.
    pub(crate) values: Vec<Value>,
    /// What is proved of it; empty where nothing is proved of any.
    sure: Vec<Sure>,
    /// Where the moves stand among those of their state.
    places: Orders,
    /// Where each state begins; one more, for the end of the last.
    begins: Vec<Begin>,
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
        let first = if self.add_estimates(replies)? {
            self.places.push(&self.values[begin..], is_best)
        } else {
            self.values.truncate(begin);
            self.add_any(replies, facts)?;
            let ranks = replies.iter().map(|own| own.score.rank(facts).number());
            self.places.push(&ranks.collect::<Vec<f64>>(), is_best)
        };
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
        if !self.sure.is_empty() {
            self.sure.resize(self.values.len(), Sure::Nothing);
        }
    }

    /// Adds a state all of whose moves are estimated, as most are; says whether it is one. If it is
    /// not, values are left that do not belong there.
    fn add_estimates(&mut self, replies: &[Reply]) -> Result<bool, usize> {
        let begin = self.values.len();
        let (mut all_estimates, mut is_mean, mut size) = (true, true, 0);
        self.values.extend(replies.iter().map(|own| {
            let said = match own.score {
                Score::Estimate(said) => Some(said),
                _ => None,
            };
            all_estimates &= said.is_some();
            let value = said.unwrap_or(0.0);
            is_mean &= own.mean.is_some();
            size = size.max(value.abs().to_bits());
            value
        }));
        if !all_estimates {
            return Ok(false);
        }
        // Sizes are in the order of their bits, and what is infinite or no number lies above all others.
        if size < Value::INFINITY.to_bits() {
            self.largest = self.largest.max(Value::from_bits(size));
        } else {
            let values = &self.values[begin..];
            if let Some(wrong) = values.iter().position(|own| own.is_nan()) {
                return Err(wrong);
            }
            let finite = values.iter().map(|own| own.abs());
            let finite = finite.filter(|own| own.is_finite());
            self.largest = finite.fold(self.largest, Value::max);
        }
        self.on_points &= is_mean;
        Ok(true)
    }

    /// Adds a state some of whose moves are proved or unknown.
    fn add_any(&mut self, replies: &[Reply], facts: &Facts) -> Result<(), usize> {
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
            self.on_points &= sure == Sure::Points || own.mean.is_some();
        }
        Ok(())
    }
}
