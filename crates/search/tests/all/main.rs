//! The tests of the crate, in one program: one link, and the searches they use compiled once.
//!
//! Deadlines have a program of their own, so that no other test takes their time.

mod candidates;
mod equals_minimax;
mod exhaustive;
mod guided_mcts;
mod many_players;
mod mcts;
mod simple_agents;
