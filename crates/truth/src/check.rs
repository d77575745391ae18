//! Whether a benchmark is true: by the rules of its game, and by labelling some of it again.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use plyscope_game::any::{AnyAgent, AnyGame, AnyStates};
use plyscope_game::{Chance, Facts, Limits, Player};
use plyscope_parallel::{Threads, try_map_by};

use crate::label::fits;
use crate::{Benchmark, Error, Label, Labelled, Labeller, Spare, Stage, label_of};

/// Something wrong with a state of a benchmark.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// The number of the state in the file, which the players of a round share.
    pub state_id: usize,
    /// Whose moves they are.
    pub player: Player,
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
pub fn check(game: &dyn AnyGame, benchmark: &Benchmark) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut known: HashMap<(&str, Player), usize> = HashMap::new();
    for (state_id, own) in benchmark.state_ids().into_iter().zip(&benchmark.states) {
        let first = *known.entry((&own.state, own.player)).or_insert(state_id);
        let mut tell = |mv: Option<&str>, what: String| {
            problems.push(Problem {
                state_id,
                player: own.player,
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

fn check_state(game: &dyn AnyGame, own: &Labelled, tell: &mut impl FnMut(Option<&str>, String)) {
    let mut board = game.states();
    if let Err(error) = board.push_text_for(&own.state, own.player) {
        let what = format!("it is no position of the game: {}", error.what);
        return tell(None, what);
    }
    let board = &*board;
    let (written, key) = board.round(0);
    if written != own.state {
        tell(None, format!("the game writes it as {written}"));
    }
    if key != own.key {
        tell(None, format!("its key is {key}, not {}", own.key));
    }
    if board.mover(0) != own.player {
        tell(None, "another player is to move".to_string());
    }
    if let Some(what) = wrong_ply(&game.facts(), board, own.ply) {
        tell(None, what);
    }
    if let Some(what) = wrong_moves(board, &own.moves) {
        return tell(None, what);
    }
    for label in &own.moves {
        if let Some(what) = impossible(&game.facts(), label) {
            tell(label.mv.as_deref(), what);
        }
    }
}

/// Why so many moves cannot have led to the state.
pub(crate) fn wrong_ply(facts: &Facts, board: &dyn AnyStates, ply: u32) -> Option<String> {
    if ply > facts.max_plies {
        return Some(format!("no game lasts {ply} plies"));
    }
    let (fewest, most) = board.ply_range(0)?;
    let is_wrong = !(fewest..=most).contains(&ply);
    is_wrong.then(|| format!("its ply is {fewest} by its pieces, not {ply}"))
}

/// Which moves are missing, illegal, there twice, or out of order.
pub(crate) fn wrong_moves(board: &dyn AnyStates, labels: &[Label]) -> Option<String> {
    if fits(board, 0, labels) {
        return None;
    }
    if board.payoffs(0).is_some() {
        return Some("the game is over: one row without a move is all it has".to_string());
    }
    let legal = board.move_texts(0);
    let said: Vec<&str> = labels
        .iter()
        .map(|label| label.mv.as_deref().unwrap_or("none"))
        .collect();
    let missing = legal.iter().map(String::as_str);
    let missing: Vec<&str> = missing.filter(|mv| !said.contains(mv)).collect();
    let illegal = said.iter().filter(|mv| !legal.iter().any(|own| own == *mv));
    let illegal: Vec<&str> = illegal.copied().collect();
    let twice = said.iter().enumerate();
    let twice: Vec<&str> = twice
        .filter(|(place, mv)| said[..*place].contains(mv))
        .map(|(_, mv)| *mv)
        .collect();
    let parts: Vec<String> = [
        ("missing", missing),
        ("not legal", illegal),
        ("there twice", twice),
    ]
    .into_iter()
    .filter(|(_, moves)| !moves.is_empty())
    .map(|(what, moves)| format!("{what}: {}", moves.join(" ")))
    .collect();
    let what = if parts.is_empty() {
        "they are out of order".to_string()
    } else {
        parts.join("; ")
    };
    Some(format!("its moves are not the legal moves ({what})"))
}

/// What no label can be, whatever the state.
pub(crate) fn impossible(facts: &Facts, label: &Label) -> Option<String> {
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

/// How a benchmark is compared with a labeller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// With the labeller that made it, from the seeds it had: labels must be the same.
    All,
    /// With another labeller: where both prove something, it must be the same.
    Proved,
}

/// What came of labelling again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Where labels differ.
    pub problems: Vec<Problem>,
    /// How many moves could be compared.
    pub compared: u64,
}

/// Labels `sample` states again (all if there are fewer), and tells where the labels differ.
///
/// Leaves out states that the rules refuse; [`check`] tells of them. The
/// labeller's seed chooses the sample.
///
/// # Errors
/// When the labeller fails, the run is stopped, or another labeller proves nothing
/// that the benchmark has proved: then nothing was compared.
pub fn check_against(
    game: &dyn AnyGame,
    benchmark: &Benchmark,
    labeller: &Labeller<'_>,
    sample: usize,
    compare: Compare,
) -> Result<Checked, Error> {
    let mut places: Vec<usize> = (0..benchmark.states.len()).collect();
    Chance::new(labeller.seed).shuffle(&mut places);
    places.truncate(sample);
    places.sort_unstable();
    let ids = benchmark.state_ids();
    let seeds = match compare {
        Compare::All => &benchmark.meta.seeds[..],
        Compare::Proved => &[labeller.seed],
    };
    let of = places.len() as u64;
    let done = AtomicU64::new(0);
    let spare = Spare::default();
    let one = |agents: &mut Agents, at: usize| {
        let mut found = Again::default();
        // A merged benchmark does not tell from which of its seeds a state was labelled.
        for (place, seed) in seeds.iter().enumerate() {
            if place == agents.len() {
                agents.push((labeller.make)(*seed)?);
            }
            let agent = &mut *agents[place];
            found = again(
                game,
                (ids[at], &benchmark.states[at]),
                agent,
                &labeller.limits,
                compare,
            )?;
            if found.problems.is_empty() {
                break;
            }
        }
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        (labeller.progress)(Stage::Labelling { done, of });
        Ok(found)
    };
    let work = |at| spare.with(|| Ok(Agents::new()), |agents| one(agents, at));
    let all = || try_map_by(places.len(), 1, |at| work(places[at]));
    let found: Vec<Again> = Threads::new(labeller.threads)?.run(all)?;
    let checked = Checked {
        compared: found.iter().map(|own| own.compared).sum(),
        problems: found.into_iter().flat_map(|own| own.problems).collect(),
    };
    if checked.compared == 0 && compare == Compare::Proved && of > 0 {
        return Err(Error::failed(format!(
                "nothing was compared: in {of} states the labeller proves no move that the benchmark has proved"
            )).with_hint("choose a labeller that proves, such as solver"));
    }
    Ok(checked)
}

/// One state, labelled again.
#[derive(Default)]
struct Again {
    problems: Vec<Problem>,
    /// Moves that both have labels for that can be compared.
    compared: u64,
}

/// An agent for each seed.
type Agents = Vec<Box<dyn AnyAgent>>;

fn again(
    game: &dyn AnyGame,
    (state_id, own): (usize, &Labelled),
    agent: &mut dyn AnyAgent,
    limits: &Limits,
    compare: Compare,
) -> Result<Again, Error> {
    let mut board = game.states();
    if board.push_text_for(&own.state, own.player).is_err() || !fits(&*board, 0, &own.moves) {
        return Ok(Again::default());
    }
    if limits.stop.is_raised() {
        return Err(
            Error::stopped("stopped before all of the sample was labelled")
                .with_hint("run it again"),
        );
    }
    agent.forget();
    let limits = Limits {
        ply: Some(own.ply),
        ..limits.clone()
    };
    let labels = label_of(&game.facts(), &*board, 0, agent, &limits)?;
    let counts = |(said, found): &(&Label, &Label)| match compare {
        Compare::All => true,
        Compare::Proved => said.exact && found.exact,
    };
    let differs = |(said, found): &(&Label, &Label)| match compare {
        Compare::All => said != found,
        Compare::Proved => {
            said.value != found.value
                || (said.plies, found.plies) != both_known(said.plies, found.plies)
        }
    };
    let both = || own.moves.iter().zip(&labels).filter(counts);
    // What a finished game is worth is read off the board, not proved.
    let compared = both().filter(|(said, _)| said.mv.is_some()).count() as u64;
    let problems = both()
        .filter(differs)
        .map(|(said, found)| Problem {
            state_id,
            player: own.player,
            state: own.state.clone(),
            mv: said.mv.clone(),
            what: format!(
                "the file says {}, the labeller {}",
                in_words(said),
                in_words(found)
            ),
        })
        .collect();
    Ok(Again { problems, compared })
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
    let kind = match label {
        own if own.exact => "proved",
        own if own.is_decided() => "who wins is proved",
        _ => "estimated",
    };
    let counted = |count: u64, one: &str, many: &str| {
        let unit = if count == 1 { one } else { many };
        format!("{count} {unit}")
    };
    let plies = label
        .plies
        .map(|plies| format!(" in {}", counted(u64::from(plies), "ply", "plies")))
        .unwrap_or_default();
    let visits = label
        .visits
        .map(|visits| format!(", {}", counted(visits, "visit", "visits")))
        .unwrap_or_default();
    format!("{value} ({kind}{plies}{visits})")
}
