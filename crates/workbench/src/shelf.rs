//! What a game brings along: evaluators, heuristics, feature sets and agents of its own.

use std::sync::Arc;

use plyscope_eval::{Linear, Offset};
use plyscope_foreign::uci::Tongue;
use plyscope_game::any::{AnyFeatures, FeaturesOf};
use plyscope_game::{
    Agent, Error, Evaluator, Feature, Features, Game, MoveHeuristic, Notation, Value,
};

use crate::agents::engines::{UCI, UCI_ABOUT, UCI_PARAMS, uci};
use crate::agents::{Catalog, ManyPlayers};
use crate::judge::USUAL_METRIC;
use crate::patterns::Opponent;
use crate::{LearnedPatterns, Listing, Param, ParamKind, Params, PatternOrder};

/// A boxed evaluator; searches pay 4 % for the box.
pub type BoxedEvaluator<G> = Box<dyn Evaluator<G>>;
/// A boxed heuristic.
pub type BoxedHeuristic<G> = Box<dyn MoveHeuristic<G>>;
/// A boxed agent.
pub type BoxedAgent<G> = Box<dyn Agent<G>>;

/// Makes something for games of one type, from checked parameters.
type Make<G, T> = Box<dyn Fn(&G, &Params) -> Result<T, Error> + Send + Sync>;

/// Puts something before another agent, with the game and checked parameters.
type Wrap<G> =
    Box<dyn Fn(&G, &Params, BoxedAgent<G>) -> Result<BoxedAgent<G>, Error> + Send + Sync>;

/// The key of the agent behind a wrapper.
pub(crate) const BY: &str = "by";
/// The agent that plays against a person, and behind a wrapper, by default.
pub(crate) const USUAL_PLAYER: &str = "negascout";

/// Learns the patterns of a game.
pub type LearnPatterns<G> =
    fn(&G, &PatternOrder<'_>, Option<&Opponent<'_, G>>) -> Result<LearnedPatterns, Error>;

/// Numbers that a weights file can put weights on.
pub(crate) struct FeatureSet<G: Game> {
    /// What the numbers are.
    pub(crate) list: Box<dyn Fn(&G) -> Vec<Feature> + Send + Sync>,
    /// The weighted sum, one weight per feature, and those at the end of the game if they change.
    pub(crate) linear: MakeLinear<G>,
    /// The set with the type of its game hidden.
    pub(crate) hidden: Box<dyn Fn(&Arc<G>) -> Box<dyn AnyFeatures> + Send + Sync>,
}

/// Makes a weighted sum.
type MakeLinear<G> =
    Box<dyn Fn(&G, Vec<Value>, Option<Vec<Value>>, Offset) -> BoxedEvaluator<G> + Send + Sync>;

/// A game and all that can be named for it, the usual choice first.
///
/// ```
/// use plyscope_game::{Evaluator, Game, Player, Value};
/// use plyscope_mnk::Mnk;
/// use plyscope_workbench::{GameEntry, Registry, Shelf};
///
/// #[derive(Clone)]
/// struct Corners;
///
/// impl Evaluator<Mnk> for Corners {
///     fn value(&self, game: &Mnk, state: &<Mnk as Game>::State, player: Player) -> Value {
///         (game.key(state) % 5) as Value * if player == Player::FIRST { 1.0 } else { -1.0 }
///     }
/// }
///
/// let mut registry = Registry::empty();
/// registry.add_game(GameEntry::new("my-game", "a game of mine", &[], |_| {
///     Ok(Shelf::new(Mnk::tictactoe()).evaluator("corners", "who has the corners", Corners))
/// }));
/// let game = registry.open("my-game")?;
/// assert_eq!(game.evaluators()[0].name, "corners");
/// # Ok::<(), plyscope_game::Error>(())
/// ```
pub struct Shelf<G: Notation> {
    pub(crate) game: Arc<G>,
    /// The names of what follows, in the same order.
    pub(crate) catalog: Catalog,
    pub(crate) evaluators: Vec<Make<G, BoxedEvaluator<G>>>,
    pub(crate) heuristics: Vec<Make<G, BoxedHeuristic<G>>>,
    pub(crate) features: Vec<FeatureSet<G>>,
    pub(crate) agents: Vec<Make<G, BoxedAgent<G>>>,
    pub(crate) wrappers: Vec<Wrap<G>>,
    pub(crate) many: Option<ManyPlayers<G>>,
    pub(crate) player: String,
    pub(crate) deciding: (String, String),
    /// The file of the rated opponents that predictions of strength rest on.
    pub(crate) panel: Option<&'static str>,
    /// The heuristics that are judged by default; an empty list stands for all evaluators.
    pub(crate) judged: Vec<String>,
    pub(crate) digest: Option<String>,
    pub(crate) remarks: Vec<String>,
    pub(crate) tongue: Option<Tongue<G>>,
    pub(crate) patterns: Option<LearnPatterns<G>>,
}

