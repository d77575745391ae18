//! Evaluators whose game's type is hidden.

use std::sync::Arc;

use super::AnyStates;
use super::states::known;
use crate::{Deadline, Error, Evaluator, Explanation, Notation, Player, Value};

/// Judges states of one game.
pub trait AnyEvaluator: Send + Sync {
    /// What a state is worth to `player`; nothing if the deadline comes first.
    ///
    /// # Errors
    /// When the evaluator failed.
    fn value(
        &self,
        states: &dyn AnyStates,
        at: usize,
        player: Player,
        deadline: &Deadline,
    ) -> Result<Option<Value>, Error>;

    /// What a state is worth to `player` and where that comes from, term by term; nothing if the deadline comes first.
    ///
    /// # Errors
    /// When the evaluator failed.
    fn explain(
        &self,
        states: &dyn AnyStates,
        at: usize,
        player: Player,
        deadline: &Deadline,
    ) -> Result<Option<Explanation>, Error>;
}

/// An evaluator behind [`AnyEvaluator`].
pub struct EvaluatorOf<G, E> {
    game: Arc<G>,
    evaluator: E,
}

impl<G: Notation, E: Evaluator<G>> EvaluatorOf<G, E> {
    /// The evaluator with the type of its game hidden.
    pub fn new(game: Arc<G>, evaluator: E) -> Self {
        Self { game, evaluator }
    }

    fn unless_failed<T>(&self, answer: T) -> Result<T, Error> {
        match self.evaluator.take_failure().or(self.game.trouble()) {
            Some(failure) => Err(failure),
            None => Ok(answer),
        }
    }
}

impl<G: Notation, E: Evaluator<G>> AnyEvaluator for EvaluatorOf<G, E> {
    fn value(
        &self,
        states: &dyn AnyStates,
        at: usize,
        player: Player,
        deadline: &Deadline,
    ) -> Result<Option<Value>, Error> {
        let state = &known::<G>(states).all()[at];
        let value = self
            .evaluator
            .value_until(&self.game, state, player, deadline);
        self.unless_failed(value)
    }

    fn explain(
        &self,
        states: &dyn AnyStates,
        at: usize,
        player: Player,
        deadline: &Deadline,
    ) -> Result<Option<Explanation>, Error> {
        let state = &known::<G>(states).all()[at];
        self.unless_failed(self.evaluator.explain(&self.game, state, player, deadline))
    }
}
