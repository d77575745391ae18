//! Heuristics inside tree search: they steer playouts, and they bias the tree.
//!
//! Any evaluator and any heuristic of moves serves. What it says of the moves of
//! a state is brought to a scale from 0, the worst, to 1, the best, so that its unit does not
//! matter. Where players move in turn, an evaluator's moves are made first, and one that ends the
//! game in the mover's favour is above all others; a heuristic of moves makes none and sees no end,
//! and in a round of hidden moves an end counts by its points in the mean over the replies.

use std::time::Instant;

use plyscope_game::{
    Chance, Deadline, Error, Evaluator, Game, MoveHeuristic, Payoffs, Player, Value,
};

use crate::budget::Pace;
use crate::replies::each_reply;

/// Puts values on the moves of a state.
pub enum Adviser<G: Game> {
    /// Makes each move and judges the state it leads to.
    Evaluator(Box<dyn Evaluator<G>>),
    /// Judges the moves without making them.
    Heuristic(Box<dyn MoveHeuristic<G>>),
}

/// How a steered playout chooses a move by its value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Policy {
    /// The move of the highest value, ties broken by chance, but for a share of random moves.
    EpsilonGreedy {
        /// The share of random moves.
        random: f64,
    },
    /// Each with a probability in proportion to exp(value / temperature), values from 0 to 1.
    Softmax {
        /// Near 0 the best move alone; large, all alike.
        temperature: f64,
    },
}

/// A heuristic, and what it does in a tree search.
pub struct Steering<G: Game> {
    /// The heuristic.
    pub adviser: Adviser<G>,
    /// How playouts follow it; by chance alone if none is given.
    pub playouts: Option<Policy>,
    /// What it counts for in the tree.
    pub lean: Lean,
}

/// How much a heuristic counts for in the tree, beside playouts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Lean {
    /// Progressive bias (Chaslot et al. 2008): what the best move of a state has in advance, where
    /// a win is 1, divided by its visits and one.
    pub bias: f32,
    /// The playouts that the heuristic counts for in the mean of a move (Gelly and Silver 2007),
    /// as if they had ended half way to a win after the best move and half way to a loss after the worst.
    pub prior: f32,
}

impl Lean {
    /// Whether the heuristic has a say in which way the tree grows.
    pub(crate) fn counts(self) -> bool {
        self.bias > 0.0 || self.prior > 0.0
    }

    /// A mean from −1 to 1 after so many visits, with what a heuristic adds that puts the move at
    /// `lean` from −1 to 1; and the visits that count for its spread.
    #[inline]
    pub(crate) fn adjusted(self, mean: f32, visits: f32, lean: f32) -> (f32, f32) {
        let all = visits + self.prior;
        let with_prior = (mean * visits + lean / 2.0 * self.prior) / all;
        (with_prior + self.bias * lean / (visits + 1.0), all)
    }
}

impl<G: Game> Steering<G> {
    /// Playouts that follow a heuristic, and nothing else.
    pub(crate) fn of_playouts(adviser: Adviser<G>, policy: Policy) -> Self {
        Self {
            adviser,
            playouts: Some(policy),
            lean: Lean::default(),
        }
    }

    /// Where the moves of a state stand: −1 the worst, 1 the best, 0 where all are alike or the
    /// deadline came first.
    pub(crate) fn leans(
        &self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        deadline: &Deadline,
        leans: &mut Vec<f32>,
    ) {
        leans.clear();
        let mut watch = Watch::new(deadline);
        let known = self.adviser.values(game, state, moves, leans, &mut watch);
        if known.is_none() {
            leans.clear();
            leans.resize(moves.len(), 0.0);
            return;
        }
        let all_alike = leans
            .windows(2)
            .all(|pair| pair[0].total_cmp(&pair[1]).is_eq());
        scale(leans);
        for own in leans.iter_mut() {
            *own = if all_alike { 0.0 } else { 2.0 * *own - 1.0 };
        }
    }

