//! Whether a benchmark is true: by the rules of its game, and by labelling some of it again.

use std::collections::HashMap;
use std::fmt;

use plyscope_game::{Agent, Chance, Limits, Notation};
use rayon::prelude::*;

use crate::label::{fits, threads};
use crate::{Benchmark, Label, Labelled, Labeller, Trouble, label_of};

/// Something wrong with a state of a benchmark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The number of the state.
    pub state_id: usize,
    /// The state.
    pub state: String,
    /// The move that is concerned, if it is one.
    pub mv: Option<String>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "state {} ({})", self.state_id, self.state)?;
        if let Some(mv) = &self.mv {
            write!(f, ", move {mv}")?;
        }
        write!(f, ": {}", self.what)
    }
}

/// Holds every state against the rules: text, key, player, moves, points, plies, no state twice.
pub fn check<G: Notation>(game: &G, benchmark: &Benchmark) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (state_id, own) in benchmark.states.iter().enumerate() {
        let first = *known.entry(&own.state).or_insert(state_id);
        let mut tell = |mv: Option<&str>, what: String| {
            problems.push(Problem {
                state_id,
                state: own.state.clone(),
                mv: mv.map(str::to_string),
                what,
            });
        };
        if first != state_id {
            tell(None, format!("it is state {first} once more"));
        }
        check_state(game, own, &mut tell);
    }
    problems
}

fn check_state<G: Notation>(game: &G, own: &Labelled, tell: &mut impl FnMut(Option<&str>, String)) {
    let state = match game.read_state(&own.state) {
        Ok(state) => state,
        Err(misread) => {
            return tell(
                None,
                format!("it is no position of the game: {}", misread.what),
            );
        }
    };
    if game.write_state(&state) != own.state {
        tell(
            None,
            format!("the game writes it as {}", game.write_state(&state)),
        );
    }
    if game.key(&state) != own.key {
        tell(
            None,
            format!("its key is {}, not {}", game.key(&state), own.key),
        );
    }
    if game.mover(&state) != own.player {
        tell(None, "another player is to move".to_string());
    }
    if own.ply > game.facts().max_plies {
        tell(None, format!("no game lasts {} plies", own.ply));
    }
    if !fits(game, &state, &own.moves) {
        return tell(None, "its moves are not the legal moves".to_string());
    }
    for label in &own.moves {
        if let Some(what) = impossible(game, label) {
            tell(label.mv.as_deref(), what);
        }
    }
}

/// What no label can be, whatever the state.
fn impossible<G: Notation>(game: &G, label: &Label) -> Option<String> {
    let facts = game.facts();
    match label.value {
        None if label.exact => return Some("it is proved, but has no value".to_string()),
        Some(value) if label.exact => {
            let range = f64::from(facts.points.0)..=f64::from(facts.points.1);
            if value.fract() != 0.0 || !range.contains(&value) {
                return Some(format!("no game ends with {value} points"));
            }
        }
        _ => {}
    }
    if label.plies.is_some_and(|plies| plies > facts.max_plies) {
        return Some("it claims more plies than a game can last".to_string());
    }
    None
}

/// Labels `sample` states again (all if there are fewer), and tells where the labels differ.
///
/// Where the labeller that made the benchmark is asked, labels must be the
/// same; `proved_only` compares the proved values alone, for another labeller.
///
/// # Errors
/// When the labeller fails or the run is stopped.
pub fn check_against<G: Notation>(
    game: &G,
    benchmark: &Benchmark,
    labeller: &Labeller<'_, G>,
    sample: usize,
    proved_only: bool,
) -> Result<Vec<Problem>, Trouble> {
    let mut ids: Vec<usize> = (0..benchmark.states.len()).collect();
    Chance::new(labeller.seed).shuffle(&mut ids);
    ids.truncate(sample);
    ids.sort_unstable();
    let of = ids.len() as u64;
    let done = std::sync::atomic::AtomicU64::new(0);
    let work = |agent: &mut Option<Box<dyn Agent<G>>>, id: usize| {
        let agent = match agent {
            Some(agent) => agent,
            None => agent.insert((labeller.make)(labeller.seed)?),
        };
        let own = &benchmark.states[id];
        let problems = again(game, id, own, &mut **agent, &labeller.limits, proved_only)?;
        let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        (labeller.progress)(done, of);
        Ok(problems)
    };
    let pool = threads(labeller.threads)?;
    let problems: Result<Vec<Vec<Problem>>, Trouble> = pool.install(|| {
        ids.into_par_iter()
            .with_max_len(1)
            .map_init(|| None, work)
            .collect()
    });
    Ok(problems?.into_iter().flatten().collect())
}

fn again<G: Notation>(
    game: &G,
    state_id: usize,
    own: &Labelled,
    agent: &mut dyn Agent<G>,
    limits: &Limits,
    proved_only: bool,
) -> Result<Vec<Problem>, Trouble> {
    // What is no state is told by the check of the rules.
    let Ok(state) = game.read_state(&own.state) else {
        return Ok(Vec::new());
    };
    if limits.stop.is_raised() {
        return Err(Trouble::failed(
            "stopped before all of the sample was labelled",
            "run it again",
        ));
    }
    agent.forget();
    let labels = label_of(game, &state, agent, limits)?;
    let differs = |(said, found): &(&Label, Label)| {
        if proved_only {
            let both = said.exact && found.exact;
            both && (said.value != found.value
                || (said.plies, found.plies) != both_known(said.plies, found.plies))
        } else {
            *said != found
        }
    };
    Ok(own
        .moves
        .iter()
        .zip(labels)
        .filter(differs)
        .map(|(said, found)| Problem {
            state_id,
            state: own.state.clone(),
            mv: said.mv.clone(),
            what: format!(
                "the file says {}, the labeller {}",
                in_words(said),
                in_words(&found)
            ),
        })
        .collect())
}

/// Plies that only one of them knows are no disagreement.
fn both_known(said: Option<u32>, found: Option<u32>) -> (Option<u32>, Option<u32>) {
    match (said, found) {
        (Some(said), Some(_)) => (Some(said), Some(said)),
        unknown => unknown,
    }
}

fn in_words(label: &Label) -> String {
    let value = label
        .value
        .map_or("nothing".to_string(), |value| value.to_string());
    let kind = if label.exact { "proved" } else { "estimated" };
    let plies = label
        .plies
        .map(|plies| format!(" in {plies} plies"))
        .unwrap_or_default();
    let visits = label
        .visits
        .map(|visits| format!(", {visits} visits"))
        .unwrap_or_default();
    format!("{value} ({kind}{plies}{visits})")
}
