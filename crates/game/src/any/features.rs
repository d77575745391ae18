//! Feature sets whose game's type is hidden.

use std::sync::Arc;

use super::AnyStates;
use super::states::known;
use crate::{Feature, Features, Notation, Player, Value};

/// Numbers read off states of one game.
pub trait AnyFeatures: Send + Sync {
    /// What the numbers are, in order.
    fn list(&self) -> Vec<Feature>;

    /// Overwrites a row, one number per feature, with what `player` sees in a state.
    fn read(&self, states: &dyn AnyStates, at: usize, player: Player, row: &mut [f64]);
}

/// A feature set behind [`AnyFeatures`].
pub struct FeaturesOf<G, F> {
    game: Arc<G>,
    features: F,
}

impl<G: Notation, F: Features<G>> FeaturesOf<G, F> {
    /// The feature set with the type of its game hidden.
    pub fn new(game: Arc<G>, features: F) -> Self {
        Self { game, features }
    }
}

impl<G: Notation, F: Features<G>> AnyFeatures for FeaturesOf<G, F> {
    fn list(&self) -> Vec<Feature> {
        self.features.list(&self.game)
    }

    fn read(&self, states: &dyn AnyStates, at: usize, player: Player, row: &mut [f64]) {
        row.fill(0.0);
        let add = |index: usize, amount: Value| row[index] += f64::from(amount);
        let state = &known::<G>(states).all()[at];
        self.features.each(&self.game, state, player, add);
    }
}
