//! One learner, one budget, one seed: weights, a match against the reference, and what `judge` says.

use plyscope_arena::rating::{Pairs, difference};
use plyscope_arena::{Contest, Contestant, Format, Nobody, Rules, Schedule};
use plyscope_game::{Error, mix_all};
use serde::{Deserialize, Serialize};

use super::learning::Made;
use super::{CompareOrder, Learner, Rates};
use crate::agents::LINEAR;
use crate::contest::openings_of;
use crate::learners::{Judged, Making};
use crate::meetings::{Meetings, Playing};
use crate::{NamedGame, Spec, StateFilter, Weights};

/// The metric of fitness and of quality.
pub(super) const METRIC: &str = "regret";
/// Separates the chance of matches from that of learning.
const MATCH: u64 = 0x6d61_7463;

/// What came of a trial.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The learner.
    pub learner: String,
    /// The size of its budget, from 0.
    pub size: usize,
    /// The budget, in CPU seconds.
    pub budget: f64,
    /// The seed.
    pub seed: u64,
    /// CPU seconds that learning took.
    pub cpu: f64,
    /// Games that were learned from.
    pub games: u64,
    /// Positions that were labelled.
    pub positions: u64,
    /// Pairs of games against the reference, by what the weights scored in both, in half points.
    pub pairs: [u64; 5],
    /// The Elo difference to the reference with its interval of 95 %; none where it is infinite, as after
    /// nothing but wins.
    pub elo: [Option<f64>; 3],
    /// The mean regret on the states of the test, if there is one.
    pub regret: Option<f64>,
    /// The weights; none if the budget bought too little to learn from, or patterns were learned.
    pub weights: Option<Weights>,
    /// The command that makes the same patterns, if patterns were learned.
    pub patterns: Option<String>,
}

impl Trial {
    /// Whether the budget bought enough to learn from.
    pub(super) fn is_learned(&self) -> bool {
        self.weights.is_some() || self.patterns.is_some()
    }

    fn set_strength(&mut self, pairs: &Pairs) {
        self.pairs = pairs.counts;
        if let Some(found) = difference(pairs) {
            let finite = |own: f64| own.is_finite().then_some(own);
            self.elo = [found.elo.value, found.elo.low, found.elo.high].map(finite);
        }
    }
}

/// All that trials need.
pub(super) struct Bench<'a> {
    pub(super) game: &'a NamedGame,
    pub(super) order: &'a CompareOrder<'a>,
    pub(super) hall: Meetings<'a>,
    against: String,
    test: Option<Judged<'a>>,
}

impl<'a> Bench<'a> {
    pub(super) fn new(game: &'a NamedGame, order: &'a CompareOrder<'a>) -> Result<Self, Error> {
        let hall = Meetings::new(
            game,
            &Playing {
                features: order.features,
                only: order.only,
                tied: None,
                by: order.by,
                openings: order.openings.clone(),
                max_plies: order.max_plies,
                limits: order.limits.clone(),
                threads: order.threads,
                seed: order.seed,
            },
        )?;
        let against = match order.against {
            Some(own) => own.to_string(),
            None if order.by == LINEAR => {
                let usual = game.evaluators();
                usual.first().map_or(String::new(), |own| own.name.clone())
            }
            None => order.by.to_string(),
        };
        game.agent(&Spec::parse(&against)?, 1)?;
        game.agent(&Spec::parse(order.labeller)?, 1)?;
        let all = StateFilter::default();
        let test = match order.test {
            Some(bench) => {
                let features = (&*hall.set, &hall.kept[..]);
                Some(Judged::new(
                    game, bench, METRIC, &all, features, order.seed,
                )?)
            }
            None => None,
        };
        Ok(Self {
            game,
            order,
            hall,
            against,
            test,
        })
    }

    pub(super) fn set(&self) -> &str {
        &self.hall.set
    }

    pub(super) fn reference(&self) -> &str {
        &self.against
    }

