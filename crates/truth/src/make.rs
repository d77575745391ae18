//! From an order to a file: choose, label, write.

use std::fs::OpenOptions;
use std::path::Path;

use plyscope_game::Notation;

use crate::disk::{Estimate, ensure_room};
use crate::files::{remove_parts, save_each};
use crate::label::{fits, labelled, threads};
use crate::summary::Tally;
use crate::{
    Amount, Benchmark, Chosen, Filter, Journal, Label, Labeller, Meta, Output, Plan, Pool,
    Selector, Step, Summary, Trouble, ensure_regular, label, load, select,
};

/// What is to be made, by whom and where.
pub struct Order<'a, G: Notation> {
    /// How it comes about; its plan is filled in.
    pub meta: Meta,
    /// Which states.
    pub selector: &'a Selector,
    /// Where they come from.
    pub pool: Pool<'a, G>,
    /// Who labels them, and from which seed everything begins.
    pub labeller: Labeller<'a, G>,
    /// The Parquet file.
    pub output: &'a Path,
    /// Whether another file of that name may be replaced.
    pub replace: bool,
}

/// What came of an order.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// How it came about.
    pub meta: Meta,
    /// What is in it.
    pub summary: Summary,
    /// How many states were labelled; more than there are in it if only critical ones were kept.
    pub labelled: u64,
    /// How many of them an earlier run had done.
    pub before: u64,
    /// Whether the very file was there already, and nothing was to do.
    pub already: bool,
}

/// Makes a benchmark, or goes on with one that was broken off.
///
/// Its journal lies beside the output until the output is complete.
///
/// # Errors
/// When something fails or stops the run: the journal then keeps what is done,
/// and a file that was there before is untouched.
pub fn make<G: Notation>(game: &G, order: Order<'_, G>) -> Result<Made, Trouble> {
    let Order {
        mut meta,
        selector,
        pool,
        labeller,
        output,
        replace,
    } = order;
    let amount = selector.amount;
    if matches!(amount, Amount::States(0) | Amount::PerPly(0)) {
        let what = "a benchmark of 0 states is none";
        return Err(Trouble::misuse(what, "ask for at least one state"));
    }
    // Before anything is read: a device or a folder is no place for a file, whatever may be replaced.
    Output::new(output, true)?;
    let there = if replace { None } else { there(output, &meta)? };
    let place = Output::new(output, replace || there.is_some())?;
    ensure_journal(output)?;
    let estimate = Estimate::of(game, &selector.filter);
    ensure_room(output, estimate.bytes(amount))?;
    // Made once here so that a wrong spec is told before the long work.
    (labeller.make)(labeller.seed)?;
    let chosen = choose(game, selector, pool, &labeller)?;
    let texts = chosen
        .iter()
        .map(|own| (own.ply, game.write_state(&own.state)));
    let to_label = selector.before_labelling().to_string();
    let plan = Plan::new(&meta, to_label, labeller.seed, texts);
    meta.plan = plan.id();
    let journal_path = Journal::beside(output);
    let fit = |id: usize, labels: &[Label]| fits(game, &chosen[id].state, labels);
    if let Some(there) = there {
        if there.meta.plan != meta.plan {
            return Err(in_the_way(output, "was made from other states"));
        }
        if journal_path.exists() {
            Journal::open(&journal_path, &plan, fit)?.remove()?;
        }
        return Ok(Made {
            summary: Summary::of(&there),
            meta,
            labelled: chosen.len() as u64,
            before: chosen.len() as u64,
            already: true,
        });
    }
    ensure_room(output, estimate.bytes_of(chosen.len() as u64))?;
    let mut journal = Journal::open(&journal_path, &plan, fit)?;
    // With the journal in hand, nobody else can be writing this output.
    remove_parts(output);
    let before = (0..chosen.len()).filter(|&id| journal.has(id)).count() as u64;
    label(game, &chosen, &labeller, &mut journal)?;
    let summary = write(game, &meta, &selector.filter, &chosen, &mut journal, &place)?;
    journal.remove()?;
    Ok(Made {
        meta,
        summary,
        labelled: chosen.len() as u64,
        before,
        already: false,
    })
}

fn choose<G: Notation>(
    game: &G,
    selector: &Selector,
    pool: Pool<'_, G>,
    labeller: &Labeller<'_, G>,
) -> Result<Vec<Chosen<G::State>>, Trouble> {
    let of = match selector.amount {
        Amount::States(count) => Some(count),
        _ => None,
    };
    let found = |found| (labeller.progress)(Step::Choosing { found, of });
    let (seed, stop) = (labeller.seed, &labeller.limits.stop);
    let (amount, filter) = (selector.amount, &selector.filter);
    let chosen = threads(labeller.threads)?
        .install(|| select(game, pool, amount, filter, seed, stop, &found))?;
    if chosen.is_empty() {
        let hint = if filter.moves.1 < 2 && !filter.keep_single {
            "states with a single legal move are left out unless you say --keep-single"
        } else {
            "choose more plies or fewer filters"
        };
        return Err(Trouble::misuse("no state is left to choose", hint));
    }
    Ok(chosen)
}

/// Writes the file from the journal, in which every state is done.
fn write<G: Notation>(
    game: &G,
    meta: &Meta,
    filter: &Filter,
    chosen: &[Chosen<G::State>],
    journal: &mut Journal,
    output: &Output,
) -> Result<Summary, Trouble> {
    let mut tally = Tally::default();
    let mut widest = 0.0;
    let states = chosen.iter().enumerate().filter_map(|(id, chosen)| {
        let labels = match journal.labels(id) {
            Ok(labels) => labels,
            Err(trouble) => return Some(Err(trouble)),
        };
        let own = labelled(game, chosen, labels);
        widest = own.spread().max(widest);
        if !filter.is_critical(&own) {
            return None;
        }
        tally.add(&own);
        Some(Ok(own))
    });
    let saved = save_each(meta, states, output);
    let summary = tally.summary();
    if saved.is_err() && filter.critical > widest {
        let what = format!(
            "no state is as critical as that: of {} states, the best and the worst move differ by {widest} at the most",
            chosen.len()
        );
        let hint = "ask for a smaller difference; the labels are kept in the journal for that";
        return Err(Trouble::misuse(what, hint));
    }
    saved.map(|()| summary)
}

/// The benchmark that the order would make again, if it is there.
fn there(output: &Path, meta: &Meta) -> Result<Option<Benchmark>, Trouble> {
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

fn in_the_way(output: &Path, why: &str) -> Trouble {
    Trouble::misuse(
        format!("{} is there already and {why}", output.display()),
        "choose another name, or say --force to replace it",
    )
}

/// Tells before the long work whether its journal can be written.
fn ensure_journal(output: &Path) -> Result<(), Trouble> {
    let journal = Journal::beside(output);
    ensure_regular(&journal)?;
    let was_there = journal.exists();
    let opened = OpenOptions::new().append(true).create(true).open(&journal);
    opened.map_err(|error| Trouble::unwritable(output, &error))?;
    if !was_there {
        let _ = std::fs::remove_file(&journal);
    }
    Ok(())
}
