//! Weights found by playing: evaluation functions that play each other, of which the better ones breed.
//!
//! G. Balázsfalvi, "A solution for building evaluation functions in two player
//! games" (2004), and a variant that learns from all games. Who plays, and how,
//! is the caller's: [`evolve`] hands out vectors of weights and gets results.
//!
//! ```
//! use plyscope_learn::genetic::{Genes, GeneticParams, Meeting, PairResult, Start, Variant, evolve};
//!
//! // The nearer the second weight is to 4, the stronger.
//! let mut play = |meeting: &Meeting<'_>| {
//!     let off = |member: usize| (meeting.members[member][1] - 4.0).abs();
//!     let result = |(one, other)| {
//!         let wins = u64::from(off(one) < off(other)) * meeting.games;
//!         PairResult { one, other, wins, draws: 0, losses: meeting.games - wins }
//!     };
//!     Ok(meeting.pairings().into_iter().map(result).collect())
//! };
//! let params = GeneticParams { generations: 15, ..GeneticParams::usual(Variant::Paper) };
//! let genes = Genes::new(Start::Scattered(2), 0)?;
//! let evolution = evolve(&params, &genes, &mut play, &mut |_| {})?;
//! assert!((evolution.weights[1] - 4.0).abs() < 0.5);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod genes;
mod paper;
mod params;
mod surface;
#[cfg(test)]
mod tests;

use plyscope_game::{Chance, Error, mix_all};
use serde::Serialize;

pub use genes::{Genes, Start};
pub use params::{GeneticParams, Variant};

use crate::normal::normal;
use surface::{Duel, Surface};

/// Separates the random numbers of breeding from those of games.
const BREEDING: u64 = 0x6272_6565;

/// Vectors that are to meet: every one every other, in so many games.
pub struct Meeting<'a> {
    /// Its number: generations from 0, then the replay.
    pub number: u32,
    /// Whether it is the replay of the hall of fame.
    pub is_replay: bool,
    /// The weights of each.
    pub members: &'a [Vec<f64>],
    /// Games between each two; an even number, colours swapped.
    pub games: u64,
}

impl Meeting<'_> {
    /// Each two that meet, by their places.
    #[must_use]
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let members = self.members.len();
        (0..members)
            .flat_map(|one| (one + 1..members).map(move |other| (one, other)))
            .collect()
    }
}

/// Games between two members, seen by the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairResult {
    /// The place of the first.
    pub one: usize,
    /// The place of the other.
    pub other: usize,
    /// Games that the first won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that the first lost.
    pub losses: u64,
}

/// Plays the games of a meeting.
pub type PlayMeeting<'a> = dyn FnMut(&Meeting<'_>) -> Result<Vec<PairResult>, Error> + 'a;

/// What one generation came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Generation {
    /// Its number, from 0.
    pub number: u32,
    /// Games up to its end.
    pub games: u64,
    /// The dispersion with which its children were made.
    pub dispersion: f64,
    /// The weights of its members.
    pub members: Vec<Vec<f64>>,
    /// Their points per game.
    pub scores: Vec<f64>,
    /// The place of the best.
    pub best: usize,
    /// What goes into the hall of fame: the best member, or the top of the regression.
    pub fame: Vec<f64>,
    /// The mean of the members' weights.
    pub mean: Vec<f64>,
    /// Their relative spread: the mean over free weights of deviation by mean.
    pub spread: f64,
}

/// One of the hall of fame after the replay.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Famous {
    /// The generation that brought it there.
    pub generation: u32,
    /// Its weights.
    pub weights: Vec<f64>,
    /// Wins, draws and losses in the replay.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Famous {
    /// Its share of the points in the replay; half if there was none.
    #[must_use]
    pub fn score(&self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        if games == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / games as f64
    }
}

/// A whole search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Evolution {
    /// The weights that did best in the replay.
    pub weights: Vec<f64>,
    /// All generations.
    pub generations: Vec<Generation>,
    /// The hall of fame, the best in the replay first.
    pub hall: Vec<Famous>,
    /// Games in all.
    pub games: u64,
}

/// Breeds weights; `tell` hears of every generation.
///
/// # Errors
/// When a parameter makes no sense, or the games cannot be played.
pub fn evolve(
    params: &GeneticParams,
    genes: &Genes,
    play: &mut PlayMeeting<'_>,
    tell: &mut dyn FnMut(&Generation),
) -> Result<Evolution, Error> {
    params.check()?;
    let mut chance = Chance::for_task(mix_all(&[params.seed, BREEDING]), 0);
    let mut members = genes.first(params.population, &mut chance);
    let mut generations: Vec<Generation> = Vec::new();
    let mut memory = Memory::default();
    let mut games = 0;
    for number in 0..params.generations {
        let mut chance = Chance::for_task(mix_all(&[params.seed, BREEDING]), u64::from(number) + 1);
        let results = play(&Meeting {
            number,
            is_replay: false,
            members: &members,
            games: 2,
        })?;
        games += params.games_per_generation();
        let scores = scores(&results, params, members.len());
        let dispersion = params.dispersion * params.decay.powi(number as i32);
        let best = best_of(&scores);
        let (fame, children) = match params.variant {
            Variant::Paper => {
                let parents = paper::inter_population(&scores, params, &mut chance);
                let children = paper::children(&members, &parents, dispersion, genes, &mut chance);
                (members[best].clone(), children)
            }
            Variant::Improved => {
                memory.add(number, genes, &members, &results);
                let fame = memory.peak(genes, &members[best]);
                let children = around(&fame, params.population, dispersion, genes, &mut chance);
                (fame, children)
            }
        };
        let generation = Generation {
            number,
            games,
            dispersion,
            best,
            fame,
            mean: mean(&members),
            spread: spread(&members, genes),
            scores,
            members: std::mem::replace(&mut members, children),
        };
        tell(&generation);
        generations.push(generation);
    }
    let (hall, replayed) = replay(params, &generations, play)?;
    Ok(Evolution {
        weights: hall[0].weights.clone(),
        generations,
        hall,
        games: games + replayed,
    })
}

