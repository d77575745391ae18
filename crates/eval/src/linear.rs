//! Weighted sums of features.

use plyscope_game::{
    Deadline, Evaluator, Explanation, Feature, Features, Game, Player, Term, Value,
};

/// What is added to a weighted sum whatever the features are: how good it is to be a player.
///
/// Both are taken off for any other player, so that in a game of two what one
/// player gains by them the other loses.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Offset {
    /// For the player to move.
    pub to_move: Value,
    /// For the player who began the game.
    pub to_first: Value,
}

impl Offset {
    #[inline]
    fn value<G: Game>(self, game: &G, state: &G::State, player: Player) -> Value {
        let [to_move, to_first] = Self::amounts(game, state, player);
        self.to_move * to_move + self.to_first * to_first
    }

    /// 1 if the player is the one, −1 if not.
    #[inline]
    fn amounts<G: Game>(game: &G, state: &G::State, player: Player) -> [Value; 2] {
        let sign = |is: bool| if is { 1.0 } else { -1.0 };
        [
            sign(game.mover(state) == player),
            sign(player == Player::FIRST),
        ]
    }

    /// The offsets that are not 0, as terms.
    fn terms<G: Game>(self, game: &G, state: &G::State, player: Player) -> Vec<Term> {
        let [to_move, to_first] = Self::amounts(game, state, player);
        let move_about = "1 for the player to move, −1 for the other";
        let first_about = "1 for the player who began, −1 for the other";
        let term = |name: &str, about: &str, amount, weight| Term {
            feature: Feature::new(name, about),
            amount,
            weight,
        };
        let both = [
            term("to_move", move_about, to_move, self.to_move),
            term("to_first", first_about, to_first, self.to_first),
        ];
        both.into_iter().filter(|term| term.weight != 0.0).collect()
    }
}

/// Features × weights, added up: the classic evaluation function.
#[derive(Clone, Debug)]
pub struct Linear<F> {
    features: F,
    weights: Vec<Value>,
    offset: Option<Offset>,
    /// Weights at the end of the game, where they change along it.
    late: Option<Vec<Value>>,
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
        Self {
            features,
            weights,
            offset: None,
            late: None,
        }
    }

    /// The same sum with weights that go in a straight line along [`Game::phase`], from those at the
    /// start to these at the end; where a state does not tell its phase, the first ones hold.
    ///
    /// # Panics
    /// If there are fewer weights than features, or more.
    #[must_use]
    pub fn with_late(mut self, late: Vec<Value>) -> Self {
        assert_eq!(late.len(), self.weights.len(), "one weight a feature");
        self.late = Some(late);
        self
    }

    /// The same sum with something added for being a player.
    #[must_use]
    pub fn with_offset(mut self, offset: Offset) -> Self {
        self.offset = (offset != Offset::default()).then_some(offset);
        self
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
        if let Some(late) = &self.late {
            let mut at_end = 0.0;
            let add = |index: usize, amount| at_end += late[index] * amount;
            self.features.each(game, state, player, add);
            sum += game.phase(state).unwrap_or(0.0) * (at_end - sum);
        }
        match self.offset {
            Some(offset) => sum + offset.value(game, state, player),
            None => sum,
        }
    }

    fn is_symmetric(&self) -> bool {
        self.features.is_symmetric()
    }

    fn explain(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        _deadline: &Deadline,
    ) -> Option<Explanation> {
        let mut amounts = vec![0.0; self.weights.len()];
        let add = |index: usize, amount| amounts[index] += amount;
        self.features.each(game, state, player, add);
        let phase = game.phase(state).unwrap_or(0.0);
        let weight = |at: usize| match &self.late {
            Some(late) => self.weights[at] + phase * (late[at] - self.weights[at]),
            None => self.weights[at],
        };
        let terms = self.features.list(game).into_iter().zip(amounts);
        let term = |(at, (feature, amount))| Term {
            feature,
            amount,
            weight: weight(at),
        };
        let mut terms: Vec<Term> = terms.enumerate().map(term).collect();
        if let Some(offset) = self.offset {
            terms.extend(offset.terms(game, state, player));
        }
        Some(Explanation {
            value: self.value(game, state, player),
            terms,
        })
    }
}
