//! Evaluators whose game's type is hidden.

use std::sync::Arc;

use super::AnyStates;
use super::states::known;
use crate::{Deadline, Error, Evaluator, Explanation, Notation, Player};

/// Judges states of one game.
pub trait AnyEvaluator: Send + Sync {
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
}

impl<G: Notation, E: Evaluator<G>> AnyEvaluator for EvaluatorOf<G, E> {
    fn explain(
        &self,
        states: &dyn AnyStates,
        at: usize,
        player: Player,
        deadline: &Deadline,
    ) -> Result<Option<Explanation>, Error> {
        let state = &known::<G>(states).all()[at];
        let explained = self.evaluator.explain(&self.game, state, player, deadline);
        match self.evaluator.take_failure() {
            Some(failure) => Err(failure),
            None => Ok(explained),
        }
    }
}
