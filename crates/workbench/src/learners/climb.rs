//! CMA-ES and SPSA for a game chosen at run time: candidates play each other, or are judged on a benchmark.

use std::path::Path;
use std::time::Duration;

use plyscope_game::{Error, Limits};
use plyscope_learn::cma::{Cma, CmaParams};
use plyscope_learn::genetic::{Meeting, PairResult};
use plyscope_learn::spsa::{Spsa, SpsaParams};
use plyscope_truth::Benchmark;
use rayon::prelude::*;
use serde_json::json;

use super::budget::{Budget, Meter};
use super::finding::{Finding, FindingStep, Kept, LearnProgress, ranges};
use super::judged::Judged;
use super::scale::spreads;
use crate::meetings::{GameJournal, Meetings, Playing};
use crate::{LearnedFrom, NamedGame, OpeningsOrder, StateFilter};

/// How candidates are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClimbMethod {
    /// CMA-ES.
    Cma,
    /// SPSA.
    Spsa,
}

impl ClimbMethod {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cma => "cma",
            Self::Spsa => "spsa",
        }
    }
}

/// What tells how good a candidate is.
pub enum Fitness<'a> {
    /// Games between candidates.
    Games,
    /// A metric on a benchmark.
    Judge {
        /// The benchmark.
        benchmark: &'a Benchmark,
        /// What it is called.
        name: &'a str,
        /// A digest of its file.
        digest: Option<String>,
        /// The metric by name, or `NAME=EXPRESSION`.
        metric: &'a str,
        /// Which of its states.
        filter: &'a StateFilter,
    },
}

/// Weights to be found by climbing.
pub struct ClimbOrder<'a> {
    /// How candidates are made.
    pub method: ClimbMethod,
    /// What tells how good one is.
    pub fitness: Fitness<'a>,
    /// What it may cost; the usual amount if not given.
    pub budget: Option<Budget>,
    /// Candidates per generation of CMA-ES.
    pub population: Option<usize>,
    /// The first step size, in spreads of the features.
    pub step: Option<f64>,
    /// Games between the two sides of SPSA; an even number.
    pub games: u64,
    /// The feature set; the game's first if not given.
    pub features: Option<&'a str>,
    /// Only these features of it; all if there are none.
    pub only: &'a [String],
    /// The player; the weights are its evaluator, so that it names none.
    pub by: &'a str,
    /// Where games begin.
    pub openings: OpeningsOrder,
    /// A game of so many plies is a draw.
    pub max_plies: Option<u32>,
    /// A weights file to start from.
    pub start: Option<&'a Path>,
    /// Limits for each move, and the flag that stops the run.
    pub limits: Limits,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// Where games are kept until the weights are written.
    pub journal: Option<&'a Path>,
    /// CPU time of the process.
    pub cpu_time: &'a (dyn Fn() -> Duration + Sync),
    /// Told how far the work is.
    pub progress: &'a (dyn Fn(&LearnProgress<'_>) + Sync),
}

/// Games when nobody says how many.
const GAMES: u64 = 5000;
/// Values of a metric when nobody says how many.
const VALUES: u64 = 2000;
/// Steps after which SPSA's gains fall when only the clock tells the end.
const UNKNOWN_STEPS: u64 = 100;
/// Pairs from which the size of a metric's differences is told.
const TRIALS: u64 = 10;
/// Steps that are kept for pictures at the most.
const SHOWN: u64 = 512;

/// Climbs.
///
/// # Errors
/// When a name is unknown, the budget is too small, or games cannot be played or kept.
pub fn climb(game: &NamedGame, order: &ClimbOrder<'_>) -> Result<Finding, Error> {
    Climb::new(game, order)?.run()
}

/// One search, its names found.
struct Climb<'a> {
    order: &'a ClimbOrder<'a>,
    hall: Meetings<'a>,
    judged: Option<Judged<'a>>,
    /// The unit of each weight.
    units: Vec<f64>,
    /// Where it starts, in these units.
    from: Vec<f64>,
    /// Steps, unless only the clock tells.
    steps: Option<u64>,
    /// Games or positions per step.
    per_step: u64,
    step_size: f64,
    population: usize,
}