    /// Plays on to the end, if no deadline comes first; gives the payoffs and the moves made.
    pub(crate) fn playout(
        &self,
        game: &G,
        mut state: G::State,
        chance: &mut Chance,
        deadline: &Deadline,
    ) -> Option<(Payoffs, u32)> {
        let Some(policy) = self.playouts else {
            return Some(game.playout(state, chance));
        };
        let mut watch = Watch::new(deadline);
        let (mut moves, mut values) = (Vec::new(), Vec::new());
        let mut plies = 0;
        loop {
            if let Some(payoffs) = game.payoffs(&state) {
                return Some((payoffs, plies));
            }
            let mv = match policy {
                Policy::EpsilonGreedy { random } if chance.unit() < random => {
                    game.pick(&state, chance)
                }
                policy => {
                    moves.clear();
                    moves.extend(game.candidates(&state));
                    values.clear();
                    self.adviser
                        .values(game, &state, &moves, &mut values, &mut watch)?;
                    moves[policy.choose(&mut values, chance)]
                }
            };
            game.play(&mut state, mv);
            plies += 1;
        }
    }

    /// Why the heuristic's values are none, if it failed.
    pub(crate) fn take_failure(&self) -> Option<Error> {
        match &self.adviser {
            Adviser::Evaluator(evaluator) => evaluator.take_failure(),
            Adviser::Heuristic(_) => None,
        }
    }

    pub(crate) fn reseed(&mut self, seed: u64) {
        if let Adviser::Evaluator(evaluator) = &mut self.adviser {
            evaluator.reseed(seed);
        }
    }
}

impl Policy {
    /// The place of a move; values are overwritten.
    fn choose(self, values: &mut [Value], chance: &mut Chance) -> usize {
        match self {
            Self::EpsilonGreedy { .. } => highest(values, chance),
            Self::Softmax { temperature } => {
                scale(values);
                let weight = |value: Value| ((f64::from(value) - 1.0) / temperature).exp();
                let all: f64 = values.iter().map(|&value| weight(value)).sum();
                let mut left = chance.unit() * all;
                for (place, &value) in values.iter().enumerate() {
                    left -= weight(value);
                    if left < 0.0 {
                        return place;
                    }
                }
                values.len() - 1
            }
        }
    }
}

/// The place of the highest value; ties are broken by chance.
fn highest(values: &[Value], chance: &mut Chance) -> usize {
    let (mut best, mut equal) = (0, 0);
    for (place, value) in values.iter().enumerate() {
        if place == 0 || *value > values[best] {
            (best, equal) = (place, 1);
        } else if *value >= values[best] {
            equal += 1;
            if chance.below(equal) == 0 {
                best = place;
            }
        }
    }
    best
}

/// Brings values to 0 for the lowest and 1 for the highest; all 1 where they are equal.
///
/// Beside what is infinite every number counts as nothing, and beside minus infinity as everything.
fn scale(values: &mut [Value]) {
    let low = values.iter().copied().fold(Value::INFINITY, Value::min);
    let high = values.iter().copied().fold(Value::NEG_INFINITY, Value::max);
    for value in values {
        *value = if *value >= high {
            1.0
        } else if *value <= low || high == Value::INFINITY {
            0.0
        } else if low == Value::NEG_INFINITY {
            1.0
        } else {
            (*value - low) / (high - low)
        };
    }
}

impl<G: Game> Adviser<G> {
    /// Appends the values of some moves to the mover; nothing if the deadline came first.
    fn values(
        &self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        values: &mut Vec<Value>,
        watch: &mut Watch<'_>,
    ) -> Option<()> {
        let mover = game.mover(state);
        let has_rounds = game.facts().simultaneous;
        let evaluator = match self {
            Self::Evaluator(evaluator) => &**evaluator,
            Self::Heuristic(heuristic) => {
                watch.look()?;
                if has_rounds {
                    let seen = game.round_start(state);
                    heuristic.move_values(game, &seen, mover, moves, values);
                } else {
                    heuristic.move_values(game, state, mover, moves, values);
                }
                return Some(());
            }
        };
        for &mv in moves {
            let deadline = watch.look()?;
            let value = if has_rounds {
                mean_value(game, evaluator, state, mv, deadline)?
            } else {
                let mut next = state.clone();
                game.play(&mut next, mv);
                value(game, evaluator, &next, mover, deadline)?
            };
            values.push(value);
        }
        Some(())
    }
}

