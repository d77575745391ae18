//! Predicting strength beside a judgement: which states are asked about, and what is searched with.

use plyscope_game::{Error, Limits};
use plyscope_judge::judgement::{Entry, Foreseen};
use plyscope_judge::predict::{Candidate, Met, Prediction, StateWeights, Way, predict};
use plyscope_judge::{Guesses, Truths};

use super::effort::effort;
use super::panel::{Guest, Panel, without_table};
use super::states::ask;
use super::{JudgeOrder, JudgeRun, ReadyBench, StateFilter, learned_here};
use crate::shipped::play_benchmark;
use crate::{NamedGame, Spec};

/// Evaluators that no search can ask at every leaf in reasonable time.
const NOT_SEARCHED: [&str; 1] = ["expected-outcome"];

/// Predicts the strength of heuristics that have been judged; nothing where that makes no sense,
/// or it was stopped.
///
/// The states are those of the benchmark of whole games that ships for the game, if a benchmark
/// that ships was judged without a filter, and all are quickly asked: to ask a program or a deep
/// search about thousands of further states may take hours. Else they are those that were judged.
pub(super) fn foresee(
    game: &NamedGame,
    ready: &ReadyBench<'_>,
    order: &JudgeOrder<'_>,
    entries: &[Entry],
) -> Result<Option<Foreseen>, Error> {
    if !ready.truths.rivals || !game.facts().is_minimax() || entries.is_empty() {
        return Ok(None);
    }
    let run = quiet(&order.run);
    let guest = |own: &Entry| guest(game, own, &run);
    let guests: Vec<Option<Guest>> = entries.iter().map(guest).collect();
    let is_whole = ready.filtered == 0;
    let play = if is_whole {
        play_benchmark(order.name, game.spec())?
    } else {
        None
    };
    let slow = play.as_ref().and_then(|(_, benchmark)| {
        let mut all = entries.iter().zip(&guests);
        all.find(|(own, guest)| !is_quick(game, own, guest.as_ref(), benchmark.states.len()))
    });
    let instead = play.as_ref().zip(slow).map(|((name, _), (slow, _))| {
        format!(
            "Because {} is not quickly asked, this rests on the states of {}, and not on those of {name}, of whole games.",
            slow.name, order.name
        )
    });
    let Some((name, benchmark)) = play.filter(|_| slow.is_none()) else {
        ensure_weighed(&ready.truths, order.name, order.weights)?;
        let own: Vec<&Guesses> = entries.iter().map(|own| &own.guesses).collect();
        let mut found = of(game, ready, (order.name, order), entries, &guests, &own);
        if let Some(found) = &mut found {
            if !is_whole {
                found.prediction.doubt(PART, "Only some of the benchmark's states were judged, and others may tell otherwise: intervals are wider.");
            }
            found.prediction.notes.extend(instead);
        }
        return Ok(found);
    };
    let ready = ReadyBench::new(game, &benchmark, name, &[], &StateFilter::default())?;
    ensure_weighed(&ready.truths, name, order.weights)?;
    let bare: Option<Vec<Guesses>> = entries
        .iter()
        .map(|own| said(game, &ready, &own.spec, &run))
        .collect();
    let Some(bare) = bare else { return Ok(None) };
    let bare: Vec<&Guesses> = bare.iter().collect();
    let mut found = of(game, &ready, (name, order), entries, &guests, &bare);
    if let Some(found) = &mut found {
        let learned = learned_here(game, entries, &ready);
        found.prediction.notes.extend(learned);
    }
    Ok(found)
}

/// Refuses to weigh states by play where nobody counted.
fn ensure_weighed(truths: &Truths, name: &str, weights: StateWeights) -> Result<(), Error> {
    if weights == StateWeights::Equal || truths.reach.is_some() {
        return Ok(());
    }
    Err(Error::misuse(
        format!("{name} does not tell how often play comes to its states"),
        "`plyscope truth weigh FILE -o OTHER` counts it, or leave --weights out",
    ))
}

