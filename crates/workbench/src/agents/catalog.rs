//! What can be named for a game, whatever its type.
//!
//! Finding what a spec names, checking its parameters and saying what is wrong
//! is compiled once; what is left for each type of game is making the thing.

use plyscope_eval::MoverMobility;
use plyscope_game::{Error, Facts, Feature, Value};
use plyscope_search::Noise;

use super::common::{CommonAgent, SEED, WANDERING, commons};
use super::steering::{self, Learning};
use super::{LINEAR, expected_outcome, many, process};
use crate::kit::MakeOrder;
use crate::listing::named;
use crate::shelf::{BY, USUAL_PLAYER};
use crate::{Listing, Param, ParamKind, Params, Spec, Weights, unknown};

/// The names on a game's shelf, the usual choice first; the makers stand in the same places of its lists.
#[derive(Clone)]
pub(crate) struct Catalog {
    pub(crate) evaluators: Vec<Listing>,
    pub(crate) heuristics: Vec<Listing>,
    pub(crate) features: Vec<Listing>,
    pub(crate) agents: Vec<Listing>,
    pub(crate) wrappers: Vec<Listing>,
    facts: Facts,
    /// Whether the shelf has searches for any number of players.
    pub(crate) has_many: bool,
}

/// The agent that a spec names.
pub(super) enum AgentChoice {
    /// One of the game's own, by its place.
    Own(usize, Params),
    /// One that stands before another agent.
    Wrapper(usize, Params, Spec),
    /// One that was added for every game, by its place.
    Added(usize, Params),
    /// One that every game has.
    Common(CommonAgent, Params),
    /// A heuristic of moves.
    Heuristic(HeuristicChoice),
    /// The evaluator of the same spec, one move ahead.
    Evaluator,
}

/// The heuristic of moves that a spec names.
pub(super) enum HeuristicChoice {
    /// One of the game's own, by its place.
    Own(usize, Params),
    /// The mean result of moves in random games.
    History(Learning),
}

/// The evaluator that a spec names.
pub(super) enum EvaluatorChoice {
    /// One of the game's own, by its place.
    Own(usize, Params),
    /// One that was added for every game, by its place.
    Added(usize),
    /// A weighted sum of features.
    Linear(Params),
    ExpectedOutcome(Params),
    Process(Params),
    Mobility(MoverMobility),
    /// Weights of the feature set at a place, learned from random games.
    Learned(usize, Learning),
    Noise(Noise),
}

/// Evaluators that every game has.
fn common_evaluators() -> Vec<Listing> {
    vec![
        Listing::new(
            expected_outcome::NAME,
            expected_outcome::ABOUT,
            expected_outcome::PARAMS,
        ),
        Listing::new(
            LINEAR,
            "features × weights, from a weights file",
            &[Param::new(
                "weights",
                ParamKind::File,
                "",
                "the weights file",
            )],
        ),
        Listing::new(
            "random",
            "a random value on every state, always the same for the same seed",
            &[
                SEED,
                Param::new(
                    "levels",
                    ParamKind::Count(1, 1 << 24),
                    "16777216",
                    "how many different values",
                ),
            ],
        ),
        process::listing(),
    ]
    .into_iter()
    .chain(steering::evaluator_listings())
    .collect()
}

/// The place of a name in a list.
fn place(listings: &[Listing], name: &str) -> Option<usize> {
    listings.iter().position(|listing| listing.name == name)
}

/// The place of the evaluator of a name that was added for every game.
fn added(order: &MakeOrder<'_>, name: &str) -> Option<usize> {
    let mut added = order.added.evaluators.iter();
    added.position(|own| own.listing.name == name)
}

/// The place of the agent of a name that was added for every game.
fn added_agent(order: &MakeOrder<'_>, name: &str) -> Option<usize> {
    let mut added = order.added.agents.iter();
    added.position(|own| own.listing.name == name)
}

impl Catalog {
    /// Nothing but what every game has.
    pub(crate) fn bare(facts: Facts) -> Self {
        Self {
            evaluators: Vec::new(),
            heuristics: Vec::new(),
            features: Vec::new(),
            agents: Vec::new(),
            wrappers: Vec::new(),
            facts,
            has_many: false,
        }
    }

