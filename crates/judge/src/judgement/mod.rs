//! What was found, in the shape in which it is shown: terminal, JSON and page tell the same.

mod assess;
mod calibration;
mod worst;

pub use assess::{Describe, Described, Entry, Plan, assess};

use plyscope_game::Board;
use serde::Serialize;

/// Heuristics held against one benchmark.
#[derive(Clone, Debug, Serialize)]
pub struct Judgement {
    /// The game's spec.
    pub game: String,
    /// Where the truth comes from.
    pub source: Source,
    /// States that were judged.
    pub states: usize,
    /// States that were not, and why.
    pub left_out: LeftOut,
    /// The filters, in words; none if every state was taken.
    pub filters: Vec<String>,
    /// Whether best moves are told by visits, because the truth was sampled.
    pub sampled: bool,
    /// What states are put together in curves: `ply`, `phase`, `player` or `all`.
    pub grouping: &'static str,
    /// The metrics, in the order of every list of scores.
    pub metrics: Vec<About>,
    /// What the game itself is like on these states, whoever judges.
    pub properties: Vec<Scored>,
    /// What those properties are, in the same order.
    pub about_properties: Vec<About>,
    /// The heuristics, in the order given.
    pub heuristics: Vec<Judged>,
    /// Each two of them on the same states, by the first metric.
    pub comparisons: Vec<Compared>,
    /// What a reader should know before trusting a number.
    pub notes: Vec<String>,
}

/// How a benchmark came about.
#[derive(Clone, Debug, Serialize)]
pub struct Source {
    /// The file, or the name of a benchmark that ships.
    pub name: String,
    /// States it holds.
    pub states: usize,
    /// How they were chosen.
    pub selector: String,
    /// Who labelled them.
    pub labeller: String,
    /// Limits on the labeller; empty for none.
    pub limits: String,
    /// Where chance began.
    pub seeds: Vec<u64>,
    /// The version of the tool that made it.
    pub version: String,
}

/// States that were not judged.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct LeftOut {
    /// Finished games.
    pub finished: usize,
    /// States with a move that the labeller did not look at.
    pub unlabelled: usize,
    /// States that a filter took out.
    pub filtered: usize,
}

/// A metric, for the reader.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// Its name, with parameters.
    pub name: String,
    /// What it tells.
    pub about: String,
    /// The least it can be; nothing where there is no bound.
    pub low: Option<f64>,
    /// The most it can be.
    pub high: Option<f64>,
    /// `higher`, `lower` or `neither`.
    pub better: &'static str,
    /// On sampled truth: `yes`, `trend` or `no`.
    pub trust: &'static str,
    /// Whether it compares values with points, which may need a fitted map.
    pub on_points: bool,
}

/// One metric of one heuristic.
#[derive(Clone, Debug, Serialize)]
pub struct Scored {
    /// The metric's name.
    pub metric: String,
    /// Over all states; nothing where no state has a score.
    pub all: Option<Mean>,
    /// By groups of states, in their order.
    pub groups: Vec<Group>,
}

/// A mean with its 95 % band.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The lower end of the band.
    pub low: f64,
    /// The upper end of the band.
    pub high: f64,
    /// What a random order of the moves would get on the same states, where that is known.
    pub chance: Option<f64>,
    /// States with a score.
    pub states: usize,
}

/// A mean over some of the states.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// The number of the group: a ply, or a phase or a player from 0.
    pub group: u32,
    /// Its name.
    pub name: String,
    /// What was found there.
    #[serde(flatten)]
    pub mean: Mean,
}

/// One heuristic.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// What it is called.
    pub name: String,
    /// How it is made.
    pub spec: String,
    /// Whether its values were brought to the game's points by a fitted map.
    pub fitted: bool,
    /// The scores, a metric each.
    pub scores: Vec<Scored>,
    /// What its choice costs, in points, a state each; ties share.
    #[serde(skip)]
    pub regrets: Vec<f64>,
    /// Guessed points against true ones, in bins of about as many moves.
    pub calibration: Vec<Calibrated>,
    /// Moves by true category (win, draw, loss) and guessed one.
    pub confusion: [[u64; 3]; 3],
    /// The states on which it did worst, the worst first.
    pub worst: Vec<Worst>,
}

/// Moves of about the same guess.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Calibrated {
    /// The mean of the guessed points.
    pub guessed: f64,
    /// The mean of the true points.
    pub truth: f64,
    /// The lower end of its 95 % band.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many moves.
    pub moves: usize,
}

/// A state in which a heuristic goes wrong.
#[derive(Clone, Debug, Serialize)]
pub struct Worst {
    /// Its number in the benchmark.
    pub state_id: usize,
    /// Moves since the start.
    pub ply: u32,
    /// Who moves: 0 or 1.
    pub player: u8,
    /// The state as text.
    pub state: String,
    /// The state as a board to draw.
    #[serde(skip)]
    pub board: Board,
    /// Its moves.
    pub moves: Vec<WorstMove>,
    /// What the choice costs, in points; ties share.
    pub cost: f64,
}

/// A move of such a state.
#[derive(Clone, Debug, Serialize)]
pub struct WorstMove {
    /// The move as text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Column and row of the board where it is drawn.
    #[serde(skip)]
    pub cell: Option<(usize, usize)>,
    /// What it is worth.
    pub truth: f64,
    /// What the heuristic says; nothing where that is infinite.
    pub guess: Option<f64>,
    /// Whether the heuristic would choose it.
    pub chosen: bool,
    /// Whether it is a best move.
    pub best: bool,
}

/// Two heuristics on the same states.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The metric.
    pub metric: String,
    /// The first one's name.
    pub first: String,
    /// The second one's name.
    pub second: String,
    /// How much better the second is, in the metric's units; negative if worse.
    pub gain: f64,
    /// How often chance alone would show such a difference.
    pub p: f64,
    /// The finding in words.
    pub verdict: String,
    /// Ply by ply, in sections.
    pub sections: Vec<ComparedSection>,
}

/// Some plies of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedSection {
    /// The first ply.
    pub from: u32,
    /// The last one.
    pub to: u32,
    /// States on which both have a score.
    pub states: usize,
    /// How much better the second is.
    pub gain: f64,
    /// Corrected for the number of sections (Holm).
    pub p: f64,
}

impl Judged {
    /// The score by a metric's name.
    pub fn score(&self, metric: &str) -> Option<&Scored> {
        self.scores.iter().find(|own| own.metric == metric)
    }
}
