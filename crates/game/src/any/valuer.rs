//! Evaluators that were written without a game's type: for callers that only see lists of states.

use std::sync::{Arc, Mutex, PoisonError};

use super::{AnyStates, StatesOf};
use crate::{Deadline, Error, ErrorKind, Evaluator, Notation, Player, Value};

/// Values states of whatever game it was made for, many at once.
///
/// The other direction of [`super::AnyEvaluator`]: that hides the type of an
/// evaluator, this gives one a type, by [`ValuedBy`], so that searches can ask it.
pub trait AnyValuer: Send + Sync {
    /// What every state of a list, none of which is over, is worth to `player`.
    ///
    /// # Errors
    /// When it failed, or a stop was raised first.
    fn values(
        &self,
        states: &dyn AnyStates,
        player: Player,
        deadline: &Deadline,
    ) -> Result<Vec<Value>, Error>;
}

/// A valuer as an evaluator of one game.
pub struct ValuedBy<G> {
    game: Arc<G>,
    valuer: Arc<dyn AnyValuer>,
    failure: Mutex<Option<Error>>,
}

impl<G: Notation> ValuedBy<G> {
    /// The valuer, asked about states of this game.
    pub fn new(game: Arc<G>, valuer: Arc<dyn AnyValuer>) -> Self {
        Self {
            game,
            valuer,
            failure: Mutex::default(),
        }
    }

    fn ask(
        &self,
        states: Vec<G::State>,
        player: Player,
        deadline: &Deadline,
    ) -> Option<Vec<Value>> {
        if states.is_empty() {
            return Some(Vec::new());
        }
        let has_failed = self.failure().is_some();
        if has_failed || deadline.is_over() {
            return None;
        }
        let count = states.len();
        let states = StatesOf::of(Arc::clone(&self.game), states);
        match self.valuer.values(&states, player, deadline) {
            Ok(values) => {
                debug_assert_eq!(values.len(), count, "one value per state");
                Some(values)
            }
            Err(error) => {
                if error.kind != ErrorKind::Stopped {
                    self.failure().get_or_insert(error);
                }
                None
            }
        }
    }

    fn failure(&self) -> std::sync::MutexGuard<'_, Option<Error>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Notation> Evaluator<G> for ValuedBy<G> {
    fn value(&self, game: &G, state: &G::State, player: Player) -> Value {
        let value = self.value_until(game, state, player, &Deadline::never());
        // Whoever asked finds the failure afterwards.
        value.unwrap_or(0.0)
    }

    fn value_until(
        &self,
        _: &G,
        state: &G::State,
        player: Player,
        deadline: &Deadline,
    ) -> Option<Value> {
        let values = self.ask(vec![state.clone()], player, deadline)?;
        values.first().copied()
    }

    fn values(
        &self,
        _: &G,
        states: &[G::State],
        player: Player,
        deadline: &Deadline,
        values: &mut Vec<Value>,
    ) {
        values.extend(
            self.ask(states.to_vec(), player, deadline)
                .into_iter()
                .flatten(),
        );
    }

    fn likes_batches(&self) -> bool {
        true
    }

    fn take_failure(&self) -> Option<Error> {
        self.failure().take()
    }
}
