//! What was found, in the shape in which it is shown: terminal, JSON and page tell the same.

mod assess;
mod calibration;
mod confirmed;
mod notes;
mod verdict;
mod worst;

pub use assess::{Assessment, Describe, Described, Entry, Foreseen, assess};
pub use calibration::on_points;
pub use confirmed::{Confirmed, EloSpan};
pub use notes::CHOSEN;
pub use verdict::{Verdict, games_to_tell};

use plyscope_game::Board;
use serde::Serialize;

use crate::predict::{Predicted, PredictedPair};

/// Heuristics held against one benchmark.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Judgement {
    /// Who is expected to win, in a sentence; nothing where there are no two to compare, or no
    /// prediction.
    pub verdict: Option<String>,
    /// The game's spec.
    pub game: String,
    /// Where the truth comes from.
    pub source: TruthSource,
    /// States that were judged.
    pub states: usize,
    /// States that were not, and why.
    pub left_out: LeftOut,
    /// The filters, in words; none if every state was taken.
    pub filters: Vec<String>,
    /// What the truth is made of.
    pub truth: TruthMade,
    /// The metric by which heuristics are compared, and why it is that one; nothing without metrics.
    pub deciding: Option<Deciding>,
    /// What states are put together in curves: `ply`, `phase`, `player` or `all`.
    pub grouping: &'static str,
    /// The metrics, in the order of every list of scores.
    pub metrics: Vec<About>,
    /// What the game itself is like on these states, whatever the heuristic.
    pub properties: Vec<Scored>,
    /// What those properties are, in the same order.
    pub about_properties: Vec<About>,
    /// The heuristics, in the order given.
    pub heuristics: Vec<Judged>,
    /// Each two of them on the same states, by the deciding metric.
    pub comparisons: Vec<Compared>,
    /// The predicted strength of every heuristic in every use.
    pub predicted: Vec<Predicted>,
    /// The predicted difference of every two in every use.
    pub predicted_pairs: Vec<PredictedPair>,
    /// What the prediction rests on.
    pub prediction: Option<PredictedFrom>,
    /// What games between the two of the verdict came to, where they were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Confirmed>,
    /// What a reader should know before trusting a number.
    pub notes: Vec<String>,
}

/// What a prediction rests on.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PredictedFrom {
    /// The benchmark whose states were asked about.
    pub benchmark: String,
    /// How many states.
    pub states: usize,
    /// What they count for beside each other: `equal`, or `play` by how often play comes to them.
    pub weights: crate::predict::StateWeights,
    /// Games that each heuristic played against the game's panel at the least, but for those that a note names;
    /// 0 where there is none.
    pub games: usize,
    /// Random moves before a game that confirms it.
    pub opening: u32,
    /// The use of which the verdict speaks.
    #[serde(rename = "use")]
    pub way: crate::predict::Way,
    /// The use in words; "of their own" where some look ahead by themselves.
    #[serde(skip)]
    pub by: &'static str,
    /// The two of whom the verdict speaks, the one that is expected to be stronger first; nothing
    /// where there are no two.
    pub between: Option<crate::predict::PredictedPair>,
    /// What the verdict leaves open, sentence by sentence: who else is close, and what would tell.
    pub more: Vec<String>,
    /// What makes it less sure than usual.
    pub notes: Vec<String>,
}

/// What the truth of the judged states is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct TruthMade {
    /// `proved`, `sampled` (means of results) or `estimated` (on the labeller's own scale).
    pub made: &'static str,
    /// How many moves are proved.
    pub proved: usize,
    /// How many moves there are.
    pub moves: usize,
    /// What tells best moves: `values`, or `visits` where a tree search made the labels.
    pub best_by: &'static str,
    /// Whether the benchmark holds all states there are: then nothing was sampled, and
    /// neither bands nor tests mean anything.
    pub all_states: bool,
}

/// The metric that decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Deciding {
    /// Its name.
    pub metric: String,
    /// Why it is that one, as a clause after "because".
    pub why: String,
}

/// How a benchmark came about.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TruthSource {
    /// The file, or the name of a benchmark that ships.
    pub name: String,
    /// States it holds.
    pub states: usize,
    /// How they were chosen.
    pub selector: String,
    /// The spec of the labeller.
    pub labeller: String,
    /// Limits on the labeller; empty for none.
    pub limits: String,
    /// The seed of all random choices.
    pub seeds: Vec<u64>,
    /// The version of the tool that made it.
    pub version: String,
}

/// States that were not judged.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Scored {
    /// The metric's name.
    pub metric: String,
    /// Over all states; nothing where no state has a score.
    pub all: Option<Mean>,
    /// By groups of states, in their order.
    pub groups: Vec<Group>,
    /// A smooth curve over the plies, by local regression over states; none by other groups, where
    /// there are few states, or where the benchmark holds all states.
    pub smooth: Vec<SmoothPoint>,
}

/// A smooth curve at one ply, with its 95 % band.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SmoothPoint {
    /// The ply.
    pub group: u32,
    /// The mean.
    pub mean: f64,
    /// The lower end of the band.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A mean with its 95 % band.
