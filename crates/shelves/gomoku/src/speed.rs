//! What is measured of gomoku, and against what.

use std::hint::black_box;

use plyscope_game::{Chance, Game};
use plyscope_gomoku::{FiveRule, Gomoku};
use plyscope_workbench::speed::{Duel, DuelSide};

/// The longest of our games, played out along its lines and move by move.
pub fn rules() -> Vec<Duel> {
    let game = Gomoku::new(15, FiveRule::Freestyle).expect("15 is a size");
    let by_moves = game.clone();
    vec![Duel {
        what: "Gomoku 15×15 playouts",
        unit: "/s",
        target: Some(1.0),
        ours: DuelSide::Speed(Box::new(move || {
            let mut chance = Chance::new(black_box(1));
            black_box(game.playouts(&game.start(), 2000, &mut chance)).playouts
        })),
        baseline_is: "move by move through lists of moves",
        baseline: DuelSide::Speed(Box::new(move || move_by_move(&by_moves, 200))),
    }]
}

fn move_by_move<G: Game>(game: &G, count: u64) -> u64 {
    let mut chance = Chance::new(black_box(1));
    for _ in 0..count {
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            let moves = game.moves(&state);
            let nth = chance.below(moves.len() as u32) as usize;
            let mv = moves.into_iter().nth(nth).expect("nth is below len");
            game.play(&mut state, mv);
        }
        black_box(state);
    }
    count
}
