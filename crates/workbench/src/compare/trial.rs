//! One learner, one budget, one seed: weights, a match against the reference, and what `judge` says.

use std::path::PathBuf;
use std::time::Duration;

use plyscope_arena::rating::difference;
use plyscope_arena::{Contest, Contestant, Format, Nobody, Rules, Schedule};
use plyscope_game::{Error, Limits, mix_all};
use plyscope_learn::genetic::{GeneticParams, Variant};
use plyscope_learn::td::TdParams;
use plyscope_learn::{FitParams, Method, Strength};
use plyscope_truth::{Amount, Benchmark, Filter, Selector, Source};
use serde::{Deserialize, Serialize};

use super::{CompareOrder, Comparison, Learner, Rates};
use crate::contest::openings_of;
use crate::learners::Judged;
use crate::meetings::{Meetings, Playing};
use crate::{
    Backup, BreedOrder, Budget, ClimbMethod, ClimbOrder, Fitness, LearnFrom, LearnOrder,
    LogisticOrder, NamedGame, RowOf, Spec, StateFilter, TdOrder, TruthOrder, TruthRun, View,
    Weights, benchmark_at, breed, climb, learn, learn_logistic, learn_td, make_truth,
};

/// The metric of fitness and of quality.
const METRIC: &str = "regret";
/// Separates the chance of matches from that of learning.
const MATCH: u64 = 0x6d61_7463;
/// Fewer labelled positions make no sense of a dozen weights.
const LEAST_STATES: u64 = 30;

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
    /// The Elo difference to the reference with its interval of 95 %.
    pub elo: [f64; 3],
    /// The mean regret on the states of the test, if there is one.
    pub regret: Option<f64>,
    /// The weights; none if the budget bought too little to learn from.
    pub weights: Option<Weights>,
}

/// Weights, what they cost, and what they were learned from.
struct Learned {
    weights: Weights,
    games: u64,
    positions: u64,
}

