//! Games between plain tree search and the same steered by a heuristic.

use std::path::Path;

use plyscope_arena::Results;
use plyscope_arena::rating::difference;
use plyscope_game::{Error, Limits, Stop};
use plyscope_workbench::{ContestOrder, NamedGame, Spec, hold};
use serde::{Deserialize, Serialize};

use super::truth::file_name;
use super::{StudyGame, StudyParams, StudyRun, WithInterval};

/// What two players of a match have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Footing {
    /// As many playouts per move.
    Playouts,
    /// As much time on a core: the plain one has more playouts, by the ratio of their speeds as
    /// measured before the match, one playout at a time in both.
    Time,
}

impl Footing {
    /// The name on the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Playouts => "equal playouts",
            Self::Time => "equal time",
        }
    }

    fn part(self) -> &'static str {
        match self {
            Self::Playouts => "playouts",
            Self::Time => "time",
        }
    }
}

/// A match, seen by the steered player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SteeredMatch {
    /// The heuristic that steers.
    pub heuristic: String,
    /// On what footing.
    pub footing: Footing,
    /// The spec of the steered player.
    pub steered: String,
    /// The spec of the plain one.
    pub plain: String,
    /// Games won, drawn and lost by the steered player.
    pub counts: [u64; 3],
    /// Its share of the points.
    pub score: Option<WithInterval>,
    /// How many times as long a steered playout takes, where that was measured.
    pub ratio: Option<f64>,
}

/// Random plies before the players are asked, so that no two pairs of games are alike.
const OPENING: u32 = 4;
/// The file of a measured ratio of speeds.
const PACE: &str = "pace.json";
/// States that speeds are measured on.
const MEASURED: usize = 6;

/// Plays the match, or goes on with it; none where it is asked for as far as it has come, and it has not begun.
pub(super) fn play(
    game: &NamedGame,
    order: &StudyGame,
    params: &StudyParams,
    (heuristic, footing): (&str, Footing),
    run: &StudyRun<'_>,
) -> Result<Option<SteeredMatch>, Error> {
    let kept = |name: &str| run.keep.join(file_name(params, order, name));
    let record = kept(&record_name(order, heuristic, footing));
    let is_missing = !record.exists() || (footing == Footing::Time && !kept(PACE).exists());
    if run.so_far && is_missing {
        return Ok(None);
    }
    let steered = |playouts: u64| steered(params, heuristic, playouts);
    let plain = |playouts: u64| format!("mcts:playouts={playouts},batch=1,reuse=off");
    let ratio = match footing {
        Footing::Playouts => None,
        Footing::Time => {
            let specs = [steered(order.playouts), plain(order.playouts)];
            Some(pace(game, order, params, run, &specs)?)
        }
    };
    let more = order.playouts as f64 * ratio.unwrap_or(1.0);
    let (steered, plain) = (steered(order.playouts), plain(more.round().max(1.0) as u64));
    let what = format!("{}, {heuristic} at {}", order.name, footing.name());
    let entrants = [format!("steered=({steered})"), format!("plain=({plain})")];
    let results = results(game, order, params, (&entrants, &record, &what), run)?;
    let versus = &results.versus()[0];
    let score = difference(&versus.pairs).map(|found| WithInterval {
        value: found.score.value,
        low: found.score.low,
        high: found.score.high,
    });
    Ok(Some(SteeredMatch {
        heuristic: heuristic.to_owned(),
        footing,
        steered,
        plain,
        counts: [versus.count.wins, versus.count.draws, versus.count.losses],
        score,
        ratio,
    }))
}

/// The results of a match, whole unless they are asked for as far as they have come.
fn results(
    game: &NamedGame,
    order: &StudyGame,
    params: &StudyParams,
    (entrants, record, what): (&[String], &Path, &str),
    run: &StudyRun<'_>,
) -> Result<Results, Error> {
    let progress = |results: &Results| {
        run.tell(what, results.games().count() as u64, order.games);
    };
    let held = hold(
        game,
        &ContestOrder {
            limits: Limits {
                stop: stop(run),
                ..Limits::best_move()
            },
            seed: params.seed,
            threads: run.threads,
            record: Some(record),
            progress: &progress,
            ..ContestOrder::round_robin(entrants, order.games, OPENING)
        },
    )?;
    if !held.results.is_whole() && !run.so_far {
        return Err(Error::stopped("stopped"));
    }
    Ok(held.results)
}

fn steered(params: &StudyParams, heuristic: &str, playouts: u64) -> String {
    let policy = &params.policy;
    format!("mcts:playouts={playouts},eval=({heuristic}),{policy},reuse=off")
}

