//! What an agent says about the moves of a state.

use crate::{Game, Limits, Player, Rank, Score, Value};

/// One legal move and what the agent thinks of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advised<M> {
    /// The move.
    pub mv: M,
    /// Its worth to the mover.
    pub score: Score,
    /// Playouts or visits spent on it, where the agent counts them.
    pub visits: Option<u64>,
    /// The mean result of those visits, where there were any; with a proved score too.
    pub mean: Option<Value>,
}

/// A score on every legal move of one state, in the game's order of moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice<M> {
    /// Whose moves they are.
    pub mover: Player,
    /// Every legal move.
    pub moves: Vec<Advised<M>>,
    /// The moves the agent would choose among; never empty if there are moves.
    pub best: Vec<M>,
    /// Best play as the agent sees it, beginning with one of `best`; empty where the agent does not look ahead.
    pub line: Vec<M>,
    /// Where the value of each move lies with a confidence of 95 %, in the order of `moves`; empty where nobody sampled.
    pub intervals: Vec<[Value; 2]>,
    /// States visited to find out.
    pub nodes: u64,
    /// Moves ahead that were looked at in full, where that means something.
    pub depth: Option<u32>,
    /// Whether the search ended before its own limit, because a caller's limit or a stop cut it short.
    pub cut_short: bool,
}

impl<M: Copy + PartialEq> Advice<M> {
    /// Advice whose best moves are all those with the highest score.
    #[must_use]
    pub fn by_score(mover: Player, moves: Vec<Advised<M>>) -> Self {
        let top = moves.iter().map(|advised| advised.score.rank()).max();
        let best = moves
            .iter()
            .filter(|advised| Some(advised.score.rank()) == top)
            .map(|advised| advised.mv)
            .collect();
        Self {
            mover,
            moves,
            best,
            line: Vec::new(),
            intervals: Vec::new(),
            nodes: 0,
            depth: None,
            cut_short: false,
        }
    }

    /// The score of `mv`, if it is legal.
    pub fn score_of(&self, mv: M) -> Option<Score> {
        self.moves
            .iter()
            .find(|advised| advised.mv == mv)
            .map(|advised| advised.score)
    }

    /// The rank of the best move.
    pub fn rank(&self) -> Option<Rank> {
        self.moves.iter().map(|advised| advised.score.rank()).max()
    }
}

/// Why an agent could not give advice, in a sentence for the user, with a hint where there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentError {
    /// What went wrong.
    pub what: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl AgentError {
    /// An error with a hint.
    #[must_use]
    pub fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            hint: Some(hint.into()),
        }
    }
}

impl std::fmt::Display for AgentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)?;
        match &self.hint {
            Some(hint) => write!(f, "\n\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for AgentError {}

/// Whoever puts a value on every move.
pub trait Agent<G: Game>: Send {
    /// Scores the legal moves of `state`, which is not over.
    ///
    /// Two calls with the same arguments on agents made alike give the same
    /// advice, unless a time limit or a stop cut one short or the agent says otherwise.
    ///
    /// # Errors
    /// When the agent cannot play this game or an outside program failed.
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, AgentError>;

    /// Forgets what was learned in earlier calls, as before a new game.
    fn forget(&mut self) {}
}
