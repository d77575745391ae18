//! How specs become agents and evaluators.

mod common;
pub(crate) mod engines;
mod expected_outcome;
mod many;
mod process;
mod rising;
mod steady;
pub(crate) mod steering;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use plyscope_game::{Error, Notation};
use plyscope_search::{HeuristicAgent, Noise, OnePly};

pub(crate) use many::ManyPlayers;

use common::{EVAL, SEED, WANDERING, commons};
use steady::Steady;

use crate::kit::MakeOrder;
use crate::listing::named;
use crate::shelf::{BY, BoxedAgent, BoxedEvaluator, Shelf, USUAL_PLAYER};
use crate::{Listing, Param, ParamKind, Params, Spec, Weights, unknown};

/// Makes agents and evaluators for a game whose type is known.
pub(crate) struct Maker<'a, G: Notation> {
    pub(crate) shelf: &'a Shelf<G>,
    pub(crate) order: &'a MakeOrder<'a>,
}

/// The evaluator that weighs features.
pub(crate) const LINEAR: &str = "linear";

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

impl<G: Notation> Maker<'_, G> {
    fn game(&self) -> &G {
        &self.shelf.game
    }

    /// Makes the agent that a spec names: a search, an agent of the game's own, a heuristic, or an evaluator one move ahead.
    pub(crate) fn agent(&self, spec: &Spec) -> Result<BoxedAgent<G>, Error> {
        let agent = self.any_agent(spec)?;
        Ok(if spec.get("seed").is_some() {
            Box::new(Steady(agent))
        } else {
            agent
        })
    }

    fn any_agent(&self, spec: &Spec) -> Result<BoxedAgent<G>, Error> {
        let owner = format!("the agent `{}`", spec.name);
        let is_named = |listing: &Listing| listing.name == spec.name;
        // A game may have a better agent of the same name, such as a solver of its own.
        let own = self.shelf.agents.iter().find(|own| is_named(&own.listing));
        if let Some(own) = own {
            let params = Params::check(&owner, spec, &own.listing.params)?;
            return (own.make)(self.game(), &params);
        }
        let wrappers = &self.shelf.wrappers;
        if let Some(own) = wrappers.iter().find(|own| is_named(&own.listing)) {
            let params = Params::check(&owner, spec, &own.listing.params)?;
            let behind = self.agent(&Spec::parse(params.text(BY).unwrap_or(USUAL_PLAYER))?)?;
            return (own.wrap)(self.game(), &params, behind);
        }
        let commons = commons(self.shelf);
        if let Some(common) = commons.iter().find(|common| is_named(&common.listing)) {
            self.check_fit(&spec.name)?;
            let params = Params::check(&owner, spec, &common.listing.params)?;
            return (common.make)(self, &params);
        }
        if let Some(heuristic) = self.heuristic(spec)? {
            return Ok(Box::new(HeuristicAgent { heuristic }));
        }
        if is_evaluator(self.shelf, &spec.name) {
            let evaluator = self.evaluator(spec)?;
            return Ok(Box::new(OnePly { evaluator }));
        }
        Err(self.no_agent(spec))
    }

    fn check_fit(&self, agent: &str) -> Result<(), Error> {
        let (facts, has_many) = (self.game().facts(), self.shelf.many.is_some());
        if many::fits(agent, &facts, has_many) {
            return Ok(());
        }
        Err(many::misfit(agent, &facts, self.order.game_name, has_many))
    }

    fn no_agent(&self, spec: &Spec) -> Error {
        if let Some(why) = steering::needs_sheet(&spec.name, self.order.game_name) {
            return why;
        }
        let mut all = listings(self.shelf);
        all.extend(self.shelf.heuristics.iter().map(|own| own.listing.clone()));
        all.extend(steering::heuristic_listings());
        all.extend(evaluator_listings(self.shelf));
        let mut known: Vec<&str> = Vec::new();
        for listing in &all {
            if !known.contains(&&*listing.name) {
                known.push(&listing.name);
            }
        }
        let game = self.order.game_name;
        let what = format!("there is no agent `{}` for {game}", spec.name);
        unknown(what, &spec.name, &known)
    }

    /// Makes the evaluator that a spec names.
    pub(crate) fn evaluator(&self, spec: &Spec) -> Result<BoxedEvaluator<G>, Error> {
        let evaluator = self.any_evaluator(spec)?;
        Ok(if spec.get("seed").is_some() {
            // What stands behind a shared pointer takes no other seed.
            Box::new(Arc::<dyn plyscope_game::Evaluator<G>>::from(evaluator))
        } else {
            evaluator
        })
    }

    fn any_evaluator(&self, spec: &Spec) -> Result<BoxedEvaluator<G>, Error> {
        let owner = format!("the evaluator `{}`", spec.name);
        let own = self.shelf.evaluators.iter();
        if let Some(own) = own.into_iter().find(|own| own.listing.name == spec.name) {
            let params = Params::check(&owner, spec, &own.listing.params)?;
            return (own.make)(self.game(), &params);
        }
        let common = common_evaluators();
        let Some(common) = named(&common, &spec.name) else {
            if let Some(why) = steering::needs_sheet(&spec.name, self.order.game_name) {
                return Err(why);
            }
            let all = evaluator_listings(self.shelf);
            let known: Vec<&str> = all.iter().map(|listing| &*listing.name).collect();
            let game = self.order.game_name;
            let what = format!("there is no evaluator `{}` for {game}", spec.name);
            return Err(unknown(what, &spec.name, &known));
        };
        let params = Params::check(&owner, spec, &common.params)?;
        if let Some(made) = self.usual_for_all(&spec.name, &params)? {
            return Ok(made);
        }
        match spec.name.as_str() {
            LINEAR => self.linear(&params),
            expected_outcome::NAME => expected_outcome::evaluator(self, &params),
            process::NAME => process::evaluator(self, &params),
            _ => Ok(Box::new(Noise {
                seed: self.seed_of(&params),
                levels: params.count("levels").unwrap_or(1) as u32,
                symmetric: true,
            })),
        }
    }

    /// The evaluator that the parameter `eval` names, or the usual one.
    fn evaluator_of(&self, params: &Params) -> Result<BoxedEvaluator<G>, Error> {
        let name = params.text("eval").unwrap_or(self.usual_evaluator());
        self.evaluator(&Spec::parse(name)?)
    }

    /// The agent that the parameter `by` names, or the usual evaluator one move ahead.
    fn agent_of(&self, params: &Params) -> Result<BoxedAgent<G>, Error> {
        let name = params.text("by").unwrap_or(self.usual_evaluator());
        self.agent(&Spec::parse(name)?)
    }

    /// The evaluator of specs that name none.
    fn usual_evaluator(&self) -> &str {
        match self.order.weights {
            Some(_) => LINEAR,
            None => usual_evaluator(self.shelf),
        }
    }

    fn seed_of(&self, params: &Params) -> u64 {
        params.count("seed").unwrap_or(self.order.seed)
    }

    fn linear(&self, params: &Params) -> Result<BoxedEvaluator<G>, Error> {
        match (params.text("weights"), self.order.weights) {
            (Some(path), _) => self.weighted(&Weights::load(Path::new(path))?, path),
            (None, Some(weights)) => self.weighted(weights, "the weights"),
            (None, None) => {
                let what = "the evaluator `linear` needs a weights file";
                Err(Error::misuse(what, "write linear:weights=FILE.toml"))
            }
        }
    }

    /// The weighted sum of a file's features; `path` is where the weights come from.
    fn weighted(&self, weights: &Weights, path: &str) -> Result<BoxedEvaluator<G>, Error> {
        self.check_game(weights, path)?;
        let game = self.order.game_name;
        let sets = &self.shelf.features;
        let is_asked_for = |name: &str| name == weights.features;
        let Some(set) = sets.iter().find(|set| is_asked_for(&set.listing.name)) else {
            let known: Vec<&str> = sets.iter().map(|set| &*set.listing.name).collect();
            let asked_for = &weights.features;
            let what = format!("{game} has no feature set `{asked_for}`, which {path} asks for");
            return Err(unknown(what, asked_for, &known));
        };
        let in_order = weights.in_order(&(set.list)(self.game()));
        let in_order = in_order.map_err(|error| error.in_context(path))?;
        Ok((set.linear)(self.game(), in_order, weights.offset()))
    }

    fn check_game(&self, weights: &Weights, path: &str) -> Result<(), Error> {
        let of = match Spec::parse(&weights.game) {
            Ok(spec) => spec.short().to_string(),
            Err(error) => return Err(error.in_context(path)),
        };
        let (of, game) = (of.as_str(), self.order.game_name);
        if of == game {
            return Ok(());
        }
        let name = of.split(':').next().unwrap_or_default();
        // A game that nobody knows is a misspelt one rather than another one.
        if !self.order.games.iter().any(|known| known == name) {
            let known: Vec<&str> = self.order.games.iter().map(String::as_str).collect();
            return Err(unknown(format!("there is no game `{of}`"), of, &known).in_context(path));
        }
        let what = format!("the weights in {path} are for {of}, not for {game}");
        let hint = "weights only fit the game whose features they weigh";
        Err(Error::misuse(what, hint))
    }
}

