//! Benchmarks of a game chosen at run time: specs become agents, and the rest is done by `truth`.

use std::path::Path;

use plyscope_game::any::{AnyAgent, Position};
use plyscope_game::{Deadline, Error, Limits};
use plyscope_truth::{
    Benchmark, BenchmarkOrder, Checked, Chosen, Compare, Filter, Labelled, Labeller, Made,
    MakeAgent, Meta, Pool, Selector, Source, Stage, check, check_against, made_so_far, make,
};

use crate::{NamedGame, Reading, Spec, read_count};

/// States beyond which a game is not small enough to list them all.
const MOST_STATES: usize = 20_000_000;

/// A benchmark to be made.
pub struct TruthOrder<'a> {
    /// Which states.
    pub selector: &'a Selector,
    /// The positions, for a selector that takes them from a file.
    pub positions: Vec<Listed>,
    /// The spec of the labeller.
    pub by: &'a str,
    /// How to run it.
    pub run: TruthRun<'a>,
    /// The file to write.
    pub output: &'a Path,
    /// Whether another file of that name may be replaced.
    pub replace: bool,
}

/// A position of a list.
pub struct Listed {
    /// The position.
    pub position: Position,
    /// Moves since the start, where the list tells.
    pub ply: Option<u32>,
}

/// How labelling is run.
pub struct TruthRun<'a> {
    /// The seed of all random choices.
    pub seed: u64,
    /// Limits for each state, and the flag that stops the run.
    pub limits: Limits,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// Told how far the work is.
    pub progress: &'a (dyn Fn(Stage) + Sync),
}

/// The limits on a state as a file carries them.
pub(crate) fn write_limits(limits: &Limits) -> String {
    let nodes = limits.nodes.map(|nodes| format!("nodes={nodes}"));
    let time = limits.time;
    let time = time.map(|time| format!("time={}s", time.as_secs_f64()));
    let parts: Vec<String> = nodes.into_iter().chain(time).collect();
    parts.join(",")
}

/// The nodes of limits that [`write_limits`] wrote, or an error if there is a time, which never repeats.
fn repeatable(meta: &Meta, spec: &Spec) -> Result<Option<u64>, Error> {
    let limits = Spec::parse(&format!("limits:{}", meta.limits))?;
    if limits.get("time").is_some() || spec.get("time").is_some() {
        let what = "it was labelled within a time limit, so the labels would not be the same again";
        return Err(Error::misuse(what, OTHER_WAYS));
    }
    Ok(limits.get("nodes").and_then(read_count))
}

/// How to verify what its own labeller cannot say again.
const OTHER_WAYS: &str =
    "compare with what another labeller proves (--by solver), or with the rules alone (--sample 0)";

/// Makes agents of a spec.
pub(crate) fn maker<'a>(
    game: &'a NamedGame,
    text: &str,
) -> Result<impl Fn(u64) -> Result<Box<dyn AnyAgent>, Error> + Sync + use<'a>, Error> {
    let spec = Spec::parse(text)?;
    Ok(move |seed| game.agent(&spec, seed))
}

/// Makes a benchmark, or resumes one that was interrupted.
///
/// # Errors
/// When a spec is wrong, an agent fails, or the file cannot be written.
pub fn make_truth(game: &NamedGame, order: TruthOrder<'_>) -> Result<Made, Error> {
    with_order(game, order, |order| make(game.rules(), order))
}

/// What [`make_truth`] has labelled by now of an order; nothing more is labelled.
///
/// # Errors
/// When a spec is wrong, nothing is labelled yet, or another run is at work on it.
pub fn truth_so_far(game: &NamedGame, order: TruthOrder<'_>) -> Result<Benchmark, Error> {
    with_order(game, order, |order| made_so_far(game.rules(), order))
}

