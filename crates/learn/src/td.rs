//! TD(λ): what a state is worth, learned from the states that follow it.
//!
//! R. S. Sutton, "Learning to predict by the methods of temporal differences"
//! (1988), for a value that is tanh of a weighted sum: after every move the
//! value of the state before is drawn towards that of the state after, and
//! those of earlier states λ times less each. Who plays is the caller's.
//!
//! ```
//! use plyscope_learn::td::{Episode, Td, TdParams};
//!
//! // One state that is always won: its value rises towards 1.
//! let mut td = Td::new(&[0.0], &TdParams { rate: 0.5, ..TdParams::default() })?;
//! let won = Episode { rows: vec![1.0], signs: vec![1.0], explored: vec![false], outcome: 1.0 };
//! for _ in 0..200 {
//!     td.learn(&[won.clone()]);
//! }
//! assert!(td.value(&[1.0]) > 0.9);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

use plyscope_game::Error;

/// How TD(λ) goes.
#[derive(Clone, PartialEq, Debug)]
pub struct TdParams {
    /// How much of a difference reaches states one move earlier (λ).
    pub lambda: f64,
    /// The step at first, of which a state's features get their share (α).
    pub rate: f64,
    /// Batches after which the step is down to 1/√2 of that.
    pub horizon: f64,
    /// Random moves, as a share of all.
    pub explore: f64,
    /// Games that are played by the same weights.
    pub batch: u64,
}

impl Default for TdParams {
    fn default() -> Self {
        Self {
            lambda: 0.7,
            rate: 0.1,
            horizon: 20.0,
            explore: 0.1,
            batch: 32,
        }
    }
}

impl TdParams {
    /// Whether the numbers make sense.
    ///
    /// # Errors
    /// When one does not; says which, and what it may be.
    pub fn check(&self) -> Result<(), Error> {
        let real = [
            ("lambda", self.lambda, 0.0..=1.0),
            ("rate", self.rate, 1e-9..=10.0),
            ("horizon", self.horizon, 1e-3..=1e12),
            ("share of random moves", self.explore, 0.0..=1.0),
        ];
        for (name, number, range) in real {
            if !range.contains(&number) {
                let what = format!("{number} is no number for the {name}");
                let hint = format!("it is {} to {}", range.start(), range.end());
                return Err(Error::misuse(what, hint));
            }
        }
        if !(1..=1_000_000).contains(&self.batch) {
            let what = format!("a batch of {} games is none to learn from", self.batch);
            return Err(Error::misuse(what, "it is 1 to 1000000"));
        }
        Ok(())
    }
}

/// A game: the states after each move, seen by the player who made it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Episode {
    /// The features of every state, one after the other.
    pub rows: Vec<f64>,
    /// 1 where the first player sees the state, −1 where the second does.
    pub signs: Vec<f64>,
    /// Whether the move that led there was random: what came before is not to blame for it.
    pub explored: Vec<bool>,
    /// What came of it for the first player, from −1 to 1.
    pub outcome: f64,
}

/// Weights that learn.
#[derive(Clone, PartialEq, Debug)]
pub struct Td {
    params: TdParams,
    weights: Vec<f64>,
    batches: u64,
    sum: Vec<f64>,
    summed: f64,
}

impl Td {
    /// Begins with such weights.
    ///
    /// # Errors
    /// When there are none, or a number makes no sense.
    pub fn new(start: &[f64], params: &TdParams) -> Result<Self, Error> {
        params.check()?;
        if start.is_empty() || start.iter().any(|own| !own.is_finite()) {
            let what = "there are no finite numbers to start from";
            return Err(Error::misuse(what, "give a start with a number per weight"));
        }
        Ok(Self {
            params: params.clone(),
            weights: start.to_vec(),
            batches: 0,
            sum: vec![0.0; start.len()],
            summed: 0.0,
        })
    }

    /// The weights now.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Batches that were learned from.
    pub fn batches(&self) -> u64 {
        self.batches
    }

    /// The mean of the weights over all batches, each counted by its number: later ones count more.
    pub fn answer(&self) -> Vec<f64> {
        if self.summed == 0.0 {
            return self.weights.clone();
        }
        self.sum.iter().map(|own| own / self.summed).collect()
    }

    /// What a state with such features is worth to the player who looks.
    pub fn value(&self, row: &[f64]) -> f64 {
        plyscope_stats::dot(&self.weights, row).tanh()
    }

    /// All numbers that a later run needs to go on from here.
    pub fn kept(&self) -> Vec<f64> {
        [&self.weights[..], &self.sum, &[self.summed]].concat()
    }