impl<G: Notation> Shelf<G> {
    /// The game alone; agents that every game has can be named for it.
    #[must_use]
    pub fn new(game: G) -> Self {
        let why = "no study says which metric goes best with strength in this game, and what a wrong move costs is the plainest";
        Self {
            catalog: Catalog::bare(game.facts()),
            game: Arc::new(game),
            evaluators: Vec::new(),
            heuristics: Vec::new(),
            features: Vec::new(),
            agents: Vec::new(),
            wrappers: Vec::new(),
            many: None,
            player: USUAL_PLAYER.to_string(),
            deciding: (USUAL_METRIC.to_string(), why.to_string()),
            panel: None,
            judged: Vec::new(),
            digest: None,
            remarks: Vec::new(),
            tongue: None,
            patterns: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The same game with nothing on its shelf.
    pub(crate) fn emptied(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            catalog: Catalog::bare(self.game.facts()),
            evaluators: Vec::new(),
            heuristics: Vec::new(),
            features: Vec::new(),
            agents: Vec::new(),
            wrappers: Vec::new(),
            many: self.many,
            player: self.player.clone(),
            deciding: self.deciding.clone(),
            panel: self.panel,
            judged: self.judged.clone(),
            digest: self.digest.clone(),
            remarks: self.remarks.clone(),
            tongue: self.tongue,
            patterns: self.patterns,
        }
    }

    /// Adds an evaluator without parameters; the first is what searches use unless told otherwise.
    #[must_use]
    pub fn evaluator<E: Evaluator<G> + Clone + 'static>(
        self,
        name: &str,
        about: &str,
        evaluator: E,
    ) -> Self {
        let make = move |_: &G, _: &Params| Ok(Box::new(evaluator.clone()) as BoxedEvaluator<G>);
        self.evaluator_with(name, about, &[], make)
    }

    /// Adds an evaluator that is made from the game and parameters.
    #[must_use]
    pub fn evaluator_with(
        mut self,
        name: &str,
        about: &str,
        params: &[Param],
        make: impl Fn(&G, &Params) -> Result<BoxedEvaluator<G>, Error> + Send + Sync + 'static,
    ) -> Self {
        let listing = Listing::new(name, about, params);
        self.catalog.evaluators.push(listing);
        self.evaluators.push(Box::new(make));
        self
    }