/// All that trials need.
pub(super) struct Bench<'a> {
    game: &'a NamedGame,
    order: &'a CompareOrder<'a>,
    hall: Meetings<'a>,
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
            None if order.by == crate::agents::LINEAR => {
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

    /// What things cost, by a little of each.
    pub(super) fn measure(&self) -> Result<Rates, Error> {
        let clock = self.order.cpu_time;
        let timed = |work: &dyn Fn() -> Result<u64, Error>| -> Result<f64, Error> {
            let begun = clock();
            let count = work()?;
            let spent = clock().saturating_sub(begun).as_secs_f64();
            Ok((1000.0 * spent / count as f64).max(1e-4))
        };
        (self.order.progress)(0, Comparison::trials(self.order), "what things cost");
        let game = timed(&|| Ok(self.spsa_games(16, 1)?.games))?;
        let label = timed(&|| self.labelled(16, 1).map(|_| 16))?;
        let bench = self.labelled(16, 1)?;
        let judged = timed(&|| Ok(self.climbed(ClimbMethod::Cma, &bench, 4000, 1)?.1))?;
        let self_play = timed(&|| Ok(self.td(64, 1)?.games))?;
        Ok(Rates {
            game,
            label,
            judged,
            self_play,
        })
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
            elo: [0.0; 3],
            regret: None,
            weights: None,
        };
        let Some(own) = learned else {
            return Ok(trial);
        };
        let pairs = self.matched(&own.weights, mix_all(&[seed, MATCH, size as u64]))?;
        trial.pairs = pairs.counts;
        if let Some(found) = difference(&pairs) {
            trial.elo = [found.elo.value, found.elo.low, found.elo.high];
        }
        if let Some(test) = &self.test {
            let kept = self.hall.kept.iter();
            let vector: Vec<f64> = kept
                .map(|&at| own.weights.weights[&self.hall.listed[at].name])
                .collect();
            trial.regret = Some(test.mean(&vector, &own.weights)?);
        }
        (trial.games, trial.positions) = (own.games, own.positions);
        trial.weights = Some(Weights {
            learned_from: None,
            ..own.weights
        });
        Ok(trial)
    }

    /// What a learner makes of a budget; nothing if it buys too little.
    fn learned(
        &self,
        learner: Learner,
        budget: Duration,
        seed: u64,
        rates: &Rates,
    ) -> Result<Option<Learned>, Error> {
        let most = 1000.0 * budget.as_secs_f64();
        let games = (most / rates.game) as u64;
        let states = ((most / rates.label) as u64).max(LEAST_STATES);
        let half = (most / 2.0 / rates.label) as u64;
        let half = half.max(LEAST_STATES);
        let judged = (most / 2.0 / rates.judged) as u64;
        match learner {
            Learner::Genetic => self.genetic(games, seed),
            Learner::Ridge => self.ridge(states, seed).map(Some),
            Learner::Logistic => self.logistic(states, seed).map(Some),
            Learner::CmaGames => self.cma_games(games, seed),
            Learner::SpsaGames if games >= 8 => self.spsa_games(games, seed).map(Some),
            Learner::SpsaGames => Ok(None),
            Learner::CmaJudge => self.by_judge(ClimbMethod::Cma, half, judged, seed),
            Learner::SpsaJudge => self.by_judge(ClimbMethod::Spsa, half, judged, seed),
            Learner::Td => {
                let games = (most / rates.self_play) as u64;
                if games < TdParams::default().batch {
                    return Ok(None);
                }
                self.td(games, seed).map(Some)
            }
        }
    }

    fn genetic(&self, games: u64, seed: u64) -> Result<Option<Learned>, Error> {
        let order = self.order;
        let params = GeneticParams {
            population: 6,
            threshold: 6,
            hall: 4,
            replay: 10,
            seed,
            ..GeneticParams::usual(Variant::Paper)
        };
        let Ok(params) = params.within(games) else {
            return Ok(None);
        };
        let bred = breed(
            self.game,
            &BreedOrder {
                features: Some(&self.hall.set),
                only: order.only,
                tied: None,
                reference: None,
                by: order.by,
                openings: order.openings.clone(),
                max_plies: order.max_plies,
                params,
                start: None,
                limits: self.moving(),
                threads: order.threads,
                journal: None,
                progress: &|_| {},
            },
        )?;
        Ok(Some(Learned {
            weights: bred.weights.clone(),
            games: bred.evolution.games,
            positions: 0,
        }))
    }

    fn cma_games(&self, games: u64, seed: u64) -> Result<Option<Learned>, Error> {
        let order = self.climb_order(ClimbMethod::Cma, Fitness::Games, Budget::Games(games), seed);
        let population = 4 + (3.0 * (self.hall.kept.len() as f64).ln()).floor() as u64;
        if games < population * (population - 1) {
            return Ok(None);
        }
        let found = climb(self.game, &order)?;
        Ok(Some(Learned {
            weights: found.weights.clone(),
            games: found.games,
            positions: 0,
        }))
    }

    fn spsa_games(&self, games: u64, seed: u64) -> Result<Learned, Error> {
        let order = self.climb_order(
            ClimbMethod::Spsa,
            Fitness::Games,
            Budget::Games(games),
            seed,
        );
        let found = climb(self.game, &order)?;
        Ok(Learned {
            weights: found.weights.clone(),
            games: found.games,
            positions: 0,
        })
    }

    fn by_judge(
        &self,
        method: ClimbMethod,
        states: u64,
        judged: u64,
        seed: u64,
    ) -> Result<Option<Learned>, Error> {
        let bench = self.labelled(states, seed)?;
        // Ten generations at the least, or none of it says anything.
        if judged < 100 * bench.states.len() as u64 {
            return Ok(None);
        }
        let (weights, _) = self.climbed(method, &bench, judged, seed)?;
        Ok(Some(Learned {
            weights,
            games: 0,
            positions: states,
        }))
    }

    fn climbed(
        &self,
        method: ClimbMethod,
        bench: &Benchmark,
        judged: u64,
        seed: u64,
    ) -> Result<(Weights, u64), Error> {
        let all = StateFilter::default();
        let fitness = Fitness::Judge {
            benchmark: bench,
            name: "labels",
            digest: None,
            metric: METRIC,
            filter: &all,
        };
        let order = self.climb_order(method, fitness, Budget::Positions(judged), seed);
        let found = climb(self.game, &order)?;
        Ok((found.weights.clone(), found.positions))
    }

    fn climb_order<'o>(
        &'o self,
        method: ClimbMethod,
        fitness: Fitness<'o>,
        budget: Budget,
        seed: u64,
    ) -> ClimbOrder<'o> {
        let order = self.order;
        ClimbOrder {
            method,
            fitness,
            budget: Some(budget),
            population: None,
            step: None,
            games: 8,
            features: Some(&self.hall.set),
            only: order.only,
            by: order.by,
            openings: order.openings.clone(),
            max_plies: order.max_plies,
            start: None,
            limits: self.moving(),
            seed,
            threads: order.threads,
            journal: None,
            cpu_time: order.cpu_time,
            progress: &|_| {},
        }
    }

    fn ridge(&self, states: u64, seed: u64) -> Result<Learned, Error> {
        let bench = self.labelled(states, seed)?;
        let learned = learn(self.game, &self.learn_order(&bench, seed))?;
        Ok(Learned {
            weights: learned.weights.clone(),
            games: 0,
            positions: states,
        })
    }

    fn logistic(&self, states: u64, seed: u64) -> Result<Learned, Error> {
        let bench = self.labelled(states, seed)?;
        let found = learn_logistic(
            self.game,
            &LogisticOrder {
                learn: self.learn_order(&bench, seed),
                strength: Strength::CrossValidated,
                is_tapered: false,
                squash: self.order.squash,
                start: None,
                reference: None,
                cpu_time: self.order.cpu_time,
            },
        )?;
        Ok(Learned {
            weights: found.weights.clone(),
            games: 0,
            positions: states,
        })
    }

    fn learn_order<'o>(&'o self, bench: &'o Benchmark, seed: u64) -> LearnOrder<'o> {
        const ALL: &Filter = &Filter {
            plies: (0, u32::MAX),
            player: None,
            moves: (0, u32::MAX),
            keep_single: true,
            keep_finished: false,
            symmetry: false,
            critical: 0.0,
        };
        LearnOrder {
            from: LearnFrom::Benchmark {
                benchmark: bench,
                name: "labels",
                digest: None,
            },
            filter: ALL,
            features: Some(&self.hall.set),
            only: self.order.only,
            rows: RowOf::States,
            view: View::Mover,
            backup: Backup::Fitting,
            params: FitParams {
                method: Method::Ridge(Strength::CrossValidated),
                folds: 10,
                seed,
            },
            limits: self.order.limits.clone(),
            threads: self.order.threads,
            output: None,
            export: None,
            progress: &|_| {},
            meanwhile: None,
            most_states: None,
        }
    }

    fn td(&self, games: u64, seed: u64) -> Result<Learned, Error> {
        let order = self.order;
        let found = learn_td(
            self.game,
            &TdOrder {
                params: TdParams::default(),
                budget: Some(Budget::Games(games)),
                features: Some(&self.hall.set),
                only: order.only,
                start: None,
                max_plies: order.max_plies,
                seed,
                threads: order.threads,
                stop: order.limits.stop.clone(),
                journal: None,
                cpu_time: order.cpu_time,
                progress: &|_| {},
            },
        )?;
        Ok(Learned {
            weights: found.weights.clone(),
            games: found.games,
            positions: 0,
        })
    }

    /// States from random games, labelled.
    fn labelled(&self, states: u64, seed: u64) -> Result<Benchmark, Error> {
        let order = self.order;
        let name = format!("labels-{}-{states}-{seed}.parquet", std::process::id());
        let path: PathBuf = order.scratch.join(name);
        let selector = Selector {
            source: Source::Playouts,
            amount: Amount::States(states),
            filter: Filter::default(),
        };
        let made = make_truth(
            self.game,
            TruthOrder {
                selector: &selector,
                positions: Vec::new(),
                by: order.labeller,
                run: TruthRun {
                    seed,
                    limits: Limits {
                        every_move: true,
                        ..order.limits.clone()
                    },
                    threads: order.threads,
                    progress: &|_| {},
                },
                output: &path,
                replace: true,
            },
        );
        let bench = made.and_then(|_| benchmark_at(&path));
        let _ = std::fs::remove_file(&path);
        bench
    }

    fn moving(&self) -> Limits {
        Limits {
            every_move: false,
            ..self.order.limits.clone()
        }
    }

    /// Pairs of games between weights and the reference.
    fn matched(
        &self,
        weights: &Weights,
        seed: u64,
    ) -> Result<plyscope_arena::rating::Pairs, Error> {
        let order = self.order;
        let spec = Spec::parse(order.by)?;
        let against = Spec::parse(&self.against)?;
        let own = Contestant {
            name: "learned".to_string(),
            make: Box::new(move |seed| self.game.agent_weighing(&spec, weights, seed)),
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
