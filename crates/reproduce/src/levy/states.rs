//! All states that play can reach.

use std::collections::HashSet;

use plyscope_game::Game;

/// Every state that can come up, finished ones too, in a fixed order beginning with the start.
pub(super) fn reachable<G: Game>(game: &G) -> Vec<G::State> {
    let mut found = vec![game.start()];
    let mut seen = HashSet::from([game.start()]);
    let mut next_to_open = 0;
    while let Some(state) = found.get(next_to_open).cloned() {
        next_to_open += 1;
        if game.payoffs(&state).is_some() {
            continue;
        }
        for mv in game.moves(&state) {
            let mut next = state.clone();
            game.play(&mut next, mv);
            if seen.insert(next.clone()) {
                found.push(next);
            }
        }
    }
    found
}
