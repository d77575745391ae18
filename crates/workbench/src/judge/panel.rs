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
    /// Games between each two members by which they were rated.
    rated: [u32; 2],
    member: Vec<Member>,
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
    /// Elo above the mean of the panel: one move ahead, and at depth 3.
    elo: [f64; 2],
    /// Points in the games against each member before this one, half a point for a draw.
    points: [Vec<f64>; 2],
}

/// Separates the chance of these games from that of other work.
const GAMES: u64 = 0x7061_6e65;
/// The uses in which the panel is met, in the order of all pairs of numbers here.
const MET: [Way; 2] = [Way::OnePly, Way::DepthThree];

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
            elo: self.member.iter().map(|own| own.elo[at]).collect(),
            scores,
        }
    }

    /// The games of an evaluator against all members in both uses; nothing where the run was stopped.
    ///
    /// # Errors
    /// When the evaluator or a member cannot be made, or the games cannot be held.
    pub(super) fn meet(
        &self,
        game: &NamedGame,
        evaluator: &str,
        run: &JudgeRun<'_>,
    ) -> Result<[Option<Met>; 2], Error> {
        let [one_ply, deep] = [0, 1].map(|at| self.games(game, evaluator, at, run));
        Ok([one_ply?, deep?])
    }

    fn games(
        &self,
        game: &NamedGame,
        evaluator: &str,
        at: usize,
        run: &JudgeRun<'_>,
    ) -> Result<Option<Met>, Error> {
        let mut contestants = vec![contestant(game, evaluator.to_owned(), None, at)?];
        for (place, member) in self.member.iter().enumerate() {
            contestants.push(member.contestant(game, place, at)?);
        }
        let seed = plyscope_game::mix_all(&[run.seed, GAMES]);
        let schedule = Schedule::new(Format::Gauntlet, contestants.len(), self.games[at])?;
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
        let opponent = |id: u64| contest.schedule.fixture(id).pairing;
        Ok(Some(Met {
            opponents: (0..results.len() as u64).map(opponent).collect(),
            results,
            rivals: Arc::clone(&self.rivals[at]),
        }))
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
        let mut own = contestant(game, evaluator, weights, at)?;
        own.name = format!("member {place}");
        Ok(own)
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

/// An evaluator in one of the uses.
fn contestant(
    game: &NamedGame,
    evaluator: String,
    weights: Option<Weights>,
    at: usize,
) -> Result<Contestant<'_>, Error> {
    let spec = Spec::parse(&without_table(MET[at], &evaluator))?;
    Ok(Contestant {
        name: evaluator,
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
