//! Making what a spec names, for a game whose type is known.

use std::path::Path;
use std::sync::Arc;

use plyscope_eval::expected_outcome::ExactOutcome;
use plyscope_eval::{History, Offset};
use plyscope_foreign::process::{GameCard, ProcessAgent, ProcessEvaluator, ProcessSettings};
use plyscope_game::any::{AdvisedBy, Hidden, ValuedBy};
use plyscope_game::{Error, Notation};
use plyscope_search::{
    Adviser, AlphaBeta, Exhaustive, Flat, HeuristicAgent, Mcts, Minimax, OnePly, Played, Random,
    Steering, Wandering,
};

use super::catalog::{AgentChoice, EvaluatorChoice, HeuristicChoice, in_order};
use super::common::{
    CommonAgent, depth, flat_params, is_solved_alone, mcts_params, settings, solver_params,
};
use super::expected_outcome::{Wanted, wanted};
use super::rising::{Budgeted, RisingMcts, rising};
use super::steady::Steady;
use super::steering::{Learning, learned, steered};
use super::{LINEAR, many, process};
use crate::kit::MakeOrder;
use crate::shelf::{BoxedAgent, BoxedEvaluator, BoxedHeuristic, Shelf};
use crate::{Params, Spec, Weights};

/// Makes agents and evaluators for a game whose type is known.
pub(crate) struct Maker<'a, G: Notation> {
    pub(crate) shelf: &'a Shelf<G>,
    pub(crate) order: &'a MakeOrder<'a>,
}