/// The CPU seconds per move of the player that the heuristic steers, where patience ends before that.
pub(super) fn too_slow(
    game: &NamedGame,
    order: &StudyGame,
    params: &StudyParams,
    heuristic: &str,
    run: &StudyRun<'_>,
) -> Result<Option<f64>, Error> {
    let Some(patience) = params.patience else {
        return Ok(None);
    };
    let spec = steered(params, heuristic, order.playouts);
    let name = format!("seconds-{}.json", place_of(order, heuristic));
    let path = run.keep.join(file_name(params, order, &name));
    if run.so_far && !path.exists() {
        return Ok(None);
    }
    let measure = || Ok(seconds(game, params, run, &spec)? / MEASURED as f64);
    let found = measured(game, &path, std::slice::from_ref(&spec), measure)?;
    Ok((found > patience).then_some(found))
}

/// The flag that stops the match: from the beginning, where only games are asked for that were played.
fn stop(run: &StudyRun<'_>) -> Stop {
    if !run.so_far {
        return run.stop.clone();
    }
    let stop = Stop::default();
    stop.raise();
    stop
}

/// The file of a match; that of the first heuristic needs no number.
fn record_name(order: &StudyGame, heuristic: &str, footing: Footing) -> String {
    match place_of(order, heuristic) {
        1 => format!("{}.jsonl", footing.part()),
        place => format!("{}-{place}.jsonl", footing.part()),
    }
}

/// Which of the players it is, from 1 on.
fn place_of(order: &StudyGame, heuristic: &str) -> usize {
    let place = order.players.iter().position(|own| own == heuristic);
    place.unwrap_or(0) + 1
}

/// What is kept of a measurement, so that a run that goes on plays the same match.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// The rules that it was measured on.
    game: String,
    /// The players that were measured.
    specs: Vec<String>,
    #[serde(alias = "ratio")]
    value: f64,
}

/// How many times as long a steered playout takes as a plain one.
fn pace(
    game: &NamedGame,
    order: &StudyGame,
    params: &StudyParams,
    run: &StudyRun<'_>,
    specs: &[String; 2],
) -> Result<f64, Error> {
    let path = run.keep.join(file_name(params, order, PACE));
    measured(game, &path, specs, || {
        let slow = seconds(game, params, run, &specs[0])?;
        let quick = seconds(game, params, run, &specs[1])?;
        Ok((slow / quick.max(1e-9)).max(0.01))
    })
}

/// What was measured of these players once, and kept.
fn measured(
    game: &NamedGame,
    path: &Path,
    specs: &[String],
    measure: impl FnOnce() -> Result<f64, Error>,
) -> Result<f64, Error> {
    let identity = game.identity().to_string();
    let kept = std::fs::read(path).ok();
    let kept = kept.and_then(|kept| serde_json::from_slice::<Kept>(&kept).ok());
    // What was measured for others says nothing about these.
    if let Some(kept) = kept.filter(|own| own.specs == specs && own.game == identity) {
        return Ok(kept.value);
    }
    let kept = Kept {
        game: identity,
        specs: specs.to_vec(),
        value: measure()?,
    };
    let text = serde_json::to_vec(&kept)
        .map_err(|error| Error::failed(format!("no JSON can be made: {error}")))?;
    std::fs::write(path, text)
        .map_err(|error| Error::failed(format!("{} cannot be written: {error}", path.display())))?;
    Ok(kept.value)
}

/// The time on a core that an agent takes for some states of random games.
fn seconds(
    game: &NamedGame,
    params: &StudyParams,
    run: &StudyRun<'_>,
    spec: &str,
) -> Result<f64, Error> {
    let mut agent = game.agent(&Spec::parse(spec)?, params.seed)?;
    let mut states = game.rules().states();
    let mut chance = plyscope_game::Chance::for_task(params.seed, 5);
    let mut ply = 0;
    while states.len() < MEASURED && ply < 10_000 {
        if states.push_random(ply % 40, &mut chance) {
            let last = states.len() - 1;
            if states.payoffs(last).is_some() || states.move_count(last) < 2 {
                states.truncate(last);
            }
        }
        ply += 7;
    }
    let limits = Limits {
        stop: run.stop.clone(),
        ..Limits::best_move()
    };
    let begun = (run.cpu_time)();
    for at in 0..states.len() {
        agent.forget();
        agent.advise(&*states, at, &limits)?;
    }
    Ok((run.cpu_time)().saturating_sub(begun).as_secs_f64())
}
