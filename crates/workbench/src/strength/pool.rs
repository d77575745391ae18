//! A pool of heuristics of one game, from good to worthless: hand-made, learned, perturbed and random.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use plyscope_game::{Chance, Limits};
use plyscope_learn::FitParams;
use plyscope_truth::{Amount, Filter, Output, Selector, Source, Stage};
use serde::Serialize;

use super::StrengthOrder;
use crate::agents::steering::is_for_all;
use crate::{Backup, LearnFrom, LearnOrder, Listing, NamedGame, ParamKind, RowOf, View, Weights};
use plyscope_game::Error;

/// States from which weights are learned, and playouts of each.
const STATES: u64 = 2000;
const LABELLER: &str = "flat:playouts=32";
/// How far weights are moved, in units of their root mean square.
const STEPS: [f64; 4] = [0.25, 0.5, 1.0, 2.0];

/// A heuristic of the pool.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Member {
    /// What it is called.
    pub name: String,
    /// `hand-made`, `learned`, `perturbed` or `random`.
    pub kind: &'static str,
    /// How it is made.
    pub spec: String,
}

impl Member {
    /// Its name and how it is made.
    pub(crate) fn told(&self) -> (&str, &str) {
        (&self.name, &self.spec)
    }
}

/// Where the weights of a heuristic lie, and the spec that reads them.
pub(crate) fn weights_of(folder: &Path, name: &str) -> (PathBuf, String) {
    let path = folder.join(format!("{name}.toml"));
    let spec = format!("linear:weights={}", path.display());
    (path, spec)
}

/// Makes the pool, its weights as files in the folder.
pub(crate) fn make(game: &NamedGame, order: &StrengthOrder<'_>) -> Result<Vec<Member>, Error> {
    let mut evaluators = game.evaluators();
    // Those of every game say little about this one, and are learned from random games anew each time.
    evaluators.retain(|own| !is_for_all(own));
    let mut pool: Vec<Member> = evaluators.iter().flat_map(by_hand).collect();
    pool.push(Member {
        name: "random".to_owned(),
        kind: "random",
        spec: "random".to_owned(),
    });
    let sets = game.feature_sets();
    if sets.is_empty() && pool.len() < order.pool {
        let what = format!("{} has no features to make heuristics of", game.spec());
        return Err(Error::misuse(what, "choose another game"));
    }
    let mut learned = Vec::new();
    for (set, _) in &sets {
        learned.push(learn(game, &set.name, order)?);
    }
    let mut chance = Chance::for_task(order.seed, 1);
    // One of each set in turn: what was learned, then further and further away from it, then chance alone.
    let mut round = 0;
    while pool.len() < order.pool {
        for weights in &learned {
            if pool.len() == order.pool {
                break;
            }
            pool.push(member(weights, round, order.folder, &mut chance)?);
        }
        round += 1;
    }
    Ok(pool)
}

/// An evaluator that needs no file and does not sample, with each of its published tables.
fn by_hand(listing: &Listing) -> Vec<Member> {
    let is = |kind: fn(&ParamKind) -> bool| listing.params.iter().any(|own| kind(&own.kind));
    if listing.name == "random" || is(|kind| matches!(kind, ParamKind::File | ParamKind::Count(..)))
    {
        return Vec::new();
    }
    let made = |name: String, spec: String| Member {
        name,
        kind: "hand-made",
        spec,
    };
    let tables = listing.params.iter().find_map(|own| match own.kind {
        ParamKind::Choice(words) => Some((&own.name, words)),
        _ => None,
    });
    let name = &listing.name;
    match tables {
        None => vec![made(name.to_owned(), name.to_owned())],
        Some((key, words)) => words
            .iter()
            .map(|word| made(format!("{name}-{word}"), format!("{name}:{key}={word}")))
            .collect(),
    }
}

fn learn(game: &NamedGame, set: &str, order: &StrengthOrder<'_>) -> Result<Weights, Error> {
    let filter = Filter {
        keep_single: true,
        ..Filter::default()
    };
    let selector = Selector {
        source: Source::Playouts,
        amount: Amount::States(STATES),
        filter: filter.clone(),
    };
    let learned = crate::learn(
        game,
        &LearnOrder {
            from: LearnFrom::Fresh {
                selector: &selector,
                positions: Vec::new(),
                by: LABELLER,
            },
            filter: &filter,
            features: Some(set),
            only: &[],
            rows: RowOf::States,
            view: View::Mover,
            backup: Backup::Mean,
            params: FitParams {
                seed: order.seed,
                ..FitParams::default()
            },
            limits: Limits {
                stop: order.stop.clone(),
                ..Limits::every_move()
            },
            threads: order.threads,
            output: None,
            export: None,
            progress: &|step| {
                if let Stage::Labelling { done, of } = step {
                    (order.progress)(&format!("learning weights of {set}"), done, of);
                }
            },
            meanwhile: None,
            most_states: None,
        },
    )?;
    Ok(learned.weights)
}

/// The heuristic of a round: as learned, moved, or random.
fn member(
    learned: &Weights,
    round: usize,
    folder: &Path,
    chance: &mut Chance,
) -> Result<Member, Error> {
    let set = &learned.features;
    let (name, kind, weights) = if round == 0 {
        (format!("{set}-learned"), "learned", learned.clone())
    } else if round.is_multiple_of(3) {
        // So many random ones, so that the pool reaches down to the worthless.
        let weights = moved(learned, 0.0, 1.0, chance);
        (format!("{set}-random{round}"), "random", weights)
    } else {
        let weights = moved(learned, 1.0, STEPS[(round - 1) % STEPS.len()], chance);
        (format!("{set}-moved{round}"), "perturbed", weights)
    };
    let (path, spec) = weights_of(folder, &name);
    let text = toml::to_string(&weights)
        .map_err(|error| Error::failed(format!("the weights cannot be written: {error}")))?;
    // The folder is the study's own: the same command writes the same weights again.
    Output::new(&path, true)?.write(text)?;
    Ok(Member { name, kind, spec })
}

/// Weights, `kept` times as they were and moved by `step` times their root mean square.
fn moved(weights: &Weights, kept: f64, step: f64, chance: &mut Chance) -> Weights {
    let squares: f64 = weights.weights.values().map(|own| own * own).sum();
    let scale = step * (squares / weights.weights.len() as f64).sqrt();
    let moved: BTreeMap<String, f64> = weights
        .weights
        .iter()
        .map(|(name, own)| (name.clone(), kept * own + scale * normal(chance)))
        .collect();
    Weights {
        weights: moved,
        ..weights.clone()
    }
}

/// A number from the standard normal distribution (Box and Muller).
fn normal(chance: &mut Chance) -> f64 {
    let radius = (-2.0 * (1.0 - chance.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * chance.unit()).cos()
}