impl<G: Notation> Maker<'_, G> {
    fn game(&self) -> &G {
        &self.shelf.game
    }

    /// Makes the agent that a spec names.
    pub(crate) fn agent(&self, spec: &Spec) -> Result<BoxedAgent<G>, Error> {
        let agent = self.any_agent(spec)?;
        Ok(if spec.get("seed").is_some() {
            Box::new(Steady(agent))
        } else {
            agent
        })
    }

    fn any_agent(&self, spec: &Spec) -> Result<BoxedAgent<G>, Error> {
        match self.shelf.catalog.agent(spec, self.order)? {
            AgentChoice::Own(at, params) => (self.shelf.agents[at])(self.game(), &params),
            AgentChoice::Wrapper(at, params, behind) => {
                let behind = self.agent(&behind)?;
                (self.shelf.wrappers[at])(self.game(), &params, behind)
            }
            AgentChoice::Added(at, params) => {
                let make = &self.order.added.agents[at].make;
                let agent = make(self.order.game, &params, self.order.seed)?;
                Ok(Box::new(AdvisedBy::new(
                    Arc::clone(&self.shelf.game),
                    agent,
                )))
            }
            AgentChoice::Common(common, params) => self.common(common, &params),
            AgentChoice::Heuristic(choice) => {
                let heuristic = self.heuristic(&choice)?;
                Ok(Box::new(HeuristicAgent { heuristic }))
            }
            AgentChoice::Evaluator => {
                let evaluator = self.evaluator(spec)?;
                Ok(Box::new(OnePly { evaluator }))
            }
        }
    }

    fn common(&self, common: CommonAgent, params: &Params) -> Result<BoxedAgent<G>, Error> {
        Ok(match common {
            CommonAgent::Minimax => Box::new(Minimax {
                depth: depth(params),
                evaluator: self.evaluator_of(params)?,
            }),
            CommonAgent::AlphaBeta | CommonAgent::NegaScout => {
                let settings = settings(params, common == CommonAgent::NegaScout);
                Box::new(AlphaBeta::new(settings, self.evaluator_of(params)?)?)
            }
            CommonAgent::Mcts => self.mcts(params)?,
            CommonAgent::Flat => Box::new(Flat::new(flat_params(params, self.seed_of(params)))?),
            CommonAgent::ExpectedOutcome => {
                match wanted(&self.game().facts(), params, self.seed_of(params))? {
                    Wanted::Exact(states) => Box::new(ExactOutcome::new(states)?),
                    Wanted::Sampled(sampler) => Box::new(sampler),
                }
            }
            CommonAgent::Solver => self.solver(params)?,
            CommonAgent::Random => Box::new(Random {
                seed: self.seed_of(params),
            }),
            CommonAgent::Wandering => self.wandering(params)?,
            CommonAgent::Played => self.played(params)?,
            CommonAgent::Process => Box::new(ProcessAgent::new(self.process(params)?)),
            CommonAgent::MaxN => {
                let many = many::needed(self.shelf.many.as_ref(), "maxn", self.order.game_name)?;
                (many.maxn)(depth(params), self.evaluator_of(params)?)
            }
            CommonAgent::Paranoid => {
                let game = self.order.game_name;
                let many = many::needed(self.shelf.many.as_ref(), "paranoid", game)?;
                (many.paranoid)(depth(params), self.evaluator_of(params)?)
            }
        })
    }

    fn mcts(&self, params: &Params) -> Result<BoxedAgent<G>, Error> {
        let seed = self.seed_of(params);
        let (mcts, rising) = (mcts_params(params, seed), rising(params)?);
        let steering = self.seeded(seed, |maker| maker.steering(params))?;
        let agent: Box<dyn Budgeted<G>> = if let Some(many) = &self.shelf.many {
            (many.mcts)(mcts, many::batch(params)?, steering)?
        } else {
            let agent = Mcts::new(mcts)?;
            Box::new(match steering {
                Some(steering) => agent.steered(steering),
                None => agent,
            })
        };
        Ok(match rising {
            Some(rising) => Box::new(RisingMcts::new(self.game(), agent, rising)?),
            None => agent,
        })
    }

    /// The heuristic of a tree search, where its parameters name one.
    fn steering(&self, params: &Params) -> Result<Option<Steering<G>>, Error> {
        let Some(steered) = steered(params)? else {
            return Ok(None);
        };
        let adviser = match self.shelf.catalog.heuristic(&steered.spec)? {
            Some(choice) => Adviser::Heuristic(self.heuristic(&choice)?),
            None => Adviser::Evaluator(self.evaluator(&steered.spec)?),
        };
        Ok(Some(Steering {
            adviser,
            playouts: steered.playouts,
            lean: steered.lean,
        }))
    }

    fn heuristic(&self, choice: &HeuristicChoice) -> Result<BoxedHeuristic<G>, Error> {
        match choice {
            HeuristicChoice::Own(at, params) => (self.shelf.heuristics[*at])(self.game(), params),
            HeuristicChoice::History(how) => {
                let history = History::new(self.game(), how.games, how.seed)?;
                Ok(Box::new(history))
            }
        }
    }

    fn solver(&self, params: &Params) -> Result<BoxedAgent<G>, Error> {
        let limits = solver_params(params);
        match &self.shelf.many {
            Some(many) if !is_solved_alone(&self.game().facts()) => {
                (many.solver)(limits, self.order.seed)
            }
            _ => {
                let hint = "ask nearer to the end of the game, or allow more states (solver:states=…) and the memory for them (solver:memory=…)";
                Ok(Box::new(Exhaustive::new(limits)?.with_hint(hint)))
            }
        }
    }

    fn wandering(&self, params: &Params) -> Result<BoxedAgent<G>, Error> {
        let seed = self.seed_of(params);
        let agent = self.seeded(seed, |maker| maker.agent_of(params))?;
        Ok(Box::new(Wandering {
            agent,
            share: params.number("share").unwrap_or(0.0),
            seed,
        }))
    }

    fn played(&self, params: &Params) -> Result<BoxedAgent<G>, Error> {
        let seed = self.seed_of(params);
        let agent = self.seeded(seed, |maker| maker.agent_of(params))?;
        Ok(Box::new(Played {
            agent,
            playouts: params.count("playouts").unwrap_or(1),
            random: params.number("random").unwrap_or(0.0),
            seed,
        }))
    }

    /// Makes with another seed: one that a spec gives is that of the agents and evaluators within, too.
    fn seeded<T>(&self, seed: u64, make: impl FnOnce(&Maker<'_, G>) -> T) -> T {
        let order = MakeOrder {
            seed,
            ..*self.order
        };
        make(&Maker {
            order: &order,
            ..*self
        })
    }

    fn process(&self, params: &Params) -> Result<ProcessSettings, Error> {
        let order = self.order;
        let card = GameCard::new(order.game_name, order.game_spec, self.game());
        process::settings(params, card, self.seed_of(params))
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
        Ok(match self.shelf.catalog.evaluator(spec, self.order)? {
            EvaluatorChoice::Own(at, params) => (self.shelf.evaluators[at])(self.game(), &params)?,
            EvaluatorChoice::Added(at) => {
                let valuer = Arc::clone(&self.order.added.evaluators[at].valuer);
                Box::new(ValuedBy::new(Arc::clone(&self.shelf.game), valuer))
            }
            EvaluatorChoice::Linear(params) => self.linear(&params)?,
            EvaluatorChoice::ExpectedOutcome(params) => {
                match wanted(&self.game().facts(), &params, self.seed_of(&params))? {
                    Wanted::Exact(states) => Box::new(ExactOutcome::new(states)?),
                    Wanted::Sampled(sampler) => Box::new(sampler),
                }
            }
            EvaluatorChoice::Process(params) => {
                Box::new(ProcessEvaluator::new(self.process(&params)?))
            }
            EvaluatorChoice::Mobility(mobility) => Box::new(mobility),
            EvaluatorChoice::Learned(at, how) => self.learned(at, &how)?,
            EvaluatorChoice::Noise(noise) => Box::new(noise),
        })
    }

    /// Weights of a feature set by regression on the results of random games.
    fn learned(&self, at: usize, how: &Learning) -> Result<BoxedEvaluator<G>, Error> {
        let (set, name) = (
            &self.shelf.features[at],
            &self.shelf.catalog.features[at].name,
        );
        let game = Hidden::shared(Arc::clone(&self.shelf.game));
        let weights = learned(&*game, &*(set.hidden)(&self.shelf.game), name, how)?;
        Ok((set.linear)(self.game(), weights, None, Offset::default()))
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
            None => self.shelf.catalog.usual_evaluator(),
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
        let at = self.shelf.catalog.feature_set(weights, path, self.order)?;
        let set = &self.shelf.features[at];
        let features = (set.list)(self.game());
        let in_order = in_order(weights, &features, path)?;
        let late = weights.late_in_order(&features);
        let late = late.map_err(|error| error.in_context(path))?;
        if late.is_some() && self.game().phase(&self.game().start()).is_none() {
            let what = format!("the weights in {path} change along the game");
            let hint = "states of this game do not tell how far it is: take out the table [late]";
            return Err(Error::misuse(what, hint));
        }
        Ok((set.linear)(self.game(), in_order, late, weights.offset()))
    }
}
