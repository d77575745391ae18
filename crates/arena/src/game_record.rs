//! A game that was played, move by move, and how it ended.

use std::time::Duration;

use plyscope_game::any::AnyStates;
use plyscope_game::{Error, Player, Points, Score};

/// One move of an agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayedMove {
    /// The move, by its place among the legal ones.
    pub mv: usize,
    /// Whose move it was.
    pub by: Player,
    /// What the mover thought of it.
    pub score: Score,
    /// How long the mover took.
    pub time: Duration,
}

/// What an agent did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It said that it could not go on.
    Error(Error),
    /// It panicked, or could not even be made.
    Crash(String),
    /// It chose a move that is not legal, or none.
    Illegal(String),
    /// It took so long, its limit and the margin being shorter.
    TimeOut(Duration),
}

impl Fault {
    /// One word.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Error(_) => "error",
            Self::Crash(_) => "crash",
            Self::Illegal(_) => "illegal",
            Self::TimeOut(_) => "time-out",
        }
    }

    /// The whole story.
    pub fn what(&self) -> String {
        match self {
            Self::Error(error) => error.to_string(),
            Self::Crash(what) | Self::Illegal(what) => what.clone(),
            Self::TimeOut(took) => format!("took {:.1} ms", took.as_secs_f64() * 1000.0),
        }
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules of the game.
    Over,
    /// Adjudicated a loss: one player was far behind by the values of both.
    Resigned,
    /// Adjudicated a draw: neither player was ahead by the values of both.
    AgreedDraw,
    /// A solver proved how it would end.
    Verdict,
    /// It was long enough.
    TooLong,
    /// A player did something wrong, and lost by that.
    Fault(Player, Fault),
}

impl End {
    /// One word.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Resigned => "resigned",
            Self::AgreedDraw => "agreed-draw",
            Self::Verdict => "verdict",
            Self::TooLong => "too-long",
            Self::Fault(_, fault) => fault.kind(),
        }
    }
}

/// A game from its opening on.
#[non_exhaustive]
pub struct GameRecord {
    /// The agents' moves; those of the opening are not among them.
    pub moves: Vec<PlayedMove>,
    /// The last state, alone in its list.
    pub last: Box<dyn AnyStates>,
    /// Why it ended there.
    pub end: End,
    /// The winner; none in a draw.
    pub winner: Option<Player>,
    /// The points of both players, where the rules or a proof tell them: not when one gave up or did wrong.
    pub points: Option<[Points; 2]>,
}

impl GameRecord {
    /// The player at fault and the fault, if the game ended by one.
    pub fn at_fault(&self) -> Option<Player> {
        match &self.end {
            End::Fault(player, _) => Some(*player),
            _ => None,
        }
    }

    /// Moves made and time taken by each player.
    pub fn effort(&self) -> [Effort; 2] {
        let mut efforts = [Effort::default(); 2];
        for played in &self.moves {
            efforts[played.by.index()].add(played.time);
        }
        efforts
    }
}

impl Clone for GameRecord {
    fn clone(&self) -> Self {
        Self {
            moves: self.moves.clone(),
            last: self.last.boxed_clone(),
            end: self.end.clone(),
            winner: self.winner,
            points: self.points,
        }
    }
}

/// Moves made, and the time they took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// How many moves.
    pub moves: u64,
    /// How long all of them took.
    pub time: Duration,
}

impl Effort {
    pub(crate) fn add(&mut self, time: Duration) {
        self.moves += 1;
        self.time += time;
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.moves += other.moves;
        self.time += other.time;
    }

    /// The mean time of a move; nothing if there was none.
    pub fn mean(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time.div_f64(self.moves as f64))
    }
}
