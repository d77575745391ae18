//! The games of a study of strength as tasks: those of its contests, one after the other.

use plyscope_arena::records::{ContestPlan, Record};
use plyscope_game::Error;
use plyscope_shards::{HandIn, Work};
use serde::{Deserialize, Serialize};

use crate::strength::pool::{self, weights_of};
use crate::strength::{StudyContest, USES};
use crate::{ContestWork, NamedGame, StrengthOrder};

/// What a plan keeps of a study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StrengthPlan {
    pool: Vec<Heuristic>,
    /// The contests; where the weights lie is no part of them, what is in them is.
    contests: Vec<ContestPlan>,
}

/// A heuristic of the pool.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Heuristic {
    name: String,
    /// How it is made; nothing if by weights of its name in the folder of the pool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spec: Option<String>,
}

/// The contests of a study.
pub struct StrengthWork<'a> {
    pool: Vec<Heuristic>,
    contests: Vec<(ContestWork<'a>, &'a StudyContest)>,
}

/// Hands over the contests of a study: those of a plan, whose pool is in the order's folder, or
/// new ones, whose pool is made there.
///
/// # Errors
/// When the pool cannot be made, is not the one that was planned, or `run` fails.
pub fn strength_work<R>(
    game: &NamedGame,
    order: &StrengthOrder<'_>,
    planned: Option<&StrengthPlan>,
    run: impl FnOnce(&StrengthWork<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    let pool = match planned {
        Some(plan) => plan.pool.clone(),
        None => made(game, order)?,
    };
    let specs: Vec<String> = pool.iter().map(|own| own.spec_in(order)).collect();
    let told = || {
        let names = pool.iter().map(|own| own.name.as_str());
        names.zip(specs.iter().map(String::as_str))
    };
    let studied: Vec<StudyContest> = USES
        .iter()
        .map(|way| StudyContest::new(way, told(), order))
        .collect();
    let orders: Vec<_> = studied.iter().map(|own| own.order(order)).collect();
    let ready = |(own, studied)| Ok((ContestWork::new(game, own)?, studied));
    let contests: Result<Vec<_>, Error> = orders.iter().zip(&studied).map(ready).collect();
    let work = StrengthWork {
        contests: contests?,
        pool: pool.clone(),
    };
    if planned.is_some_and(|plan| *plan != work.plan()) {
        return Err(not_planned());
    }
    run(&work)
}

/// Makes the pool in the order's folder.
fn made(game: &NamedGame, order: &StrengthOrder<'_>) -> Result<Vec<Heuristic>, Error> {
    let heuristic = |own: pool::Member| Heuristic {
        spec: (own.spec != weights_of(order.folder, &own.name).1).then_some(own.spec),
        name: own.name,
    };
    let made = pool::make(game, order)?;
    Ok(made.into_iter().map(heuristic).collect())
}

impl Heuristic {
    fn spec_in(&self, order: &StrengthOrder<'_>) -> String {
        let weights = || weights_of(order.folder, &self.name).1;
        self.spec.clone().unwrap_or_else(weights)
    }
}

impl StrengthWork<'_> {
    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.contests.iter().map(|own| own.0.games()).sum()
    }

    /// What tells the study apart from others.
    pub fn plan(&self) -> StrengthPlan {
        let contests = self.contests.iter();
        StrengthPlan {
            pool: self.pool.clone(),
            contests: contests.map(|own| anywhere(own.0.plan())).collect(),
        }
    }
}

/// A contest by what its weights are, wherever the files lie.
fn anywhere(plan: &ContestPlan) -> ContestPlan {
    let mut plan = plan.clone();
    for own in &mut plan.contestants {
        if !own.files.is_empty() {
            own.spec.clone_from(&own.name);
        }
    }
    plan
}

impl Work for StrengthWork<'_> {
    fn run(&self, tasks: &[u64], hand_in: HandIn<'_>) -> Result<(), Error> {
        let mut first = 0;
        for (contest, _) in &self.contests {
            let end = first + contest.games();
            let own: Vec<u64> = tasks
                .iter()
                .filter(|task| (first..end).contains(*task))
                .map(|task| task - first)
                .collect();
            if !own.is_empty() {
                contest.run(&own, &|game, line| hand_in(first + game, line))?;
            }
            first = end;
        }
        Ok(())
    }
}

/// Makes the pool of a study in its folder, and writes the records of its contests from the
/// lines of all games: the study itself then finds all games played.
///
/// # Errors
/// When the pool is not the one that was planned, or a record cannot be written.
pub fn write_strength_records(
    game: &NamedGame,
    order: &StrengthOrder<'_>,
    planned: &StrengthPlan,
    mut lines: impl Iterator<Item = Result<String, Error>>,
) -> Result<(), Error> {
    strength_work(game, order, None, |work| {
        if work.plan() != *planned {
            return Err(not_planned());
        }
        for (contest, studied) in &work.contests {
            let own = lines.by_ref().take(contest.games() as usize);
            Record::write(&studied.record(), contest.plan(), own)?;
        }
        Ok(())
    })
}

fn not_planned() -> Error {
    Error::misuse(
        "the pool of heuristics is not the one that was planned",
        "leave the folder of the plan as it is, and collect by the version that planned it",
    )
}
