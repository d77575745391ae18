//! A fixed panel of opponents per game, whose strength is known: what a heuristic does against them
//! tells more about its play than any states do.
//!
//! The panels are files on the shelves of their games, made and rated by `tests/strength/panel.py`. Some of the
//! evaluators that ship are in them: such a one meets itself. Otherwise heuristics that are judged
//! together do not meet.

use std::sync::{Arc, Mutex};

use plyscope_arena::{Contest, Contestant, Fixture, Format, GameRecord, Opening, Schedule, Watch};
use plyscope_game::{Error, Limits, Player};
use plyscope_judge::predict::{Met, Rivals, Way};
use serde::Deserialize;

use super::JudgeRun;
use crate::contest::openings_of;
use crate::{NamedGame, OpeningsOrder, Spec, Weights};

/// Opponents of one game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Panel {
    /// Random moves before each game.
    plies: u32,
    /// Games against each member: one move ahead, and at depth 3.
    games: [u64; 2],
    /// Games against each strong one.
    strong_games: [u64; 2],
    /// What games against these are wrong about one, in Elo, however many there are (`study.py --fit`).
    errors: [f64; 2],
    /// Games between each two members by which they were rated.
    rated: [u32; 2],
    /// Those whom all meet.
    member: Vec<Member>,
    /// Those who are met by heuristics that win most games against the members, and tell nothing of others.
    #[serde(default)]
    strong: Vec<Member>,
    /// What members did against each other, by use.
    #[serde(skip)]
    rivals: [Arc<Rivals>; 2],
}

/// One opponent: an evaluator by its spec, or weights.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Member {
    #[serde(default)]
    spec: Option<String>,
    #[serde(default)]
    features: String,
    #[serde(default)]
    weights: std::collections::BTreeMap<String, f64>,
    /// Elo above the mean of the members: one move ahead, and at depth 3.
    elo: [f64; 2],
    /// Points in the games against each member before this one, half a point for a draw.
    #[serde(default)]
    points: [Vec<f64>; 2],
    /// How deep a strong one searches in each use; 1 is one move ahead.
    #[serde(default)]
    depths: Option<[u32; 2]>,
}

/// Who meets a panel.
pub(super) struct Guest {
    /// Its spec.
    pub(super) spec: String,
    /// What a move costs it if it plays as it is, whatever the use; nothing for an evaluator, which is
    /// quickly asked and used as the panel's members are.
    pub(super) effort: Option<u64>,
}

/// Separates the chance of these games from that of other work.
const GAMES: u64 = 0x7061_6e65;
/// The uses in which the panel is met, in the order of all pairs of numbers here.
const MET: [Way; 2] = [Way::OnePly, Way::DepthThree];
/// The share of the points from which on games against members say little, and strong ones are met.
const STRONG: f64 = 0.7;
/// States that a guest which plays as it is may look at in its games of one use against members, and again
/// against strong ones: about a second each. It plays fewer games against each opponent to keep to that,
/// or meets fewer opponents.
const MOST_EFFORT: u64 = 20_000_000;
/// Opponents with fewer of which games tell hardly anything.
const LEAST: u64 = 6;

/// Whom a guest meets, and how often.
struct Meetings {
    /// One of so many opponents, evenly spread over all of them.
    one_of: usize,
    /// Games against each.
    games: u64,
}

impl Panel {
    /// The panel of a game, if it has one.
    pub(super) fn of(game: &NamedGame) -> Option<Self> {
        let mut own: Self = toml::from_str(game.panel()?).expect("a test meets every panel");
        own.rivals = [0, 1].map(|at| Arc::new(own.rivals_in(at)));
        Some(own)
    }

    /// What the members did against each other in one use.
    fn rivals_in(&self, at: usize) -> Rivals {
        let size = self.member.len();
        let mut scores = vec![0.5; size * size];
        for (row, own) in self.member.iter().enumerate() {
            for (column, points) in own.points[at].iter().enumerate() {
                let share = points / f64::from(self.rated[at]);
                scores[row * size + column] = share;
                scores[column * size + row] = 1.0 - share;
            }
        }
        Rivals {
            elo: self.all().map(|own| own.elo[at]).collect(),
            scores,
            error: self.errors[at],
        }
    }

    /// Members, and behind them the strong ones.
    fn all(&self) -> impl Iterator<Item = &Member> {
        self.member.iter().chain(&self.strong)
    }

    /// The games of a guest in both uses; nothing where the run was stopped or they would take too long.
    ///
    /// # Errors
    /// When the guest or a member cannot be made, or the games cannot be held.
    pub(super) fn meet(
        &self,
        game: &NamedGame,
        guest: &Guest,
        run: &JudgeRun<'_>,
    ) -> Result<[Option<Met>; 2], Error> {
        let [one_ply, deep] = [0, 1].map(|at| self.met(game, guest, at, run));
        Ok([one_ply?, deep?])
    }

    fn met(
        &self,
        game: &NamedGame,
        guest: &Guest,
        at: usize,
        run: &JudgeRun<'_>,
    ) -> Result<Option<Met>, Error> {
        let Some(meetings) = guest.meetings(game, self.games[at], self.member.len()) else {
            return Ok(None);
        };
        let Some(mut met) = self.games(game, guest, at, (0, &meetings), run)? else {
            return Ok(None);
        };
        let share = met.results.iter().sum::<f64>() / met.results.len() as f64;
        if share < STRONG || self.strong.is_empty() {
            return Ok(Some(met));
        }
        let first = self.member.len();
        let meetings = guest.meetings(game, self.strong_games[at], self.strong.len());
        if let Some(meetings) = meetings {
            let Some(strong) = self.games(game, guest, at, (first, &meetings), run)? else {
                return Ok(None);
            };
            met.results.extend(strong.results);
            met.opponents.extend(strong.opponents);
        }
        Ok(Some(met))
    }

