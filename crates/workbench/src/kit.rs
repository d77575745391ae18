//! A game whose type is hidden, with all that can be named for it.

use std::any::Any;
use std::sync::Arc;

use plyscope_game::any::{
    AgentOf, AnyAgent, AnyEvaluator, AnyFeatures, AnyGame, AnyStates, EvaluatorOf, Hidden,
};
use plyscope_game::{Deadline, Error, Feature, Notation};
use plyscope_judge::judgement::Deciding;

use crate::agents::Maker;
use crate::patterns::Opponent;
use crate::registry::Additions;
use crate::shelf::USUAL_PLAYER;
use crate::{LearnedPatterns, Listing, NamedGame, PatternOrder, Shelf, Spec, Weights};

/// Writes a legal move: the states, which of them, and the place of the move.
pub type EngineMoves = Box<dyn Fn(&dyn AnyStates, usize, usize) -> String + Send + Sync>;

/// What is known when an agent or an evaluator is made.
#[derive(Clone, Copy)]
pub struct MakeOrder<'a> {
    /// The name of the game, without its parameters; of a rule sheet `gdl:SHEET`.
    pub game_name: &'a str,
    /// The text that names the game, with its parameters.
    pub game_spec: &'a str,
    /// The seed of all random choices, where a spec does not say.
    pub seed: u64,
    /// The names of all games there are, for telling a misspelt one from another one.
    pub games: &'a [String],
    /// The weights of `linear` where a spec names no file; then it is the usual evaluator, too.
    pub weights: Option<&'a Weights>,
    /// The game, for agents that were added for every game.
    pub(crate) game: &'a NamedGame,
    /// What was added for every game.
    pub(crate) added: &'a Additions,
}

