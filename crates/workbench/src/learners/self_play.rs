//! TD(λ) by self-play: players that look one move ahead, now and then move at random, and learn from what follows.

use std::path::Path;
use std::time::Duration;

use plyscope_game::{Error, Facts, Feature, Stop};
use plyscope_learn::SelfPlay;
use plyscope_learn::td::{Episode, Td, TdParams};
use plyscope_parallel::{Threads, map};
use serde_json::{Value, json};

use super::budget::{Budget, Meter};
use super::finding::{Finding, FindingStep, Kept, LearnProgress, ranges};
use super::scale::spreads;
use super::steps_journal::{KeptStep, StepsJournal};
use crate::learn::{feature_set, kept, shortest, start_weights};
use crate::{NamedGame, Weights};

/// Weights to be learned by self-play.
pub struct TdOrder<'a> {
    /// The numbers of the method.
    pub params: TdParams,
    /// What it may cost; the usual number of games if not given.
    pub budget: Option<Budget>,
    /// The feature set; the game's first if not given.
    pub features: Option<&'a str>,
    /// Only these features of it; all if there are none.
    pub only: &'a [String],
    /// A weights file to start from.
    pub start: Option<&'a Path>,
    /// A game of so many plies is a draw.
    pub max_plies: Option<u32>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// The flag that stops the run.
    pub stop: Stop,
    /// Where steps are kept until the weights are written.
    pub journal: Option<&'a Path>,
    /// CPU time of the process.
    pub cpu_time: &'a (dyn Fn() -> Duration + Sync),
    /// Told how far the work is.
    pub progress: &'a (dyn Fn(&LearnProgress<'_>) + Sync),
}

/// Games by default.
const GAMES: u64 = 10_000;
/// Steps that are kept for pictures at the most.
const SHOWN: u64 = 512;

/// Learns by self-play.
///
/// # Errors
/// When a name is unknown, the game is not one of two players in turns who share a fixed sum, or
/// the run was stopped.
pub fn learn_td(game: &NamedGame, order: &TdOrder<'_>) -> Result<Finding, Error> {
    let facts = game.facts();
    check(&facts, &order.params)?;
    let (batches, most) = bounds(order)?;
    let (set, features) = feature_set(game, order.features)?;
    let listed = features.list();
    let kept = kept(&set, &listed, order.only)?;
    let kept = kept.unwrap_or_else(|| (0..listed.len()).collect());
    let mut units = spreads(game, &*features, &kept, order.seed);
    // The last number is always 1: what it is worth not to be on the move.
    units.push(1.0);
    let start = match order.start {
        None => vec![0.0; units.len()],
        Some(path) => scaled(start_weights(game, &set, &listed, &kept, path)?, &units),
    };
    let player = SelfPlay {
        game: game.rules(),
        facts,
        features: &*features,
        kept: &kept,
        units: &units,
        explore: order.params.explore,
        max_plies: order.max_plies,
        seed: order.seed,
    };
    let names: Vec<String> = kept.iter().map(|&at| listed[at].name.clone()).collect();
    let plan = plan_of(game, order, &set, &names, batches)?;
    let journal = order.journal.map(|path| StepsJournal::open(path, &plan));
    let mut run = Run {
        order,
        td: Td::new(&start, &order.params)?,
        meter: Meter::new(most, order.cpu_time),
        journal: journal.transpose()?,
        steps: Vec::new(),
        player: &player,
        names: &names,
        batches,
    };
    run.resume()?;
    let before = run.games();
    run.go()?;
    let answer = unscaled(&run.td.answer(), &units);
    let weights = weights_of(game, &set, &listed, &kept, &answer);
    Ok(run.finding(weights, listed, before))
}

/// Refuses games that cannot be learned by self-play, and numbers that make no sense.
fn check(facts: &Facts, params: &TdParams) -> Result<(), Error> {
    if !facts.is_minimax() {
        let what = "self-play learns games of two players in turns who share a fixed sum";
        return Err(Error::misuse(
            what,
            "choose another method, such as --method ridge",
        ));
    }
    params.check()
}

/// Batches, or the CPU time where only the clock tells.
fn bounds(order: &TdOrder<'_>) -> Result<(Option<u64>, Option<Duration>), Error> {
    Ok(match order.budget {
        None => (Some(GAMES.div_ceil(order.params.batch)), None),
        Some(Budget::Games(games)) => {
            let batches = Budget::steps(games, order.params.batch, "games")?;
            (Some(batches), None)
        }
        Some(Budget::Cpu(most)) => (None, Some(most)),
        Some(other) => return Err(other.unsuited("td", "games=10k or cpu=60s")),
    })
}

/// Weights of a file in units of their features, and what it is worth not to be on the move.
fn scaled((own, to_move): (Vec<f64>, f64), units: &[f64]) -> Vec<f64> {
    let own = own.into_iter().chain([-to_move]).zip(units);
    own.map(|(own, unit)| own * unit).collect()
}

fn details(order: &TdOrder<'_>, batches: u64) -> Value {
    json!({
        "lambda": order.params.lambda,
        "rate": order.params.rate,
        "explore": order.params.explore,
        "batch": order.params.batch,
        "batches": batches,
        "seed": order.seed,
    })
}

/// A run on its way.
struct Run<'a> {
    order: &'a TdOrder<'a>,
    player: &'a SelfPlay<'a>,
    names: &'a [String],
    /// How many, unless only the clock tells.
    batches: Option<u64>,
    td: Td,
    meter: Meter<'a>,
    journal: Option<StepsJournal>,
    steps: Vec<FindingStep>,
}