    /// Games against members or, from the first of them on, the strong ones.
    fn games(
        &self,
        game: &NamedGame,
        guest: &Guest,
        at: usize,
        (first, meetings): (usize, &Meetings),
        run: &JudgeRun<'_>,
    ) -> Result<Option<Met>, Error> {
        let mut contestants = vec![guest.contestant(game, at)?];
        let opponents = if first == 0 {
            &self.member
        } else {
            &self.strong
        };
        let met = opponents.iter().enumerate().step_by(meetings.one_of);
        for (place, member) in met {
            contestants.push(member.contestant(game, place, at)?);
        }
        let seed = plyscope_game::mix_all(&[run.seed, GAMES, first as u64]);
        let schedule = Schedule::new(Format::Gauntlet, contestants.len(), meetings.games)?;
        let order = OpeningsOrder::random(self.plies);
        let contest = Contest {
            openings: openings_of(game, &order, &run.limits, seed)?,
            seed,
            threads: run.threads,
            stop: run.limits.stop.clone(),
            ..Contest::new(game.rules(), contestants, schedule.with_own_openings())
        };
        let kept = Kept(Mutex::new(vec![None; contest.schedule.games() as usize]));
        contest.run(Vec::new(), &kept)?;
        let results = kept.0.into_inner().expect("no thread panics with it");
        let Some(results) = results.into_iter().collect::<Option<Vec<f64>>>() else {
            return Ok(None);
        };
        let opponent = |id: u64| first + contest.schedule.fixture(id).pairing * meetings.one_of;
        Ok(Some(Met {
            opponents: (0..results.len() as u64).map(opponent).collect(),
            common: results.len(),
            results,
            rivals: Arc::clone(&self.rivals[at]),
        }))
    }
}

impl Guest {
    /// Whom of so many opponents it meets in the usual number of games each, or in fewer where moves are
    /// dear to it; nothing where it could meet next to none.
    fn meetings(&self, game: &NamedGame, usual: u64, opponents: usize) -> Option<Meetings> {
        let Some(effort) = self.effort else {
            let games = usual;
            return Some(Meetings { one_of: 1, games });
        };
        let moves = u64::from(game.facts().max_plies).div_ceil(2);
        // Both colours of an opening belong together.
        let pairs = MOST_EFFORT / (effort * moves).max(1) / 2;
        let all = opponents as u64;
        if pairs < LEAST.min(all) {
            return None;
        }
        Some(Meetings {
            one_of: all.div_ceil(pairs) as usize,
            games: (2 * (pairs / all).max(1)).min(usual),
        })
    }

    fn contestant<'a>(&self, game: &'a NamedGame, at: usize) -> Result<Contestant<'a>, Error> {
        if self.effort.is_none() {
            return contestant(game, &without_table(MET[at], &self.spec), &self.spec, None);
        }
        contestant(game, &self.spec, &self.spec, None)
    }
}

impl Member {
    fn contestant<'a>(
        &self,
        game: &'a NamedGame,
        place: usize,
        at: usize,
    ) -> Result<Contestant<'a>, Error> {
        let weights = Weights {
            game: game.spec().to_owned(),
            features: self.features.clone(),
            weights: self.weights.clone(),
            ..Weights::default()
        };
        let (evaluator, weights) = match &self.spec {
            Some(spec) => (spec.clone(), None),
            None => ("linear".to_owned(), Some(weights)),
        };
        let agent = match self.depths.map(|own| own[at]) {
            None => without_table(MET[at], &evaluator),
            Some(1) => evaluator,
            Some(depth) => format!("negascout:depth={depth},table=0,eval=({evaluator})"),
        };
        contestant(game, &agent, &format!("member {place}"), weights)
    }
}

/// The agent that uses an evaluator so, without a table where it searches: so shallow a search gains
/// nothing from one, and takes longer to touch its memory.
pub(super) fn without_table(way: Way, evaluator: &str) -> String {
    match way {
        Way::DepthThree => format!("negascout:depth=3,table=0,eval=({evaluator})"),
        way => way.agent(evaluator),
    }
}

/// An agent by its spec; weights are those of an evaluator `linear` in it.
fn contestant<'a>(
    game: &'a NamedGame,
    agent: &str,
    name: &str,
    weights: Option<Weights>,
) -> Result<Contestant<'a>, Error> {
    let spec = Spec::parse(agent)?;
    Ok(Contestant {
        name: name.to_owned(),
        make: Box::new(move |seed| match &weights {
            Some(weights) => game.agent_weighing(&spec, weights, seed),
            None => game.agent(&spec, seed),
        }),
        limits: Limits::best_move(),
    })
}

/// What every game came to for the first contestant.
struct Kept(Mutex<Vec<Option<f64>>>);

impl Watch for Kept {
    fn finished(&self, fixture: &Fixture, _: &Opening, record: &GameRecord) -> Result<(), Error> {
        let own = if fixture.players[0] == 0 {
            Player::FIRST
        } else {
            Player::SECOND
        };
        let result = match record.winner {
            None => 0.5,
            Some(winner) if winner == own => 1.0,
            Some(_) => 0.0,
        };
        let mut kept = self.0.lock().expect("no thread panics with it");
        kept[fixture.id as usize] = Some(result);
        Ok(())
    }
}
