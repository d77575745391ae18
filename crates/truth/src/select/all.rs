//! Every state of a small game, ply by ply.

use std::collections::HashSet;

use plyscope_game::{Notation, Stop};

use super::{Chosen, Filter};
use crate::Trouble;

/// Every state that can be reached within the filter's plies, one of each symmetric family if it says so.
///
/// A state that can be reached in several ways counts at its earliest ply.
pub(super) fn every_state<G: Notation>(
    game: &G,
    filter: &Filter,
    most: usize,
    stop: &Stop,
    found: &dyn Fn(u64),
) -> Result<Vec<Chosen<G::State>>, Trouble> {
    let mut seen = HashSet::new();
    let mut list: Vec<Chosen<G::State>> = Vec::new();
    let one_of = |state: &G::State| {
        if filter.symmetry {
            game.canonical(state)
        } else {
            state.clone()
        }
    };
    seen.insert(one_of(&game.start()));
    list.push(Chosen {
        state: game.start(),
        ply: 0,
    });
    let mut next = 0;
    while next < list.len() {
        let Chosen { state, ply } = list[next].clone();
        next += 1;
        found(list.len() as u64);
        if ply >= filter.plies.1 || game.payoffs(&state).is_some() {
            continue;
        }
        for mv in game.moves(&state) {
            let mut after = state.clone();
            game.play(&mut after, mv);
            if seen.insert(one_of(&after)) {
                list.push(Chosen {
                    state: after,
                    ply: ply + 1,
                });
            }
        }
        if list.len() > most {
            let what = format!("there are more than {most} states by ply {}", ply + 1);
            return Err(Trouble::misuse(
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
pub(super) fn stopped() -> Trouble {
    Trouble::failed(
        "stopped while states were still being chosen",
        "run the same command again",
    )
}
