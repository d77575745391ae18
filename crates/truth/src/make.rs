//! From an order to a file: choose, label, write.

use std::fs::OpenOptions;
use std::path::Path;

use plyscope_game::Notation;

use crate::disk::{Estimate, ensure_room};
use crate::label::threads;
use crate::{
    Amount, Benchmark, Journal, Labeller, Meta, Plan, Pool, Selector, Trouble, label, load, save,
    select,
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
pub enum Made {
    /// A new file, and how many of its states an earlier run had done.
    New(Benchmark, u64),
    /// The very file was there already.
    Already(Benchmark),
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
    let (amount, filter) = (selector.amount, &selector.filter);
    if matches!(amount, Amount::States(0) | Amount::PerPly(0)) {
        let what = "a benchmark of 0 states is none";
        return Err(Trouble::misuse(what, "ask for at least one state"));
    }
    let there = if replace { None } else { there(output, &meta)? };
    ensure_writable(output)?;
    ensure_room(output, Estimate::of(game, filter).bytes(amount))?;
    // Made once here so that a wrong spec is told before the long work.
    (labeller.make)(labeller.seed)?;
    let stop = &labeller.limits.stop;
    let chosen = threads(labeller.threads)?
        .install(|| select(game, pool, amount, filter, labeller.seed, stop))?;
    if chosen.is_empty() {
        return Err(Trouble::misuse(
            "no state is left to choose",
            "choose more plies or fewer filters",
        ));
    }
    let texts: Vec<String> = chosen
        .iter()
        .map(|own| game.write_state(&own.state))
        .collect();
    let with_ply = chosen
        .iter()
        .zip(&texts)
        .map(|(own, text)| (own.ply, text.as_str()));
    let plan = Plan::new(&meta, labeller.seed, with_ply);
    meta.plan = plan.id();
    let journal_path = Journal::beside(output);
    if let Some(there) = there {
        if there.meta.plan != meta.plan {
            return Err(in_the_way(output, "was made from other states"));
        }
        if journal_path.exists() {
            Journal::open(&journal_path, &plan)?.0.remove()?;
        }
        return Ok(Made::Already(there));
    }
    let (mut journal, done) = Journal::open(&journal_path, &plan)?;
    let before = done.len() as u64;
    let mut states = label(game, &chosen, &labeller, &mut journal, done)?;
    states.retain(|own| filter.is_critical(own));
    let benchmark = Benchmark { meta, states };
    save(&benchmark, output)?;
    journal.remove()?;
    Ok(Made::New(benchmark, before))
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

/// Tells before the long work whether the folder can be written to.
fn ensure_writable(output: &Path) -> Result<(), Trouble> {
    if output.is_dir() {
        let what = format!("{} is a folder", output.display());
        return Err(Trouble::misuse(what, "give the name of a file"));
    }
    let journal = Journal::beside(output);
    let was_there = journal.exists();
    let opened = OpenOptions::new().append(true).create(true).open(&journal);
    opened.map_err(|error| Trouble::unwritable(output, &error))?;
    if !was_there {
        let _ = std::fs::remove_file(&journal);
    }
    Ok(())
}
