//! What a heuristic says of every state of a benchmark.

use plyscope_game::any::Reply;
use plyscope_game::{Facts, Points, Value};

use crate::ranks::Order;
use crate::said::{Said, Sure};
use crate::{Guess, Pair, on_scale};

/// What a heuristic says of every move of every state, packed: a benchmark may have millions.
///
/// They stay in the parts in which they were asked for: putting them together would take as long as
/// two metrics.
#[derive(Clone, Debug)]
pub struct Guesses {
    /// Parts of equally many states, but for the last.
    parts: Vec<Part>,
    /// Each has 2 to the power of this.
    bits: u32,
    states: usize,
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

#[derive(Clone, Debug)]
struct Part {
    said: Said,
    /// Moves of the parts before.
    before: usize,
}

/// What is said of one state's moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfState<'a> {
    all: &'a Guesses,
    part: &'a Part,
    /// Its place in the part.
    at: usize,
}

impl Guesses {
    /// Puts together what was said of parts of `2^bits` states; only the last may have fewer.
    pub(crate) fn of_parts(facts: &Facts, bits: u32, said: Vec<Said>) -> Self {
        let mut before = 0;
        let part = |said: Said| {
            let begin = before;
            before += said.values.len();
            Part {
                said,
                before: begin,
            }
        };
        Self {
            on_points: said.iter().all(|own| own.on_points),
            largest: said.iter().map(|own| own.largest).fold(0.0, Value::max),
            most: most(facts),
            states: said.iter().map(Said::len).sum(),
            parts: said.into_iter().map(part).collect(),
            bits,
            points: None,
            classes: None,
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
        let mut all = Said::default();
        for (at, replies) in states.enumerate() {
            let added = all.add(replies, facts);
            added.map_err(|mv| (at, mv))?;
        }
        Ok(Self::of_parts(facts, usize::BITS - 1, vec![all]))
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.states == 0
    }

    /// What is said of one state's moves.
    pub fn of(&self, state: usize) -> Vec<Guess> {
        let mut guess = Vec::new();
        self.read(state, &mut guess);
        guess
    }

    /// The same, written over what was in a list, which spares making one.
    pub fn read(&self, state: usize, guess: &mut Vec<Guess>) {
        let own = self.state(state);
        guess.clear();
        guess.extend((0..own.moves()).map(|mv| own.guess(mv)));
    }

    /// What is said of one state's moves, without reading it.
    #[inline(always)]
    pub(crate) fn state(&self, state: usize) -> OfState<'_> {
        OfState {
            all: self,
            part: &self.parts[state >> self.bits],
            at: state & ((1 << self.bits) - 1),
        }
    }

    /// How many moves all states have.
    fn moves(&self) -> usize {
        self.parts.iter().map(|own| own.said.values.len()).sum()
    }

    /// Says what the values come to in points, every move, state after state.
    pub(crate) fn set_points(&mut self, points: Vec<f64>) {
        assert_eq!(points.len(), self.moves());
        self.points = Some(points);
    }

    /// Says which class every move is put into.
    pub(crate) fn set_classes(&mut self, classes: Vec<i8>) {
        assert_eq!(classes.len(), self.moves());
        self.classes = Some(classes);
    }

    /// What is said of every move, state after state, beside what the move is worth.
    pub(crate) fn pair(&self, truth: impl Iterator<Item = f64>) -> impl Iterator<Item = Pair> {
        let each = self.parts.iter().map(|own| &own.said);
        let each =
            each.flat_map(|said| (0..said.values.len()).map(|mv| (said.values[mv], said.sure(mv))));
        each.zip(truth).map(|((own, sure), truth)| {
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
}

impl<'a> OfState<'a> {
    /// How many moves there are.
    #[inline]
    pub(crate) fn moves(self) -> usize {
        self.part.said.moves(self.at).len()
    }

    /// The order of the moves.
    #[inline]
    pub(crate) fn places(self) -> Order<'a> {
        self.part.said.places(self.at)
    }

    /// The moves of the highest place, a bit each, where moves are few.
    #[inline]
    pub(crate) fn first(self) -> u32 {
        self.part.said.first(self.at)
    }

    /// What is said of a move.
    #[inline]
    pub(crate) fn guess(self, mv: usize) -> Guess {
        let moves = self.part.said.moves(self.at);
        let at = moves.start + mv;
        let (value, sure) = (self.part.said.values[at], self.part.said.sure(at));
        let classes = self.all.classes.as_ref();
        Guess {
            proved: sure == Sure::Points,
            decided: sure == Sure::Winner,
            on_scale: self.all.on_scale(value, sure),
            points: self.points().map(|all| all[mv]),
            class: classes.map(|all| all[self.part.before + at]),
            ..Guess::estimate(self.places().rank(mv, moves.len()), f64::from(value))
        }
    }

    /// The value of every move in points, where that was worked out.
    #[inline]
    pub(crate) fn points(self) -> Option<&'a [f64]> {
        let moves = self.part.said.moves(self.at);
        let before = self.part.before;
        let points = self.all.points.as_ref();
        points.map(|all| &all[before + moves.start..before + moves.end])
    }
}

/// The farthest that points lie from the level result.
fn most(facts: &Facts) -> f64 {
    let from_level = |points: Points| (f64::from(points) - facts.level()).abs();
    from_level(facts.points.0).max(from_level(facts.points.1))
}