fn with_order<T>(
    game: &NamedGame,
    order: TruthOrder<'_>,
    work: impl FnOnce(BenchmarkOrder<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let label = maker(game, order.by)?;
    let players = players(game, order.selector)?;
    let makers: [MakeAgent<'_>; 2] = match &players {
        Some((first, second)) => [first, second],
        None => [&label, &label],
    };
    let limits = &order.run.limits;
    work(BenchmarkOrder {
        meta: meta_of(game, order.selector, order.by, &order.run)?,
        selector: order.selector,
        pool: pool(game, order.selector, &order.positions, makers, limits)?,
        labeller: labeller(&label, order.run),
        output: order.output,
        replace: order.replace,
    })
}

/// How a benchmark comes about, but for the plan of its run.
pub(crate) fn meta_of(
    game: &NamedGame,
    selector: &Selector,
    by: &str,
    run: &TruthRun<'_>,
) -> Result<Meta, Error> {
    let spec = Spec::parse(by)?;
    Ok(Meta {
        game: game.identity().to_string(),
        selector: selector.to_string(),
        labeller: spec.to_string(),
        limits: write_limits(&run.limits),
        inputs: game.inputs_of(&spec)?,
        seeds: vec![run.seed],
        version: env!("CARGO_PKG_VERSION").to_string(),
        plan: String::new(),
        sum: Meta::sum_of(&game.facts()),
        reach: None,
    })
}

/// Makers of the agents whose games give the states, where it is those.
pub(crate) fn players<'a>(
    game: &'a NamedGame,
    selector: &Selector,
) -> Result<Option<(impl AgentMaker + use<'a>, impl AgentMaker + use<'a>)>, Error> {
    Ok(match &selector.source {
        Source::Agents { first, second, .. } => Some((maker(game, first)?, maker(game, second)?)),
        _ => None,
    })
}

/// Makes an agent from a seed.
pub(crate) trait AgentMaker: Fn(u64) -> Result<Box<dyn AnyAgent>, Error> + Sync {}

impl<M: Fn(u64) -> Result<Box<dyn AnyAgent>, Error> + Sync> AgentMaker for M {}

/// Where the states come from.
pub(crate) fn pool<'a>(
    game: &NamedGame,
    selector: &Selector,
    positions: &[Listed],
    makers: [MakeAgent<'a>; 2],
    limits: &Limits,
) -> Result<Pool<'a>, Error> {
    Ok(match selector.source {
        Source::Playouts => Pool::Playouts,
        Source::Agents { random, .. } => Pool::Games { makers, random },
        Source::File { .. } => Pool::Listed(listed(game, positions)?),
        Source::All => every_state(game, selector, limits)?,
    })
}

pub(crate) fn labeller<'a>(make: MakeAgent<'a>, run: TruthRun<'a>) -> Labeller<'a> {
    Labeller {
        make,
        seed: run.seed,
        limits: run.limits,
        threads: run.threads,
        progress: run.progress,
    }
}

/// All states of a game, refused at once where that is surely too many.
pub(crate) fn every_state<'a>(
    game: &NamedGame,
    selector: &Selector,
    limits: &Limits,
) -> Result<Pool<'a>, Error> {
    let Filter {
        symmetry, plies, ..
    } = selector.filter;
    let most = MOST_STATES as u64;
    // The limit on time is one on each state that is labelled.
    let deadline = Deadline::of(&Limits {
        time: None,
        ..limits.clone()
    });
    let states = game.states_at_least(symmetry, plies.1, most, &deadline);
    if states > most {
        return Err(Error::misuse(
            format!("there are more than {most} states: {states} at the least"),
            "choose by playouts, or fewer plies; symmetry helps too",
        ));
    }
    Ok(Pool::All { most: MOST_STATES })
}

/// Positions as states with their ply.
///
/// A position given as a state does not tell how many moves led to it; some games' states do.
pub(crate) fn listed(game: &NamedGame, positions: &[Listed]) -> Result<Chosen, Error> {
    let mut chosen = Chosen::new(game.rules());
    for Listed { position, ply } in positions {
        let (states, at) = (position.states(), position.at());
        let ply = if let Some(ply) = ply {
            *ply
        } else if position.is_from_start() {
            position.ply() as u32
        } else if let Some((fewest, _)) = states.ply_range(at) {
            fewest
        } else {
            let state = position.text();
            let what = format!("nobody can tell how many moves led to `{state}`");
            let hint = "give positions as moves from the start";
            return Err(Error::misuse(what, hint));
        };
        chosen.push(states, at, ply);
    }
    Ok(chosen)
}