    /// Goes on from what an earlier run kept after so many batches.
    ///
    /// # Errors
    /// When there are not as many numbers as there must be.
    pub fn resume(&mut self, batches: u64, kept: &[f64]) -> Result<(), Error> {
        let width = self.weights.len();
        if kept.len() != 2 * width + 1 {
            return Err(Error::failed("what was kept is of other weights"));
        }
        self.weights.copy_from_slice(&kept[..width]);
        self.sum.copy_from_slice(&kept[width..2 * width]);
        self.summed = kept[2 * width];
        self.batches = batches;
        Ok(())
    }

    /// Learns from a batch of games, one after the other; gives the mean square of all differences.
    pub fn learn(&mut self, games: &[Episode]) -> f64 {
        let fall = (1.0 + self.batches as f64 / self.params.horizon).sqrt();
        // A row's squares add up to about as many as it has numbers, where these are in spreads.
        let rate = self.params.rate / fall / self.weights.len() as f64;
        let (mut squares, mut count) = (0.0, 0.0);
        for game in games {
            let (sum, states) = self.one(game, rate);
            squares += sum;
            count += states;
        }
        self.batches += 1;
        let weight = self.batches as f64;
        let both = self.sum.iter_mut().zip(&self.weights);
        both.for_each(|(sum, own)| *sum += weight * own);
        self.summed += weight;
        squares / f64::max(count, 1.0)
    }

    fn one(&mut self, game: &Episode, rate: f64) -> (f64, f64) {
        let width = self.weights.len();
        let rows: Vec<&[f64]> = game.rows.chunks_exact(width).collect();
        let mut trace = vec![0.0; width];
        let mut squares = 0.0;
        for (at, row) in rows.iter().enumerate() {
            let value = self.value(row);
            let slope = game.signs[at] * (1.0 - value * value);
            for (trace, own) in trace.iter_mut().zip(*row) {
                *trace = self.params.lambda * *trace + slope * own;
            }
            let next = match rows.get(at + 1) {
                None => game.outcome,
                // What a random move threw away was not expected.
                Some(_) if game.explored[at + 1] => {
                    trace.fill(0.0);
                    continue;
                }
                Some(next) => game.signs[at + 1] * self.value(next),
            };
            let off = next - game.signs[at] * value;
            squares += off * off;
            let both = self.weights.iter_mut().zip(&trace);
            both.for_each(|(own, trace)| *own += rate * off * trace);
        }
        (squares, rows.len() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sutton's random walk: five states in a row, and what is left of their error.
    fn walk(lambda: f64) -> f64 {
        let params = TdParams {
            lambda,
            rate: 0.5,
            ..TdParams::default()
        };
        let mut td = Td::new(&[0.0; 5], &params).unwrap();
        let mut chance = plyscope_game::Chance::new(4);
        for _ in 0..400 {
            let game = |_| {
                let mut own = Episode::default();
                let mut place = 2_i32;
                while (0..5).contains(&place) {
                    own.rows
                        .extend((0..5).map(|at| f64::from(u8::from(at == place))));
                    own.signs.push(1.0);
                    own.explored.push(false);
                    place += if chance.below(2) == 0 { -1 } else { 1 };
                }
                own.outcome = if place < 0 { -1.0 } else { 1.0 };
                own
            };
            let games: Vec<Episode> = (0..32).map(game).collect();
            td.learn(&games);
        }
        let answer = td.answer();
        let off = |at: usize| (answer[at].tanh() - (at as f64 - 2.0) / 3.0).powi(2);
        ((0..5).map(off).sum::<f64>() / 5.0).sqrt()
    }

    #[test]
    fn the_random_walk_is_learned_whatever_lambda_is() {
        for lambda in [0.0, 0.5, 0.9, 1.0] {
            assert!(walk(lambda) < 0.06, "λ = {lambda}: {}", walk(lambda));
        }
    }

    #[test]
    fn what_was_kept_goes_on_to_the_same_weights() {
        let game = Episode {
            rows: vec![1.0, 0.5, -0.5, 1.0],
            signs: vec![1.0, -1.0],
            explored: vec![false, false],
            outcome: 1.0,
        };
        let mut whole = Td::new(&[0.0, 0.1], &TdParams::default()).unwrap();
        let mut parts = whole.clone();
        for _ in 0..6 {
            whole.learn(std::slice::from_ref(&game));
        }
        for _ in 0..3 {
            parts.learn(std::slice::from_ref(&game));
        }
        let mut again = Td::new(&[0.0, 0.1], &TdParams::default()).unwrap();
        again.resume(3, &parts.kept()).unwrap();
        for _ in 0..3 {
            again.learn(std::slice::from_ref(&game));
        }
        assert_eq!(again, whole);
        assert!(again.resume(3, &[1.0]).is_err());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(Td::new(&[], &TdParams::default()).is_err());
        let odd = TdParams {
            lambda: 1.5,
            ..TdParams::default()
        };
        assert!(odd.check().unwrap_err().what.contains("lambda"));
    }
}
