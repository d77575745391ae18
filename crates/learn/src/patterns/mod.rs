//! Weights of patterns, learned from games of an evaluator against itself.
//!
//! Rounds of games alternate with least squares. The first round is played by
//! chance; each later one by the weights found before it, looking further
//! ahead, with some random moves. A [`Teacher`] solves what is near the end.
//! To beat one opponent, [`learn_patterns_by_td`] learns from every game at once.

mod fit;
mod opponent;
mod play;
mod samples;
mod td;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use plyscope_eval::patterns::{PatternIndex, PatternSet, PatternWeights, Patterns, StoneGame};
use plyscope_game::{Chance, Error, Stop, mix_all};
use plyscope_parallel::map;

pub use fit::{PhaseFit, TableFit, fit_tables};
pub use play::{GamePlan, Teacher, play_game};
pub use samples::Samples;
pub use td::{Aim, TdLeg, TdTables, learn_patterns_by_td};

/// What to learn, and from how much.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternParams {
    /// The patterns.
    pub set: Arc<PatternSet>,
    /// So much of a weight is one point, in the weights that are given back.
    pub unit: u32,
    /// Games in all rounds together.
    pub games: u64,
    /// Moves that the later rounds look ahead.
    pub depth: u32,
    /// Random plies at the beginning of a game: at least and at most so many.
    pub random_plies: (u32, u32),
    /// The share of random moves after them.
    pub share: f64,
    /// How much of what a state is worth comes from later states, the rest from the search there (λ).
    pub lambda: f64,
    /// How weights are fitted.
    pub fit: TableFit,
    /// The seed of all chance.
    pub seed: u64,
}

/// Games that are kept together; results do not depend on who plays them.
pub const CHUNK: u64 = 250;

/// One round of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// Games of the round.
    pub games: u64,
    /// How they are played.
    pub plan: GamePlan,
    /// The first round whose games are fitted together with this one's.
    pub from: usize,
}

/// The parts of all games that each round has, whether it looks as far ahead as told, and where its fit begins.
const ROUNDS: [(f64, bool, usize); 7] = [
    (0.04, false, 0),
    (0.10, false, 0),
    (0.12, false, 1),
    (0.14, false, 2),
    (0.20, true, 3),
    (0.20, true, 4),
    (0.20, true, 4),
];

impl PatternParams {
    /// The rounds.
    pub fn rounds(&self) -> Vec<Round> {
        let mut left = self.games;
        let round = |(at, &(part, far, from)): (usize, &(f64, bool, usize))| {
            let is_last = at + 1 == ROUNDS.len();
            let games = if is_last {
                left
            } else {
                ((self.games as f64 * part) as u64).min(left)
            };
            left -= games;
            let depth = if at == 0 {
                0
            } else if far {
                self.depth
            } else {
                1
            };
            let plan = GamePlan {
                depth,
                random_plies: self.random_plies,
                share: self.share,
                lambda: self.lambda as f32,
            };
            Round { games, plan, from }
        };
        ROUNDS.iter().enumerate().map(round).collect()
    }
}

/// Follows the work, and keeps what is done of it.
pub trait Keeper {
    /// The states of a chunk of games that was played before, if it was kept.
    fn kept(&mut self, _round: usize, _chunk: u64) -> Option<Samples> {
        None
    }

    /// The flag that ends the work between two games, or two steps of a fit.
    fn stop(&self) -> Stop {
        Stop::default()
    }