impl<'a> Climb<'a> {
    fn new(game: &'a NamedGame, order: &'a ClimbOrder<'a>) -> Result<Self, Error> {
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
        let set = game.features(&hall.set);
        let set = set.ok_or_else(|| Error::failed("the feature set is gone"))?;
        let mut units = spreads(game, &*set, &hall.kept, order.seed);
        let start = order.start.map(|path| hall.start(path)).transpose()?;
        let from: Vec<f64> = match start {
            Some(start) => start
                .iter()
                .zip(&units)
                .map(|(own, unit)| own * unit)
                .collect(),
            None => vec![0.0; units.len()],
        };
        // Weights to start from have a size of their own: steps are taken in it.
        let size = (plyscope_stats::dot(&from, &from) / from.len() as f64).sqrt();
        let (from, is_begun) = if size > 0.0 {
            for unit in &mut units {
                *unit /= size;
            }
            (from.iter().map(|own| own / size).collect(), true)
        } else {
            (from, false)
        };
        let judged = match &order.fitness {
            Fitness::Games => None,
            Fitness::Judge {
                benchmark,
                name,
                metric,
                filter,
                ..
            } => {
                let bench = (*benchmark, *name);
                let features = (&*hall.set, &hall.kept[..]);
                Some(Judged::new(
                    game, bench, metric, filter, features, order.seed,
                )?)
            }
        };
        let usual = 4 + (3.0 * (from.len() as f64).ln()).floor() as usize;
        let mut climb = Self {
            order,
            population: order.population.unwrap_or(usual),
            hall,
            judged,
            units,
            from,
            steps: None,
            per_step: 0,
            step_size: order.step.unwrap_or(if is_begun { 0.3 } else { 1.0 }),
        };
        climb.plan_steps()?;
        Ok(climb)
    }

    fn plan_steps(&mut self) -> Result<(), Error> {
        let values = match self.order.method {
            ClimbMethod::Cma => self.population as u64,
            ClimbMethod::Spsa => 2,
        };
        let name = self.order.method.name();
        let (per_step, usual, unit) = match (&self.judged, self.order.method) {
            (Some(judged), _) => (
                values * judged.states(),
                VALUES * judged.states(),
                "positions",
            ),
            (None, ClimbMethod::Cma) => (values * (values - 1), GAMES, "games"),
            (None, ClimbMethod::Spsa) => (self.order.games, GAMES, "games"),
        };
        self.per_step = per_step;
        let of = match (self.order.budget, unit) {
            (None, _) => Some(usual.max(per_step)),
            (Some(Budget::Games(games)), "games") => Some(games),
            (Some(Budget::Positions(positions)), "positions") => Some(positions),
            (Some(Budget::Cpu(_)), _) => None,
            (Some(other), "games") => return Err(other.unsuited(name, "games=5000 or cpu=60s")),
            (Some(other), _) => return Err(other.unsuited(name, "positions=1m or cpu=60s")),
        };
        let extra = if self.judged.is_some() && self.order.method == ClimbMethod::Spsa {
            TRIALS * per_step
        } else {
            0
        };
        if let Some(of) = of {
            if of <= extra {
                return Budget::steps(of, extra + per_step, unit).map(drop);
            }
            self.steps = Some(Budget::steps(of - extra, per_step, unit)?);
        }
        Ok(())
    }