    pub(super) fn trial(
        &self,
        learner: Learner,
        size: usize,
        seed: u64,
        rates: &Rates,
    ) -> Result<Trial, Error> {
        let budget = self.order.sizes[size];
        let begun = (self.order.cpu_time)();
        let learned = self.learned(learner, budget, seed, rates)?;
        let cpu = (self.order.cpu_time)().saturating_sub(begun).as_secs_f64();
        let mut trial = Trial {
            learner: learner.name().to_string(),
            size,
            budget: budget.as_secs_f64(),
            seed,
            cpu,
            games: 0,
            positions: 0,
            pairs: [0; 5],
            elo: [None; 3],
            regret: None,
            weights: None,
            patterns: None,
        };
        let Some(own) = learned else {
            return Ok(trial);
        };
        (trial.games, trial.positions) = (own.games, own.positions);
        let chance = mix_all(&[seed, MATCH, size as u64]);
        match own.made {
            Made::Weights(weights) => self.try_weights(&mut trial, weights, chance)?,
            Made::Patterns(bytes, made) => {
                let path = self.file("tried", seed, "pat");
                std::fs::write(&path, bytes)
                    .map_err(|error| plyscope_ledger::unwritable(&path, &error))?;
                let evaluator = Spec {
                    name: "patterns".to_string(),
                    args: vec![("weights".to_string(), path.display().to_string())],
                };
                let tried = self.try_evaluator(&mut trial, &evaluator, chance);
                let _ = std::fs::remove_file(&path);
                tried?;
                trial.patterns = Some(made);
            }
        }
        Ok(trial)
    }

    fn try_weights(&self, trial: &mut Trial, own: Weights, chance: u64) -> Result<(), Error> {
        let spec = Spec::parse(self.order.by)?;
        let make = |seed| self.game.agent_weighing(&spec, &own, seed);
        trial.set_strength(&self.matched(&make, chance)?);
        if let Some(test) = &self.test {
            let kept = self.hall.kept.iter();
            let vector: Vec<f64> = kept
                .map(|&at| own.weights[&self.hall.listed[at].name])
                .collect();
            trial.regret = Some(test.mean(&vector, &own)?);
        }
        trial.weights = Some(Weights {
            learned_from: None,
            ..own
        });
        Ok(())
    }

    /// The player looks by this evaluator, or is it where the player is one.
    fn try_evaluator(&self, trial: &mut Trial, own: &Spec, chance: u64) -> Result<(), Error> {
        let mut spec = Spec::parse(self.order.by)?;
        if spec.name == LINEAR {
            spec = own.clone();
        } else {
            spec.args.push(("eval".to_string(), own.to_string()));
        }
        let make = |seed| self.game.agent(&spec, seed);
        trial.set_strength(&self.matched(&make, chance)?);
        if let Some(test) = &self.test {
            trial.regret = Some(test.mean_of(&|seed| self.game.agent(own, seed))?);
        }
        Ok(())
    }

    /// Pairs of games between an agent and the reference.
    fn matched(&self, make: &Making<'_>, seed: u64) -> Result<Pairs, Error> {
        let order = self.order;
        let against = Spec::parse(&self.against)?;
        let own = Contestant {
            name: "learned".to_string(),
            make: Box::new(make),
            limits: self.moving(),
        };
        let other = Contestant {
            name: "reference".to_string(),
            make: Box::new(move |seed| self.game.agent(&against, seed)),
            limits: self.moving(),
        };
        let schedule = Schedule::new(Format::RoundRobin, 2, order.games)?;
        let contest = Contest {
            openings: openings_of(self.game, &order.openings, &order.limits, seed)?,
            rules: Rules {
                max_plies: order.max_plies,
                ..Rules::default()
            },
            seed,
            threads: order.threads,
            stop: order.limits.stop.clone(),
            ..Contest::new(self.game.rules(), vec![own, other], schedule)
        };
        let results = contest.run(Vec::new(), &Nobody)?;
        if !results.is_whole() {
            return Err(Error::stopped("stopped in a match"));
        }
        Ok(results.versus()[0].pairs)
    }
}