    /// What the spec of an agent names: a search, an agent of the game's own, a heuristic, or an evaluator one move ahead.
    pub(super) fn agent(&self, spec: &Spec, order: &MakeOrder<'_>) -> Result<AgentChoice, Error> {
        let owner = format!("the agent `{}`", spec.name);
        let check = |known: &Listing| Params::check(&owner, spec, &known.params);
        // A game may have a better agent of the same name, such as a solver of its own.
        if let Some(at) = place(&self.agents, &spec.name) {
            return Ok(AgentChoice::Own(at, check(&self.agents[at])?));
        }
        if let Some(at) = place(&self.wrappers, &spec.name) {
            let params = check(&self.wrappers[at])?;
            let behind = Spec::parse(params.text(BY).unwrap_or(USUAL_PLAYER))?;
            return Ok(AgentChoice::Wrapper(at, params, behind));
        }
        let mut commons = commons(self.has_many).into_iter();
        if let Some((common, listing)) = commons.find(|(_, own)| own.name == spec.name) {
            self.check_fit(&spec.name, order)?;
            return Ok(AgentChoice::Common(common, check(&listing)?));
        }
        if let Some(at) = added_agent(order, &spec.name) {
            let params = check(&order.added.agents[at].listing)?;
            return Ok(AgentChoice::Added(at, params));
        }
        if let Some(heuristic) = self.heuristic(spec)? {
            return Ok(AgentChoice::Heuristic(heuristic));
        }
        if self.is_evaluator(&spec.name) || added(order, &spec.name).is_some() {
            return Ok(AgentChoice::Evaluator);
        }
        Err(self.no_agent(spec, order))
    }

    fn check_fit(&self, agent: &str, order: &MakeOrder<'_>) -> Result<(), Error> {
        if many::fits(agent, &self.facts, self.has_many) {
            return Ok(());
        }
        Err(many::misfit(
            agent,
            &self.facts,
            order.game_name,
            self.has_many,
        ))
    }

    fn no_agent(&self, spec: &Spec, order: &MakeOrder<'_>) -> Error {
        if let Some(why) = steering::needs_sheet(&spec.name, order.game_name) {
            return why;
        }
        let mut all = self.agent_listings();
        all.extend(self.heuristic_listings());
        all.extend(self.evaluator_listings());
        all.extend(order.added.agents.iter().map(|own| own.listing.clone()));
        all.extend(order.added.evaluators.iter().map(|own| own.listing.clone()));
        let mut known: Vec<&str> = Vec::new();
        for listing in &all {
            if !known.contains(&&*listing.name) {
                known.push(&listing.name);
            }
        }
        let what = format!("there is no agent `{}` for {}", spec.name, order.game_name);
        unknown(what, &spec.name, &known)
    }

    /// The heuristic of moves that a spec names, if it names one.
    pub(super) fn heuristic(&self, spec: &Spec) -> Result<Option<HeuristicChoice>, Error> {
        let owner = format!("the heuristic `{}`", spec.name);
        if let Some(at) = place(&self.heuristics, &spec.name) {
            let params = Params::check(&owner, spec, &self.heuristics[at].params)?;
            return Ok(Some(HeuristicChoice::Own(at, params)));
        }
        let common = steering::heuristic_listings();
        let Some(common) = named(&common, &spec.name) else {
            return Ok(None);
        };
        let params = Params::check(&owner, spec, &common.params)?;
        Ok(Some(HeuristicChoice::History(Learning::of(&params))))
    }

    /// What the spec of an evaluator names.
    pub(super) fn evaluator(
        &self,
        spec: &Spec,
        order: &MakeOrder<'_>,
    ) -> Result<EvaluatorChoice, Error> {
        let owner = format!("the evaluator `{}`", spec.name);
        if let Some(at) = place(&self.evaluators, &spec.name) {
            let params = Params::check(&owner, spec, &self.evaluators[at].params)?;
            return Ok(EvaluatorChoice::Own(at, params));
        }
        if let Some(at) = added(order, &spec.name) {
            Params::check(&owner, spec, &order.added.evaluators[at].listing.params)?;
            return Ok(EvaluatorChoice::Added(at));
        }
        let common = common_evaluators();
        let Some(common) = named(&common, &spec.name) else {
            if let Some(why) = steering::needs_sheet(&spec.name, order.game_name) {
                return Err(why);
            }
            let all = self.evaluator_listings();
            let known: Vec<&str> = all.iter().map(|listing| &*listing.name).collect();
            let game = order.game_name;
            let what = format!("there is no evaluator `{}` for {game}", spec.name);
            return Err(unknown(what, &spec.name, &known));
        };
        let params = Params::check(&owner, spec, &common.params)?;
        if let Some(mobility) = steering::mobility(&spec.name) {
            return Ok(EvaluatorChoice::Mobility(mobility));
        }
        Ok(match spec.name.as_str() {
            steering::LEARNED => {
                let at = self.features_to_learn(params.text("features"), order)?;
                EvaluatorChoice::Learned(at, Learning::of(&params))
            }
            LINEAR => EvaluatorChoice::Linear(params),
            expected_outcome::NAME => EvaluatorChoice::ExpectedOutcome(params),
            process::NAME => EvaluatorChoice::Process(params),
            _ => EvaluatorChoice::Noise(Noise {
                seed: params.count("seed").unwrap_or(order.seed),
                levels: params.count("levels").unwrap_or(1) as u32,
                symmetric: true,
            }),
        })
    }

    /// The place of a feature set.
    pub(crate) fn feature_place(&self, name: &str) -> Option<usize> {
        place(&self.features, name)
    }

