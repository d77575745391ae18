//! Where coefficients come from: publications, regression, chance.

use plyscope_eval::expected_outcome::{Sampler, SamplerParams, StopRule};
use plyscope_game::{Chance, Error, Features, Game, Stop, Value, mix_all};
use plyscope_learn::{Coefficient, FitParams, Method, fit};
use plyscope_othello::tables::{SquareTable, TABLES};
use plyscope_othello::{Othello, Payoff, Squares, State};
use plyscope_parallel::map;
use serde::Serialize;

use super::LearningParams;

/// The tables that stand in for the paper's two, the same as in experiment 2.
const EXPERTS: [&str; 2] = ["norvig", "sixty-four"];
/// As many as the paper played against.
const RANDOM: u64 = 4;
/// Labelled samples: two of results, one of disc differentials.
const SAMPLES: u64 = 3;
/// Sets the chance of random coefficients apart.
const COEFFICIENTS: u64 = 0x636f_6566;
/// Sets the chance of states apart.
const STATES: u64 = 0x7374_6174;

/// A member of the weighted-squares family.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Coefficients {
    /// What tables call it.
    pub name: String,
    /// Where the coefficients come from.
    pub source: CoefficientSource,
    /// What a disc is worth on a1 b1 c1 d1, b2 c2 d2, c3 d3, d4 and their images.
    pub weights: Vec<Value>,
}

impl Coefficients {
    /// The size of the largest weight.
    pub fn largest(&self) -> f64 {
        let sizes = self.weights.iter().map(|own| f64::from(own.abs()));
        sizes.fold(f64::MIN_POSITIVE, f64::max)
    }
}

/// Where coefficients come from.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CoefficientSource {
    /// Published; one of the two that stand in for the paper's.
    Expert(String),
    /// Published, too.
    Published(String),
    /// Fitted to sampled expected outcome, where a win counts 1 and a loss −1.
    Outcome(LearnedTable),
    /// Fitted to sampled expected disc differential.
    Discs(LearnedTable),
    /// Each from −1 to 1 by chance.
    Random,
}

/// What a regression says of itself.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LearnedTable {
    /// States with values.
    pub states: u64,
    /// Playouts behind these values.
    pub playouts: u64,
    /// The standard error of each weight.
    pub errors: Vec<f64>,
    /// The share of the values' variance that is explained.
    pub r2: f64,
    /// The same on states that were left out.
    pub unseen_r2: Option<f64>,
}

/// Steps of progress in all.
pub(super) fn steps(params: &LearningParams) -> u64 {
    SAMPLES * u64::from(params.states)
}

/// How many players there are.
pub(super) fn count() -> usize {
    TABLES.len() + (SAMPLES + RANDOM) as usize
}

/// Everybody, experts first; nothing if stopped on the way.
///
/// # Errors
/// When there are too few states to learn from.
pub(super) fn all(
    params: &LearningParams,
    seed: u64,
    stop: &Stop,
    tick: &(dyn Fn(u64) + Sync),
) -> Result<Option<Vec<Coefficients>>, Error> {
    let result = Othello::<8>::default();
    let discs = Othello::<8>::new(Payoff::Discs {
        empties_to_winner: false,
    });
    let mut learned = Vec::new();
    for (name, game, sample) in [
        ("learned 1", &result, 1),
        ("learned 2", &result, 2),
        ("learned on discs", &discs, 3),
    ] {
        let task = Task {
            game,
            states: params.states,
            seed: mix_all(&[seed, STATES, sample]),
        };
        let Some((weights, report)) = task.learn(stop, tick)? else {
            return Ok(None);
        };
        learned.push(Coefficients {
            name: name.to_owned(),
            source: if sample == 3 {
                CoefficientSource::Discs(report)
            } else {
                CoefficientSource::Outcome(report)
            },
            weights,
        });
    }
    let is_expert = |table: &&SquareTable| EXPERTS.contains(&table.name);
    let experts = TABLES.iter().filter(is_expert).map(|table| {
        let source = CoefficientSource::Expert(table.source.to_owned());
        published(table, source)
    });
    let others = TABLES.iter().filter(|table| !is_expert(table));
    let others =
        others.map(|table| published(table, CoefficientSource::Published(table.source.to_owned())));
    let random = (0..RANDOM).map(|number| random(seed, number));
    Ok(Some(
        experts.chain(learned).chain(random).chain(others).collect(),
    ))
}

fn published(table: &SquareTable, source: CoefficientSource) -> Coefficients {
    Coefficients {
        name: table.name.to_owned(),
        source,
        weights: table.weights(8),
    }
}

fn random(seed: u64, number: u64) -> Coefficients {
    let mut chance = Chance::for_task(mix_all(&[seed, COEFFICIENTS]), number);
    let classes = Squares.list(&Othello::<8>::default()).len();
    Coefficients {
        name: format!("random {}", number + 1),
        source: CoefficientSource::Random,
        weights: (0..classes)
            .map(|_| (2.0 * chance.unit() - 1.0) as Value)
            .collect(),
    }
}

/// What is learned from.
struct Task<'a> {
    /// Its points are what is expected.
    game: &'a Othello<8>,
    states: u32,
    seed: u64,
}

impl Task<'_> {
    /// Labels states and fits weights to the labels; nothing if stopped.
    fn learn(
        &self,
        stop: &Stop,
        tick: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<(Vec<Value>, LearnedTable)>, Error> {
        let sampler = Sampler::new(SamplerParams {
            seed: self.seed,
            ..SamplerParams::usual(StopRule::Converge, &self.game.facts())
        })?;
        let names: Vec<_> = Squares
            .list(self.game)
            .into_iter()
            .map(|own| own.name)
            .collect();
        let label = |task: usize| {
            if stop.is_raised() {
                return None;
            }
            let state = state(self.game, self.seed, task as u64);
            let player = self.game.mover(&state);
            let sample = sampler.sample(self.game, &state, player);
            let mut row = vec![0.0; names.len()];
            let add = |index: usize, amount: Value| row[index] += f64::from(amount);
            Squares.each(self.game, &state, player, add);
            tick(1);
            Some((row, sample))
        };
        let labelled = map(self.states as usize, label);
        let labelled: Option<Vec<_>> = labelled.into_iter().collect();
        let Some(labelled) = labelled else {
            return Ok(None);
        };
        let playouts = labelled.iter().map(|(_, sample)| sample.playouts).sum();
        let values = labelled.iter().map(|(_, sample)| sample.mean()).collect();
        let numbers = labelled.into_iter().flat_map(|(row, _)| row).collect();
        let rows = plyscope_learn::NumberTable::new(names, numbers, values)?;
        let params = FitParams {
            method: Method::LeastSquares,
            seed: self.seed,
            ..FitParams::default()
        };
        let fit = fit(&rows, &params)?;
        let error = |own: &Coefficient| own.se.unwrap_or(f64::INFINITY);
        let learned = LearnedTable {
            states: fit.rows,
            playouts,
            errors: fit.coefficients.iter().map(error).collect(),
            r2: fit.r2,
            unseen_r2: fit.unseen_r2(),
        };
        Ok(Some((fit.weights(), learned)))
    }
}

/// Any of the states of a random game, but its end.
fn state(game: &Othello<8>, seed: u64, task: u64) -> State {
    let mut chance = Chance::for_task(seed, task);
    let mut states = Vec::with_capacity(64);
    let mut state = game.start();
    while game.payoffs(&state).is_none() {
        states.push(state);
        let mv = game.pick(&state, &mut chance);
        game.play(&mut state, mv);
    }
    states[chance.below(states.len() as u32) as usize]
}
