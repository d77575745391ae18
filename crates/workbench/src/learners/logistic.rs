//! Logistic regression for a game chosen at run time: results, or values that are brought to results.

use std::time::Duration;

use plyscope_game::{Error, Feature};
use plyscope_learn::logistic::{
    LogisticFit, LogisticParams, ResultTable, Strength, Tapered, fitted_scale, logistic,
};
use plyscope_learn::{Positions, Rows};
use serde_json::json;

use super::finding::{Finding, FindingStep, Kept};
use crate::learn::{Gathered, gather, shortest, start_weights};
use crate::{LearnOrder, NamedGame, RowOf, View, Weights, unknown};

/// Weights to be learned from results.
pub struct LogisticOrder<'a> {
    /// Where positions come from, and which features; its own parameters give folds and seed.
    pub learn: LearnOrder<'a>,
    /// The penalty.
    pub strength: Strength,
    /// Whether every feature has a weight for the start of the game and one for its end.
    pub is_tapered: bool,
    /// Values are brought to results by σ(x · value); without it they must be the game's points.
    pub squash: Option<f64>,
    /// A weights file whose unit is taken over: K is fitted to it.
    pub start: Option<&'a std::path::Path>,
    /// The feature whose weight is 1 in the end.
    pub reference: Option<&'a str>,
    /// CPU time of the process.
    pub cpu_time: &'a (dyn Fn() -> Duration + Sync),
}

/// Learns by logistic regression.
///
/// # Errors
/// When a name is unknown, a labeller fails, or the rows cannot be fitted.
pub fn learn_logistic(game: &NamedGame, order: &LogisticOrder<'_>) -> Result<Finding, Error> {
    let begun = (order.cpu_time)();
    let gathered = gather(game, &order.learn)?;
    gathered.export(&order.learn)?;
    gathered.check(&order.learn)?;
    let plain = Resulting::new(game, gathered.rows(), order.squash)?;
    let (bytes, fit) = fitted(order, &gathered, &plain)?;
    let kept = gathered.kept.clone();
    let kept = kept.unwrap_or_else(|| (0..gathered.features.len()).collect());
    let names: Vec<String> = kept
        .iter()
        .map(|&at| gathered.features[at].name.clone())
        .collect();
    let (k, how) = unit(game, order, &gathered, (&kept, &names), &plain, &fit)?;
    let scaled: Vec<f64> = fit.weights.iter().map(|own| own / k).collect();
    let weights = Weights {
        learned_from: gathered.learned_from.clone(),
        ..weights_of(game, &gathered, &kept, &scaled, order.is_tapered)
    };
    let unseen = fit.unseen_loss();
    let step = FindingStep {
        done: fit.rows as u64,
        value: Some(unseen.unwrap_or(fit.loss)),
        weights: scaled[..names.len()].to_vec(),
        spread: None,
    };
    Ok(Finding {
        method: "logistic",
        game: game.spec().to_string(),
        features: gathered.name.clone(),
        listed: gathered.features.clone(),
        names,
        about: about(order, &gathered, &fit, (k, &how)),
        weights: with_intercept(weights, order, shortest(fit.intercept / k)),
        steps: vec![step],
        unit: "positions",
        value_name: "loss".to_string(),
        games: 0,
        positions: fit.rows as u64,
        cpu: (order.cpu_time)().saturating_sub(begun),
        before: 0,
        warnings: warnings(&fit, &gathered),
        details: json!({
            "fit": fit,
            "unseen_loss": unseen,
            "k": k,
            "tapered": order.is_tapered,
            "bytes": bytes,
            "selector": gathered.selector,
            "labeller": gathered.labeller,
            "states": gathered.states,
            "seed": order.learn.params.seed,
        }),
        kept: gathered.journal.into_iter().map(Kept::Labels).collect(),
    })
}