/// The spec of the evaluator that judges for the agent of a spec: itself, what its `eval` names, or that of the agent it wanders from.
pub(crate) fn evaluator_behind<G: Notation>(
    shelf: &Shelf<G>,
    spec: &Spec,
) -> Result<Option<Spec>, Error> {
    if is_evaluator(shelf, &spec.name) {
        return Ok(Some(spec.clone()));
    }
    if spec.name == WANDERING {
        let by = spec.get("by").unwrap_or(usual_evaluator(shelf));
        return evaluator_behind(shelf, &Spec::parse(by)?);
    }
    if shelf
        .wrappers
        .iter()
        .any(|own| own.listing.name == spec.name)
    {
        let by = spec.get(BY).unwrap_or(USUAL_PLAYER);
        return evaluator_behind(shelf, &Spec::parse(by)?);
    }
    let commons = commons(shelf);
    let common = commons.iter().find(|own| own.listing.name == spec.name);
    if !common.is_some_and(|common| common.listing.params.contains(&EVAL)) {
        return Ok(None);
    }
    let name = spec.get("eval").unwrap_or(usual_evaluator(shelf));
    Spec::parse(name).map(Some)
}

fn is_evaluator<G: Notation>(shelf: &Shelf<G>, name: &str) -> bool {
    named(&evaluator_listings(shelf), name).is_some()
}

