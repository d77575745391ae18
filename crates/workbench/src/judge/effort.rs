//! What a move costs an agent, counted and not timed: whether it is asked about thousands of states
//! and plays hundreds of games must not depend on the machine.

use plyscope_game::any::AnyStates;
use plyscope_game::{Chance, Limits};

use super::JudgeRun;
use crate::{NamedGame, Spec};

/// States on which it is counted, after more and more random moves: from where games against panels begin,
/// which is where searches take longest.
const STATES: u64 = 8;
/// Random moves before the first of them.
const FIRST: u32 = 6;
/// Random moves before the last of them at the most.
const LAST: u32 = 60;
/// Attempts at each, because random games may end before.
const ATTEMPTS: u64 = 20;
/// Beyond so many nodes for one move an agent is asked for no more than it was named for.
const MOST: u64 = 1_000_000;
/// Moves of playouts by chance that are as quick as a node of a search with its evaluator.
const MOVES: u64 = 8;
/// States of playouts about which an evaluator is asked that are as quick.
const ASKED: u64 = 2;
/// Who takes long and counts nothing, or not what others do for it.
const UNCOUNTED: [&str; 2] = ["expected-outcome", "played"];

/// What an agent looks at for a move, on average, in nodes of a search: playouts count for less, and
/// least where no evaluator is asked about them. Nothing where that cannot be counted,
/// because a program, a caller's code or a clock has part in it, or where it is too much.
pub(super) fn effort(game: &NamedGame, text: &str, run: &JudgeRun<'_>) -> Option<u64> {
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
    let states = sample(game);
    let playout = u64::from(game.facts().max_plies).div_ceil(2);
    let mut sum = 0;
    for at in 0..states.len() {
        agent.forget();
        let advice = agent.advise(&*states, at, &limits).ok()?;
        // Who has a limit of its own may use it up.
        if limits.stop.is_raised() || advice.cut_short && advice.nodes >= MOST {
            return None;
        }
        let visits: u64 = advice.moves.iter().filter_map(|own| own.visits).sum();
        let moves = visits * playout;
        let asked = if is_steered {
            moves * advice.moves.len() as u64 / ASKED
        } else {
            moves / MOVES
        };
        sum += advice.nodes.max(asked);
    }
    Some(sum.div_ceil(states.len().max(1) as u64))
}

/// States of random games, the same for all agents.
fn sample(game: &NamedGame) -> Box<dyn AnyStates> {
    let last = game.facts().max_plies.min(LAST);
    let mut states = game.rules().states();
    for at in 0..STATES {
        let plies = FIRST + last.saturating_sub(FIRST) * at as u32 / STATES as u32;
        for attempt in 0..ATTEMPTS {
            let mut chance = Chance::for_task(at, attempt);
            let own = states.len();
            if states.push_random(plies, &mut chance) && states.move_count(own) > 0 {
                break;
            }
            states.truncate(own);
        }
    }
    states
}
