//! Asking a heuristic about every state of a benchmark, on all cores.

use std::ops::Range;

use plyscope_game::any::{AnyAgent, AnyStates, Replied, Replies};
use plyscope_game::{Error, Facts, Limits};
use plyscope_parallel::{threads_here, try_map};
use plyscope_truth::Spare;

use crate::Guesses;
use crate::said::Said;

/// Makes the agent that is judged; each thread makes its own.
pub type MakeJudged<'a> = &'a (dyn Fn() -> Result<Box<dyn AnyAgent>, Error> + Sync + 'a);

/// Asks about every state; the order of work does not matter, since the agent forgets between two.
///
/// # Errors
/// When the agent fails, puts a value on a move that is not a number, or the run was stopped.
pub fn ask(
    facts: &Facts,
    states: &dyn AnyStates,
    make: MakeJudged<'_>,
    limits: &Limits,
    progress: &(dyn Fn() + Sync),
) -> Result<Guesses, Error> {
    let asker = Asker {
        facts,
        states,
        make,
        limits,
        progress,
    };
    let spare = Spare::default();
    let bits = chunk_bits(states.len());
    let chunk = |at: usize| at << bits..states.len().min((at + 1) << bits);
    let parts = try_map(states.len().div_ceil(1 << bits), |at| {
        let work = |kept: &mut Kept| asker.ask(kept, chunk(at));
        spare.with(|| asker.kept(), work)
    })?;
    Ok(Guesses::of_parts(facts, bits, parts))
}

/// States that one thread takes at a time, as a power of 2: enough that handing them out costs
/// little, few enough that all threads have work to the end.
fn chunk_bits(states: usize) -> u32 {
    (states / (16 * threads_here())).clamp(1, 128).ilog2()
}

/// What a thread keeps from chunk to chunk.
struct Kept {
    agent: Box<dyn AnyAgent>,
    replies: Replies,
    said: Said,
}

struct Asker<'a> {
    facts: &'a Facts,
    states: &'a dyn AnyStates,
    make: MakeJudged<'a>,
    limits: &'a Limits,
    progress: &'a (dyn Fn() + Sync),
}

impl Asker<'_> {
    fn kept(&self) -> Result<Kept, Error> {
        Ok(Kept {
            agent: (self.make)()?,
            replies: Replies::default(),
            said: Said::default(),
        })
    }

    fn ask(&self, kept: &mut Kept, chunk: Range<usize>) -> Result<Said, Error> {
        let Kept {
            agent,
            replies,
            said,
        } = kept;
        replies.clear();
        let tell = || (self.progress)();
        let asked = agent.advise_each(self.states, chunk.clone(), self.limits, replies, &tell);
        asked.map_err(|error| {
            if error.hint.is_some() {
                return error;
            }
            error.with_hint("leave the heuristic out")
        })?;
        if replies.len() < chunk.len() {
            return Err(stopped());
        }
        said.clear();
        for (at, own) in replies.iter().enumerate() {
            let added = match own {
                Replied::Estimates { values, best } => said.add_estimates(values, best),
                Replied::Moves(moves) => said.add(moves, self.facts),
            };
            added.map_err(|mv| no_number(self.states, chunk.start + at, mv))?;
        }
        // A copy is as large as what was said, where lists that grew keep room for more.
        Ok(said.clone())
    }
}

fn stopped() -> Error {
    Error::stopped("stopped before every state was judged")
        .with_hint("run the same command again; judging starts afresh")
}

fn no_number(states: &dyn AnyStates, at: usize, mv: usize) -> Error {
    let (mv, state) = (states.move_text(at, mv), states.text(at));
    Error::failed(format!(
        "the heuristic's value of {mv} is not a number at state {state}"
    ))
    .with_hint("look for a division by zero or a logarithm of nothing in it")
}
