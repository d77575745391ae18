//! Who wins, without a game between those who are judged: Elo differences with intervals.
//!
//! What a heuristic loses on the benchmark's states, by what players made of each move and by what
//! best play makes of it, goes into one number per way of using it, beside what it does against a
//! fixed panel of opponents; see [`model`] for the formula, and how it was fitted.

mod losses;
pub mod model;
mod mutual;
mod panel;
mod stakes;
#[cfg(test)]
mod tests;
mod ways;

use plyscope_game::Chance;
use plyscope_parallel::map_each;
use plyscope_stats::{Z95, normal_cdf};
use serde::Serialize;

use crate::{Guesses, Truths};
use losses::Losses;
use model::{Blend, Doubt, Form, alone_deviation, blend, blended_deviation};
pub use panel::{Met, Rivals};
use panel::{Rated, paired_error};
use stakes::{KINDS, Kind, Stakes};
pub use ways::Way;

/// Resamples of the states, shared by all heuristics so that differences are paired.
const RESAMPLES: u64 = 200;

/// A heuristic with what it said of the states.
pub struct Candidate<'a> {
    /// What it is called.
    pub name: String,
    /// What it says by itself.
    pub guesses: &'a Guesses,
    /// What a search of depth 3 with it says; nothing where it cannot be searched with.
    pub searched: Option<&'a Guesses>,
    /// Its games against the panel by the uses that a panel is met in, one move ahead and at depth 3.
    pub met: [Option<Met>; 2],
    /// Whether it values states, so that searches can ask it.
    pub is_evaluator: bool,
    /// Whether the pools to which the model was fitted had heuristics of its kind.
    pub is_known_kind: bool,
}

/// The predicted strength of one heuristic in one use.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Predicted {
    /// The heuristic.
    pub name: String,
    /// How it is used.
    #[serde(rename = "use")]
    pub way: Way,
    /// Elo above the mean of those judged together.
    pub elo: f64,
    /// The lower end of the 95 % interval of its own error, such that the errors of two add up to that
    /// of their difference as nearly as can be; that of the mean of all is left out.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// What the states alone say: Elo above a blind chooser.
    pub by_states: f64,
    /// What games against the panel alone say: Elo above a blind chooser, on the same scale;
    /// nothing where none were played.
    pub by_games: Option<f64>,
    /// The standard error by the number of those games and how close they were.
    pub games_error: Option<f64>,
}

/// The predicted difference of two heuristics in one use.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PredictedPair {
    /// The first heuristic.
    pub a: String,
    /// The second one.
    pub b: String,
    /// How both are used.
    #[serde(rename = "use")]
    pub way: Way,
    /// Elo of the first above the second.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The share of games that the first is expected to win, a draw counted half.
    pub wins: f64,
    /// The share of the states in which the two choose differently.
    pub apart: f64,
}

/// Predicted strengths of heuristics that were judged together.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// The heuristics.
    pub names: Vec<String>,
    /// States that it rests on.
    pub states: usize,
    /// What they count for beside each other.
    pub weights: StateWeights,
    /// The use of which a verdict speaks: at depth 3 where all can be asked by a search and two or more
    /// were judged so, else one move ahead.
    pub way: Way,
    /// Whether all value states: others play as they are, however far they look ahead.
    pub are_evaluators: bool,
    /// Games that each heuristic played against the panel at the least, over all uses, but for those that a note
    /// names; 0 where none counts.
    pub games: usize,
    /// Random moves before a game that confirms it: openings that the game is long enough for.
    pub opening: u32,
    /// What makes it less sure than usual, in words.
    pub notes: Vec<String>,
    /// How many times as large as predicted differences may be: 1 in games that were studied.
    reach: f64,
    /// One of each use, in the order of [`Way::ALL`].
    uses: Vec<Strengths>,
}

