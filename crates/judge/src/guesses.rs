//! Asking a heuristic about every state of a benchmark, on all cores.

use std::ops::Range;

use plyscope_game::any::{AnyAgent, AnyStates, Replies, Reply};
use plyscope_game::{Error, Facts, Limits, Points, Score, Value};
use plyscope_parallel::{threads_here, try_map};
use plyscope_truth::Spare;

use crate::ranks::below;
use crate::{Guess, Pair, on_scale};

/// Makes the agent that is judged; each thread makes its own.
pub type MakeJudged<'a> = &'a (dyn Fn() -> Result<Box<dyn AnyAgent>, Error> + Sync + 'a);

/// What a heuristic says of every move of every state, packed: a benchmark may have millions.
#[derive(Clone, PartialEq, Debug)]
pub struct Guesses {
    /// The value of every move, state after state; one column for each thing that is said.
    values: Vec<Value>,
    /// Where the move stands among those of its state.
    places: Vec<u32>,
    /// What is proved of it.
    sure: Vec<Sure>,
    /// Where the moves of each state end.
    ends: Vec<usize>,
    /// The values brought to the game's points, once that is done.
    points: Option<Vec<f64>>,
    /// The classes that were fitted beside them.
    classes: Option<Vec<i8>>,
    /// Whether all its values are points by nature: proved, or means of results.
    pub on_points: bool,
    /// The largest finite estimate, without its sign.
    largest: Value,
    /// The most points that the game has.
    most: f64,
}

/// What a heuristic has proved of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sure {
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

impl Guesses {
    /// Room for so many states of such a game.
    fn with_capacity(states: usize, facts: &Facts) -> Self {
        Self {
            largest: 0.0,
            most: most(facts),
            values: Vec::with_capacity(states * 8),
            places: Vec::with_capacity(states * 8),
            sure: Vec::with_capacity(states * 8),
            ends: Vec::with_capacity(states),
            points: None,
            classes: None,
            on_points: true,
        }
    }

    /// What was said of every move of so many states, as a list of replies each.
    ///
    /// # Errors
    /// When a value is not a number: the places of the state and the move.
    pub fn of_replies<'a>(
        facts: &Facts,
        states: impl ExactSizeIterator<Item = &'a [Reply]>,
    ) -> Result<Self, (usize, usize)> {
        let mut all = Self::with_capacity(states.len(), facts);
        let mut ranks = Vec::new();
        for (at, replies) in states.enumerate() {
            let added = all.add(replies, facts, &mut ranks);
            added.map_err(|mv| (at, mv))?;
        }
        Ok(all)
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// What is said of one state's moves.
    pub fn of(&self, state: usize) -> Vec<Guess> {
        let mut guess = Vec::new();
        self.read(state, &mut guess);
        guess
    }

    /// The same, written over what was in a list, which spares making one.
    #[inline]
    pub fn read(&self, state: usize, guess: &mut Vec<Guess>) {
        let begin = state.checked_sub(1).map_or(0, |before| self.ends[before]);
        let range = begin..self.ends[state];
        let points = self.points.as_ref().map(|points| &points[range.clone()]);
        let classes = self.classes.as_ref().map(|own| &own[range.clone()]);
        guess.clear();
        let said = self.values[range.clone()].iter();
        let said = said.zip(&self.places[range.clone()]);
        let said = said.zip(&self.sure[range]);
        let said = said.map(|((&value, &place), &sure)| Guess {
            proved: sure == Sure::Points,
            decided: sure == Sure::Winner,
            on_scale: self.on_scale(value, sure),
            ..Guess::estimate(place, f64::from(value))
        });
        guess.extend(said);
        if let Some(points) = points {
            let each = guess.iter_mut().zip(points);
            each.for_each(|(own, &points)| own.points = Some(points));
        }
        if let Some(classes) = classes {
            let each = guess.iter_mut().zip(classes);
            each.for_each(|(own, &class)| own.class = Some(class));
        }
    }

    /// Says what the values come to in points, every move, state after state.
    pub(crate) fn set_points(&mut self, points: Vec<f64>) {
        assert_eq!(points.len(), self.values.len());
        self.points = Some(points);
    }

    /// Says which class every move is put into.
    pub(crate) fn set_classes(&mut self, classes: Vec<i8>) {
        assert_eq!(classes.len(), self.values.len());
        self.classes = Some(classes);
    }

    /// What is said of every move, state after state, beside what the move is worth.
    pub(crate) fn pair(&self, truth: impl Iterator<Item = f64>) -> impl Iterator<Item = Pair> {
        let pairs = self.values.iter().zip(&self.sure).zip(truth);
        pairs.map(|((&own, &sure), truth)| {
            let value = f64::from(own);
            let is_decided = sure == Sure::Winner;
            Pair {
                value: if is_decided {
                    self.on_scale(own, sure)
                } else {
                    value
                },
                proved: sure == Sure::Points,
                decided: is_decided.then_some(value),
                truth,
            }
        })
    }

    #[inline]
    fn on_scale(&self, value: Value, sure: Sure) -> f64 {
        let value = f64::from(value);
        if sure != Sure::Nothing && !self.on_points {
            on_scale(value, f64::from(self.largest), self.most)
        } else {
            value
        }
    }

    fn append(&mut self, other: &Self) {
        let before = self.values.len();
        self.values.extend_from_slice(&other.values);
        self.places.extend_from_slice(&other.places);
        self.sure.extend_from_slice(&other.sure);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.on_points &= other.on_points;
        self.largest = self.largest.max(other.largest);
    }

    /// Adds a state: the moves the agent would choose among come first, the others by their scores.
    ///
    /// # Errors
    /// When a value is not a number: the place of the move.
    fn add(&mut self, replies: &[Reply], facts: &Facts, ranks: &mut Vec<f64>) -> Result<(), usize> {
        let begin = self.values.len();
        if !self.add_estimates(replies)? {
            self.values.truncate(begin);
            self.add_any(replies, facts, ranks)?;
        }
        let above_all = replies.len() as u32;
        for (place, own) in self.places[begin..].iter_mut().zip(replies) {
            *place = if own.is_best { above_all } else { *place };
        }
        self.ends.push(self.values.len());
        Ok(())
    }

    /// Adds a state all of whose moves are estimated, as most are; says whether it is one. If it is
    /// not, values are left that do not belong there.
    fn add_estimates(&mut self, replies: &[Reply]) -> Result<bool, usize> {
        let begin = self.values.len();
        self.values.resize(begin + replies.len(), 0.0);
        let (mut all_estimates, mut is_mean, mut size) = (true, true, 0);
        for (value, own) in self.values[begin..].iter_mut().zip(replies) {
            match own.score {
                Score::Estimate(said) => *value = said,
                _ => all_estimates = false,
            }
            is_mean &= own.mean.is_some();
            size = size.max(value.abs().to_bits());
        }
        if !all_estimates {
            return Ok(false);
        }
        let values = &self.values[begin..];
        // Sizes are in the order of their bits, and what is infinite or no number lies above all others.
        if size < Value::INFINITY.to_bits() {
            self.largest = self.largest.max(Value::from_bits(size));
        } else {
            if let Some(wrong) = values.iter().position(|own| own.is_nan()) {
                return Err(wrong);
            }
            let finite = values.iter().map(|own| own.abs());
            let finite = finite.filter(|own| own.is_finite());
            self.largest = finite.fold(self.largest, Value::max);
        }
        self.on_points &= is_mean;
        self.sure.resize(self.values.len(), Sure::Nothing);
        self.places.resize(self.values.len(), 0);
        below(values, &mut self.places[begin..]);
        Ok(true)
    }

    /// Adds a state some of whose moves are proved or unknown.
    fn add_any(
        &mut self,
        replies: &[Reply],
        facts: &Facts,
        ranks: &mut Vec<f64>,
    ) -> Result<(), usize> {
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
        ranks.clear();
        ranks.extend(replies.iter().map(|own| own.score.rank(facts).number()));
        let begin = self.places.len();
        self.places.resize(self.values.len(), 0);
        below(ranks, &mut self.places[begin..]);
        Ok(())
    }
}

/// The farthest that points lie from the level result.
fn most(facts: &Facts) -> f64 {
    let from_level = |points: Points| (f64::from(points) - facts.level()).abs();
    from_level(facts.points.0).max(from_level(facts.points.1))
}

/// Asks about every state; the order of work does not matter, since the agent forgets between two.
///
/// # Errors
/// When the agent fails, puts a value on a move that is not a number, or the run was stopped.
pub fn ask(
    facts: &Facts,
    states: &dyn AnyStates,
    make: MakeJudged<'_>,
    limits: &Limits,
    progress: &(dyn Fn() + Sync),
) -> Result<Guesses, Error> {
    let asker = Asker {
        facts,
        states,
        make,
        limits,
        progress,
    };
    let spare = Spare::default();
    let chunk = chunk(states.len());
    let chunks: Vec<Range<usize>> = (0..states.len())
        .step_by(chunk)
        .map(|begin| begin..states.len().min(begin + chunk))
        .collect();
    let parts = try_map(chunks.len(), |at| {
        let work = |scratch: &mut Scratch| asker.ask(scratch, chunks[at].clone());
        spare.with(|| asker.scratch(), work)
    })?;
    let mut all = Guesses::with_capacity(states.len(), facts);
    for part in parts {
        all.append(&part);
    }
    Ok(all)
}

/// States that one thread takes at a time: enough that handing them out costs
/// little, few enough that all threads have work to the end.
fn chunk(states: usize) -> usize {
    (states / (16 * threads_here())).clamp(1, 128)
}

/// What a thread keeps from chunk to chunk.
struct Scratch {
    agent: Box<dyn AnyAgent>,
    replies: Replies,
    ranks: Vec<f64>,
}

struct Asker<'a> {
    facts: &'a Facts,
    states: &'a dyn AnyStates,
    make: MakeJudged<'a>,
    limits: &'a Limits,
    progress: &'a (dyn Fn() + Sync),
}