/// The fit, and the bytes of the table that it read.
fn fitted(
    order: &LogisticOrder<'_>,
    gathered: &Gathered,
    plain: &Resulting<'_>,
) -> Result<(usize, LogisticFit), Error> {
    let (folds, seed) = (order.learn.params.folds, order.learn.params.seed);
    let phases = phases(gathered, order.is_tapered)?;
    let fit = gathered.threads.run(|| {
        let table = if order.is_tapered {
            ResultTable::read(&Tapered::new(plain, &phases), folds, seed)
        } else {
            ResultTable::read(plain, folds, seed)
        }?;
        let params = LogisticParams {
            strength: order.strength,
        };
        Ok((table.bytes(), logistic(&table, &params)?))
    });
    fit.map_err(|error: Error| order.learn.blamed(error))
}

/// What it is worth to be on the move, or to have begun, by whose view rows are.
fn with_intercept(weights: Weights, order: &LogisticOrder<'_>, intercept: f64) -> Weights {
    let (to_move, to_first) = match (order.learn.rows, order.learn.view) {
        (RowOf::Moves, _) | (_, View::Waiting) => (-intercept, 0.0),
        (RowOf::States, View::Mover) => (intercept, 0.0),
        (RowOf::States, View::First) => (0.0, intercept),
    };
    Weights {
        to_move,
        to_first,
        ..weights
    }
}

fn about(
    order: &LogisticOrder<'_>,
    gathered: &Gathered,
    fit: &LogisticFit,
    (k, how): (f64, &str),
) -> Vec<String> {
    let chosen = fit.curve.as_ref().map_or(String::new(), |own| {
        format!(", the best of {} on unseen rows", own.points.len())
    });
    let unseen = fit.unseen_loss();
    vec![
        format!("logistic regression, penalty {:.3e}{chosen}", fit.strength),
        format!(
            "from {} rows in {} groups; states: {} of {}",
            fit.rows, fit.groups, gathered.states, gathered.selector
        ),
        format!(
            "labelled by {}, seed {}",
            gathered.labeller, order.learn.params.seed
        ),
        format!(
            "loss {:.6}{}, {:.6} by the mean alone; K {k:.6}: a result is σ(K · value){how}",
            fit.loss,
            unseen.map_or(String::new(), |own| format!(", {own:.6} on unseen rows")),
            fit.base_loss
        ),
    ]
}

/// Rows with results instead of values.
struct Resulting<'a> {
    rows: Positions<'a>,
    low: f64,
    range: f64,
    squash: Option<(f64, f64)>,
}

impl<'a> Resulting<'a> {
    fn new(game: &NamedGame, rows: Positions<'a>, squash: Option<f64>) -> Result<Self, Error> {
        let facts = game.facts();
        if squash.is_some_and(|own| !(own > 0.0 && own.is_finite())) {
            let what = "--squash takes a number above 0";
            return Err(Error::misuse(what, "such as 1.0, or 0.004 for centipawns"));
        }
        let (low, high) = (f64::from(facts.points.0), f64::from(facts.points.1));
        let own = Self {
            rows,
            low,
            range: high - low,
            squash: squash.map(|own| (own, facts.level())),
        };
        let mut row = vec![0.0; own.rows.names().len()];
        let beyond =
            (0..own.rows.count()).find(|&at| !(0.0..=1.0).contains(&own.read(at, &mut row)));
        if let (Some(at), None) = (beyond, squash) {
            let value = own.rows.read(at, &mut row);
            if value.is_finite() {
                let what =
                    format!("the value {value} is no number of points, which are {low} to {high}");
                let hint = "the labeller has a scale of its own: say by --squash X that a result is 1 / (1 + e^(−X · value))";
                return Err(Error::misuse(what, hint));
            }
        }
        Ok(own)
    }
}

impl Rows for Resulting<'_> {
    fn names(&self) -> &[String] {
        self.rows.names()
    }

    fn count(&self) -> usize {
        self.rows.count()
    }

    fn read(&self, index: usize, row: &mut [f64]) -> f64 {
        let value = self.rows.read(index, row);
        match self.squash {
            Some((by, level)) => 1.0 / (1.0 + (-by * (value - level)).exp()),
            None => (value - self.low) / self.range,
        }
    }

    fn groups(&self) -> usize {
        self.rows.groups()
    }

    fn group(&self, index: usize) -> usize {
        self.rows.group(index)
    }
}

