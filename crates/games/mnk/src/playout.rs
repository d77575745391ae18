//! Games to the end by chance, without lists of moves.
//!
//! A random order of the empty cells is a random game; the length of the lines
//! is a constant inside, so that looking for a win is a few shifts.

use plyscope_game::{Chance, Game, Payoffs};

use super::rules::{Mnk, State};

/// Plays `state`, which is not over, to the end; gives the payoffs and the moves made.
pub(super) fn run(game: &Mnk, state: State, chance: &mut Chance) -> (Payoffs, u32) {
    match game.k() {
        2 => run_for::<2>(game, state, chance),
        3 => run_for::<3>(game, state, chance),
        4 => run_for::<4>(game, state, chance),
        5 => run_for::<5>(game, state, chance),
        6 => run_for::<6>(game, state, chance),
        7 => run_for::<7>(game, state, chance),
        _ => run_for::<8>(game, state, chance),
    }
}

fn run_for<const K: u32>(game: &Mnk, mut state: State, chance: &mut Chance) -> (Payoffs, u32) {
    let mut empty = [0; 64];
    let places = game.moves(&state);
    let count = places.len();
    for (slot, place) in empty.iter_mut().zip(places) {
        *slot = place.0;
    }
    let mut mover = game.mover(&state);
    for left in (1..=count).rev() {
        let chosen = chance.below(left as u32) as usize;
        let stones = &mut state.stones[mover.index()];
        *stones |= 1 << empty[chosen];
        empty[chosen] = empty[left - 1];
        if game.lines.any_filled_of::<K>(*stones) {
            return (Payoffs::win(mover), (count - left + 1) as u32);
        }
        mover = mover.opponent();
    }
    (Payoffs::DRAW, count as u32)
}
