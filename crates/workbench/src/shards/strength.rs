//! The games of a study of strength as tasks: those of its contests, one after the other.

use plyscope_arena::records::{ContestPlan, Record};
use plyscope_game::Error;
use plyscope_shards::{HandIn, Work};

use crate::strength::{StudyContest, contests};
use crate::{ContestWork, NamedGame, StrengthOrder};

/// The contests of a study; the pool is made in the order's folder.
pub struct StrengthWork<'a> {
    contests: Vec<ContestWork<'a>>,
}

/// Makes the pool of a study, and the contests that rate it; `run` gets them.
///
/// # Errors
/// When the pool cannot be made, or `run` fails.
pub fn strength_work<R>(
    game: &NamedGame,
    order: &StrengthOrder<'_>,
    run: impl FnOnce(&StrengthWork<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    let studied = contests(game, order)?;
    let orders: Vec<_> = studied.iter().map(|own| own.order(order)).collect();
    let works: Result<Vec<_>, Error> = orders
        .iter()
        .map(|own| ContestWork::new(game, own))
        .collect();
    run(&StrengthWork { contests: works? })
}

impl StrengthWork<'_> {
    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.contests.iter().map(ContestWork::games).sum()
    }

    /// What tells the contests apart from others; the folder of the pool is no part of it.
    pub fn plans(&self) -> Vec<ContestPlan> {
        let contests = self.contests.iter();
        contests.map(|own| apart_from_folder(own.plan())).collect()
    }
}

/// A contest by what its weights are, wherever the files lie.
fn apart_from_folder(plan: &ContestPlan) -> ContestPlan {
    let mut plan = plan.clone();
    for own in plan
        .contestants
        .iter_mut()
        .filter(|own| !own.files.is_empty())
    {
        own.spec.clone_from(&own.name);
    }
    plan
}

impl Work for StrengthWork<'_> {
    fn run(&self, tasks: &[u64], hand_in: HandIn<'_>) -> Result<(), Error> {
        let mut first = 0;
        for contest in &self.contests {
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
    planned: &[ContestPlan],
    mut lines: impl Iterator<Item = Result<String, Error>>,
) -> Result<(), Error> {
    let studied = contests(game, order)?;
    let records: Vec<_> = studied.iter().map(StudyContest::record).collect();
    strength_work(game, order, |work| {
        if work.plans() != planned {
            return Err(Error::misuse(
                "the pool of heuristics is not the one that was planned",
                "collect on a machine like the one that planned, by the same version",
            ));
        }
        for (contest, record) in work.contests.iter().zip(&records) {
            let own = lines.by_ref().take(contest.games() as usize);
            Record::write(record, contest.plan(), own)?;
        }
        Ok(())
    })
}