/// The hall of fame after its replay, the best first, and the games of that.
///
/// Only the last generations are in it: the earlier ones come from populations
/// that have been bettered since.
fn replay(
    params: &GeneticParams,
    generations: &[Generation],
    play: &mut PlayMeeting<'_>,
) -> Result<(Vec<Famous>, u64), Error> {
    let mut hall: Vec<Famous> = Vec::new();
    for generation in generations.iter().rev().take(params.hall) {
        if hall.iter().all(|own| own.weights != generation.fame) {
            hall.push(Famous {
                generation: generation.number,
                weights: generation.fame.clone(),
                wins: 0,
                draws: 0,
                losses: 0,
            });
        }
    }
    if hall.len() < 2 {
        return Ok((hall, 0));
    }
    let members: Vec<Vec<f64>> = hall.iter().map(|own| own.weights.clone()).collect();
    let results = play(&Meeting {
        number: params.generations,
        is_replay: true,
        members: &members,
        games: params.replay,
    })?;
    for result in &results {
        let one = &mut hall[result.one];
        one.wins += result.wins;
        one.draws += result.draws;
        one.losses += result.losses;
        let other = &mut hall[result.other];
        other.wins += result.losses;
        other.draws += result.draws;
        other.losses += result.wins;
    }
    let games = results.len() as u64 * params.replay;
    // A stable sort: of equals the later generation is first.
    hall.sort_by(|a, b| b.score().total_cmp(&a.score()));
    Ok((hall, games))
}

/// The points per game of each member.
fn scores(results: &[PairResult], params: &GeneticParams, members: usize) -> Vec<f64> {
    let mut points = vec![0.0; members];
    let mut games = vec![0; members];
    for result in results {
        let drawn = params.draw * result.draws as f64;
        points[result.one] += params.win * result.wins as f64 + drawn;
        points[result.other] += params.win * result.losses as f64 + drawn;
        for member in [result.one, result.other] {
            games[member] += result.wins + result.draws + result.losses;
        }
    }
    let per_game = points.iter().zip(games);
    per_game
        .map(|(points, games)| points / games.max(1) as f64)
        .collect()
}

/// The first of those with the highest score.
fn best_of(scores: &[f64]) -> usize {
    let mut best = 0;
    for (place, score) in scores.iter().enumerate() {
        if *score > scores[best] {
            best = place;
        }
    }
    best
}

fn mean(members: &[Vec<f64>]) -> Vec<f64> {
    let count = members.len() as f64;
    let sum = |place: usize| members.iter().map(|own| own[place]).sum::<f64>();
    (0..members[0].len())
        .map(|place| sum(place) / count)
        .collect()
}

fn spread(members: &[Vec<f64>], genes: &Genes) -> f64 {
    let mean = mean(members);
    let free = genes.free(&mean);
    let relative = |&place: &usize| {
        let square = |own: &Vec<f64>| (own[place] - mean[place]).powi(2);
        let variance = members.iter().map(square).sum::<f64>() / (members.len() - 1) as f64;
        variance.sqrt() / mean[place].abs()
    };
    free.iter().map(relative).sum::<f64>() / free.len().max(1) as f64
}

/// The top itself, and pairs of vectors on opposite sides of it.
///
/// Opposite sides, because the difference of such two tells most about the slope.
fn around(
    top: &[f64],
    members: usize,
    dispersion: f64,
    genes: &Genes,
    chance: &mut Chance,
) -> Vec<Vec<f64>> {
    let mut all = vec![top.to_vec()];
    while all.len() < members {
        let steps: Vec<f64> = top.iter().map(|_| dispersion * normal(chance)).collect();
        all.push(genes.changed(top, |place| steps[place].exp()));
        all.push(genes.changed(top, |place| (-steps[place]).exp()));
    }
    all.truncate(members);
    all
}

/// All games so far, for the regression.
#[derive(Default)]
struct Memory(Vec<Duel>);

impl Memory {
    fn add(&mut self, generation: u32, genes: &Genes, members: &[Vec<f64>], all: &[PairResult]) {
        let free = genes.free(&members[0]);
        for result in all {
            let games = (result.wins + result.draws + result.losses) as f64;
            let score = (result.wins as f64 + result.draws as f64 / 2.0) / games;
            self.0.push(Duel {
                generation,
                one: logarithms(&members[result.one], &free),
                other: logarithms(&members[result.other], &free),
                games,
                score,
            });
        }
    }

    /// The weights at the top of the fitted strength; signs and zeros are those of `near`.
    fn peak(&self, genes: &Genes, near: &[f64]) -> Vec<f64> {
        let free = genes.free(near);
        let top = Surface::fit(&self.0).peak();
        let mut weights = near.to_vec();
        for (place, size) in free.into_iter().zip(top) {
            weights[place] = size.exp().copysign(near[place]);
        }
        weights
    }
}

fn logarithms(weights: &[f64], free: &[usize]) -> Vec<f64> {
    free.iter()
        .map(|&place| weights[place].abs().ln())
        .collect()
}