    /// Whether the work goes on; asked after games and after fits.
    ///
    /// # Errors
    /// When the work is to end.
    fn goes_on(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Keeps the states of a chunk of games.
    ///
    /// # Errors
    /// When they cannot be kept, or the work is to end.
    fn keep(&mut self, _round: usize, _chunk: u64, _samples: &Samples) -> Result<(), Error> {
        Ok(())
    }

    /// A round was played and fitted.
    ///
    /// # Errors
    /// When the work is to end.
    fn fitted(
        &mut self,
        _round: usize,
        _fits: &[PhaseFit],
        _weights: &PatternWeights,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// The weights that an earlier run of TD kept last, and after how many games.
    fn kept_tables(&mut self) -> Option<(u64, Vec<f32>)> {
        None
    }

    /// Keeps the weights at the end of a leg of TD.
    ///
    /// # Errors
    /// When they cannot be kept.
    fn keep_tables(&mut self, _leg: &TdLeg, _points: &[f32]) -> Result<(), Error> {
        Ok(())
    }

    /// So many games more were played by TD.
    ///
    /// # Errors
    /// When the work is to end.
    fn played(&mut self, _games: u64) -> Result<(), Error> {
        Ok(())
    }
}

/// Nobody keeps anything.
impl Keeper for () {}

/// Chunks that are played at the same time before any of them is kept.
const ABREAST: u64 = 8;

/// Learns weights, beginning with `start` if there are some; the same on any number of threads.
///
/// `teacher` makes a teacher for a thread.
///
/// # Errors
/// When there is nothing to learn from, or the keeper ends the work.
pub fn learn_patterns<G: StoneGame, T: Teacher<G>>(
    game: &G,
    params: &PatternParams,
    start: Option<&PatternWeights>,
    teacher: &(dyn Fn() -> T + Sync),
    keeper: &mut dyn Keeper,
) -> Result<PatternWeights, Error> {
    let TableFit { phases, .. } = params.fit;
    let index = PatternIndex::new(Arc::clone(&params.set));
    let mut points = match start {
        Some(start) => start.points(),
        None => vec![0.0; phases * params.set.weights()],
    };
    let rounded = |points: &[f32], unit| {
        PatternWeights::rounded(Arc::clone(&params.set), phases, unit, points, "")
    };
    let stop = keeper.stop();
    let mut rounds: Vec<Samples> = Vec::new();
    for (number, round) in params.rounds().into_iter().enumerate() {
        let mut plan = round.plan;
        if start.is_some() {
            plan.depth = plan.depth.max(1);
        }
        let fine = fine_unit(&points);
        let player = Player {
            game,
            params,
            patterns: Patterns::new(rounded(&points, fine)),
            plan,
            number,
        };
        rounds.push(player.round(round.games, teacher, keeper)?);
        let samples: Vec<&Samples> = rounds[round.from..].iter().collect();
        if samples.iter().all(|own| own.is_empty()) {
            continue;
        }
        let fits = fit_tables(&index, &samples, &points, &params.fit, &stop);
        keeper.goes_on()?;
        points = fits
            .iter()
            .flat_map(|fit| fit.weights.iter().copied())
            .collect();
        keeper.fitted(number, &fits, &rounded(&points, params.unit))?;
        for old in &mut rounds[..round.from] {
            *old = Samples::default();
        }
    }
    if rounds.iter().all(Samples::is_empty) {
        return Err(Error::misuse(
            "there were no games to learn from",
            "allow more games",
        ));
    }
    Ok(rounded(&points, params.unit))
}

/// The finest unit in which all weights fit their sixteen bits, for play while learning.
fn fine_unit(points: &[f32]) -> u32 {
    let most = points.iter().fold(1.0f32, |most, own| most.max(own.abs()));
    let unit = (32_000.0 / most) as u32;
    1 << unit.clamp(1, 1 << 12).ilog2()
}

/// Plays the games of a round.
struct Player<'a, G: StoneGame> {
    game: &'a G,
    params: &'a PatternParams,
    patterns: Patterns,
    plan: GamePlan,
    number: usize,
}

impl<G: StoneGame> Player<'_, G> {
    fn round<T: Teacher<G>>(
        &self,
        games: u64,
        teacher: &(dyn Fn() -> T + Sync),
        keeper: &mut dyn Keeper,
    ) -> Result<Samples, Error> {
        let chunks: Vec<u64> = (0..games.div_ceil(CHUNK)).collect();
        let stop = keeper.stop();
        let mut all = Samples::new(self.words());
        for some in chunks.chunks(ABREAST as usize) {
            let kept: Vec<Option<Samples>> = some
                .iter()
                .map(|&chunk| keeper.kept(self.number, chunk))
                .collect();
            let played = map(some.len(), |at| {
                let missing = || self.chunk(some[at], games, &mut teacher(), &stop);
                kept[at].clone().or_else(missing)
            });
            for ((&chunk, samples), kept) in some.iter().zip(&played).zip(&kept) {
                let Some(samples) = samples else {
                    continue;
                };
                if kept.is_none() {
                    keeper.keep(self.number, chunk, samples)?;
                }
                all.append(samples);
            }
            keeper.goes_on()?;
        }
        Ok(all)
    }

    fn words(&self) -> usize {
        self.game.stones(&self.game.start()).0.as_ref().len()
    }

    /// The states of a chunk of games; none if it was stopped before the last of them.
    fn chunk<T: Teacher<G>>(
        &self,
        chunk: u64,
        games: u64,
        teacher: &mut T,
        stop: &Stop,
    ) -> Option<Samples> {
        let mut samples = Samples::new(self.words());
        for game in chunk * CHUNK..((chunk + 1) * CHUNK).min(games) {
            let mut chance = Chance::new(mix_all(&[self.params.seed, self.number as u64, game]));
            let (patterns, plan) = (&self.patterns, &self.plan);
            play_game(
                self.game,
                patterns,
                plan,
                teacher,
                &mut chance,
                &mut samples,
                stop,
            );
            if stop.is_raised() {
                return None;
            }
        }
        Some(samples)
    }
}
