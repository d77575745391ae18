//! TD(λ) by self-play: players that look one move ahead, now and then move at random, and learn from what follows.

use std::path::Path;
use std::time::Duration;

use plyscope_game::any::AnyFeatures;
use plyscope_game::{Chance, Error, Facts, Player, Stop, mix_all};
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

/// Games when nobody says how many.
const GAMES: u64 = 10_000;
/// Separates the chance of games from that of others.
const STREAM: u64 = 0x7464_706c;
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
        game,
        facts,
        features: &*features,
        kept: &kept,
        width: listed.len(),
        units: &units,
        order,
    };
    let names: Vec<String> = kept.iter().map(|&at| listed[at].name.clone()).collect();
    let plan = player.plan(&set, &names, batches)?;
    let journal = order.journal.map(|path| StepsJournal::open(path, &plan));
    let mut run = Run {
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
    Ok(Finding {
        method: "td",
        game: game.spec().to_string(),
        about: about(order, &run),
        weights: weights_of(game, &set, &listed, &kept, &answer),
        features: set,
        listed,
        unit: "games",
        value_name: "mean squared difference".to_string(),
        games: run.games(),
        positions: 0,
        cpu: run.meter.spent(),
        before,
        details: details(order, run.td.batches()),
        warnings: Vec::new(),
        steps: run.steps,
        kept: run.journal.into_iter().map(Kept::Steps).collect(),
        names,
    })
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
        self.td.batches() * self.player.order.params.batch
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

    /// Plays and learns to the end of the budget.
    fn go(&mut self) -> Result<(), Error> {
        let order = self.player.order;
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
        let order = self.player.order;
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
    listed: &[plyscope_game::Feature],
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

/// A player that plays itself.
struct SelfPlay<'a> {
    game: &'a NamedGame,
    facts: Facts,
    features: &'a dyn AnyFeatures,
    kept: &'a [usize],
    width: usize,
    units: &'a [f64],
    order: &'a TdOrder<'a>,
}

impl SelfPlay<'_> {
    fn plan(&self, set: &str, names: &[String], batches: Option<u64>) -> Result<String, Error> {
        let order = self.order;
        let start = order.start.map(plyscope_truth::digest_of).transpose()?;
        Ok(json!({
            "td": format!("{:?}", order.params),
            "game": self.game.spec(),
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

    /// One game by such weights.
    fn episode(&self, weights: &[f64], task: u64) -> Episode {
        let mut chance = Chance::for_task(mix_all(&[self.order.seed, STREAM]), task);
        let mut own = Episode::default();
        let most = self
            .order
            .max_plies
            .unwrap_or(u32::MAX)
            .min(self.facts.max_plies);
        let mut states = self.game.rules().states();
        states.push_start();
        let mut after = self.game.rules().states();
        let mut all = vec![0.0; self.width];
        let mut row = Vec::with_capacity(weights.len());
        for _ in 0..most {
            if states.payoffs(0).is_some() {
                break;
            }
            let mover = states.mover(0);
            let explored = chance.unit() < self.order.params.explore;
            let mv = if explored {
                states.pick(0, &mut chance)
            } else {
                let mut best = (f64::NEG_INFINITY, 0, 0);
                for mv in 0..states.move_count(0) {
                    after.truncate(0);
                    after.push_from(&*states, 0);
                    after.play(0, mv);
                    let value = if let Some(own) = after.payoffs(0) {
                        self.outcome(own.of(mover))
                    } else {
                        self.read(&*after, mover, &mut all, &mut row);
                        plyscope_stats::dot(weights, &row).tanh()
                    };
                    // Of moves that are worth the same, each is as likely.
                    if value > best.0 {
                        best = (value, mv, 1);
                    } else if value.to_bits() == best.0.to_bits() {
                        best.2 += 1;
                        if chance.below(best.2) == 0 {
                            best.1 = mv;
                        }
                    }
                }
                best.1
            };
            states.play(0, mv);
            if states.payoffs(0).is_none() {
                self.read(&*states, mover, &mut all, &mut row);
                own.rows.extend_from_slice(&row);
                own.signs
                    .push(if mover == Player::FIRST { 1.0 } else { -1.0 });
                own.explored.push(explored);
            }
        }
        if let Some(payoffs) = states.payoffs(0) {
            own.outcome = self.outcome(payoffs.of(Player::FIRST));
        }
        own
    }

    /// What a player sees, in units of the features, and a 1.
    fn read(
        &self,
        states: &dyn plyscope_game::any::AnyStates,
        player: Player,
        all: &mut [f64],
        row: &mut Vec<f64>,
    ) {
        self.features.read(states, 0, player, all);
        row.clear();
        row.extend(
            self.kept
                .iter()
                .zip(self.units)
                .map(|(&at, unit)| all[at] / unit),
        );
        row.push(1.0);
    }

    /// Points on a scale from −1 to 1.
    fn outcome(&self, points: plyscope_game::Points) -> f64 {
        let (low, high) = self.facts.points;
        2.0 * f64::from(points - low) / f64::from((high - low).max(1)) - 1.0
    }
}