/// Holds a benchmark against the rules, and labels a sample of it again,
/// by the labeller that made it or by another one, whose proofs are compared.
///
/// # Errors
/// When the labeller cannot be made or fails.
pub fn verify_truth(
    game: &NamedGame,
    benchmark: &Benchmark,
    by: Option<&str>,
    sample: usize,
    run: TruthRun<'_>,
) -> Result<Checked, Error> {
    let mut found = Checked {
        problems: check(game.rules(), benchmark),
        compared: 0,
    };
    if sample == 0 {
        return Ok(found);
    }
    match label_again(game, benchmark, by, sample, run) {
        Ok(more) => {
            found.problems.extend(more.problems);
            found.compared = more.compared;
        }
        // What the rules tell is worth more than why nothing else can be told.
        Err(error) if found.problems.is_empty() => return Err(error),
        Err(_) => {}
    }
    Ok(found)
}

fn label_again(
    game: &NamedGame,
    benchmark: &Benchmark,
    by: Option<&str>,
    sample: usize,
    mut run: TruthRun<'_>,
) -> Result<Checked, Error> {
    let meta = &benchmark.meta;
    let is_mixed = |text: &String| text.contains(" + ");
    let mixed = [&meta.labeller, &meta.limits, &meta.inputs]
        .into_iter()
        .find(|text| is_mixed(text));
    if by.is_none()
        && let Some(mixed) = mixed
    {
        let what =
            format!("it was not labelled by one alone ({mixed}), so nobody can be asked again");
        return Err(Error::misuse(what, OTHER_WAYS));
    }
    if by.is_none() && meta.labeller == "unknown" {
        let what = "it does not say who labelled it, so nobody can be asked again";
        return Err(Error::misuse(what, OTHER_WAYS));
    }
    let text = by.unwrap_or(&meta.labeller);
    if by.is_none() {
        let spec = Spec::parse(text)?;
        run.limits.nodes = run.limits.nodes.or(repeatable(meta, &spec)?);
        if game.inputs_of(&spec)? != meta.inputs {
            let what = format!(
                "the labeller's files are not those it was made with ({})",
                meta.inputs
            );
            return Err(Error::misuse(what, OTHER_WAYS));
        }
    }
    let make = maker(game, text)?;
    let labeller = labeller(&make, run);
    let compare = if by.is_some() {
        Compare::Proved
    } else {
        Compare::All
    };
    check_against(game.rules(), benchmark, &labeller, sample, compare)
}

/// Reads positions, one per text, and says which one is wrong.
///
/// # Errors
/// When a text is no position of the game.
pub fn read_positions(
    game: &NamedGame,
    texts: impl Iterator<Item = Result<(usize, String), Error>>,
    reading: Reading,
) -> Result<Vec<Listed>, Error> {
    let read = |numbered: Result<(usize, String), Error>| {
        let (number, text) = numbered?;
        let position = game.position(&text, reading);
        let position = position.map_err(|error| error.in_context(format!("line {number}")))?;
        Ok(Listed {
            position,
            ply: None,
        })
    };
    texts.map(read).collect()
}

/// The states of a benchmark of the same game, to be labelled by another agent.
///
/// # Errors
/// When it is a benchmark of another game, or a state is none of the game.
pub fn positions_of(game: &NamedGame, benchmark: &Benchmark) -> Result<Vec<Listed>, Error> {
    if benchmark.meta.game != game.identity() {
        let what = format!(
            "its states are of {}, not of {}",
            benchmark.meta.game,
            game.identity()
        );
        return Err(Error::misuse(what, "give a benchmark of the same game"));
    }
    let listed = |own: &Labelled| {
        Ok(Listed {
            position: game.position(&own.state, Reading::State)?,
            ply: Some(own.ply),
        })
    };
    benchmark.states.iter().map(listed).collect()
}
