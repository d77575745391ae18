//! From an order to a file: choose, label, write.

use std::fs::OpenOptions;
use std::path::Path;

use plyscope_game::any::AnyGame;
use plyscope_parallel::Threads;

use crate::disk::{DiskNeed, ensure_room};
use crate::files::{remove_parts, save_each};
use crate::label::{fits, labelled};
use crate::summary::Tally;
use crate::{
    Amount, Benchmark, BenchmarkSummary, Chosen, Error, Filter, Journal, Label, Labelled, Labeller,
    Meta, Output, Pool, RunPlan, Selector, Stage, ensure_regular, label, load, select, unwritable,
};

/// What is to be made, by whom and where.
pub struct BenchmarkOrder<'a> {
    /// How it comes about; its plan is filled in.
    pub meta: Meta,
    /// Which states.
    pub selector: &'a Selector,
    /// Where they come from.
    pub pool: Pool<'a>,
    /// The labeller, and the seed of all random choices.
    pub labeller: Labeller<'a>,
    /// The Parquet file.
    pub output: &'a Path,
    /// Whether another file of that name may be replaced.
    pub replace: bool,
}

/// What came of an order.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Made {
    /// How it came about.
    pub meta: Meta,
    /// What is in it.
    pub summary: BenchmarkSummary,
    /// How many states were labelled; more than there are in it if only critical ones were kept.
    pub labelled: u64,
    /// How many of them an earlier run had done.
    pub before: u64,
    /// Whether the very file was there already, and nothing was to do.
    pub already: bool,
}

/// Makes a benchmark, or resumes one that was interrupted.
///
/// Its journal lies beside the output until the output is complete.
///
/// # Errors
/// When something fails or stops the run: the journal then keeps what is done,
/// and a file that was there before is untouched.
pub fn make(game: &dyn AnyGame, order: BenchmarkOrder<'_>) -> Result<Made, Error> {
    let BenchmarkOrder {
        mut meta,
        selector,
        pool,
        labeller,
        output,
        replace,
    } = order;
    let amount = selector.amount;
    ensure_some(amount)?;
    // Before anything is read: a device or a folder is no place for a file, whatever may be replaced.
    Output::new(output, true)?;
    meta.sum = Meta::sum_of(&game.facts());
    let there = if replace { None } else { there(output, &meta)? };
    let place = Output::new(output, replace || there.is_some())?;
    ensure_journal(output)?;
    let estimate = DiskNeed::of(game, &selector.filter);
    ensure_room(output, estimate.bytes(amount))?;
    // Made once here so that a wrong spec is told before the long work.
    (labeller.make)(labeller.seed)?;
    let chosen = choose(game, selector, pool, &labeller)?;
    let plan = plan_of(&meta, selector, labeller.seed, &chosen);
    meta.plan = plan.id();
    let journal_path = Journal::beside(output);
    let fit = |id: usize, labels: &[Label]| fits(&*chosen.states, id, labels);
    if let Some(there) = there {
        if there.meta.plan != meta.plan {
            return Err(in_the_way(output, "was made from other states"));
        }
        if journal_path.exists() {
            Journal::open(&journal_path, &plan, fit)?.remove()?;
        }
        return Ok(Made {
            summary: BenchmarkSummary::of(&there),
            meta,
            labelled: chosen.rounds(),
            before: chosen.rounds(),
            already: true,
        });
    }
    ensure_room(output, estimate.bytes_of(chosen.len() as u64))?;
    let mut journal = Journal::open(&journal_path, &plan, fit)?;
    // With the journal in hand, nobody else can be writing this output.
    remove_parts(output);
    let before = (0..chosen.len()).filter(|&id| journal.has(id)).count() as u64;
    label(&game.facts(), &chosen, &labeller, &mut journal)?;
    let states = (0..chosen.len()).map(|id| Ok(labelled(&chosen, id, journal.labels(id)?)));
    let summary = write_benchmark(&meta, &selector.filter, states, &place)?;
    journal.remove()?;
    Ok(Made {
        meta,
        summary,
        labelled: chosen.rounds(),
        before,
        already: false,
    })
}

/// The states of an order that are labelled by now, by a run that was interrupted or has ended.
///
/// States are labelled in random order, so that they are a sample of what was chosen. Labels nothing,
/// and leaves the journal as it is.
///
/// # Errors
/// When none is labelled, or another run is at work on it.
pub fn made_so_far(game: &dyn AnyGame, order: BenchmarkOrder<'_>) -> Result<Benchmark, Error> {
    let BenchmarkOrder {
        mut meta,
        selector,
        pool,
        labeller,
        output,
        ..
    } = order;
    meta.sum = Meta::sum_of(&game.facts());
    if let Some(there) = there(output, &meta)? {
        return Ok(there);
    }
    let journal = Journal::beside(output);
    let nothing = || Error::failed("nothing of it is labelled yet");
    if !journal.exists() {
        return Err(nothing());
    }
    let chosen = choose(game, selector, pool, &labeller)?;
    let plan = plan_of(&meta, selector, labeller.seed, &chosen);
    meta.plan = plan.id();
    let fit = |id: usize, labels: &[Label]| fits(&*chosen.states, id, labels);
    let mut journal = Journal::open(&journal, &plan, fit)?;
    let done: Vec<usize> = (0..chosen.len()).filter(|&id| journal.has(id)).collect();
    if done.is_empty() {
        return Err(nothing());
    }
    let states = done
        .into_iter()
        .map(|id| Ok(labelled(&chosen, id, journal.labels(id)?)));
    Ok(Benchmark {
        states: states.collect::<Result<_, Error>>()?,
        meta,
    })
}

