//! What a game brings along: evaluators, feature sets and agents of its own.

use plyscope_eval::{Linear, Offset};
use plyscope_game::{Agent, Evaluator, Feature, Features, Game, Notation, Player, Value};

use crate::judge::USUAL_METRIC;
use crate::{BookGame, Failure, Param, Params};

/// A boxed evaluator; searches pay 4 % for the box.
pub(crate) type BoxedEvaluator<G> = Box<dyn Evaluator<G>>;
/// A boxed agent.
pub(crate) type BoxedAgent<G> = Box<dyn Agent<G>>;

/// Something that can be made by name.
pub(crate) struct Item<G, T> {
    /// The name in a spec.
    pub(crate) name: &'static str,
    /// What it is, as a clause.
    pub(crate) about: &'static str,
    /// What can be set.
    pub(crate) params: &'static [Param],
    /// Makes it.
    pub(crate) make: Make<G, T>,
}

/// Makes a thing for a game from checked parameters.
pub(crate) type Make<G, T> = fn(&G, &Params) -> Result<T, Failure>;

/// Numbers that a weights file can put weights on.
pub(crate) struct FeatureSet<G: Game> {
    /// The name in a weights file.
    pub(crate) name: &'static str,
    /// What it is, as a clause.
    pub(crate) about: &'static str,
    /// What the numbers are.
    pub(crate) list: fn(&G) -> Vec<Feature>,
    /// The weighted sum, one weight a feature.
    pub(crate) linear: fn(&G, Vec<Value>, Offset) -> BoxedEvaluator<G>,
    /// Overwrites a row, one number a feature, with what a player sees in a state.
    pub(crate) amounts: Amounts<G>,
}

/// Reads the numbers of a feature set off a state.
pub(crate) type Amounts<G> = fn(&G, &<G as Game>::State, Player, &mut [f64]);

/// A feature type that needs no arguments, as a set with a name.
pub(crate) trait NamedFeatures<G: Game>: Features<G> + Sized + 'static {
    /// The one value of the type.
    const SET: Self;

    fn named(name: &'static str, about: &'static str) -> FeatureSet<G> {
        FeatureSet {
            name,
            about,
            list: |game| Self::SET.list(game),
            linear: |game, weights, offset| {
                Box::new(Linear::new(game, Self::SET, weights).with_offset(offset))
            },
            amounts: |game, state, player, row| {
                plyscope_learn::amounts(Self::SET)(game, state, player, row);
            },
        }
    }
}

/// The registry's view of a game: what stands on its shelf, the usual choice first.
pub(crate) trait Shelf: Notation + Sized {
    /// Judges of states; the first is what searches use unless told otherwise.
    fn evaluators() -> Vec<Item<Self, BoxedEvaluator<Self>>>;
    /// What a weights file can name.
    fn feature_sets() -> Vec<FeatureSet<Self>>;
    /// The metric of a heuristic that goes best with its strength, and why it is that one, as
    /// a clause after "because"; found by `judge --against-strength`.
    fn deciding() -> (&'static str, &'static str) {
        let why = "no study says which metric goes best with strength in this game, and what a wrong move costs is the plainest";
        (USUAL_METRIC, why)
    }
    /// Agents that only this game has.
    fn agents() -> Vec<Item<Self, BoxedAgent<Self>>> {
        Vec::new()
    }
    /// The game as one of which opening books can be made, if it is one.
    fn books(&self) -> Option<&dyn BookGame> {
        None
    }
}
