//! What the moves of a state come to together, and of all states of a benchmark side by side.

use crate::case::Truth;
use crate::ranks::{Concord, FEW, Order, Orders, Pairs};
use crate::rows::TruthRow;

/// What many metrics ask of a state's truth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    /// The least value of a move.
    pub(crate) low: f64,
    /// The greatest value of a move.
    pub(crate) high: f64,
    /// The mean value of a move.
    pub(crate) mean: f64,
    /// The mean of the values' squares.
    pub(crate) square: f64,
}

impl Worth {
    pub(crate) fn of(truth: &[Truth]) -> Self {
        let values = || truth.iter().map(|own| own.value);
        let count = truth.len() as f64;
        Self {
            low: values().fold(f64::INFINITY, f64::min),
            high: values().fold(f64::NEG_INFINITY, f64::max),
            mean: values().sum::<f64>() / count,
            square: values().map(|own| own * own).sum::<f64>() / count,
        }
    }
}

/// The worth of all states in columns: what else is known of a move takes five times the room of its
/// value, and lies wherever its state's list lies.
#[derive(Clone, Debug)]
pub(crate) struct Worths {
    /// The value of every move, state after state.
    values: Vec<f64>,
    /// The order of the moves.
    orders: Orders,
    /// What they come to, and where they begin in lists of many; one more, for the end of the last.
    states: Vec<State>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    worth: Worth,
    moves: u32,
    order: u32,
    /// The share of best moves.
    share: f64,
    /// Which move is worth more, over all pairs, of at most eight.
    pairs: Pairs,
    /// The best moves, a bit each, where moves are few.
    best: u32,
}

impl Worths {
    pub(crate) fn new(rows: &[TruthRow]) -> Self {
        let mut all = Self {
            values: Vec::new(),
            orders: Orders::default(),
            states: Vec::with_capacity(rows.len() + 1),
        };
        for row in rows {
            all.begin(row.truth(), &row.best);
            all.add(row.truth());
        }
        all.begin(&[], &[]);
        all
    }

    fn begin(&mut self, truth: &[Truth], best: &[bool]) {
        let few = best.iter().enumerate().take(FEW);
        let count = best.iter().filter(|best| **best).count();
        self.states.push(State {
            worth: Worth::of(truth),
            moves: self.values.len() as u32,
            order: self.orders.end() as u32,
            share: count as f64 / truth.len() as f64,
            pairs: Pairs::default(),
            best: few.fold(0, |all, (mv, &best)| all | u32::from(best) << mv),
        });
    }

    fn add(&mut self, truth: &[Truth]) {
        let begin = self.values.len();
        self.values.extend(truth.iter().map(|own| own.value));
        self.orders.push(&self.values[begin..], |_| false);
        if let Some(state) = self.states.last_mut() {
            let begin = state.order as usize;
            state.pairs = self.orders.between(begin, self.orders.end()).pairs();
        }
    }

    #[inline]
    pub(crate) fn of(&self, state: usize) -> &Worth {
        &self.states[state].worth
    }

    /// The value of every move.
    #[inline]
    pub(crate) fn values(&self, state: usize) -> &[f64] {
        let (begin, end) = (self.states[state].moves, self.states[state + 1].moves);
        &self.values[begin as usize..end as usize]
    }

    /// How many moves there are.
    #[inline]
    pub(crate) fn moves(&self, state: usize) -> usize {
        (self.states[state + 1].moves - self.states[state].moves) as usize
    }

    /// How the order of the moves, which are few, agrees with another one.
    #[inline(always)]
    pub(crate) fn concord(&self, state: usize, other: Order<'_>) -> Concord {
        match self.moves(state) {
            moves @ 0..=8 => self.states[state].pairs.concord(other.pairs(), moves),
            moves => self.order(state).concord(other, moves),
        }
    }

    /// The order of the moves.
    #[inline]
    fn order(&self, state: usize) -> Order<'_> {
        let (begin, end) = (self.states[state].order, self.states[state + 1].order);
        self.orders.between(begin as usize, end as usize)
    }

    /// The share of best moves.
    #[inline]
    pub(crate) fn share(&self, state: usize) -> f64 {
        self.states[state].share
    }

    /// The best moves, a bit each, where moves are few.
    #[inline]
    pub(crate) fn best(&self, state: usize) -> u32 {
        self.states[state].best
    }
}