    fn unit(&self) -> &'static str {
        if self.judged.is_some() {
            "positions"
        } else {
            "games"
        }
    }

    /// A vector in units of its features as weights.
    fn weights_of(&self, vector: &[f64]) -> Vec<f64> {
        vector
            .iter()
            .zip(&self.units)
            .map(|(own, unit)| own / unit)
            .collect()
    }

    fn run(self) -> Result<Finding, Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.order.threads);
        let pool = pool
            .build()
            .map_err(|error| Error::failed(format!("no threads can be started: {error}")))?;
        let journal = match (self.order.journal, &self.judged) {
            (Some(path), None) => Some(GameJournal::open(path, &self.journal_plan()?)?),
            _ => None,
        };
        let before = journal.as_ref().map_or(0, GameJournal::games);
        let mut way = Way {
            meter: Meter::new(
                match self.order.budget {
                    Some(Budget::Cpu(most)) => Some(most),
                    _ => None,
                },
                self.order.cpu_time,
            ),
            journal: journal.as_ref(),
            done: 0,
            steps: Vec::new(),
            number: 0,
        };
        let found = match self.order.method {
            ClimbMethod::Cma => self.cma(&mut way, &pool)?,
            ClimbMethod::Spsa => self.spsa(&mut way, &pool)?,
        };
        let (cpu, done, steps, number) = (way.meter.spent(), way.done, way.steps, way.number);
        if let Some(journal) = &journal {
            journal.sync()?;
        }
        let value = match &self.judged {
            Some(judged) => Some(judged.mean(&found, &self.hall.weights(&found))?),
            None => None,
        };
        let mut weights = self.hall.weights(&found);
        if let (Some(judged), Fitness::Judge { digest, .. }) = (&self.judged, &self.order.fitness) {
            weights.learned_from = Some(LearnedFrom::of(judged.listed_states(), digest.clone()));
        }
        let is_games = self.judged.is_none();
        Ok(Finding {
            method: self.order.method.name(),
            game: self.hall.game.spec().to_string(),
            features: self.hall.set.clone(),
            listed: self.hall.listed.clone(),
            names: self.hall.names.clone(),
            about: self.about(number, done, value),
            unit: self.unit(),
            value_name: self
                .judged
                .as_ref()
                .map_or(String::new(), Judged::metric_name),
            games: if is_games { done } else { 0 },
            positions: if is_games { 0 } else { done },
            cpu,
            before: before.min(done),
            details: json!({
                "fitness": self.fitness_text(),
                "steps": number,
                "population": (self.order.method == ClimbMethod::Cma).then_some(self.population),
                "step_size": self.step_size,
                "units": self.units,
                "value": value,
                "by": is_games.then_some(self.order.by),
                "openings": is_games.then(|| self.order.openings.to_string()),
                "seed": self.order.seed,
            }),
            warnings: Vec::new(),
            weights,
            steps,
            kept: journal.into_iter().map(Kept::Games).collect(),
        })
    }

    fn fitness_text(&self) -> String {
        match &self.judged {
            Some(judged) => format!("judge:{}", judged.metric_name()),
            None => "games".to_string(),
        }
    }

    fn about(&self, steps: u64, done: u64, value: Option<f64>) -> Vec<String> {
        let order = self.order;
        let method = match order.method {
            ClimbMethod::Cma => format!(
                "CMA-ES: {steps} generations of {}, first step {}",
                self.population, self.step_size
            ),
            ClimbMethod::Spsa => format!("SPSA: {steps} steps, first step {}", self.step_size),
        };
        let from = match (&order.fitness, value) {
            (Fitness::Judge { name, .. }, value) => format!(
                "by {} on {name}, {done} positions judged; {:.6} in the end",
                self.fitness_text(),
                value.unwrap_or(f64::NAN)
            ),
            (Fitness::Games, _) => {
                format!(
                    "from {done} games of {}, openings {}",
                    order.by, order.openings
                )
            }
        };
        let start = order.start.map_or("from nothing".to_string(), |path| {
            format!("from {}", path.display())
        });
        vec![
            method,
            from,
            format!("seed {}; started {start}", order.seed),
        ]
    }

    fn journal_plan(&self) -> Result<crate::meetings::Plan, Error> {
        let order = self.order;
        let start = match order.start {
            Some(path) => plyscope_truth::digest_of(path)?,
            None => String::new(),
        };
        Ok(crate::meetings::Plan {
            params: format!(
                "{:?} {} {} {} {:?} {}",
                order.method, self.population, self.step_size, order.games, self.steps, order.seed
            ),
            start,
            ..self.hall.plan()?
        })
    }

    fn is_over(&self, way: &Way<'_>) -> bool {
        match self.steps {
            Some(steps) => way.number >= steps,
            None => way.meter.is_used_up(),
        }
    }

    fn cma(&self, way: &mut Way<'_>, pool: &rayon::ThreadPool) -> Result<Vec<f64>, Error> {
        let mut cma = Cma::new(
            &self.from,
            &CmaParams {
                population: Some(self.population),
                step: self.step_size,
                seed: self.order.seed,
            },
        )?;
        let mut best: Option<(f64, Vec<f64>)> = None;
        while !self.is_over(way) {
            let asked: Vec<Vec<f64>> = cma.ask().iter().map(|own| self.weights_of(own)).collect();
            let costs = self.costs(&asked, way, pool)?;
            cma.tell(&costs);
            let mean = self.weights_of(cma.mean());
            let value = match &self.judged {
                None => None,
                Some(judged) => {
                    // The best of all, and the middle: metrics are not noisy.
                    let cost = judged.cost(&mean, &self.hall.weights(&mean))?;
                    let own = costs.iter().copied().zip(&asked).chain([(cost, &mean)]);
                    for (cost, own) in own {
                        if best.as_ref().is_none_or(|best| cost < best.0) {
                            best = Some((cost, own.clone()));
                        }
                    }
                    best.as_ref().map(|best| best.0)
                }
            };
            let shown = best.as_ref().map_or(&mean, |best| &best.1).clone();
            let spread = self.weights_of(&cma.deviations());
            self.ended(way, value, shown, Some(spread))?;
        }
        Ok(best.map_or_else(|| self.weights_of(cma.mean()), |best| best.1))
    }

    /// What each candidate costs: less is better.
    fn costs(
        &self,
        asked: &[Vec<f64>],
        way: &mut Way<'_>,
        pool: &rayon::ThreadPool,
    ) -> Result<Vec<f64>, Error> {
        if let Some(judged) = &self.judged {
            self.check_stop(way)?;
            let cost = |own: &Vec<f64>| judged.cost(own, &self.hall.weights(own));
            let costs: Result<Vec<f64>, Error> =
                pool.install(|| asked.par_iter().map(cost).collect());
            way.done += judged.states() * asked.len() as u64;
            return costs;
        }
        let results = self.meet(asked, 2, way)?;
        let mut points = vec![0.0; asked.len()];
        for own in &results {
            let drawn = own.draws as f64 / 2.0;
            points[own.one] -= own.wins as f64 + drawn;
            points[own.other] -= own.losses as f64 + drawn;
        }
        Ok(points)
    }

    fn spsa(&self, way: &mut Way<'_>, pool: &rayon::ThreadPool) -> Result<Vec<f64>, Error> {
        let mut spsa = Spsa::new(
            &self.from,
            &SpsaParams {
                steps: self.steps.unwrap_or(UNKNOWN_STEPS),
                reach: self.step_size,
                step: self.step_size,
                // A player judges by the same order of states whatever the size of its weights.
                radius: self.judged.is_none().then_some(1.0),
                seed: self.order.seed,
                ..SpsaParams::default()
            },
        )?;
        let scale = match &self.judged {
            Some(judged) => self.difference(judged, &spsa, way, pool)?,
            None => 1.0,
        };
        while !self.is_over(way) {
            let sides = spsa.ask().map(|own| self.weights_of(&own));
            let better = if self.judged.is_some() {
                let costs = self.costs(&sides, way, pool)?;
                ((costs[1] - costs[0]) / scale).clamp(-1.0, 1.0)
            } else {
                let results = self.meet(&sides, self.order.games, way)?;
                let sum = |of: fn(&PairResult) -> u64| results.iter().map(of).sum::<u64>() as f64;
                (sum(|own| own.wins) - sum(|own| own.losses)) / self.order.games as f64
            };
            spsa.tell(better);
            let answer = self.weights_of(&spsa.answer());
            let value = match &self.judged {
                Some(judged) if self.is_shown(way.number) => {
                    Some(judged.cost(&answer, &self.hall.weights(&answer))?)
                }
                _ => None,
            };
            let reach = self.weights_of(&vec![spsa.reach(); answer.len()]);
            self.ended(way, value, answer, Some(reach))?;
        }
        Ok(self.weights_of(&spsa.answer()))
    }

    /// Four times the mean size of a metric's differences at the start: what counts as much better.
    fn difference(
        &self,
        judged: &Judged<'_>,
        spsa: &Spsa,
        way: &mut Way<'_>,
        pool: &rayon::ThreadPool,
    ) -> Result<f64, Error> {
        let mut sum = 0.0;
        for trial in 0..TRIALS {
            let own = Spsa::new(
                spsa.weights(),
                &SpsaParams {
                    reach: self.step_size,
                    seed: plyscope_game::mix_all(&[self.order.seed, trial + 1]),
                    ..SpsaParams::default()
                },
            )?;
            let sides = own.ask().map(|own| self.weights_of(&own));
            let costs = self.costs(&sides, way, pool)?;
            sum += (costs[0] - costs[1]).abs();
        }
        let mean = sum / TRIALS as f64;
        if mean > 0.0 && mean.is_finite() {
            return Ok(4.0 * mean);
        }
        let what = format!(
            "`{}` is the same whatever the weights are",
            judged.metric_name()
        );
        Err(Error::misuse(
            what,
            "choose another metric, other states or a larger --step",
        ))
    }

    fn is_shown(&self, number: u64) -> bool {
        let gap = (self.steps.unwrap_or(SHOWN) / SHOWN).max(1);
        number.is_multiple_of(gap) || self.steps == Some(number + 1)
    }

    /// Lets candidates play each other.
    fn meet(
        &self,
        asked: &[Vec<f64>],
        games: u64,
        way: &mut Way<'_>,
    ) -> Result<Vec<PairResult>, Error> {
        let meeting = Meeting {
            number: u32::try_from(way.number).unwrap_or(u32::MAX),
            is_replay: false,
            members: asked,
            games,
        };
        let before = way.done;
        let tell = |done: u64| self.tell(before + done, way.number, None);
        let met = self.hall.play(&meeting, way.journal, &tell)?;
        let results = met.map_err(|done| self.stopped(before + done))?;
        way.done += games * meeting.pairings().len() as u64;
        Ok(results)
    }

    fn tell(&self, done: u64, number: u64, ended: Option<(u64, &[crate::WeightRange])>) {
        let step = match self.order.method {
            ClimbMethod::Cma => "generation",
            ClimbMethod::Spsa => "step",
        };
        (self.order.progress)(&LearnProgress {
            done,
            of: self.steps.map(|steps| steps * self.per_step),
            unit: self.unit(),
            stage: format!("{step} {}", number + 1),
            ended,
        });
    }

    /// Keeps a step, and tells it with what is best so far.
    fn ended(
        &self,
        way: &mut Way<'_>,
        cost: Option<f64>,
        weights: Vec<f64>,
        spread: Option<Vec<f64>>,
    ) -> Result<(), Error> {
        let is_higher = |judged: &Judged<'_>| judged.is_higher_better();
        let sign = if self.judged.as_ref().is_some_and(is_higher) {
            -1.0
        } else {
            1.0
        };
        let step = FindingStep {
            done: way.done,
            value: cost.map(|own| sign * own),
            weights,
            spread,
        };
        let all = ranges(&self.hall.names, &step);
        self.tell(way.done, way.number, Some((way.number + 1, &all)));
        if self.is_shown(way.number) {
            way.steps.push(step);
        }
        if let Some(journal) = way.journal {
            // What an earlier run had spent when this step ended counts, or it would go on for longer.
            let number = way.number as u32;
            match journal.spent(number) {
                Some(spent) => way.meter.resume(spent),
                None => journal.add_spent(number, way.meter.spent())?,
            }
        }
        way.number += 1;
        Ok(())
    }

    fn check_stop(&self, way: &Way<'_>) -> Result<(), Error> {
        if self.order.limits.stop.is_raised() {
            return Err(self.stopped(way.done));
        }
        Ok(())
    }

    fn stopped(&self, done: u64) -> Error {
        let unit = self.unit();
        match (self.order.journal, &self.judged) {
            (Some(path), None) => Error::stopped(format!(
                "stopped after {done} {unit}; they are kept in {}",
                path.display()
            ))
            .with_hint("run the same command again to go on from there"),
            _ => Error::stopped(format!("stopped after {done} {unit}, and nothing is kept"))
                .with_hint("run the same command again: it takes the same way"),
        }
    }
}

/// How far a search has come.
struct Way<'a> {
    meter: Meter<'a>,
    journal: Option<&'a GameJournal>,
    /// Games or positions.
    done: u64,
    steps: Vec<FindingStep>,
    /// Steps that have ended.
    number: u64,
}
