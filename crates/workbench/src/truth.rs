//! Benchmarks of a game chosen at run time: specs become agents, and the rest is done by `truth`.

use std::path::Path;
use std::sync::Arc;

use plyscope_game::{Agent, Deadline, Limits, Notation};
use plyscope_search::states_at_least;
use plyscope_truth::{
    Benchmark, Checked, Chosen, Compare, Filter, Labelled, Labeller, Made, MakeAgent, Meta, Order,
    Pieces, Pool, Selector, Source, Step, Trouble, check, check_against, digest_of, make,
};

use crate::agents::{MakeContext, files_of};
use crate::any_game::{AnyGame, known};
use crate::position::{AnyPosition, Position};
use crate::shelf::Shelf;
use crate::{Failure, Reading, Spec, read_count};

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
    pub position: Box<dyn AnyPosition>,
    /// Moves since the start, where the list tells.
    pub ply: Option<u32>,
}

/// How labelling is run.
pub struct TruthRun<'a> {
    /// Where chance begins.
    pub seed: u64,
    /// Limits for each state, and the flag that stops the run.
    pub limits: Limits,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// Told how far the work is.
    pub progress: &'a (dyn Fn(Step) + Sync),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Self {
            what: trouble.what,
            hint: trouble.hint,
            is_misuse: trouble.is_misuse,
        }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self {
            what: failure.what,
            hint: failure.hint,
            is_misuse: failure.is_misuse,
        }
    }
}

/// Makes agents of one spec.
struct Maker<'a, G> {
    game: &'a G,
    game_name: &'a str,
    spec: Spec,
}

impl<G: Shelf> Maker<'_, G> {
    fn make(&self, seed: u64) -> Result<Box<dyn Agent<G>>, Trouble> {
        let context = MakeContext {
            game: self.game,
            game_name: self.game_name,
            seed,
        };
        Ok(context.agent(&self.spec)?)
    }
}

/// The files that a spec names, each with a digest of its content.
pub(crate) fn inputs_of<G: Shelf>(spec: &Spec) -> Result<String, Failure> {
    let digest = |path: String| -> Result<String, Failure> {
        Ok(format!("{path}={}", digest_of(Path::new(&path))?))
    };
    let files = files_of::<G>(spec).into_iter().map(digest);
    Ok(files.collect::<Result<Vec<_>, _>>()?.join(", "))
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
fn repeatable(meta: &Meta, spec: &Spec) -> Result<Option<u64>, Failure> {
    let limits = Spec::parse(&format!("limits:{}", meta.limits))?;
    if limits.get("time").is_some() || spec.get("time").is_some() {
        let what = "it was labelled within a time limit, so the labels would not be the same again";
        return Err(Failure::misuse(what, OTHER_WAYS));
    }
    Ok(limits.get("nodes").and_then(read_count))
}

/// How to verify what its own labeller cannot say again.
const OTHER_WAYS: &str =
    "compare with what another labeller proves (--by solver), or with the rules alone (--sample 0)";

/// The game's name without its parameters.
fn name_of(spec: &str) -> &str {
    spec.split(':').next().unwrap_or_default()
}

pub(crate) fn make_truth<G: Shelf>(
    game: &Arc<G>,
    game_spec: &str,
    order: TruthOrder<'_>,
) -> Result<Made, Failure> {
    let maker = |text: &str| -> Result<Maker<'_, G>, Failure> {
        Ok(Maker {
            game,
            game_name: name_of(game_spec),
            spec: Spec::parse(text)?,
        })
    };
    let labeller = maker(order.by)?;
    let label = |seed| labeller.make(seed);
    let players = match &order.selector.source {
        Source::Agents { first, second, .. } => Some((maker(first)?, maker(second)?)),
        _ => None,
    };
    let first = |seed| {
        players
            .as_ref()
            .map_or(label(seed), |(first, _)| first.make(seed))
    };
    let second = |seed| {
        players
            .as_ref()
            .map_or(label(seed), |(_, second)| second.make(seed))
    };
    let makers: [MakeAgent<'_, G>; 2] = [&first, &second];
    let pool = match order.selector.source {
        Source::Playouts => Pool::Playouts,
        Source::Agents { random, .. } => Pool::Games { makers, random },
        Source::File { .. } => Pool::Listed(listed::<G>(&**game, &order.positions)?),
        Source::All => every_state(&**game, order.selector, &order.run.limits)?,
    };
    let made = make(
        &**game,
        Order {
            meta: Meta {
                game: game_spec.to_string(),
                selector: order.selector.to_string(),
                labeller: labeller.spec.to_string(),
                limits: write_limits(&order.run.limits),
                inputs: inputs_of::<G>(&labeller.spec)?,
                seeds: vec![order.run.seed],
                version: env!("CARGO_PKG_VERSION").to_string(),
                plan: String::new(),
            },
            selector: order.selector,
            pool,
            labeller: Labeller {
                make: &label,
                seed: order.run.seed,
                limits: order.run.limits,
                threads: order.run.threads,
                progress: order.run.progress,
            },
            output: order.output,
            replace: order.replace,
        },
    )?;
    Ok(made)
}

/// All states of a game, refused at once where that is surely too many.
pub(crate) fn every_state<'a, G: Notation>(
    game: &G,
    selector: &Selector,
    limits: &Limits,
) -> Result<Pool<'a, G>, Failure> {
    let Filter {
        symmetry, plies, ..
    } = selector.filter;
    let most = MOST_STATES as u64;
    // The limit on time is one on each state that is labelled.
    let deadline = Deadline::of(&Limits {
        time: None,
        ..limits.clone()
    });
    let states = states_at_least(game, &game.start(), symmetry, plies.1, most, &deadline);
    if states > most {
        return Err(Failure::misuse(
            format!("there are more than {most} states: {states} at the least"),
            "choose by playouts, or fewer plies; symmetry helps too",
        ));
    }
    Ok(Pool::All { most: MOST_STATES })
}

