//! Section 5: a heuristic made from the rules, held against the truth and played with.
//!
//! For every game: states spread over the plies, labelled by tree search; strict
//! best of the heuristic, its random baseline and the score differential by ply
//! (figure 2); and games between plain tree search and the same steered by the
//! heuristic. Everything goes by names and specs, so each part is also a command.

mod curves;
mod grid;
mod matches;
mod page;
mod params;
mod truth;

use std::path::Path;
use std::time::Duration;

use plyscope_game::{Error, ErrorKind, Stop};
use plyscope_workbench::Registry;
use serde::Serialize;

use super::PlyCurve;
use super::WithInterval;
pub use curves::{Beyond, StudyHeuristic};
pub use grid::{GridCell, HeuristicGrid};
pub use matches::{Footing, SteeredMatch};
pub use page::PICTURES as STUDY_PICTURES;
pub use params::{StudyGame, StudyParams};

/// What was found in one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameStudy {
    /// What was asked for.
    pub game: StudyGame,
    /// The game with the digest of its rules.
    pub identity: String,
    /// States in the benchmark.
    pub states: usize,
    /// Their moves.
    pub moves: usize,
    /// The share of moves whose value is proved.
    pub proved: f64,
    /// The fewest, the mean and the most playouts that a state has.
    pub visits: (u64, f64, u64),
    /// The last ply with a state.
    pub last_ply: u32,
    /// The logarithm of the most visits of a move over the fewest, by ply.
    pub differential: PlyCurve,
    /// Strict best of a random choice, by ply.
    pub chance: PlyCurve,
    /// Every heuristic.
    pub held: Vec<StudyHeuristic>,
    /// The matches.
    pub matches: Vec<SteeredMatch>,
    /// Heuristics that were too slow to play, and the CPU seconds that a move took.
    pub too_slow: Vec<(String, f64)>,
}

/// What came out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Study {
    /// What was chosen.
    pub params: StudyParams,
    /// Whether nothing is missing.
    pub finished: bool,
    /// Whether it is of what there was when somebody asked.
    pub so_far: bool,
    /// The games, as far as they were looked at.
    pub games: Vec<GameStudy>,
    /// Games that could not be looked at, and why.
    pub left_out: Vec<(String, String)>,
}

/// How far the study has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyProgress {
    /// States labelled, or games played, of the part in hand.
    pub done: u64,
    /// How many there are.
    pub of: u64,
    /// What is being done, in a few words.
    pub what: String,
}

/// How to run.
pub struct StudyRun<'a> {
    /// Where games and players come from.
    pub registry: &'a Registry,
    /// Cores to use; only the ratio of speeds depends on the machine.
    pub threads: usize,
    /// Raised to end early, with what is known by then.
    pub stop: Stop,
    /// Whether nothing more is labelled or played, and the page is of what there is.
    pub so_far: bool,
    /// A folder for labels and games, from which the same run goes on after an interruption.
    pub keep: &'a Path,
    /// Told how far it is.
    pub progress: &'a (dyn Fn(&StudyProgress) + Sync),
    /// The time that the calling thread has spent on a core.
    pub cpu_time: &'a (dyn Fn() -> Duration + Sync),
}

impl StudyRun<'_> {
    pub(super) fn tell(&self, what: &str, done: u64, of: u64) {
        (self.progress)(&StudyProgress {
            done,
            of,
            what: what.to_owned(),
        });
    }
}

/// Runs the study.
///
/// # Errors
/// When a game or a heuristic is not in the registry, nothing can be kept, or what was kept so far is asked for
/// and there is nothing.
pub fn run_study(params: &StudyParams, run: &StudyRun<'_>) -> Result<Study, Error> {
    let mut study = Study {
        params: params.clone(),
        finished: false,
        so_far: run.so_far,
        games: Vec::new(),
        left_out: Vec::new(),
    };
    for game in &params.games {
        match one_game(game, params, run, &mut study) {
            Ok(()) => {}
            // What is known by then is worth a page.
            Err(error) if error.kind == ErrorKind::Stopped || run.stop.is_raised() => {
                return Ok(study);
            }
            // One sheet of many that cannot be labelled leaves the others as they are.
            Err(error) if params.games.len() > 2 || run.so_far => {
                // Names of the user's folders are nobody else's business.
                let why = error.what.replace(&game.spec, &game.name);
                study.left_out.push((game.name.clone(), why));
            }
            Err(error) => return Err(error.in_context(&game.name)),
        }
    }
    if run.so_far && study.games.is_empty() {
        let what = format!("no labels of such a run are kept in {}", run.keep.display());
        let hint = "run the same command without --so-far first";
        return Err(Error::misuse(what, hint));
    }
    study.finished = true;
    Ok(study)
}

fn one_game(
    order: &StudyGame,
    params: &StudyParams,
    run: &StudyRun<'_>,
    study: &mut Study,
) -> Result<(), Error> {
    let game = run.registry.open(&order.spec)?;
    let benchmark = truth::benchmark(&game, order, params, run)?;
    study
        .games
        .push(curves::hold(&game, &benchmark, order, params, run)?);
    let Some(found) = study.games.last_mut() else {
        return Ok(());
    };
    // Contests are between two.
    if game.facts().players != 2 {
        return Ok(());
    }
    for (place, player) in order.players.iter().enumerate() {
        let applies = |own: &StudyHeuristic| own.spec == *player && own.why_not.is_none();
        if !found.held.iter().any(applies) {
            continue;
        }
        if let Some(seconds) = matches::too_slow(&game, order, params, player, run)? {
            found.too_slow.push((player.clone(), seconds));
            continue;
        }
        // Variants are there to be compared, for which one footing will do.
        let footings = &order.footings[..if place == 0 { order.footings.len() } else { 1 }];
        for &footing in footings {
            let match_of = (player.as_str(), footing);
            let played = matches::play(&game, order, params, match_of, run)?;
            found.matches.extend(played);
        }
    }
    Ok(())
}
