//! Learning by games in shards: a generation is a wave.

use std::path::Path;

use plyscope_game::Error;
use plyscope_shards::{Folder, Work};
use plyscope_workbench::{BreedWork, Rates, Trial, Won};
use serde_json::Value;

use super::job::{Draft, Place, ensure_same, kept};
use crate::args::{Learn, LearnMethod};
use crate::commands::learn::{self, compare, genetic};
use crate::out::{Ended, Out};
use crate::outputs;

/// Refuses other ways to learn, and options that go with them.
pub(super) fn check(args: &Learn) -> Result<(), Error> {
    if !args.compare.compare && args.method != LearnMethod::Genetic {
        return Err(Error::misuse(
            "of `learn`, only learning by games can be cut",
            "say --method genetic or --compare; else plan `truth make`, and learn from its benchmark in seconds",
        ));
    }
    learn::check(args)
}

/// Openings are played by both of two members.
pub(super) const PAIR: u64 = 2;

pub(super) fn draft<R>(
    args: &Learn,
    folder: &Path,
    out: &Out,
    plan: impl FnOnce(&Draft<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    if args.compare.compare {
        let asked = compare::Asked::new(args, out)?;
        return asked.with((folder, out.threads), None, |work, tasks| {
            plan(&Draft {
                work,
                waves: Vec::new(),
                tasks,
                unit: "trials",
                group: 1,
                kept: work.plan()?,
                describe: None,
            })
        });
    }
    let asked = genetic::Asked::new(args, out)?;
    let order = asked.order(1, None, &|_| ())?;
    let work = BreedWork::new(&asked.game, &order, Vec::new())?;
    let mut tasks = 0;
    let games = BreedWork::games_by_wave(&asked.params).into_iter();
    let waves = games.map(|games| {
        tasks += games;
        tasks
    });
    plan(&Draft {
        work: &work,
        waves: waves.collect(),
        tasks: BreedWork::games(&asked.params),
        unit: "games",
        group: PAIR,
        kept: work.plan()?,
        describe: None,
    })
}

pub(super) fn work<R>(
    args: &Learn,
    folder: &Folder,
    index: u64,
    out: &Out,
    run: impl FnOnce(&dyn Work) -> Result<R, Error>,
) -> Result<R, Error> {
    if args.compare.compare {
        let asked = compare::Asked::new(args, out)?;
        let rates = Some(rates(folder)?);
        return asked.with((folder.path(), out.threads), rates, |work, _| {
            ensure_same(folder, &work.plan()?)?;
            run(work)
        });
    }
    let asked = genetic::Asked::new(args, out)?;
    let order = asked.order(out.threads, None, &|_| ())?;
    let known = winners(folder.values_before(index))?;
    let work = BreedWork::new(&asked.game, &order, known)?;
    ensure_same(folder, &work.plan()?)?;
    run(&work)
}

pub(super) fn collect(
    args: &Learn,
    folder: &Folder,
    place: &Place<'_>,
    out: &Out,
) -> Result<(), Ended> {
    if args.compare.compare {
        let plan: Value = kept(folder)?;
        let trial = |value: Result<String, Error>| {
            serde_json::from_str::<Trial>(&value?)
                .map_err(|_| Error::failed("a shard holds what is no trial"))
        };
        let trials: Result<Vec<Trial>, Error> = folder.values().map(trial).collect();
        outputs::folder(place.output, place.force, &[compare::FILE])?;
        let trials = trials?;
        compare::keep(&plan, &trials, place.output)?;
        return compare::write(&plan, &trials, place.output, out);
    }
    let log = args.log.as_ref().map(|path| place.here.join(path));
    let plots = args.plots.as_ref().map(|path| place.here.join(path));
    let places = genetic::Places::new(
        args,
        &genetic::Named {
            weights: Some(place.output),
            log: log.as_deref(),
            plots: plots.as_deref(),
            force: place.force,
        },
        out,
    )?;
    let asked = genetic::Asked::new(args, out)?;
    let order = asked.order(out.threads, None, &|_| ())?;
    let work = BreedWork::new(&asked.game, &order, winners(folder.values())?)?;
    ensure_same(folder, &work.plan()?)?;
    places.finish(work.bred()?, out)
}

/// What things cost, as the plan has it.
fn rates(folder: &Folder) -> Result<Rates, Error> {
    let plan: Value = kept(folder)?;
    serde_json::from_value(plan["rates"].clone())
        .map_err(|_| Error::failed("the plan does not say what things cost"))
}

/// Who won the games of some waves.
pub(super) fn winners(
    values: impl Iterator<Item = Result<String, Error>>,
) -> Result<Vec<Won>, Error> {
    let won = |value: Result<String, Error>| {
        let value = value?;
        let won: Option<Won> = serde_json::from_str(&value).ok();
        won.filter(|won| won.is_none_or(|own| own <= 2))
            .ok_or_else(|| Error::failed(format!("`{value}` is not who won a game")))
    };
    values.map(won).collect()
}
