//! What each learner makes of a budget.

use std::path::PathBuf;
use std::time::Duration;

use plyscope_game::{Error, Limits};
use plyscope_learn::cma::usual_population;
use plyscope_learn::genetic::{GeneticParams, Variant};
use plyscope_learn::td::TdParams;
use plyscope_learn::{FitParams, Strength};
use plyscope_truth::{Amount, Benchmark, Filter, Selector, Source};

use super::costs::Price;
use super::trial::{Bench, METRIC};
use super::{Learner, Rates};
use crate::patterns::{USUAL_DEPTH, USUAL_PHASES, USUAL_RATE, USUAL_RIDGE};
use crate::{
    Backup, BreedOrder, Budget, ClimbMethod, ClimbOrder, Fitness, LearnFrom, LearnOrder,
    LogisticOrder, PatternOrder, PatternTeacher, RowOf, StateFilter, TdOrder, TruthOrder, TruthRun,
    USUAL_GAMES_PER_STEP, View, Weights, benchmark_at, breed, climb, learn, learn_logistic,
    learn_td, make_truth,
};

/// Fewer labelled positions make no sense of a dozen weights.
const LEAST_STATES: u64 = 30;
/// The share of its budget that the genetic algorithm spends on weights to start from: it changes no sign.
const START: f64 = 0.2;

/// What was learned.
pub(super) enum Made {
    /// Weights of features.
    Weights(Weights),
    /// Pattern weights: the bytes of their file, and the command that makes them.
    Patterns(Vec<u8>, String),
}

/// What was learned, and from how much.
pub(super) struct Learned {
    pub(super) made: Made,
    pub(super) games: u64,
    pub(super) positions: u64,
}