impl Asker<'_> {
    fn scratch(&self) -> Result<Scratch, Error> {
        Ok(Scratch {
            agent: (self.make)()?,
            replies: Replies::default(),
            ranks: Vec::new(),
        })
    }

    fn ask(&self, scratch: &mut Scratch, chunk: Range<usize>) -> Result<Guesses, Error> {
        let Scratch {
            agent,
            replies,
            ranks,
        } = scratch;
        replies.clear();
        let tell = || (self.progress)();
        let asked = agent.advise_each(self.states, chunk.clone(), self.limits, replies, &tell);
        asked.map_err(|error| {
            if error.hint.is_some() {
                return error;
            }
            error.with_hint("leave the heuristic out")
        })?;
        if replies.len() < chunk.len() {
            return Err(stopped());
        }
        let mut all = Guesses::with_capacity(chunk.len(), self.facts);
        for at in 0..replies.len() {
            let added = all.add(replies.of(at), self.facts, ranks);
            added.map_err(|mv| no_number(self.states, chunk.start + at, mv))?;
        }
        Ok(all)
    }
}

fn stopped() -> Error {
    Error::stopped("stopped before every state was judged")
        .with_hint("run the same command again; judging starts afresh")
}

fn no_number(states: &dyn AnyStates, at: usize, mv: usize) -> Error {
    let (mv, state) = (states.move_text(at, mv), states.text(at));
    Error::failed(format!(
        "the heuristic's value of {mv} is not a number at state {state}"
    ))
    .with_hint("look for a division by zero or a logarithm of nothing in it")
}