/// A game and what stands on its shelf. [`Shelf`] makes one of typed parts; others may bring their own.
pub trait Kit: Send + Sync {
    /// The rules.
    fn game(&self) -> Arc<dyn AnyGame>;
    /// The agents that can be named, evaluators left out.
    fn agents(&self) -> Vec<Listing>;
    /// The evaluators, the usual one first; each is an agent too, that looks one move ahead.
    fn evaluators(&self) -> Vec<Listing>;
    /// The heuristics of moves; each is an agent too, that makes no move.
    fn heuristics(&self) -> Vec<Listing>;
    /// The feature sets that a weights file can name, with the names of their features.
    fn feature_sets(&self) -> Vec<(Listing, Vec<Feature>)>;
    /// A feature set by name.
    fn features(&self, name: &str) -> Option<Box<dyn AnyFeatures>>;
    /// The agent that a spec names.
    ///
    /// # Errors
    /// When there is none, or a parameter is wrong.
    fn agent(&self, spec: &Spec, order: &MakeOrder<'_>) -> Result<Box<dyn AnyAgent>, Error>;
    /// The evaluator that a spec names.
    ///
    /// # Errors
    /// When there is none, or a parameter is wrong.
    fn evaluator(&self, spec: &Spec, order: &MakeOrder<'_>)
    -> Result<Box<dyn AnyEvaluator>, Error>;
    /// The spec of the evaluator that judges for the agent of a spec: itself, or what its `eval` names.
    ///
    /// # Errors
    /// When what `eval` names is no spec.
    fn evaluator_behind(&self, spec: &Spec) -> Result<Option<Spec>, Error>;
    /// A number of states that surely can be reached within so many plies; not counted beyond `enough`.
    fn states_at_least(&self, symmetry: bool, plies: u32, enough: u64, deadline: &Deadline) -> u64;
    /// The spec of the agent that plays against a person unless told otherwise.
    fn player(&self) -> String {
        USUAL_PLAYER.to_string()
    }
    /// The metric that decides between heuristics of the game, and why.
    fn deciding(&self) -> Deciding;
    /// The file of the rated opponents whom heuristics of the game meet when they are judged.
    fn panel(&self) -> Option<&'static str>;
    /// The heuristics that are judged by default; an empty list stands for all evaluators.
    fn judged(&self) -> Vec<String>;
    /// A digest of what decides about the rules and is not in the game's spec: a rule sheet.
    fn digest(&self) -> Option<&str> {
        None
    }
    /// What else is to be known of the game, sentence by sentence.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }
    /// Writes legal moves as engines do, if the game says how.
    fn engine_moves(&self) -> Option<EngineMoves> {
        None
    }
    /// Whether there are patterns of the game to learn.
    fn has_patterns(&self) -> bool {
        false
    }
    /// Learns patterns of the game; `files` are those that the opponent's spec names, with digests.
    ///
    /// # Errors
    /// When it has none, a name is unknown, or games cannot be kept.
    fn learn_patterns(
        &self,
        _order: &PatternOrder<'_>,
        _make: &MakeOrder<'_>,
        _files: &str,
    ) -> Result<LearnedPatterns, Error> {
        Err(no_patterns())
    }
    /// For [`NamedGame::shelf`], which knows the type.
    fn as_any(&self) -> &dyn Any;
    /// For [`crate::Registry::extend`], which knows the type.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

fn no_patterns() -> Error {
    Error::misuse(
        "this game has no patterns to learn",
        "othello of size 6 and 8, connect4 of 7×6 and gomoku have; other methods learn weights of features",
    )
}

impl<G: Notation> Kit for Shelf<G> {
    fn game(&self) -> Arc<dyn AnyGame> {
        Hidden::shared(Arc::clone(&self.game))
    }

    fn agents(&self) -> Vec<Listing> {
        self.catalog.agent_listings()
    }

    fn evaluators(&self) -> Vec<Listing> {
        self.catalog.evaluator_listings()
    }

    fn heuristics(&self) -> Vec<Listing> {
        self.catalog.heuristic_listings()
    }

    fn feature_sets(&self) -> Vec<(Listing, Vec<Feature>)> {
        let sets = self.catalog.features.iter().cloned();
        sets.zip(self.features.iter().map(|set| (set.list)(&self.game)))
            .collect()
    }

    fn features(&self, name: &str) -> Option<Box<dyn AnyFeatures>> {
        let at = self.catalog.feature_place(name)?;
        Some((self.features[at].hidden)(&self.game))
    }

    fn agent(&self, spec: &Spec, order: &MakeOrder<'_>) -> Result<Box<dyn AnyAgent>, Error> {
        let agent = Maker { shelf: self, order }.agent(spec)?;
        Ok(Box::new(AgentOf::new(Arc::clone(&self.game), agent)))
    }

    fn evaluator(
        &self,
        spec: &Spec,
        order: &MakeOrder<'_>,
    ) -> Result<Box<dyn AnyEvaluator>, Error> {
        let evaluator = Maker { shelf: self, order }.evaluator(spec)?;
        Ok(Box::new(EvaluatorOf::new(
            Arc::clone(&self.game),
            evaluator,
        )))
    }

    fn evaluator_behind(&self, spec: &Spec) -> Result<Option<Spec>, Error> {
        self.catalog.evaluator_behind(spec)
    }

    fn states_at_least(&self, symmetry: bool, plies: u32, enough: u64, deadline: &Deadline) -> u64 {
        let (game, start) = (&*self.game, self.game.start());
        plyscope_search::states_at_least(game, &start, symmetry, plies, enough, deadline)
    }

    fn player(&self) -> String {
        self.player.clone()
    }

    fn judged(&self) -> Vec<String> {
        self.judged.clone()
    }

    fn deciding(&self) -> Deciding {
        let (metric, why) = self.deciding.clone();
        Deciding { metric, why }
    }

    fn panel(&self) -> Option<&'static str> {
        self.panel
    }

    fn digest(&self) -> Option<&str> {
        self.digest.as_deref()
    }

    fn remarks(&self) -> Vec<String> {
        self.remarks.clone()
    }

    fn engine_moves(&self) -> Option<EngineMoves> {
        let (game, tongue) = (Arc::clone(&self.game), self.tongue?);
        Some(Box::new(move |states, at, mv| {
            let state = game.read_state(&states.text(at));
            let state = state.expect("a state is read back from its own text");
            let mv = game.moves(&state).nth(mv);
            (tongue.write_move)(&game, &state, mv.expect("the move is legal"))
        }))
    }

    fn has_patterns(&self) -> bool {
        self.patterns.is_some()
    }

    fn learn_patterns(
        &self,
        order: &PatternOrder<'_>,
        make: &MakeOrder<'_>,
        files: &str,
    ) -> Result<LearnedPatterns, Error> {
        let learn = self.patterns.ok_or_else(no_patterns)?;
        let maker = Maker {
            shelf: self,
            order: make,
        };
        let against = match order.against {
            Some(spec) => Some(maker.evaluator(&Spec::parse(spec)?)?),
            None => None,
        };
        let opponent = against
            .as_deref()
            .map(|evaluator| Opponent { evaluator, files });
        learn(&self.game, order, opponent.as_ref())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
