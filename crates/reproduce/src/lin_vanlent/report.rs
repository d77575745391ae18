//! What came out, theirs beside ours.

use std::time::Duration;

use serde::Serialize;

use super::PaperParams;
use super::contest::Played;
use plyscope_stats::score_interval;

/// The whole experiment; its `Display` is the text for people.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What was chosen.
    pub params: PaperParams,
    /// Whether every game was played.
    pub finished: bool,
    /// The agent at each depth, then with the other goal.
    pub trials: Vec<SearchTrial>,
    /// Who they were.
    pub opponents: Vec<OpponentAbout>,
}

/// An opponent and what it does.
#[derive(Clone, Debug, Serialize)]
pub struct OpponentAbout {
    /// As in the tables.
    pub name: String,
    /// In a sentence.
    pub about: String,
}

/// One setting of the agent against all its opponents.
#[derive(Clone, Debug, Serialize)]
pub struct SearchTrial {
    /// Moves that the agent looks ahead.
    pub depth: u32,
    /// `dominance` or `interaction`.
    pub goal: String,
    /// What the paper reports for this depth and goal.
    pub paper: Option<PaperResult>,
    /// What the agent's moves took in all matches.
    pub effort: SearchEffort,
    /// The matches.
    pub contests: Vec<ContestTotal>,
}

/// What the paper reports of one trial.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PaperResult {
    /// Milliseconds per move on an Intel Celeron of 2.80 GHz.
    pub ms: f64,
    /// Games against people.
    pub games: u32,
    /// Games won; of the others it does not say whether they were drawn or lost.
    pub wins: u32,
}

impl PaperResult {
    fn of(depth: u32, goal: &str) -> Option<Self> {
        let games = 30;
        match (depth, goal) {
            (8, "dominance") => Some(Self {
                ms: 20.0,
                games,
                wins: 24,
            }),
            (10, "dominance") => Some(Self {
                ms: 200.0,
                games,
                wins: 28,
            }),
            _ => None,
        }
    }
}

/// The games against one opponent.
#[derive(Clone, Debug, Serialize)]
pub struct ContestTotal {
    /// The opponent's name.
    pub opponent: String,
    /// Games finished.
    pub games: u32,
    /// Won by the agent.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost by the agent.
    pub losses: u32,
    /// Wins and half the draws, as a share of the games.
    pub score: f64,
    /// Wilson's 95 % interval for the score.
    pub interval: [f64; 2],
    /// Mean length of a game, with its opening.
    pub mean_plies: f64,
    /// What the agent's moves took.
    pub effort: SearchEffort,
    #[serde(skip)]
    plies: u32,
}

/// What the agent's moves took.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct SearchEffort {
    /// Moves that the agent chose.
    pub moves: u32,
    /// Mean milliseconds per move, by the clock on the wall.
    pub mean_ms: f64,
    /// Milliseconds of the slowest move; a busy machine makes it longer.
    pub worst_ms: f64,
    /// States visited a move.
    pub mean_nodes: f64,
    /// The most states visited for a move.
    pub worst_nodes: u64,
    #[serde(skip)]
    time: Duration,
    #[serde(skip)]
    nodes: u64,
}

impl SearchEffort {
    pub(super) fn add(&mut self, time: Duration, nodes: u64) {
        let one = Self {
            moves: 1,
            worst_ms: 1e3 * time.as_secs_f64(),
            worst_nodes: nodes,
            time,
            nodes,
            ..Self::default()
        };
        self.merge(&one);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.time += other.time;
        self.nodes += other.nodes;
        self.worst_ms = self.worst_ms.max(other.worst_ms);
        self.worst_nodes = self.worst_nodes.max(other.worst_nodes);
        let moves = f64::from(self.moves.max(1));
        self.mean_ms = 1e3 * self.time.as_secs_f64() / moves;
        self.mean_nodes = self.nodes as f64 / moves;
    }
}

impl SearchTrial {
    pub(super) fn new(depth: u32, goal: &str) -> Self {
        Self {
            depth,
            goal: goal.to_owned(),
            paper: PaperResult::of(depth, goal),
            effort: SearchEffort::default(),
            contests: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, contest: ContestTotal) {
        self.effort.merge(&contest.effort);
        self.contests.push(contest);
    }
}

impl ContestTotal {
    pub(super) fn new(opponent: &str) -> Self {
        Self {
            opponent: opponent.to_owned(),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            score: 0.0,
            interval: score_interval(0.0, 0),
            mean_plies: 0.0,
            effort: SearchEffort::default(),
            plies: 0,
        }
    }

    pub(super) fn add(&mut self, played: &Played) {
        self.games += 1;
        match played.points {
            0 => self.draws += 1,
            points if points > 0 => self.wins += 1,
            _ => self.losses += 1,
        }
        let score = f64::from(self.wins) + 0.5 * f64::from(self.draws);
        self.score = score / f64::from(self.games);
        self.interval = score_interval(score, self.games);
        self.effort.merge(&played.effort);
        self.plies += played.plies;
        self.mean_plies = f64::from(self.plies) / f64::from(self.games);
    }
}