impl Run<'_> {
    fn games(&self) -> u64 {
        self.td.batches() * self.order.params.batch
    }

    /// Takes over what an earlier run did.
    fn resume(&mut self) -> Result<(), Error> {
        let journal = self.journal.as_mut();
        for own in journal.map_or(Vec::new(), |own| std::mem::take(&mut own.done)) {
            self.td.resume(own.step + 1, &own.numbers)?;
            if self.is_shown(own.step) {
                self.steps.push(self.shown(own.value));
            }
            self.meter.resume(own.spent());
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        match self.batches {
            Some(batches) => self.td.batches() >= batches,
            None => self.meter.is_used_up(),
        }
    }

    fn is_shown(&self, step: u64) -> bool {
        let gap = (self.batches.unwrap_or(SHOWN) / SHOWN).max(1);
        step.is_multiple_of(gap) || self.batches == Some(step + 1)
    }

    fn shown(&self, value: f64) -> FindingStep {
        let weights = unscaled(&self.td.answer(), self.player.units);
        FindingStep {
            done: self.games(),
            value: Some(value),
            weights: weights[..self.names.len()].to_vec(),
            spread: None,
        }
    }

    /// What was found; `before` are the games of earlier runs.
    fn finding(self, weights: Weights, listed: Vec<Feature>, before: u64) -> Finding {
        Finding {
            method: "td",
            game: weights.game.clone(),
            about: about(self.order, &self),
            features: weights.features.clone(),
            weights,
            listed,
            unit: "games",
            value_name: "mean squared difference".to_string(),
            games: self.games(),
            positions: 0,
            cpu: self.meter.spent(),
            before,
            details: details(self.order, self.td.batches()),
            warnings: Vec::new(),
            steps: self.steps,
            kept: self.journal.into_iter().map(Kept::Steps).collect(),
            names: self.names.to_vec(),
        }
    }

    /// Plays and learns to the end of the budget.
    fn go(&mut self) -> Result<(), Error> {
        let order = self.order;
        let threads = Threads::new(order.threads)?;
        while !self.is_over() {
            if order.stop.is_raised() {
                if let Some(journal) = &mut self.journal {
                    journal.sync()?;
                }
                return Err(stopped(self.games(), order.journal));
            }
            let (step, first) = (self.td.batches(), self.games());
            let weights = self.td.weights();
            let play = |game: usize| self.player.episode(weights, first + game as u64);
            let games: Vec<Episode> = threads.run(|| map(order.params.batch as usize, play));
            let value = self.td.learn(&games);
            self.ended(step, value)?;
        }
        Ok(())
    }

    /// Keeps a batch, and tells it.
    fn ended(&mut self, step: u64, value: f64) -> Result<(), Error> {
        let order = self.order;
        if let Some(journal) = &mut self.journal {
            journal.add(&KeptStep {
                step,
                value,
                numbers: self.td.kept(),
                spent: self.meter.spent().as_millis() as u64,
            })?;
        }
        let shown = self.shown(value);
        let told = ranges(self.names, &shown);
        (order.progress)(&LearnProgress {
            done: shown.done,
            of: self.batches.map(|own| own * order.params.batch),
            unit: "games",
            stage: format!("batch {}", step + 1),
            ended: Some((step + 1, &told)),
        });
        if self.is_shown(step) {
            self.steps.push(shown);
        }
        Ok(())
    }
}

/// How it came about, in words.
fn about(order: &TdOrder<'_>, run: &Run<'_>) -> Vec<String> {
    let params = &order.params;
    let start = order.start.map(|path| path.display().to_string());
    vec![
        format!(
            "TD(λ): λ {}, rate {}, {} of moves at random, {} batches of {}",
            params.lambda,
            params.rate,
            params.explore,
            run.td.batches(),
            params.batch
        ),
        format!(
            "from {} games of self-play, one move ahead; tanh of a value is what is expected",
            run.games()
        ),
        format!(
            "seed {}; started from {}",
            order.seed,
            start.unwrap_or("nothing".to_string())
        ),
    ]
}

fn unscaled(numbers: &[f64], units: &[f64]) -> Vec<f64> {
    numbers
        .iter()
        .zip(units)
        .map(|(own, unit)| own / unit)
        .collect()
}

fn weights_of(
    game: &NamedGame,
    set: &str,
    listed: &[Feature],
    kept: &[usize],
    answer: &[f64],
) -> Weights {
    let weight = |at: usize| {
        let place = kept.iter().position(|own| *own == at);
        place.map_or(0.0, |place| shortest(answer[place]))
    };
    let own = listed.iter().enumerate();
    Weights {
        game: game.spec().to_string(),
        features: set.to_string(),
        to_move: shortest(-answer[kept.len()]),
        complete: true,
        weights: own
            .map(|(at, own)| (own.name.clone(), weight(at)))
            .collect(),
        ..Weights::default()
    }
}

fn stopped(games: u64, journal: Option<&Path>) -> Error {
    match journal {
        Some(path) => Error::stopped(format!(
            "stopped after {games} games; what was learned is kept in {}",
            path.display()
        ))
        .with_hint("run the same command again to go on from there"),
        None => Error::stopped(format!("stopped after {games} games, and nothing is kept"))
            .with_hint("name a file to write (-o), and a rerun will go on where it was stopped"),
    }
}

/// What makes a run this one and no other: its journal is for the same plan only.
fn plan_of(
    game: &NamedGame,
    order: &TdOrder<'_>,
    set: &str,
    names: &[String],
    batches: Option<u64>,
) -> Result<String, Error> {
    let start = order.start.map(plyscope_truth::digest_of).transpose()?;
    Ok(json!({
        "td": format!("{:?}", order.params),
        "game": game.spec(),
        "features": set,
        "weights": names,
        "batches": batches,
        "max_plies": order.max_plies,
        "start": start,
        "seed": order.seed,
        "version": env!("CARGO_PKG_VERSION"),
    })
    .to_string())
}
