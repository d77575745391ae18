//! Connect Four positions in, scores out: `4453` a line on standard input, with
//! the right score after it if it is known.
//!
//! Prints each position with its score (see `ConnectFourSolver::solve`), and at the end on standard
//! error how many there were, how many differ from the score given, and what it cost.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::io::BufRead;
use std::time::Instant;

use plyscope_connect4::Standard;
use plyscope_game::{Game, Limits, Notation};
use plyscope_solver_connect4::{ConnectFourSolver, SolverParams};

fn main() {
    let game = Standard::default();
    let mut solver = ConnectFourSolver::new(SolverParams::default());
    let (mut positions, mut wrong) = (0, 0);
    let start = Instant::now();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split_whitespace();
        let moves = words.next().unwrap_or_default();
        let mut state = game.start();
        for column in moves.chars() {
            match game.read_move(&state, &column.to_string()) {
                Ok(mv) if game.payoffs(&state).is_none() => game.play(&mut state, mv),
                _ => {
                    eprintln!("{moves}: {column} cannot be played");
                    std::process::exit(2);
                }
            }
        }
        let score = solver.solve(&game, &state, &Limits::default());
        let score = score.expect("there is no limit");
        let expected: Option<i32> = words.next().and_then(|word| word.parse().ok());
        println!("{moves} {score}");
        positions += 1;
        wrong += u32::from(expected.is_some_and(|expected| expected != score));
    }
    let (nodes, time) = (solver.nodes(), start.elapsed().as_secs_f64());
    eprintln!("{positions} positions, {wrong} wrong, {nodes} nodes, {time:.2} s");
}