    /// The place of the feature set that weights are for; `path` is where they come from.
    pub(super) fn feature_set(
        &self,
        weights: &Weights,
        path: &str,
        order: &MakeOrder<'_>,
    ) -> Result<usize, Error> {
        check_game(weights, path, order)?;
        self.feature_place(&weights.features).ok_or_else(|| {
            let known: Vec<&str> = self.features.iter().map(|set| &*set.name).collect();
            let (game, asked_for) = (order.game_name, &weights.features);
            let what = format!("{game} has no feature set `{asked_for}`, which {path} asks for");
            unknown(what, asked_for, &known)
        })
    }

    /// The place of the feature set to be learned, the last one if none is named.
    fn features_to_learn(&self, name: Option<&str>, order: &MakeOrder<'_>) -> Result<usize, Error> {
        let found = match name {
            Some(name) => self.feature_place(name),
            None => self.features.len().checked_sub(1),
        };
        found.ok_or_else(|| {
            let known: Vec<&str> = self.features.iter().map(|set| &*set.name).collect();
            steering::no_features(name, &known, order.game_name)
        })
    }

    /// The spec of the evaluator that judges for the agent of a spec: itself, what its `eval` names, or that of the agent it wanders from.
    pub(crate) fn evaluator_behind(&self, spec: &Spec) -> Result<Option<Spec>, Error> {
        // Without recursion: a text from a stranger may be nested as deep as it is long.
        let mut spec = spec.clone();
        while !self.is_evaluator(&spec.name) {
            let usual = if spec.name == WANDERING {
                self.usual_evaluator()
            } else if named(&self.wrappers, &spec.name).is_some() {
                USUAL_PLAYER
            } else {
                return self.evaluator_of_common(&spec);
            };
            spec = Spec::parse(spec.get(BY).unwrap_or(usual))?;
        }
        Ok(Some(spec))
    }

    /// What the `eval` of an agent that every game has names.
    fn evaluator_of_common(&self, spec: &Spec) -> Result<Option<Spec>, Error> {
        let mut commons = commons(self.has_many).into_iter();
        let common = commons.find(|(_, own)| own.name == spec.name);
        if !common.is_some_and(|(common, _)| common.judges_by_an_evaluator()) {
            return Ok(None);
        }
        let name = spec.get("eval").unwrap_or(self.usual_evaluator());
        Spec::parse(name).map(Some)
    }

    fn is_evaluator(&self, name: &str) -> bool {
        named(&self.evaluators, name).is_some() || named(&common_evaluators(), name).is_some()
    }

    /// The evaluator of specs that name none.
    pub(super) fn usual_evaluator(&self) -> &str {
        let own = self.evaluators.first();
        own.map_or("random", |own| &own.name)
    }

    /// The agents that can be named for the game and fit it, evaluators and heuristics left out.
    pub(crate) fn agent_listings(&self) -> Vec<Listing> {
        let own = [&self.agents[..], &self.wrappers[..]].concat();
        let mut all: Vec<Listing> = commons(self.has_many)
            .into_iter()
            .map(|(_, listing)| listing)
            .filter(|common| many::fits(&common.name, &self.facts, self.has_many))
            .filter(|common| named(&own, &common.name).is_none())
            .collect();
        all.extend(own);
        all
    }

    /// The heuristics of moves that can be named for the game.
    pub(crate) fn heuristic_listings(&self) -> Vec<Listing> {
        [&self.heuristics[..], &steering::heuristic_listings()[..]].concat()
    }

    /// The evaluators that can be named for the game, the usual one first.
    pub(crate) fn evaluator_listings(&self) -> Vec<Listing> {
        let mut all = self.evaluators.clone();
        for common in common_evaluators() {
            // A game may have a better one of the same name.
            if named(&all, &common.name).is_none() {
                all.push(common);
            }
        }
        all
    }
}

fn check_game(weights: &Weights, path: &str, order: &MakeOrder<'_>) -> Result<(), Error> {
    let of = match Spec::parse(&weights.game) {
        Ok(spec) => spec.short().to_string(),
        Err(error) => return Err(error.in_context(path)),
    };
    let (of, game) = (of.as_str(), order.game_name);
    if of == game {
        return Ok(());
    }
    let name = of.split(':').next().unwrap_or_default();
    // A game that nobody knows is a misspelt one rather than another one.
    if !order.games.iter().any(|known| known == name) {
        let known: Vec<&str> = order.games.iter().map(String::as_str).collect();
        return Err(unknown(format!("there is no game `{of}`"), of, &known).in_context(path));
    }
    let what = format!("the weights in {path} are for {of}, not for {game}");
    let hint = "weights only fit the game whose features they weigh";
    Err(Error::misuse(what, hint))
}

/// The weights of a file in the order of its features.
pub(super) fn in_order(
    weights: &Weights,
    features: &[Feature],
    path: &str,
) -> Result<Vec<Value>, Error> {
    let in_order = weights.in_order(features);
    in_order.map_err(|error| error.in_context(path))
}
