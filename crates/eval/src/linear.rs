//! Weighted sums of features.

use plyscope_game::{Evaluator, Explanation, Features, Game, Player, Term, Value};

/// Features × weights, added up: the classic evaluation function.
#[derive(Clone, Debug)]
pub struct Linear<F> {
    features: F,
    weights: Vec<Value>,
}

impl<F> Linear<F> {
    /// The sum of `features`, each times its weight, in the order of [`Features::list`].
    ///
    /// # Panics
    /// If there are fewer weights than features, or more.
    #[must_use]
    pub fn new<G: Game>(game: &G, features: F, weights: Vec<Value>) -> Self
    where
        F: Features<G>,
    {
        assert_eq!(
            features.list(game).len(),
            weights.len(),
            "one weight a feature"
        );
        Self { features, weights }
    }

    /// The weights, in the order of the features.
    pub fn weights(&self) -> &[Value] {
        &self.weights
    }
}

impl<G: Game, F: Features<G>> Evaluator<G> for Linear<F> {
    #[inline]
    fn value(&self, game: &G, state: &G::State, player: Player) -> Value {
        let mut sum = 0.0;
        let add = |index: usize, amount| sum += self.weights[index] * amount;
        self.features.each(game, state, player, add);
        sum
    }

    fn is_symmetric(&self) -> bool {
        self.features.is_symmetric()
    }

    fn explain(&self, game: &G, state: &G::State, player: Player) -> Explanation {
        let mut amounts = vec![0.0; self.weights.len()];
        let add = |index: usize, amount| amounts[index] += amount;
        self.features.each(game, state, player, add);
        let terms = self.features.list(game).into_iter().zip(amounts);
        let term = |((feature, amount), &weight)| Term {
            feature,
            amount,
            weight,
        };
        Explanation {
            value: self.value(game, state, player),
            terms: terms.zip(&self.weights).map(term).collect(),
        }
    }
}