///
/// There is no band where nothing was sampled, nor where nothing bounds it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The lower end of the band.
    pub low: Option<f64>,
    /// The upper end of the band.
    pub high: Option<f64>,
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
#[non_exhaustive]
pub struct Judged {
    /// What it is called.
    pub name: String,
    /// How it is made.
    pub spec: String,
    /// Whether its values are points by nature: proved, or means of results.
    pub on_points: bool,
    /// Whether it has estimates, which a fitted map brought to the game's points and classes;
    /// what it proved has its points.
    pub fitted: bool,
    /// The scores, one per metric.
    pub scores: Vec<Scored>,
    /// What its choice costs, in points, one per state; ties share.
    #[serde(skip)]
    pub regrets: Vec<f64>,
    /// Guessed points of estimates against true ones, in bins of about as many moves: raw
    /// values where they are points by nature, else fitted ones.
    pub calibration: Vec<Calibrated>,
    /// Moves by true category (win, draw, loss) and guessed one.
    pub confusion: [[u64; 3]; 3],
    /// The states on which it did worst, the worst first.
    pub worst: Vec<Worst>,
}

/// Moves of about the same guess.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct Calibrated {
    /// The mean of the guessed points.
    pub guessed: f64,
    /// The mean of the true points.
    pub truth: f64,
    /// The lower end of its 95 % band; nothing where nothing was sampled.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// How many moves.
    pub moves: usize,
}

/// A state in which a heuristic goes wrong.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Worst {
    /// Its number in the benchmark's file, which the players of a round share.
    pub state_id: usize,
    /// Moves since the start.
    pub ply: u32,
    /// The player to move, from 0.
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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a column of its own in the data"
)]
#[non_exhaustive]
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
    /// Whether it has proved that.
    pub proved: bool,
    /// Whether it has proved who wins, but not how high.
    pub decided: bool,
    /// Whether the heuristic would choose it.
    pub chosen: bool,
    /// Whether it is a best move.
    pub best: bool,
}

/// Two heuristics on the same states.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Compared {
    /// The metric.
    pub metric: String,
    /// The first one's name.
    pub first: String,
    /// The second one's name.
    pub second: String,
    /// How much better the first is than the second, in the metric's units; negative if worse.
    pub gain: f64,
    /// How often chance alone would show such a difference, corrected for the number of pairs
    /// (Holm); nothing where the benchmark holds all states.
    pub p: Option<f64>,
    /// The finding in words.
    pub verdict: String,
    /// Ply by ply, in sections.
    pub sections: Vec<ComparedSection>,
}

/// Some plies of a comparison.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ComparedSection {
    /// The first ply.
    pub from: u32,
    /// The last one.
    pub to: u32,
    /// States on which both have a score.
    pub states: usize,
    /// How much better the first is than the second.
    pub gain: f64,
    /// Corrected for the number of sections of all pairs (Holm).
    pub p: Option<f64>,
}

impl Judgement {
    /// The deciding metric.
    pub fn decides(&self) -> Option<&About> {
        let name = &self.deciding.as_ref()?.metric;
        self.metrics.iter().find(|own| own.name == *name)
    }

    /// Whether the truth is neither proved nor computed, so that some metrics cannot be trusted.
    pub fn is_unsure(&self) -> bool {
        !["proved", "computed"].contains(&self.truth.made)
    }

    /// What the truth is made of, how much of it is proved, and what tells best moves.
    pub fn truth_in_words(&self) -> String {
        let TruthMade {
            made,
            proved,
            moves,
            best_by,
            ..
        } = self.truth;
        let by = labeller(&self.source.labeller);
        let share = share(proved, moves);
        match made {
            "proved" => format!("truth by {by}, all proved"),
            "computed" => format!(
                "truth computed by {by}: rounds by mixed strategies, no sampling error; {share} of \
                 the moves proved"
            ),
            "sampled" => format!(
                "truth sampled by {by}, {share} of the moves proved; best moves are told by {best_by}"
            ),
            _ => format!(
                "truth estimated by {by} on its own scale, {share} of the moves proved; best moves \
                 are told by {best_by}"
            ),
        }
    }
}

/// A labeller as it is, or the names of several.
fn labeller(text: &str) -> String {
    let all: Vec<&str> = plyscope_truth::labellers(text).collect();
    if all.len() < 3 {
        return text.to_owned();
    }
    let mut names: Vec<&str> = Vec::new();
    for own in all.iter().map(|own| own.split(':').next().unwrap_or(own)) {
        if !names.contains(&own) {
            names.push(own);
        }
    }
    format!("{} ({} labellers)", names.join(" and "), all.len())
}

/// A share in per cent that is 0 or 100 only if nothing or everything is meant.
fn share(part: usize, all: usize) -> String {
    let share = 100.0 * part as f64 / all.max(1) as f64;
    match share {
        _ if part == 0 => "none".to_owned(),
        share if share < 1.0 => "less than 1 %".to_owned(),
        share if share > 99.0 && part < all => "more than 99 %".to_owned(),
        share => format!("{share:.0} %"),
    }
}

impl Mean {
    /// Both ends of the band, where there is one.
    pub fn band(&self) -> Option<(f64, f64)> {
        self.low.zip(self.high)
    }
}

impl Judged {
    /// Whether its name is the shortened spec, so that the reader must be told what it stands for.
    pub fn is_renamed(&self) -> bool {
        self.name != self.spec
    }

    /// The score by a metric's name.
    pub fn score(&self, metric: &str) -> Option<&Scored> {
        self.scores.iter().find(|own| own.metric == metric)
    }
}
