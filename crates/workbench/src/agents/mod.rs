//! How specs become agents and evaluators.

mod common;
mod expected_outcome;
mod rising;

use std::path::Path;

use plyscope_search::{Noise, OnePly};

use common::{EVAL, SEED, commons};

use crate::any_game::Listing;
use crate::shelf::{BoxedAgent, BoxedEvaluator, Shelf};
use crate::{Failure, Kind, Param, Params, Spec, Weights};

/// What is known when an agent is made.
pub(crate) struct MakeContext<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) game_name: &'a str,
    pub(crate) seed: u64,
}

/// Evaluators that every game has.
const COMMON_EVALUATORS: [(&str, &str, &[Param]); 3] = [
    (
        expected_outcome::NAME,
        expected_outcome::ABOUT,
        expected_outcome::PARAMS,
    ),
    (
        "linear",
        "features × weights, from a weights file",
        &[Param::new("weights", Kind::File, "", "the weights file")],
    ),
    (
        "random",
        "a random value on every state, always the same for the same seed",
        &[
            SEED,
            Param::new(
                "levels",
                Kind::Count(1, 1 << 24),
                "16777216",
                "how many different values",
            ),
        ],
    ),
];

impl<G: Shelf> MakeContext<'_, G> {
    /// Makes the agent that a spec names: a search, an agent of the game's own, or an evaluator one move ahead.
    pub(crate) fn agent(&self, spec: &Spec) -> Result<BoxedAgent<G>, Failure> {
        let owner = format!("the agent `{}`", spec.name);
        // A game may have a better agent of the same name, such as a solver of its own.
        if let Some(own) = G::agents().into_iter().find(|own| own.name == spec.name) {
            let params = Params::check(&owner, spec, own.params)?;
            return (own.make)(self.game, &params);
        }
        if let Some(common) = commons()
            .into_iter()
            .find(|common| common.name == spec.name)
        {
            let params = Params::check(&owner, spec, common.params)?;
            return (common.make)(self, &params);
        }
        if Self::is_evaluator(&spec.name) {
            let evaluator = self.evaluator(spec)?;
            return Ok(Box::new(OnePly { evaluator }));
        }
        let agents = listings::<G>();
        let mut known: Vec<&str> = agents.iter().map(|listing| listing.name).collect();
        let evaluators = evaluator_listings::<G>();
        let others = evaluators.iter().map(|listing| listing.name);
        known.extend(others.filter(|name| agents.iter().all(|agent| agent.name != *name)));
        let what = format!("there is no agent `{}` for {}", spec.name, self.game_name);
        Err(Failure::unknown(what, &spec.name, &known))
    }

    /// Makes the evaluator that a spec names.
    pub(crate) fn evaluator(&self, spec: &Spec) -> Result<BoxedEvaluator<G>, Failure> {
        let owner = format!("the evaluator `{}`", spec.name);
        if let Some(own) = G::evaluators()
            .into_iter()
            .find(|own| own.name == spec.name)
        {
            let params = Params::check(&owner, spec, own.params)?;
            return (own.make)(self.game, &params);
        }
        let common = COMMON_EVALUATORS
            .iter()
            .find(|(name, ..)| *name == spec.name);
        let Some((_, _, known)) = common else {
            let known: Vec<&str> = evaluator_listings::<G>()
                .iter()
                .map(|listing| listing.name)
                .collect();
            let what = format!(
                "there is no evaluator `{}` for {}",
                spec.name, self.game_name
            );
            return Err(Failure::unknown(what, &spec.name, &known));
        };
        let params = Params::check(&owner, spec, known)?;
        match spec.name.as_str() {
            "linear" => self.linear(&params),
            expected_outcome::NAME => expected_outcome::evaluator(self, &params),
            _ => Ok(Box::new(Noise {
                seed: self.seed_of(&params),
                levels: params.count("levels").unwrap_or(1) as u32,
                symmetric: true,
            })),
        }
    }

    /// The evaluator that judges for the agent of a spec: itself, or what its `eval` names.
    pub(crate) fn evaluator_behind(
        &self,
        spec: &Spec,
    ) -> Result<Option<(String, BoxedEvaluator<G>)>, Failure> {
        if Self::is_evaluator(&spec.name) {
            return Ok(Some((spec.to_string(), self.evaluator(spec)?)));
        }
        let commons = commons::<G>();
        let common = commons.iter().find(|common| common.name == spec.name);
        if !common.is_some_and(|common| common.params.contains(&EVAL)) {
            return Ok(None);
        }
        let name = spec.get("eval").unwrap_or(Self::usual_evaluator());
        Ok(Some((
            name.to_string(),
            self.evaluator(&Spec::parse(name)?)?,
        )))
    }

    pub(crate) fn is_evaluator(name: &str) -> bool {
        evaluator_listings::<G>()
            .iter()
            .any(|listing| listing.name == name)
    }

    fn usual_evaluator() -> &'static str {
        G::evaluators().first().map_or("random", |own| own.name)
    }

    fn evaluator_of(&self, params: &Params) -> Result<BoxedEvaluator<G>, Failure> {
        let name = params.text("eval").unwrap_or(Self::usual_evaluator());
        self.evaluator(&Spec::parse(name)?)
    }

    fn seed_of(&self, params: &Params) -> u64 {
        params.count("seed").unwrap_or(self.seed)
    }

    fn linear(&self, params: &Params) -> Result<BoxedEvaluator<G>, Failure> {
        let Some(path) = params.text("weights") else {
            let what = "the evaluator `linear` needs a weights file";
            return Err(Failure::misuse(what, "write linear:weights=FILE.toml"));
        };
        let weights = Weights::load(Path::new(path))?;
        let for_game = weights.game.split(':').next().unwrap_or_default();
        if for_game != self.game_name {
            // A game that nobody knows is a misspelt one rather than another one.
            crate::open(&weights.game).map_err(|failure| failure.in_context(path))?;
            let what = format!(
                "the weights in {path} are for {for_game}, not for {}",
                self.game_name
            );
            return Err(Failure::misuse(
                what,
                "weights only fit the game whose features they weigh",
            ));
        }
        let sets = G::feature_sets();
        let Some(set) = sets.iter().find(|set| set.name == weights.features) else {
            let known: Vec<&str> = sets.iter().map(|set| set.name).collect();
            let what = format!(
                "{} has no feature set `{}`, which {path} asks for",
                self.game_name, weights.features
            );
            return Err(Failure::unknown(what, &weights.features, &known));
        };
        let in_order = weights
            .in_order(&(set.list)(self.game))
            .map_err(|failure| failure.in_context(path))?;
        Ok((set.linear)(self.game, in_order, weights.offset()))
    }
}