fn of(
    game: &NamedGame,
    ready: &ReadyBench<'_>,
    (name, order): (&str, &JudgeOrder<'_>),
    entries: &[Entry],
    guests: &[Option<Guest>],
    bare: &[&Guesses],
) -> Option<Foreseen> {
    let (run, weights) = (quiet(&order.run), order.weights);
    let is_small = leaves(&ready.truths) <= MOST_LEAVES;
    let searched = |own: &Entry| {
        let spec = searchable(game, &own.spec).filter(|_| is_small)?;
        said(game, ready, &without_table(Way::DepthThree, &spec), &run)
    };
    let searched: Vec<Option<Guesses>> = entries.iter().map(searched).collect();
    if run.limits.stop.is_raised() {
        return None;
    }
    let (met, failed) = met(game, entries, guests, &run);
    let said = bare.iter().zip(&searched).zip(met);
    let all: Vec<Candidate<'_>> = entries
        .iter()
        .zip(said)
        .map(|(own, ((bare, searched), met))| Candidate {
            name: own.name.clone(),
            guesses: bare,
            searched: searched.as_ref(),
            met,
            is_evaluator: is_evaluator(game, &own.spec),
            is_known_kind: is_known(&own.spec),
        })
        .collect();
    if run.limits.stop.is_raised() {
        return None;
    }
    let is_studied = game.panel().is_some();
    let mut prediction = predict(&ready.truths, &all, weights, is_studied, run.seed)?;
    prediction.notes.extend(failed);
    prediction.notes.extend(absent(&prediction, &all));
    Some(Foreseen {
        benchmark: name.to_owned(),
        prediction,
    })
}

/// Who can play hundreds of games: an evaluator that a search can ask, used as the panel's members
/// are, and an agent whose moves are cheap enough, as it is.
fn guest(game: &NamedGame, own: &Entry, run: &JudgeRun<'_>) -> Option<Guest> {
    let effort = match searchable(game, &own.spec) {
        Some(_) => None,
        None if is_evaluator(game, &own.spec) => return None,
        None => Some(effort(game, &own.spec, run)?),
    };
    Some(Guest {
        spec: own.spec.clone(),
        effort,
    })
}

/// Whether one can be asked about every move of so many states while the user waits.
fn is_quick(game: &NamedGame, own: &Entry, guest: Option<&Guest>, states: usize) -> bool {
    let effort = guest.and_then(|own| own.effort);
    is_cheap(game, &own.spec) || effort.is_some_and(|own| own * states as u64 <= MOST_ASKED)
}

/// States that an agent may look at, by what its best moves cost it, while it is asked about those of whole
/// games: some seconds, of which the judgement itself has taken a third already.
const MOST_ASKED: u64 = 40_000_000;

/// The games of each against the game's panel, and what went wrong in words.
fn met(
    game: &NamedGame,
    entries: &[Entry],
    guests: &[Option<Guest>],
    run: &JudgeRun<'_>,
) -> (Vec<[Option<Met>; 2]>, Vec<String>) {
    let playing = guests.iter().flatten().count();
    // One alone plays for nothing: only differences are told.
    let panel = Panel::of(game).filter(|_| playing > 1);
    let mut failed = Vec::new();
    let mut meet = |(own, guest): (&Entry, &Option<Guest>)| {
        let Some((panel, guest)) = panel.as_ref().zip(guest.as_ref()) else {
            return [None, None];
        };
        panel.meet(game, guest, run).unwrap_or_else(|error| {
            failed.push(format!(
                "The games of {} against the panel failed: {error}.",
                own.name
            ));
            [None, None]
        })
    };
    let met = entries.iter().zip(guests).map(&mut meet).collect();
    (met, failed)
}

/// A sentence about those who did not play where others did.
fn absent(prediction: &Prediction, all: &[Candidate<'_>]) -> Option<String> {
    let absent = all.iter().filter(|own| own.met.iter().all(Option::is_none));
    let absent: Vec<&str> = absent.map(|own| &*own.name).collect();
    (prediction.games > 0 && !absent.is_empty()).then(|| {
        format!(
            "These did not play against the panel and are compared with the others by states alone: {}.",
            absent.join(", ")
        )
    })
}

/// Leaves of all searches together beyond which none is made: Othello's 1,500 states have about a
/// million, which take a fifth of a second; 500 of chess have 22, which take up to two.
const MOST_LEAVES: usize = 6_000_000;

/// About how many leaves a search of depth 3 without pruning would have in all states.
fn leaves(truths: &Truths) -> usize {
    let rows = truths.rows.iter();
    rows.map(|row| row.truth().len().saturating_pow(3))
        .fold(0, usize::saturating_add)
}

/// How much wider intervals are where only a part of a benchmark's states is judged.
const PART: f64 = 1.6;

/// What was in the pools: weighted sums, by hand and learned, patterns, counts and chance; searches,
/// samplers and who plays a share of random moves.
const KNOWN: [&str; 14] = [
    "negascout",
    "mcts",
    "flat",
    "wandering",
    "linear",
    "learned",
    "patterns",
    "lines",
    "threats",
    "weighted-squares",
    "mobility",
    "inverse-mobility",
    "disc-count",
    "random",
];

fn is_known(text: &str) -> bool {
    Spec::parse(text).is_ok_and(|spec| KNOWN.contains(&&*spec.name))
}

/// Whether a spec is an evaluator, which any search can be given.
fn is_evaluator(game: &NamedGame, text: &str) -> bool {
    Spec::parse(text).is_ok_and(|spec| {
        let behind = game.evaluator_behind(&spec);
        behind.is_ok_and(|own| own.as_ref() == Some(&spec))
    })
}

/// Whether a spec is an evaluator whose values are quickly had.
fn is_cheap(game: &NamedGame, text: &str) -> bool {
    is_evaluator(game, text)
        && Spec::parse(text)
            .is_ok_and(|spec| spec.name != "process" && !game.is_added_evaluator(&spec.name))
}

/// The evaluator that a spec is, if a search can ask it.
fn searchable(game: &NamedGame, text: &str) -> Option<String> {
    let spec = Spec::parse(text).ok()?;
    let is_searched = is_cheap(game, text) && !NOT_SEARCHED.contains(&&*spec.name);
    is_searched.then(|| text.to_owned())
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

/// The same without telling how far it is: the user waits for the judgement, of which this is a small part;
/// and without limits on states and time, which would make another use of what the prediction speaks of.
fn quiet<'a>(run: &JudgeRun<'_>) -> JudgeRun<'a> {
    JudgeRun {
        seed: run.seed,
        limits: Limits {
            stop: run.limits.stop.clone(),
            ..Limits::every_move()
        },
        threads: run.threads,
        progress: &|| {},
    }
}
