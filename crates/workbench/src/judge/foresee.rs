//! Predicting strength beside a judgement: which states are asked about, and what is searched with.

use plyscope_game::Error;
use plyscope_judge::Guesses;
use plyscope_judge::judgement::{Entry, Foreseen};
use plyscope_judge::predict::{Contestant, Way, predict};

use super::states::ask;
use super::{JudgeOrder, JudgeRun, ReadyBench, StateFilter};
use crate::shipped::play_benchmark;
use crate::{NamedGame, Spec};

/// Evaluators that no search can ask at every leaf in reasonable time, or that nobody knows.
const NOT_SEARCHED: [&str; 2] = ["expected-outcome", "process"];

/// Predicts the strength of heuristics that have been judged; nothing where that makes no sense,
/// or it was stopped.
///
/// The states are those of the benchmark of whole games that ships for the game, if a benchmark
/// that ships was judged without a filter; else those that were judged.
pub(super) fn foresee(
    game: &NamedGame,
    ready: &ReadyBench<'_>,
    order: &JudgeOrder<'_>,
    entries: &[Entry],
) -> Result<Option<Foreseen>, Error> {
    if !ready.truths.rivals || !game.facts().is_minimax() || entries.is_empty() {
        return Ok(None);
    }
    let play = if order.filter.is_open() {
        play_benchmark(order.name, game.spec())?
    } else {
        None
    };
    let Some((name, benchmark)) = play else {
        let own: Vec<&Guesses> = entries.iter().map(|own| &own.guesses).collect();
        return Ok(of(game, ready, (order.name, &order.run), entries, &own));
    };
    let ready = ReadyBench::new(game, &benchmark, name, &[], &StateFilter::default())?;
    let run = quiet(&order.run);
    let bare: Option<Vec<Guesses>> = entries
        .iter()
        .map(|own| said(game, &ready, &own.spec, &run))
        .collect();
    let Some(bare) = bare else { return Ok(None) };
    let bare: Vec<&Guesses> = bare.iter().collect();
    Ok(of(game, &ready, (name, &order.run), entries, &bare))
}

fn of(
    game: &NamedGame,
    ready: &ReadyBench<'_>,
    (name, run): (&str, &JudgeRun<'_>),
    entries: &[Entry],
    bare: &[&Guesses],
) -> Option<Foreseen> {
    let run = quiet(run);
    let searched = |own: &Entry| {
        let spec = searchable(game, &own.spec)?;
        said(game, ready, &Way::DepthThree.agent(&spec), &run)
    };
    let searched: Vec<Option<Guesses>> = entries.iter().map(searched).collect();
    if run.limits.stop.is_raised() {
        return None;
    }
    let said = bare.iter().zip(&searched);
    let all: Vec<Contestant<'_>> = entries
        .iter()
        .zip(said)
        .map(|(own, (bare, searched))| contestant(game, own, bare, searched.as_ref()))
        .collect();
    Some(Foreseen {
        benchmark: name.to_owned(),
        prediction: predict(&ready.truths, &all, run.seed)?,
    })
}

fn contestant<'a>(
    game: &NamedGame,
    own: &Entry,
    guesses: &'a Guesses,
    searched: Option<&'a Guesses>,
) -> Contestant<'a> {
    Contestant {
        name: own.name.clone(),
        guesses,
        searched,
        is_known_kind: searchable(game, &own.spec).is_some(),
    }
}

/// The evaluator that a spec is, if a search can ask it.
fn searchable(game: &NamedGame, text: &str) -> Option<String> {
    let spec = Spec::parse(text).ok()?;
    let behind = game.evaluator_behind(&spec).ok()??;
    (behind == spec && !NOT_SEARCHED.contains(&&*spec.name)).then(|| text.to_owned())
}

/// What an agent says of the states; nothing if it fails there or was stopped.
fn said(
    game: &NamedGame,
    ready: &ReadyBench<'_>,
    text: &str,
    run: &JudgeRun<'_>,
) -> Option<Guesses> {
    let spec = Spec::parse(text).ok()?;
    let make = || game.agent(&spec, run.seed);
    ask(game, &*ready.states, &make, run).ok()
}

/// The same without telling how far it is: the user waits for the judgement, of which this is a small part.
fn quiet<'a>(run: &JudgeRun<'_>) -> JudgeRun<'a> {
    JudgeRun {
        seed: run.seed,
        limits: run.limits.clone(),
        threads: run.threads,
        progress: &|| {},
    }
}