/// The files that a spec names, those of the specs within it too: what is in them decides what comes of it.
pub(crate) fn files_of<G: Shelf>(spec: &Spec) -> Vec<String> {
    let mut all = listings::<G>();
    all.extend(evaluator_listings::<G>());
    let owners = all.iter().filter(|listing| listing.name == spec.name);
    let params: Vec<&Param> = owners.flat_map(|listing| &listing.params).collect();
    let mut files = Vec::new();
    for (key, value) in &spec.args {
        let Some(param) = params.iter().find(|param| param.name == key) else {
            continue;
        };
        match param.kind {
            Kind::File => files.push(value.clone()),
            Kind::FileOr(words) if !words.contains(&value.as_str()) => files.push(value.clone()),
            Kind::Text => files.extend(Spec::parse(value).iter().flat_map(files_of::<G>)),
            _ => {}
        }
    }
    files
}

/// The agents that can be named for a game, evaluators left out.
pub(crate) fn listings<G: Shelf>() -> Vec<Listing> {
    let common = commons::<G>().into_iter().map(|common| Listing {
        name: common.name,
        about: common.about,
        params: common.params.to_vec(),
    });
    let own = G::agents();
    let is_replaced = |common: &Listing| own.iter().any(|own| own.name == common.name);
    let mut all: Vec<Listing> = common.filter(|common| !is_replaced(common)).collect();
    all.extend(own.iter().map(|own| Listing {
        name: own.name,
        about: own.about,
        params: own.params.to_vec(),
    }));
    all
}

/// The evaluators that can be named for a game, the usual one first.
pub(crate) fn evaluator_listings<G: Shelf>() -> Vec<Listing> {
    let own = G::evaluators().into_iter().map(|own| Listing {
        name: own.name,
        about: own.about,
        params: own.params.to_vec(),
    });
    let common = COMMON_EVALUATORS
        .iter()
        .map(|&(name, about, params)| Listing {
            name,
            about,
            params: params.to_vec(),
        });
    own.chain(common).collect()
}
