//! What a move of the two-tier agent takes on 8×8, by depth.
//!
//! The paper has 20 ms at depth 8 and 200 ms at depth 10, on a machine of 2008.
//! Nodes do not depend on the machine: a change of them is a change of the search.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use plyscope_connect4::EightByEight;
use plyscope_game::{Agent, Chance, Game, Limits};
use plyscope_solver_connect4::two_tier::{TwoTier, TwoTierParams};

const GAMES: u64 = 20;
const OPENING: u32 = 2;

fn main() {
    println!("two-tier against itself on 8×8, {GAMES} games");
    println!("depth  moves  nodes per move  ms per move");
    for depth in [8, 10, 12, 14] {
        let mut agent = TwoTier::new(TwoTierParams {
            depth,
            ..TwoTierParams::default()
        })
        .expect("the depth is in range");
        let (mut moves, mut nodes, mut time) = (0u64, 0, Duration::ZERO);
        for task in 0..GAMES {
            let start = Instant::now();
            let (in_game, visited) = play(&mut agent, Chance::for_task(1, task));
            time += start.elapsed();
            moves += in_game;
            nodes += visited;
        }
        let ms = 1e3 * time.as_secs_f64() / moves as f64;
        println!("{depth:5}  {moves:5}  {:14}  {ms:11.4}", nodes / moves);
    }
}

/// One game of the agent against itself: moves chosen, states visited.
fn play(agent: &mut TwoTier, mut chance: Chance) -> (u64, u64) {
    let game = EightByEight::default();
    let mut state = game.start();
    for _ in 0..OPENING {
        let mv = game.pick(&state, &mut chance);
        game.play(&mut state, mv);
    }
    let (mut moves, mut nodes) = (0, 0);
    while game.payoffs(&state).is_none() {
        let advice = agent
            .advise(&game, &state, &Limits::best_move())
            .expect("the agent plays this game");
        moves += 1;
        nodes += advice.nodes;
        let nth = chance.below(advice.best.len() as u32) as usize;
        game.play(&mut state, advice.best[nth]);
    }
    (moves, nodes)
}
