//! What a move costs an agent, counted and not timed: whether it is asked about thousands of states
//! and plays hundreds of games must not depend on the machine.

use plyscope_game::Limits;
use plyscope_game::any::AnyStates;

use super::JudgeRun;
use crate::{NamedGame, Spec};

/// States on which it is counted, evenly spread over a benchmark.
const STATES: usize = 8;
/// Beyond so many nodes for one move an agent is asked for no more than it was named for.
const MOST: u64 = 1_000_000;
/// Moves of a playout that choose by chance and are as quick as one state that an evaluator is asked about.
const MOVES: u64 = 8;
/// Evaluators that take long and count nothing.
const UNCOUNTED: [&str; 1] = ["expected-outcome"];

/// States that an agent looks at for a move, on average: nodes of its search, or states of its playouts
/// about which it asks an evaluator; where it asks none, a share of their moves. Nothing where that cannot be counted,
/// because a program, a caller's code or a clock has part in it, or where it is too much.
pub(super) fn effort(
    game: &NamedGame,
    text: &str,
    states: &dyn AnyStates,
    run: &JudgeRun<'_>,
) -> Option<u64> {
    let spec = Spec::parse(text).ok()?;
    let all = spec.and_within().ok()?;
    let is_uncounted = |own: &Spec| {
        let name = &*own.name;
        UNCOUNTED.contains(&name) || game.is_added(name) || own.get("time").is_some()
    };
    if all.iter().any(is_uncounted) || game.starts_process(&spec) {
        return None;
    }
    let is_steered = all.iter().any(|own| own.get("eval").is_some());
    let mut agent = game.agent(&spec, run.seed).ok()?;
    let limits = Limits {
        nodes: Some(MOST),
        stop: run.limits.stop.clone(),
        ..Limits::best_move()
    };
    let playout = u64::from(game.facts().max_plies).div_ceil(2);
    let count = STATES.min(states.len()).max(1);
    let mut sum = 0;
    for place in 0..count {
        agent.forget();
        let at = place * states.len() / count;
        let advice = agent.advise(states, at, &limits).ok()?;
        if advice.cut_short {
            return None;
        }
        let visits: u64 = advice.moves.iter().filter_map(|own| own.visits).sum();
        let moves = visits * playout;
        let asked = if is_steered {
            moves * advice.moves.len() as u64
        } else {
            moves / MOVES
        };
        sum += advice.nodes.max(asked);
    }
    Some(sum.div_ceil(count as u64))
}
