//! Engines that speak UCI, the protocol of chess programs, as agents.

mod agent;
mod engine;
mod info;
mod mate;

use std::time::Duration;

use plyscope_game::{Error, Notation};

pub use agent::UciAgent;
use engine::Engine;
pub use info::{EngineScore, InfoLine, MateClaim};

use crate::CommandLine;

/// How an engine is run and asked.
#[derive(Clone, Debug)]
pub struct UciSettings {
    /// The program and its arguments.
    pub command: CommandLine,
    /// Options that are set before it is asked, by name; the case of names does not matter.
    pub options: Vec<(String, String)>,
    /// States to visit for each search.
    pub nodes: Option<u64>,
    /// Moves ahead.
    pub depth: Option<u32>,
    /// Time for each search.
    pub time: Option<Duration>,
    /// How long it may take for an answer, on top of the time it was given.
    pub timeout: Duration,
    /// How often it is started again after it did wrong.
    pub restarts: u32,
    /// How every move gets its value, where all are asked for.
    pub every_move: EveryMove,
    /// What the values are.
    pub scale: ScoreScale,
    /// Claims of mate within so many plies are proved by the rules; others stay estimates.
    pub prove: u32,
}

/// How every move of a state gets a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EveryMove {
    /// One search that keeps a line for every move (`MultiPV`).
    OneSearch,
    /// A search for each move, of the state it leads to.
    SearchEach,
}

/// What an engine's values are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreScale {
    /// Hundredths of a pawn.
    Centipawns,
    /// Points to expect, from the chances of a win, a draw and a loss (`UCI_ShowWDL`).
    Points,
}

/// How a game is written for engines.
pub struct Tongue<G: Notation> {
    /// What follows `position`: `startpos` or `fen …`, and the moves that led on from there.
    pub position: fn(&G, &G::State) -> String,
    /// A legal move, such as `g1f3`.
    pub write_move: fn(&G, &G::State, G::Move) -> String,
}

impl<G: Notation> Clone for Tongue<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for Tongue<G> {}

/// The name and version that an engine gives itself.
///
/// # Errors
/// When it cannot be started or does not speak UCI.
pub fn engine_name(command: &CommandLine, timeout: Duration) -> Result<String, Error> {
    let engine = Engine::start(command, &[], timeout)?;
    Ok(engine.name().to_string())
}