fn ensure_some(amount: Amount) -> Result<(), Error> {
    if matches!(amount, Amount::States(0) | Amount::PerPly(0)) {
        let what = "a benchmark of 0 states is none";
        return Err(Error::misuse(what, "ask for at least one state"));
    }
    Ok(())
}

/// The plan of a run that labels these states.
pub fn plan_of(meta: &Meta, selector: &Selector, seed: u64, chosen: &Chosen) -> RunPlan {
    let texts = (0..chosen.len()).map(|id| (chosen.plies[id], chosen.states.text(id)));
    RunPlan::new(meta, selector.before_labelling().to_string(), seed, texts)
}

/// Chooses the states of a benchmark, on the labeller's threads and by its seed.
///
/// # Errors
/// When none can be chosen, or an agent that plays for them fails.
pub fn choose(
    game: &dyn AnyGame,
    selector: &Selector,
    pool: Pool<'_>,
    labeller: &Labeller<'_>,
) -> Result<Chosen, Error> {
    ensure_some(selector.amount)?;
    let of = match selector.amount {
        Amount::States(count) => Some(count),
        _ => None,
    };
    let found = |found| (labeller.progress)(Stage::Choosing { found, of });
    let (seed, stop) = (labeller.seed, &labeller.limits.stop);
    let (amount, filter) = (selector.amount, &selector.filter);
    let chosen = Threads::new(labeller.threads)?
        .run(|| select(game, pool, amount, filter, seed, stop, &found))?;
    if chosen.is_empty() {
        let hint = if filter.moves.1 < 2 && !filter.keep_single {
            "states with a single legal move are left out unless you say --keep-single"
        } else {
            "choose more plies or fewer filters"
        };
        return Err(Error::misuse("no state is left to choose", hint));
    }
    Ok(chosen)
}

/// Writes a benchmark from all states that were labelled, in their order, and keeps those that the
/// filter wants; only a part of it is held in memory.
///
/// # Errors
/// When a state cannot be had, none is critical enough, or the file cannot be written.
pub fn write_benchmark(
    meta: &Meta,
    filter: &Filter,
    states: impl Iterator<Item = Result<Labelled, Error>>,
    output: &Output,
) -> Result<BenchmarkSummary, Error> {
    let level = meta.level();
    let mut tally = Tally::of(meta);
    let mut widest = 0.0;
    let mut seen = 0u64;
    let kept = states.filter_map(|own| {
        let own = match own {
            Ok(own) => own,
            Err(error) => return Some(Err(error)),
        };
        seen += 1;
        widest = own.spread(level).max(widest);
        if !filter.is_critical(&own, level) {
            return None;
        }
        tally.add(&own);
        Some(Ok(own))
    });
    let saved = save_each(meta, kept, output);
    let summary = tally.summary();
    if saved.is_err() && filter.critical > widest {
        let what = format!(
            "no state is as critical as that: of {seen} states, the best and the worst move differ by {widest} at the most",
        );
        let hint = "ask for a smaller difference; the labels are kept in the journal for that";
        return Err(Error::misuse(what, hint));
    }
    saved.map(|()| summary)
}

/// The benchmark that the order would make again, if it is there.
fn there(output: &Path, meta: &Meta) -> Result<Option<Benchmark>, Error> {
    if !output.exists() {
        return Ok(None);
    }
    let Ok(there) = load(output) else {
        return Err(in_the_way(output, "is no benchmark"));
    };
    let with_plan = Meta {
        plan: there.meta.plan.clone(),
        ..meta.clone()
    };
    if there.meta == with_plan {
        return Ok(Some(there));
    }
    Err(in_the_way(output, "is another benchmark"))
}

fn in_the_way(output: &Path, why: &str) -> Error {
    Error::misuse(
        format!("{} is there already and {why}", output.display()),
        "choose another name, or say --force to replace it",
    )
}

/// Tells before the long work whether its journal can be written.
fn ensure_journal(output: &Path) -> Result<(), Error> {
    let journal = Journal::beside(output);
    ensure_regular(&journal)?;
    let was_there = journal.exists();
    let opened = OpenOptions::new().append(true).create(true).open(&journal);
    opened.map_err(|error| unwritable(output, &error))?;
    if !was_there {
        let _ = std::fs::remove_file(&journal);
    }
    Ok(())
}
