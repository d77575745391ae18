//! Playouts of a sheet by any engine, the best one chosen by a short measurement.

use std::sync::Arc;

use plyscope_game::Chance;

use crate::error::{GdlError, GdlErrorKind};
use crate::ground::GroundLimits;
use crate::interpret::Interpreter;
use crate::lanes::{LONGEST, Lanes, Playouts};
use crate::machine::Machine;
use crate::network::Network;
use crate::sheet::Sheet;
use crate::stepper::Stepper;
use crate::thread_time::thread_time;

/// A way to run a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineKind {
    /// 512 games side by side.
    Lanes,
    /// One state at a time on the network.
    State,
    /// The rules themselves, for sheets that do not ground.
    Rules,
}

impl EngineKind {
    /// All, the fastest first where a sheet grounds.
    pub const ALL: [Self; 3] = [Self::Lanes, Self::State, Self::Rules];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lanes => "lanes",
            Self::State => "state",
            Self::Rules => "rules",
        }
    }

    /// The engine of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
    }
}

/// An engine that plays games by chance.
pub enum Engine {
    /// 512 games side by side.
    Lanes(Box<Lanes>),
    /// One state at a time on the network.
    State(Box<Stepper>),
    /// The rules themselves.
    Rules(Box<Interpreter>),
}

/// Games of each engine that the choice among them is made by.
const SAMPLE: u64 = 512;
/// Each engine is measured so often, and its best time counts: the first finds nothing in the caches.
const MEASUREMENTS: usize = 3;

impl Engine {
    /// The engine of a kind.
    ///
    /// # Errors
    /// When the sheet does not ground and the engine needs that, or cannot be worked out at all.
    pub fn new(sheet: Sheet, kind: EngineKind) -> Result<Self, GdlError> {
        if kind == EngineKind::Rules {
            return Ok(Self::Rules(Box::new(Interpreter::new(sheet)?)));
        }
        let network = Arc::new(Network::new(sheet, GroundLimits::default())?);
        Ok(match kind {
            EngineKind::State => Self::State(Box::new(Stepper::new(network))),
            _ => Self::Lanes(Box::new(Lanes::new(network))),
        })
    }

    /// The fastest engine for a sheet: on the network by a short measurement, by the rules where it does not ground.
    ///
    /// # Errors
    /// When no engine can run the sheet.
    pub fn best(sheet: Sheet) -> Result<Self, GdlError> {
        let network = match Network::new(sheet.clone(), GroundLimits::default()) {
            Ok(network) => Arc::new(network),
            Err(error) if error.kind == GdlErrorKind::Limit => {
                return Self::new(sheet, EngineKind::Rules);
            }
            Err(error) => return Err(error),
        };
        let mut lanes = Self::Lanes(Box::new(Lanes::new(Arc::clone(&network))));
        let mut state = Self::State(Box::new(Stepper::new(network)));
        let (mut in_lanes, mut by_state) = (0.0f64, 0.0f64);
        for _ in 0..MEASUREMENTS {
            in_lanes = in_lanes.max(lanes.rate(SAMPLE)?);
            by_state = by_state.max(state.rate(SAMPLE / 64)?);
        }
        Ok(if in_lanes >= by_state { lanes } else { state })
    }

    /// Games per second of this thread's work.
    fn rate(&mut self, games: u64) -> Result<f64, GdlError> {
        let begin = thread_time();
        let played = self.play(games, &mut Chance::new(0))?;
        let spent = thread_time().saturating_sub(begin).as_secs_f64();
        Ok(played.games as f64 / spent.max(1e-9))
    }

    /// Which engine it is.
    pub fn kind(&self) -> EngineKind {
        match self {
            Self::Lanes(_) => EngineKind::Lanes,
            Self::State(_) => EngineKind::State,
            Self::Rules(_) => EngineKind::Rules,
        }
    }

    /// Plays `games` games from the first state.
    ///
    /// # Errors
    /// When the rules cannot be worked out in some state.
    pub fn play(&mut self, games: u64, chance: &mut Chance) -> Result<Playouts, GdlError> {
        match self {
            Self::Lanes(lanes) => Ok(lanes.play(games, chance)),
            Self::State(stepper) => Ok(stepper.playouts(games, chance)),
            Self::Rules(interpreter) => play_by_rules(interpreter, games, chance),
        }
    }
}

fn play_by_rules(
    machine: &mut Interpreter,
    games: u64,
    chance: &mut Chance,
) -> Result<Playouts, GdlError> {
    let mut playouts = Playouts::default();
    for _ in 0..games {
        machine.reset()?;
        let mut rounds = 0;
        let mut is_stuck = false;
        while !is_stuck && !machine.is_terminal()? && rounds < LONGEST {
            match random_moves(machine, chance)? {
                Ok(moves) => {
                    machine.play(&moves)?;
                    rounds += 1;
                }
                Err(_) => is_stuck = true,
            }
        }
        if !is_stuck && !machine.is_terminal()? {
            playouts.unfinished += 1;
            continue;
        }
        playouts.stuck += u64::from(is_stuck);
        playouts.games += 1;
        playouts.rounds += u64::from(rounds);
        let mut points = Vec::new();
        for role in 0..machine.roles().len() {
            let goal = machine.goal(role)?;
            playouts.unclear += u64::from(goal.is_none());
            let goal = i64::from(goal.unwrap_or(0));
            playouts.points[role] += goal;
            playouts.squares[role] += goal * goal;
            points.push(goal);
        }
        if let [first, second, ..] = points[..] {
            playouts.first_wins += u64::from(first > second);
            playouts.second_wins += u64::from(second > first);
        }
    }
    Ok(playouts)
}

/// A legal move of every role by chance, or the first role that has none.
///
/// # Errors
/// When the rules cannot be worked out.
pub(crate) fn random_moves(
    machine: &mut dyn Machine,
    chance: &mut Chance,
) -> Result<Result<Vec<String>, usize>, GdlError> {
    let mut moves = Vec::new();
    for role in 0..machine.roles().len() {
        let mut legal = machine.legal(role)?;
        if legal.is_empty() {
            return Ok(Err(role));
        }
        legal.sort_unstable();
        moves.push(legal.swap_remove(chance.below(legal.len() as u32) as usize));
    }
    Ok(Ok(moves))
}