impl Bench<'_> {
    /// What a learner makes of a budget; nothing if it buys too little.
    pub(super) fn learned(
        &self,
        learner: Learner,
        budget: Duration,
        seed: u64,
        rates: &Rates,
    ) -> Result<Option<Learned>, Error> {
        let most = 1000.0 * budget.as_secs_f64();
        let price = rates.of(learner)?;
        let (all, half) = (price.buys(most), price.buys(most / 2.0));
        let states = states_for(most / 2.0, rates.label);
        match learner {
            Learner::Genetic => {
                let states = states_for(START * most, rates.label);
                let games = price.buys((1.0 - START) * most);
                self.genetic(states, games, seed)
            }
            Learner::Ridge => self.ridge(all.max(LEAST_STATES), seed).map(Some),
            Learner::Logistic => self.logistic(all.max(LEAST_STATES), seed).map(Some),
            Learner::CmaGames => self.cma_games(all, seed),
            Learner::SpsaGames if all >= USUAL_GAMES_PER_STEP => {
                self.spsa_games(all, seed).map(Some)
            }
            Learner::SpsaGames => Ok(None),
            Learner::CmaJudge => self.by_judge(ClimbMethod::Cma, states, half, seed),
            Learner::SpsaJudge => self.by_judge(ClimbMethod::Spsa, states, half, seed),
            Learner::Td if all < TdParams::default().batch => Ok(None),
            Learner::Td => self.td(all, seed).map(Some),
            Learner::Patterns => self.patterns(all.max(1), seed).map(Some),
        }
    }

    fn genetic(&self, states: u64, games: u64, seed: u64) -> Result<Option<Learned>, Error> {
        let start = self.start_for_genes(states, seed)?;
        let bred = self.bred(games, &start, seed)?;
        Ok(bred.map(|own| Learned {
            positions: states,
            ..own
        }))
    }

    /// Weights of ridge regression, for their signs and as a first guess.
    pub(super) fn start_for_genes(&self, states: u64, seed: u64) -> Result<Weights, Error> {
        let bench = self.labelled(states, seed)?;
        let learned = learn(self.game, &self.learn_order(&bench, seed))?;
        Ok(Weights {
            learned_from: None,
            ..learned.weights.clone()
        })
    }

    /// What the genetic algorithm makes of so many games; nothing if they are too few.
    pub(super) fn bred(
        &self,
        games: u64,
        start: &Weights,
        seed: u64,
    ) -> Result<Option<Learned>, Error> {
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
        // The measure of the others must not be 0, and the heaviest is the least likely to be.
        let heaviest = start
            .weights
            .iter()
            .max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        let Some((reference, _)) = heaviest.filter(|own| *own.1 != 0.0) else {
            return Ok(None);
        };
        let path = self.file("start", seed, "toml");
        let text = toml::to_string(start).expect("weights are plain data");
        std::fs::write(&path, text).map_err(|error| plyscope_ledger::unwritable(&path, &error))?;
        let bred = breed(
            self.game,
            &BreedOrder {
                features: Some(&self.hall.set),
                only: order.only,
                tied: None,
                reference: Some(reference),
                by: order.by,
                openings: order.openings.clone(),
                max_plies: order.max_plies,
                params,
                start: Some(&path),
                limits: self.moving(),
                threads: order.threads,
                journal: None,
                progress: &|_| {},
            },
        );
        let _ = std::fs::remove_file(&path);
        let bred = bred?;
        Ok(Some(Learned {
            made: Made::Weights(bred.weights.clone()),
            games: bred.evolution.games,
            positions: 0,
        }))
    }

    pub(super) fn cma_games(&self, games: u64, seed: u64) -> Result<Option<Learned>, Error> {
        let order = self.climb_order(ClimbMethod::Cma, Fitness::Games, Budget::Games(games), seed);
        let population = usual_population(self.hall.kept.len()) as u64;
        if games < population * (population - 1) {
            return Ok(None);
        }
        let found = climb(self.game, &order)?;
        Ok(Some(Learned {
            made: Made::Weights(found.weights.clone()),
            games: found.games,
            positions: 0,
        }))
    }

    pub(super) fn spsa_games(&self, games: u64, seed: u64) -> Result<Learned, Error> {
        let order = self.climb_order(
            ClimbMethod::Spsa,
            Fitness::Games,
            Budget::Games(games),
            seed,
        );
        let found = climb(self.game, &order)?;
        Ok(Learned {
            made: Made::Weights(found.weights.clone()),
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
            made: Made::Weights(weights),
            games: 0,
            positions: states,
        }))
    }

    pub(super) fn climbed(
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
            games: USUAL_GAMES_PER_STEP,
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

    pub(super) fn ridge(&self, states: u64, seed: u64) -> Result<Learned, Error> {
        let bench = self.labelled(states, seed)?;
        let learned = learn(self.game, &self.learn_order(&bench, seed))?;
        Ok(Learned {
            made: Made::Weights(learned.weights.clone()),
            games: 0,
            positions: states,
        })
    }

    pub(super) fn logistic(&self, states: u64, seed: u64) -> Result<Learned, Error> {
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
            made: Made::Weights(found.weights.clone()),
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
                seed,
                ..FitParams::default()
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

    pub(super) fn td(&self, games: u64, seed: u64) -> Result<Learned, Error> {
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
            made: Made::Weights(found.weights.clone()),
            games: found.games,
            positions: 0,
        })
    }

    /// Tables of patterns by games of self-play.
    pub(super) fn patterns(&self, games: u64, seed: u64) -> Result<Learned, Error> {
        let order = self.order;
        let teacher = PatternTeacher::Rounds;
        let learned = self.game.learn_patterns(&PatternOrder {
            set: None,
            phases: USUAL_PHASES,
            budget: Budget::Games(games),
            depth: USUAL_DEPTH,
            share: teacher.usual_share(),
            teacher,
            lambda: teacher.usual_lambda(),
            rate: USUAL_RATE,
            ridge: USUAL_RIDGE,
            start: None,
            against: None,
            seed,
            limits: self.moving(),
            threads: order.threads,
            cpu_time: order.cpu_time,
            journal: None,
            progress: &|_| {},
        })?;
        let bytes = learned.weights.to_bytes();
        Ok(Learned {
            made: Made::Patterns(bytes, learned.weights.made),
            games: learned.games,
            positions: 0,
        })
    }

    /// A file of this process that is needed for a moment.
    pub(super) fn file(&self, what: &str, seed: u64, ending: &str) -> PathBuf {
        let name = format!("{what}-{}-{seed}.{ending}", std::process::id());
        self.order.scratch.join(name)
    }

    /// States from random games, labelled.
    pub(super) fn labelled(&self, states: u64, seed: u64) -> Result<Benchmark, Error> {
        let order = self.order;
        let path = self.file(&format!("labels-{states}"), seed, "parquet");
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

    pub(super) fn moving(&self) -> Limits {
        Limits {
            every_move: false,
            ..self.order.limits.clone()
        }
    }
}

/// How many labels can be had for so many milliseconds, and a few at the least.
pub(super) fn states_for(milliseconds: f64, label: Price) -> u64 {
    label.buys(milliseconds).max(LEAST_STATES)
}