/// Positions as states with their ply.
///
/// A position given as a state does not tell how many moves led to it. Where
/// moves add pieces, those that the start has not are counted.
pub(crate) fn listed<G: Notation>(
    game: &G,
    positions: &[Listed],
) -> Result<Vec<Chosen<G::State>>, Failure> {
    let pieces = Pieces::of(game);
    let chosen = |Listed { position, ply }: &Listed| {
        let typed: &Position<G> = known(&**position);
        let ply = if let Some(ply) = ply {
            *ply
        } else if position.is_from_start() {
            position.ply() as u32
        } else if let Some(plies) = pieces.plies(game, typed.state()) {
            plies
        } else {
            let state = position.state_text();
            let what = format!("nobody can tell how many moves led to `{state}`");
            return Err(Failure::misuse(
                what,
                "give positions as moves from the start",
            ));
        };
        Ok(Chosen {
            state: typed.state().clone(),
            ply,
        })
    };
    positions.iter().map(chosen).collect()
}

pub(crate) fn verify_truth<G: Shelf>(
    game: &Arc<G>,
    game_spec: &str,
    benchmark: &Benchmark,
    by: Option<&str>,
    sample: usize,
    run: TruthRun<'_>,
) -> Result<Checked, Failure> {
    let mut found = Checked {
        problems: check(&**game, benchmark),
        compared: 0,
    };
    if sample == 0 {
        return Ok(found);
    }
    let again = label_again(game, game_spec, benchmark, by, sample, run);
    match again {
        Ok(more) => {
            found.problems.extend(more.problems);
            found.compared = more.compared;
        }
        // What the rules tell is worth more than why nothing else can be told.
        Err(failure) if found.problems.is_empty() => return Err(failure),
        Err(_) => {}
    }
    Ok(found)
}

fn label_again<G: Shelf>(
    game: &Arc<G>,
    game_spec: &str,
    benchmark: &Benchmark,
    by: Option<&str>,
    sample: usize,
    mut run: TruthRun<'_>,
) -> Result<Checked, Failure> {
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
        return Err(Failure::misuse(what, OTHER_WAYS));
    }
    if by.is_none() && meta.labeller == "unknown" {
        let what = "it does not say who labelled it, so nobody can be asked again";
        return Err(Failure::misuse(what, OTHER_WAYS));
    }
    let maker = Maker {
        game: &**game,
        game_name: name_of(game_spec),
        spec: Spec::parse(by.unwrap_or(&meta.labeller))?,
    };
    if by.is_none() {
        run.limits.nodes = run.limits.nodes.or(repeatable(meta, &maker.spec)?);
        if inputs_of::<G>(&maker.spec)? != meta.inputs {
            let what = format!(
                "the labeller's files are not those it was made with ({})",
                meta.inputs
            );
            return Err(Failure::misuse(what, OTHER_WAYS));
        }
    }
    let make = |seed| maker.make(seed);
    let labeller = Labeller {
        make: &make,
        seed: run.seed,
        limits: run.limits,
        threads: run.threads,
        progress: run.progress,
    };
    let compare = if by.is_some() {
        Compare::Proved
    } else {
        Compare::All
    };
    Ok(check_against(
        &**game, benchmark, &labeller, sample, compare,
    )?)
}

/// Reads positions, one a text, and says which one is wrong.
///
/// # Errors
/// When a text is no position of the game.
pub fn read_positions(
    game: &dyn AnyGame,
    texts: impl Iterator<Item = Result<(usize, String), Failure>>,
    reading: Reading,
) -> Result<Vec<Listed>, Failure> {
    let read = |numbered: Result<(usize, String), Failure>| {
        let (number, text) = numbered?;
        let position = game.position(&text, reading);
        let position = position.map_err(|failure| failure.in_context(format!("line {number}")))?;
        Ok(Listed {
            position,
            ply: None,
        })
    };
    texts.map(read).collect()
}

/// The states of a benchmark of the same game, to be labelled by somebody else.
///
/// # Errors
/// When it is a benchmark of another game, or a state is none of the game.
pub fn positions_of(game: &dyn AnyGame, benchmark: &Benchmark) -> Result<Vec<Listed>, Failure> {
    if benchmark.meta.game != game.spec() {
        let what = format!(
            "its states are of {}, not of {}",
            benchmark.meta.game,
            game.spec()
        );
        return Err(Failure::misuse(what, "give a benchmark of the same game"));
    }
    let listed = |own: &Labelled| {
        Ok(Listed {
            position: game.position(&own.state, Reading::State)?,
            ply: Some(own.ply),
        })
    };
    benchmark.states.iter().map(listed).collect()
}