/// The phase of every row's state, if asked for.
fn phases(gathered: &Gathered, is_tapered: bool) -> Result<Vec<f64>, Error> {
    if !is_tapered {
        return Ok(Vec::new());
    }
    let states = &gathered.examples.states;
    let all: Option<Vec<f64>> = (0..states.len())
        .map(|at| states.phase(at).map(f64::from))
        .collect();
    all.ok_or_else(|| {
        let what =
            "states of this game do not tell how far it is, so that weights cannot change along it";
        Error::misuse(what, "leave --tapered out")
    })
}

/// K, and where its unit comes from.
fn unit(
    game: &NamedGame,
    order: &LogisticOrder<'_>,
    gathered: &Gathered,
    (kept, names): (&[usize], &[String]),
    rows: &Resulting<'_>,
    fit: &LogisticFit,
) -> Result<(f64, String), Error> {
    if let Some(name) = order.reference {
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        let at = known.iter().position(|own| *own == name).ok_or_else(|| {
            unknown(
                format!("there is no feature `{name}` to measure by"),
                name,
                &known,
            )
        })?;
        let k = fit.weights[at].abs();
        if k == 0.0 {
            let what = format!("the weight of `{name}` is 0: others cannot be measured by it");
            return Err(Error::misuse(what, "choose another --reference"));
        }
        return Ok((k, format!(", in units of `{name}`")));
    }
    let Some(path) = order.start else {
        return Ok((1.0, String::new()));
    };
    let (start, _) = start_weights(game, &gathered.name, &gathered.features, kept, path)?;
    let mut row = vec![0.0; kept.len()];
    let pair = |index: usize| {
        let result = rows.read(index, &mut row);
        (plyscope_stats::dot(&start, &row), result)
    };
    let pairs: Vec<(f64, f64)> = (0..rows.count()).map(pair).collect();
    let scale = fitted_scale(&pairs).map_err(|error| error.in_context(path.display()))?;
    let how = format!(
        ", fitted to {}, whose loss is {:.6}",
        path.display(),
        scale.loss
    );
    Ok((scale.k, how))
}

fn weights_of(
    game: &NamedGame,
    gathered: &Gathered,
    kept: &[usize],
    scaled: &[f64],
    is_tapered: bool,
) -> Weights {
    let side = |numbers: &[f64]| {
        let weight = |(at, own): (usize, &Feature)| {
            let place = kept.iter().position(|own| *own == at);
            (
                own.name.clone(),
                place.map_or(0.0, |place| shortest(numbers[place])),
            )
        };
        gathered.features.iter().enumerate().map(weight).collect()
    };
    Weights {
        game: game.spec().to_string(),
        features: gathered.name.clone(),
        complete: true,
        weights: side(scaled),
        late: is_tapered.then(|| side(&scaled[kept.len()..])),
        ..Weights::default()
    }
}

fn warnings(fit: &LogisticFit, gathered: &Gathered) -> Vec<String> {
    let mut told = Vec::new();
    if gathered.examples.unknown > 0 {
        let unknown = gathered.examples.unknown;
        told.push(format!(
            "{unknown} rows were left out: the labeller put no value on them"
        ));
    }
    for own in &fit.constants {
        told.push(format!(
            "`{}` is {} in every row: its weight cannot be learned and is 0",
            own.name, own.amount
        ));
    }
    if fit.separable {
        told.push(
            "the weights part all wins from all losses: only the penalty keeps them finite"
                .to_string(),
        );
    }
    let strongest = fit.curve.as_ref().and_then(|own| own.points.last());
    if strongest.is_some_and(|own| own.strength.to_bits() == fit.strength.to_bits()) {
        told.push("the strongest penalty did best: the features tell next to nothing".to_string());
    }
    told
}
