//! How fast Connect Four is solved, every move of seeded random states, ply by ply.
//!
//! Nodes are the same on every machine; a change of the solver that is meant to
//! change nothing else must not change them.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use plyscope_connect4::{Standard, State};
use plyscope_game::{Agent, Chance, Game, Limits};
use plyscope_solver_connect4::{ConnectFourSolver, SolverParams};

const SEED: u64 = 1;
const STATES: usize = 12;

fn main() {
    let game = Standard::default();
    let mut solver = ConnectFourSolver::new(SolverParams::default());
    let mut total = (0, 0.0);
    println!("ply  states/s      nodes  M nodes/s");
    for ply in (10..42).step_by(2) {
        let states = states_at(&game, ply);
        let start = Instant::now();
        let nodes: u64 = states
            .iter()
            .map(|state| {
                let advice = solver.advise(&game, state, &Limits::every_move());
                advice.expect("a board that fits").nodes
            })
            .sum();
        let time = start.elapsed().as_secs_f64();
        let rate = states.len() as f64 / time;
        let speed = nodes as f64 / time / 1e6;
        println!("{ply:3} {rate:9.0} {nodes:10} {speed:10.2}");
        total = (total.0 + nodes, total.1 + time);
    }
    println!("all: {} nodes in {:.2} s", total.0, total.1);
}

/// Different states after so many random moves, none of them over.
fn states_at(game: &Standard, ply: u32) -> Vec<State<u64>> {
    let mut chance = Chance::for_task(SEED, u64::from(ply));
    let mut states = Vec::new();
    while states.len() < STATES {
        let mut state = game.start();
        while state.ply() < ply && game.payoffs(&state).is_none() {
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
        if state.ply() == ply && game.payoffs(&state).is_none() && !states.contains(&state) {
            states.push(state);
        }
    }
    states
}