    /// Adds a weighted sum of features as an evaluator.
    #[must_use]
    pub fn weighted<F: Features<G> + Clone + 'static>(
        self,
        name: &str,
        about: &str,
        features: F,
        weights: impl Fn(&G) -> Vec<Value> + Send + Sync + 'static,
    ) -> Self {
        let make = move |game: &G, _: &Params| {
            let linear = Linear::new(game, features.clone(), weights(game));
            Ok(Box::new(linear) as BoxedEvaluator<G>)
        };
        self.evaluator_with(name, about, &[], make)
    }

    /// Adds a heuristic of moves without parameters: an agent that makes no move to value one.
    #[must_use]
    pub fn heuristic<H: MoveHeuristic<G> + Clone + 'static>(
        self,
        name: &str,
        about: &str,
        heuristic: H,
    ) -> Self {
        let make = move |_: &G, _: &Params| Ok(Box::new(heuristic.clone()) as BoxedHeuristic<G>);
        self.heuristic_with(name, about, &[], make)
    }

    /// Adds a heuristic of moves that is made from the game and parameters.
    #[must_use]
    pub fn heuristic_with(
        mut self,
        name: &str,
        about: &str,
        params: &[Param],
        make: impl Fn(&G, &Params) -> Result<BoxedHeuristic<G>, Error> + Send + Sync + 'static,
    ) -> Self {
        let listing = Listing::new(name, about, params);
        self.catalog.heuristics.push(listing);
        self.heuristics.push(Box::new(make));
        self
    }

    /// Adds features that a weights file can name.
    #[must_use]
    pub fn features<F: Features<G> + Clone + 'static>(
        mut self,
        name: &str,
        about: &str,
        features: F,
    ) -> Self {
        let (listed, summed, read) = (features.clone(), features.clone(), features);
        self.catalog.features.push(Listing::new(name, about, &[]));
        self.features.push(FeatureSet {
            list: Box::new(move |game| listed.list(game)),
            linear: Box::new(move |game, weights, late, offset| {
                let own = Linear::new(game, summed.clone(), weights).with_offset(offset);
                match late {
                    Some(late) => Box::new(own.with_late(late)),
                    None => Box::new(own),
                }
            }),
            hidden: Box::new(move |game| Box::new(FeaturesOf::new(Arc::clone(game), read.clone()))),
        });
        self
    }

    /// Adds an agent that only this game has; it may replace one of the same name that every game has.
    #[must_use]
    pub fn agent_with(
        mut self,
        name: &str,
        about: &str,
        params: &[Param],
        make: impl Fn(&G, &Params) -> Result<BoxedAgent<G>, Error> + Send + Sync + 'static,
    ) -> Self {
        let listing = Listing::new(name, about, params);
        self.catalog.agents.push(listing);
        self.agents.push(Box::new(make));
        self
    }

    /// Brings searches for any number of players, for rounds in which nobody sees the others' moves,
    /// and for playouts of many states at once.
    ///
    /// For games that need them: compiling them takes time, and two players in turn who share
    /// out a fixed sum of points are searched without.
    #[must_use]
    pub fn with_many_players(mut self) -> Self {
        self.many = Some(ManyPlayers::new());
        self.catalog.has_many = true;
        self
    }

    /// Adds an agent that only this game has and that stands before another one, named by its `by`.
    #[must_use]
    pub fn wrapper(
        mut self,
        name: &str,
        about: &str,
        params: &[Param],
        wrap: impl Fn(&G, &Params, BoxedAgent<G>) -> Result<BoxedAgent<G>, Error>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let by = Param::new(BY, ParamKind::Text, USUAL_PLAYER, "the agent behind it");
        let params = [&[by], params].concat();
        let listing = Listing::new(name, about, &params);
        self.catalog.wrappers.push(listing);
        self.wrappers.push(Box::new(wrap));
        self
    }

    /// Names the agent that plays against a person unless told otherwise.
    #[must_use]
    pub fn played_by(mut self, spec: &str) -> Self {
        self.player = spec.to_string();
        self
    }

    /// Names the heuristics that are judged by default; all evaluators otherwise.
    #[must_use]
    pub fn judged(mut self, specs: &[&str]) -> Self {
        self.judged = specs.iter().map(|&own| own.to_owned()).collect();
        self
    }

    /// Names the metric of a heuristic that goes best with its strength, and why it is that one, as
    /// a clause after "because"; found by `judge --against-strength`.
    #[must_use]
    pub fn deciding(mut self, metric: &str, why: &str) -> Self {
        self.deciding = (metric.to_string(), why.to_string());
        self
    }

    /// Names the rated opponents whom heuristics of the game meet when they are judged: a file made
    /// by `tests/strength/panel.py`, from a game in which predictions of strength were studied.
    #[must_use]
    pub fn panel(mut self, file: &'static str) -> Self {
        self.panel = Some(file);
        self
    }

    /// Says by what content the rules came about, where the game's spec does not tell: benchmarks
    /// and records of games carry it, so that no other rules are taken for these.
    #[must_use]
    pub fn digest(mut self, digest: impl Into<String>) -> Self {
        self.digest = Some(digest.into());
        self
    }

    /// Adds sentences that `plyscope games GAME` shows.
    #[must_use]
    pub fn remarks(mut self, remarks: Vec<String>) -> Self {
        self.remarks.extend(remarks);
        self
    }

    /// Says how engines are told of the game: then they are its agents by `uci:cmd=…`, and its agents engines by `plyscope uci`.
    #[must_use]
    pub fn engines(mut self, tongue: Tongue<G>) -> Self {
        self.tongue = Some(tongue);
        self.agent_with(UCI, UCI_ABOUT, UCI_PARAMS, move |_, params| {
            uci(params, tongue)
        })
    }

    /// Says how patterns of the game are learned.
    #[must_use]
    pub fn patterns(mut self, learn: LearnPatterns<G>) -> Self {
        self.patterns = Some(learn);
        self
    }
}
