//! Every state of a small game, ply by ply.

use plyscope_game::Stop;
use plyscope_game::any::AnyGame;

use super::{Chosen, Filter};
use crate::Error;

/// Every state that can be reached within the filter's plies, one of each symmetric family if it says so.
///
/// A state that can be reached in several ways counts at its earliest ply.
pub(super) fn every_state(
    game: &dyn AnyGame,
    filter: &Filter,
    most: usize,
    stop: &Stop,
    found: &dyn Fn(u64),
) -> Result<Chosen, Error> {
    let mut seen = game.seen(filter.symmetry);
    let mut list = Chosen::new(game);
    list.states.push_start();
    list.plies.push(0);
    seen.insert(&*list.states, 0);
    let mut next = 0;
    while next < list.len() {
        let (at, ply) = (next, list.plies[next]);
        next += 1;
        found(list.len() as u64);
        if ply >= filter.plies.1 {
            continue;
        }
        for mv in 0..list.states.move_count(at) {
            let after = list.len();
            list.states.push_after(at, mv);
            if seen.insert(&*list.states, after) {
                list.plies.push(ply + 1);
            } else {
                list.states.truncate(after);
            }
        }
        if list.len() > most {
            let what = format!("there are more than {most} states by ply {}", ply + 1);
            return Err(Error::misuse(
                what,
                "choose by playouts, or fewer plies; symmetry helps too",
            ));
        }
        if stop.is_raised() {
            return Err(stopped());
        }
    }
    Ok(list)
}

/// Nothing was chosen, so nothing can be kept.
pub(super) fn stopped() -> Error {
    Error::stopped("stopped while states were still being chosen")
        .with_hint("run the same command again")
}
