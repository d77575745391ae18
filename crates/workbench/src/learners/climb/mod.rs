//! CMA-ES and SPSA for a game chosen at run time: candidates play each other, or are judged on a benchmark.

mod by_cma;
mod by_spsa;
mod found;
mod order;

use plyscope_game::Error;
use plyscope_learn::cma::usual_population;
use plyscope_learn::genetic::{Meeting, PairResult};
use plyscope_parallel::Threads;

use super::budget::{Budget, Meter};
use super::finding::{Finding, FindingStep, Kept, LearnProgress, ranges};
use super::judged::Judged;
use super::scale::spreads;
use crate::NamedGame;
use crate::meetings::{GameJournal, Meetings, Playing};

pub use order::{ClimbMethod, ClimbOrder, Fitness, USUAL_GAMES_PER_STEP};

/// Games by default.
const GAMES: u64 = 5000;
/// A longer first step, in spreads of the features, leads nowhere.
const LONGEST_STEP: f64 = 1e3;
/// Values of a metric by default.
const VALUES: u64 = 2000;
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
        let step_size = order.step.unwrap_or(if is_begun { 0.3 } else { 1.0 });
        if step_size > LONGEST_STEP {
            return Err(Error::misuse(
                format!("a first step of {step_size:e} spreads leads nowhere"),
                "--step takes up to 1000; 1 is usual, and 0.3 with --start",
            ));
        }
        let judged = judged(game, order, &hall)?;
        let usual = usual_population(from.len());
        let mut climb = Self {
            order,
            population: order.population.unwrap_or(usual),
            hall,
            judged,
            units,
            from,
            steps: None,
            per_step: 0,
            step_size,
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
        let threads = Threads::new(self.order.threads)?;
        let journal = match (self.order.journal, &self.judged) {
            (Some(path), None) => Some(GameJournal::open(path, &self.journal_plan()?)?),
            _ => None,
        };
        let most = match self.order.budget {
            Some(Budget::Cpu(most)) => Some(most),
            _ => None,
        };
        let mut way = Way {
            meter: Meter::new(most, self.order.cpu_time),
            journal: journal.as_ref(),
            done: 0,
            steps: Vec::new(),
            number: 0,
        };
        let vector = match self.order.method {
            ClimbMethod::Cma => self.by_cma(&mut way, &threads)?,
            ClimbMethod::Spsa => self.by_spsa(&mut way, &threads)?,
        };
        let finding = self.found(&vector, way)?;
        if let Some(journal) = &journal {
            journal.sync()?;
        }
        Ok(Finding {
            kept: journal.into_iter().map(Kept::Games).collect(),
            ..finding
        })
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
}

/// The metric on its benchmark, unless games tell how good a candidate is.
fn judged<'a>(
    game: &'a NamedGame,
    order: &'a ClimbOrder<'a>,
    hall: &Meetings<'_>,
) -> Result<Option<Judged<'a>>, Error> {
    match &order.fitness {
        Fitness::Games => Ok(None),
        Fitness::Judge {
            benchmark,
            name,
            metric,
            filter,
            ..
        } => {
            let bench = (*benchmark, *name);
            let features = (&*hall.set, &hall.kept[..]);
            Judged::new(game, bench, metric, filter, features, order.seed).map(Some)
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