fn usual_evaluator<G: Notation>(shelf: &Shelf<G>) -> &str {
    let own = shelf.evaluators.first();
    own.map_or("random", |own| &own.listing.name)
}

/// The agents that can be named for a game and fit it, evaluators and heuristics left out.
pub(crate) fn listings<G: Notation>(shelf: &Shelf<G>) -> Vec<Listing> {
    let own = shelf.agents.iter().map(|own| &own.listing);
    let wrappers = shelf.wrappers.iter().map(|own| &own.listing);
    let own: Vec<Listing> = own.chain(wrappers).cloned().collect();
    let (facts, has_many) = (shelf.game.facts(), shelf.many.is_some());
    let common = commons(shelf).into_iter().map(|common| common.listing);
    let common = common.filter(|common| many::fits(&common.name, &facts, has_many));
    let mut all: Vec<Listing> = common
        .filter(|common| named(&own, &common.name).is_none())
        .collect();
    all.extend(own);
    all
}

/// The evaluators that can be named for a game, the usual one first.
pub(crate) fn evaluator_listings<G: Notation>(shelf: &Shelf<G>) -> Vec<Listing> {
    let own = shelf.evaluators.iter().map(|own| own.listing.clone());
    let mut all: Vec<Listing> = own.collect();
    for common in common_evaluators() {
        // A game may have a better one of the same name.
        if named(&all, &common.name).is_none() {
            all.push(common);
        }
    }
    all
}