/// A finished game is better or worse than any estimate, unless it is a draw. Where nobody wins or
/// loses, it is worth its points.
fn value<G: Game>(
    game: &G,
    evaluator: &dyn Evaluator<G>,
    state: &G::State,
    mover: Player,
    deadline: &Deadline,
) -> Option<Value> {
    let Some(payoffs) = game.payoffs(state) else {
        return evaluator.value_until(game, state, mover, deadline);
    };
    let facts = game.facts();
    let points = payoffs.of(mover);
    if !facts.is_rivalry() {
        return Some(match points {
            points if points >= facts.points.1 => Value::INFINITY,
            points if points <= facts.points.0 => Value::NEG_INFINITY,
            points => points as Value,
        });
    }
    Some(match facts.margin(points) {
        1.. => Value::INFINITY,
        ..0 => Value::NEG_INFINITY,
        0 => 0.0,
    })
}

/// What a move of the mover is worth on average over the replies of those who choose at the same
/// time; an end of the game counts by its points from the level result.
///
/// Nothing if the deadline comes first.
pub(crate) fn mean_value<G: Game, E: Evaluator<G> + ?Sized>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    mv: G::Move,
    deadline: &Deadline,
) -> Option<Value> {
    let (mover, facts) = (game.mover(state), game.facts());
    let (mut sum, mut count) = (0.0, 0u32);
    let whole = each_reply(game, &game.round_start(state), (mover, mv), &mut |next| {
        let value = match game.payoffs(next) {
            Some(payoffs) => Some((f64::from(payoffs.of(mover)) - facts.level()) as Value),
            None => evaluator.value_until(game, next, mover, deadline),
        };
        sum += f64::from(value.unwrap_or_default());
        count += 1;
        value.is_some() && !(count.is_multiple_of(16) && deadline.is_over())
    });
    whole.then(|| (sum / f64::from(count.max(1))) as Value)
}

/// Looks at the clock now and then, for evaluators that do not.
struct Watch<'a> {
    deadline: &'a Deadline,
    pace: Pace,
    values: u64,
}

impl<'a> Watch<'a> {
    fn new(deadline: &'a Deadline) -> Self {
        Self {
            deadline,
            pace: Pace::new(),
            values: 0,
        }
    }

    /// The deadline for one more value; nothing if it is over.
    #[inline]
    fn look(&mut self) -> Option<&'a Deadline> {
        self.values += 1;
        if self.pace.is_due(self.values) {
            let now = Instant::now();
            if self.deadline.is_over_at(now) {
                return None;
            }
            self.pace.looked(self.values, now);
        }
        Some(self.deadline)
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the ends of the scale are exact")]
mod tests {
    use super::*;

    #[test]
    fn softmax_goes_from_the_best_move_alone_to_all_alike() {
        let mut chance = Chance::new(1);
        let mut share = |temperature: f64| {
            let best = (0..2_000).filter(|_| {
                let mut values = [3.0, 9.0, 6.0];
                Policy::Softmax { temperature }.choose(&mut values, &mut chance) == 1
            });
            best.count() as f64 / 2_000.0
        };
        assert!(share(0.01) > 0.999);
        // e² / (1 + e + e²)
        assert!((share(0.5) - 0.665).abs() < 0.04);
        assert!((share(1e6) - 1.0 / 3.0).abs() < 0.04);
    }

    #[test]
    fn a_winning_move_is_above_all_and_a_losing_one_below() {
        let mut values = [1.0, Value::INFINITY, 5.0];
        scale(&mut values);
        assert_eq!(values, [0.0, 1.0, 0.0]);
        let mut values = [1.0, Value::NEG_INFINITY, 5.0];
        scale(&mut values);
        assert_eq!(values, [1.0, 0.0, 1.0]);
        let mut values = [2.0, 2.0];
        scale(&mut values);
        assert_eq!(values, [1.0, 1.0]);
    }
}