/// Strengths in one use.
#[derive(Clone, Debug)]
struct Strengths {
    /// Elo above the mean.
    elo: Vec<f64>,
    /// Standard deviations of differences, row by row.
    deviation: Vec<f64>,
    /// What the states alone say of each.
    by_states: Vec<f64>,
    /// What games against the panel alone say.
    by_games: Vec<Option<Rated>>,
    /// How often two choose differently, row by row.
    apart: Vec<f64>,
    /// Of each, whether it was judged in this very use.
    judged: Vec<bool>,
}

/// A heuristic in one use.
struct Used<'a> {
    losses: &'a Losses,
    /// Whether it was judged in this very use.
    is_judged: bool,
    /// Whether it plays as it is, whatever the use.
    of_its_own: bool,
    met: Option<&'a Met>,
}

/// Random moves before a confirming game at the most: as before the games of the panels and of the pools
/// by which predictions were measured. After more, openings decide more games, and differences shrink.
const OPENING: u32 = 6;

/// What states count for beside each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StateWeights {
    /// Every ply the same.
    #[default]
    Equal,
    /// Each ply by how often play comes to it, where the benchmark tells; else the same.
    Play,
}

/// Predicts how strong heuristics are beside each other; nothing where the game has no two rivals.
///
/// `is_studied` says whether the model was fitted to pools of this game.
pub fn predict(
    truths: &Truths,
    all: &[Candidate<'_>],
    weights: StateWeights,
    is_studied: bool,
    seed: u64,
) -> Option<Prediction> {
    if !truths.rivals || truths.rows.is_empty() || all.is_empty() {
        return None;
    }
    let stakes = Stakes::new(truths, weights);
    if !stakes.is_anything_at_stake() {
        return None;
    }
    let bare = map_each(all, |own| Losses::new(&stakes, own.guesses));
    let searched = map_each(all, |own| Some(Losses::new(&stakes, own.searched?)));
    let resamples = resamples(truths, seed);
    let doubt = Doubt::of(truths, &stakes, all, is_studied);
    let of = |way: Way| {
        let said = bare.iter().zip(&searched);
        let used = said.zip(all).map(|((bare, searched), own)| match way {
            Way::DepthThree => Used {
                losses: searched.as_ref().unwrap_or(bare),
                // What is no evaluator plays as it is.
                is_judged: searched.is_some() || !own.is_evaluator,
                of_its_own: !own.is_evaluator,
                met: own.met[1].as_ref(),
            },
            Way::OnePly | Way::Mcts => Used {
                losses: bare,
                is_judged: true,
                of_its_own: !own.is_evaluator,
                met: own.met[0].as_ref().filter(|_| way == Way::OnePly),
            },
        });
        strengths(way, &used.collect::<Vec<_>>(), &stakes, &resamples, &doubt)
    };
    Some(Prediction {
        names: all.iter().map(|own| own.name.clone()).collect(),
        states: truths.rows.len(),
        weights,
        games: games(all),
        opening: OPENING.min((stakes.plies.1 + 1) / 3),
        way: spoken_of(all),
        are_evaluators: all.iter().all(|own| own.is_evaluator),
        notes: doubt.words(all),
        reach: doubt.reach(),
        uses: Way::ALL.map(of).into(),
    })
}

/// The use of which a verdict speaks. How strong one is at depth 3 without a search that was judged
/// is a guess, and a verdict needs two of whom more is known.
fn spoken_of(all: &[Candidate<'_>]) -> Way {
    let searched = all.iter().filter(|own| own.searched.is_some()).count();
    if searched > 1 && all.iter().all(|own| own.is_evaluator) {
        Way::DepthThree
    } else {
        Way::OnePly
    }
}

/// Whether games against the panel tell anything where so many of those judged together met it.
///
/// Elo by states and by games have no common zero: of one alone among others they tell nothing.
fn is_told_by_games(met: usize, all: usize) -> bool {
    met == all || met > 1
}

/// Games that each who met the panel played against it at the least; 0 where they tell nothing.
fn games(all: &[Candidate<'_>]) -> usize {
    let played = |own: &Candidate<'_>| own.met.iter().flatten().map(|met| met.results.len()).sum();
    let played: Vec<usize> = all.iter().map(played).filter(|own| *own > 0).collect();
    if is_told_by_games(played.len(), all.len()) {
        played.into_iter().min().unwrap_or(0)
    } else {
        0
    }
}

/// How often each state counts: once, and then in each resample; nothing is resampled where the
/// benchmark holds all states.
fn resamples(truths: &Truths, seed: u64) -> Vec<Vec<f64>> {
    let states = truths.rows.len();
    let drawn = if truths.whole { 0 } else { RESAMPLES };
    let draw = |task: u64| {
        let mut chance = Chance::for_task(seed, task);
        let mut times = vec![0.0; states];
        for _ in 0..states {
            times[chance.below(states as u32) as usize] += 1.0;
        }
        times
    };
    std::iter::once(vec![1.0; states])
        .chain((0..drawn).map(draw))
        .collect()
}

fn strengths(
    way: Way,
    used: &[Used<'_>],
    stakes: &Stakes,
    resamples: &[Vec<f64>],
    doubt: &Doubt,
) -> Strengths {
    let form = Form::of(way, stakes);
    let elo = |own: &Used<'_>, times: &[f64]| {
        let skill = |kind: Kind| own.losses.skill(kind, stakes, times);
        form.elo(KINDS.map(skill))
    };
    // For each resample every heuristic's Elo.
    let drawn: Vec<Vec<f64>> = map_each(resamples, |times| {
        used.iter().map(|own| elo(own, times)).collect()
    });
    let (by_states, drawn) = drawn.split_first().expect("there is one of all states");
    let by_games = rated(used, by_states);
    let mut blended: Vec<Blend> = (0..used.len())
        .map(|at| {
            let above_mean = |own: &Vec<f64>| own[at] - own.iter().sum::<f64>() / own.len() as f64;
            let sampled = variance(drawn.iter().map(above_mean)).sqrt();
            blend(
                way,
                by_states[at],
                sampled,
                by_games[at],
                used[at].of_its_own,
            )
        })
        .collect();
    for at in 0..used.len() {
        if by_games[at].is_none() && by_games.iter().any(Option::is_some) {
            blended[at].elo = beside(way, at, used, (by_states, &by_games), &blended);
        }
    }
    let mean = blended.iter().map(|own| own.elo).sum::<f64>() / blended.len() as f64;
    // Who chooses alike in a part of the game may choose differently in the games against the panel.
    let is_narrow = doubt.is_narrow();
    let size = used.len();
    let mut found = Strengths {
        deviation: vec![0.0; size * size],
        apart: vec![0.0; size * size],
        elo: blended.iter().map(|own| own.elo - mean).collect(),
        by_states: by_states.clone(),
        by_games,
        judged: used.iter().map(|own| own.is_judged).collect(),
    };
    for a in 0..size {
        for b in 0..a {
            let sampled = variance(drawn.iter().map(|own| own[a] - own[b]));
            let apart = disagreement(used[a].losses, used[b].losses);
            let unsearched = !(used[a].is_judged && used[b].is_judged);
            let gap = blended[a].elo - blended[b].elo;
            let modelled = doubt.deviation(way, (a, b), gap, apart, unsearched);
            let by_states = modelled.hypot(sampled.sqrt());
            let is_rated = found.by_games[a].is_some() && found.by_games[b].is_some();
            let met = used[a].met.zip(used[b].met);
            let all = match met.filter(|_| is_rated) {
                Some((one, other)) => {
                    let games = paired_error(one, other, apart);
                    let apart = if is_narrow { 1.0 } else { apart };
                    let both = (&blended[a], &blended[b]);
                    blended_deviation(way, both, apart, by_states, games)
                }
                None => alone_deviation(way, by_states, gap),
            };
            for at in [a * size + b, b * size + a] {
                found.deviation[at] = all;
                found.apart[at] = apart;
            }
        }
    }
    found
}

/// The Elo of one that did not meet the panel beside those that did: as far from each as states put it,
/// and the nearer to one the more alike they choose. So one that chooses as another is worth the same.
fn beside(
    way: Way,
    at: usize,
    used: &[Used<'_>],
    (by_states, by_games): (&[f64], &[Option<Rated>]),
    blended: &[Blend],
) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for other in (0..used.len()).filter(|&other| by_games[other].is_some()) {
        let gap = by_states[at] - by_states[other];
        let apart = disagreement(used[at].losses, used[other].losses);
        let counts = model::usual_deviation(way, gap, apart).powi(-2);
        sum += counts * (blended[other].elo + gap);
        all += counts;
    }
    sum / all
}

/// What games against the panel alone say of those that met it: their Elo in a round robin of all
/// of them (see [`mutual`]), at the level of what states say.
///
/// Elo by states and by games are above a blind chooser, which neither saw: only differences are
/// known. So games are moved to where states put those that played on average, and one who did not
/// play is put beside them by the states (see [`beside`]).
fn rated(used: &[Used<'_>], by_states: &[f64]) -> Vec<Option<Rated>> {
    let mut rated: Vec<Option<Rated>> = used.iter().map(|own| Some(own.met?.rated())).collect();
    let met = rated.iter().flatten().count();
    if !is_told_by_games(met, used.len()) {
        return vec![None; used.len()];
    }
    let games: Vec<&Met> = used.iter().filter_map(|own| own.met).collect();
    let elo: Vec<f64> = rated.iter().flatten().map(|own| own.elo).collect();
    let in_round_robin = mutual::in_round_robin(&games, &elo);
    for (own, elo) in rated.iter_mut().flatten().zip(in_round_robin) {
        own.elo = elo;
    }
    let gaps = by_states.iter().zip(&rated);
    let gaps = gaps.filter_map(|(own, games)| Some(own - (*games)?.elo));
    let level = gaps.sum::<f64>() / met.max(1) as f64;
    for own in rated.iter_mut().flatten() {
        own.elo += level;
    }
    rated
}

fn variance(values: impl Iterator<Item = f64>) -> f64 {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for value in values {
        count += 1.0;
        sum += value;
        squares += value * value;
    }
    if count < 2.0 {
        return 0.0;
    }
    ((squares - sum * sum / count) / (count - 1.0)).max(0.0)
}

/// How often two choose differently: 0 if always alike, 1 if never.
fn disagreement(one: &Losses, other: &Losses) -> f64 {
    let apart = |(one, other): (&Vec<bool>, &Vec<bool>)| {
        let share = |own: &[bool]| 1.0 / own.iter().filter(|chosen| **chosen).count().max(1) as f64;
        let (own, others) = (share(one), share(other));
        let both = one.iter().zip(other).filter(|(a, b)| **a && **b).count();
        1.0 - both as f64 * own.min(others)
    };
    let states = one.chosen.len().max(1) as f64;
    one.chosen.iter().zip(&other.chosen).map(apart).sum::<f64>() / states
}

impl Predicted {
    /// The standard deviation of a normal distribution around the number that holds the interval.
    pub fn deviation(&self) -> f64 {
        (self.high - self.elo).max(self.elo - self.low) / Z95
    }
}

impl PredictedPair {
    /// The standard deviation of a normal distribution around the difference that holds the interval.
    pub fn deviation(&self) -> f64 {
        (self.high - self.elo).max(self.elo - self.low) / Z95
    }
}

impl Prediction {
    /// Makes all intervals wider by a factor, for a reason in words.
    pub fn doubt(&mut self, factor: f64, why: &str) {
        for own in &mut self.uses {
            own.deviation.iter_mut().for_each(|own| *own *= factor);
        }
        self.notes.push(why.to_owned());
    }

    /// Every heuristic in every use.
    pub fn each(&self) -> Vec<Predicted> {
        let of = |(way, own): (&Way, &Strengths)| {
            let all = self.names.iter().enumerate();
            all.map(|(at, name)| {
                let margin = Z95 * own.own_deviation(at, self.names.len());
                let (low, high) = self.ends(own.elo[at], margin);
                Predicted {
                    name: name.clone(),
                    way: *way,
                    elo: own.elo[at],
                    low,
                    high,
                    by_states: own.by_states[at],
                    by_games: own.by_games[at].map(|own| own.elo),
                    games_error: own.by_games[at].map(|own| own.error),
                }
            })
            .collect::<Vec<_>>()
        };
        Way::ALL.iter().zip(&self.uses).flat_map(of).collect()
    }

    /// Every two heuristics in every use, the earlier one first.
    pub fn pairs(&self) -> Vec<PredictedPair> {
        let size = self.names.len();
        let pairs = || (0..size).flat_map(move |a| (a + 1..size).map(move |b| (a, b)));
        let all = Way::ALL.iter();
        all.flat_map(|way| pairs().map(|(a, b)| self.pair(*way, a, b)))
            .collect()
    }

    /// Two heuristics, by their places, in one use.
    pub fn pair(&self, way: Way, a: usize, b: usize) -> PredictedPair {
        let (elo, deviation) = self.difference(way, a, b);
        let (low, high) = self.ends(elo, Z95 * deviation);
        PredictedPair {
            a: self.names[a].clone(),
            b: self.names[b].clone(),
            way,
            elo,
            low,
            high,
            wins: wins(elo),
            apart: self.uses[way as usize].apart[a * self.names.len() + b],
        }
    }

    /// The ends of an interval: the one away from 0 is as far as differences may reach.
    fn ends(&self, elo: f64, margin: f64) -> (f64, f64) {
        let beyond = (self.reach - 1.0) * elo;
        (
            elo - margin + beyond.min(0.0),
            elo + margin + beyond.max(0.0),
        )
    }

    /// Elo of the first above the second, and its standard deviation.
    pub fn difference(&self, way: Way, a: usize, b: usize) -> (f64, f64) {
        let own = &self.uses[way as usize];
        let size = self.names.len();
        (own.elo[a] - own.elo[b], own.deviation[a * size + b])
    }

    /// How likely it is that the first is the stronger one.
    pub fn superiority(&self, way: Way, a: usize, b: usize) -> f64 {
        let (elo, deviation) = self.difference(way, a, b);
        if elo == 0.0 {
            return 0.5;
        }
        normal_cdf(elo / deviation)
    }

    /// Whether a heuristic, by its place, was judged in this very use; else its strength is a guess.
    pub fn is_judged(&self, way: Way, at: usize) -> bool {
        self.uses[way as usize].judged[at]
    }

    /// Places of the heuristics in one use, the strongest first; of equals the earlier one.
    pub fn order(&self, way: Way) -> Vec<usize> {
        let elo = &self.uses[way as usize].elo;
        let mut order: Vec<usize> = (0..elo.len()).collect();
        order.sort_by(|&a, &b| elo[b].total_cmp(&elo[a]));
        order
    }
}

impl Strengths {
    /// The standard deviation of the error of one, such that those of two add up to that of their
    /// difference as nearly as can be: so a heuristic of which little is known widens no interval
    /// but its own.
    fn own_deviation(&self, at: usize, size: usize) -> f64 {
        let mean_square = |row: usize| {
            let row = &self.deviation[row * size..(row + 1) * size];
            row.iter().map(|own| own * own).sum::<f64>() / (size - 1) as f64
        };
        match size {
            0 | 1 => 0.0,
            2 => (mean_square(at) / 2.0).sqrt(),
            _ => {
                let own = mean_square(at);
                let all: f64 = (0..size).map(mean_square).sum::<f64>() / 2.0;
                let alone = ((size - 1) as f64 * own - all) / (size - 2) as f64;
                // Never less than a share of what it has in common with others.
                alone.max(own / 8.0).sqrt()
            }
        }
    }
}

/// The share of games that an Elo difference makes one expect, a draw counted half.
pub fn wins(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}
