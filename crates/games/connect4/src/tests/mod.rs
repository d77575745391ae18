//! Connect Four held against the contract, known counts, naive oracles and itself.

mod features;
mod playouts;
mod positions;
mod rules;
mod text;

use plyscope_game::{Chance, Game};

use super::{AnySize, Bits, ConnectFour, Shape, State};

/// Sizes that matter: the smallest, the papers', the ones that just fit, the biggest.
const SIZES: [(u32, u32); 8] = [
    (4, 4),
    (5, 4),
    (4, 10),
    (7, 6),
    (8, 7),
    (8, 8),
    (9, 10),
    (10, 10),
];

fn any_size<B: Bits>(width: u32, height: u32, connect: u32) -> ConnectFour<AnySize<B>> {
    ConnectFour::new(AnySize::new(width, height, connect).unwrap())
}

/// Every state of one random game, the start and the end included.
fn random_game<S: Shape>(game: &ConnectFour<S>, chance: &mut Chance) -> Vec<State<S::Bits>> {
    let mut states = vec![game.start()];
    loop {
        let mut state = states[states.len() - 1];
        if game.payoffs(&state).is_some() {
            return states;
        }
        let mv = game.pick(&state, chance);
        game.play(&mut state, mv);
        states.push(state);
    }
}
