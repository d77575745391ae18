//! Ways of choosing a move by its heuristic value, each as the probability of every move.

use crate::Guess;

/// A way of choosing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sampling {
    /// The move of the highest place; ties share.
    Argmax,
    /// Any move, whatever the heuristic says.
    Uniform,
    /// In proportion to the value above the state's lowest.
    Proportional,
    /// In proportion to exp(value / temperature), values scaled to 0..1 over the state's moves.
    Softmax {
        /// Near 0 it is argmax, large it is uniform.
        temperature: f64,
    },
    /// Argmax, but any move with probability `epsilon`.
    EpsilonGreedy {
        /// The share of random choices.
        epsilon: f64,
    },
    /// In proportion to the rank from below: the last move 1, the one before 2; ties share.
    Rank,
    /// Any of the `k` moves of the highest places; ties at the last place share.
    TopK {
        /// How many.
        k: usize,
    },
}

impl Sampling {
    /// The name, with parameters.
    pub fn name(&self) -> String {
        match self {
            Self::Argmax => "argmax".to_owned(),
            Self::Uniform => "uniform".to_owned(),
            Self::Proportional => "proportional".to_owned(),
            Self::Softmax { temperature } => format!("softmax,temperature={temperature}"),
            Self::EpsilonGreedy { epsilon } => format!("epsilon-greedy,epsilon={epsilon}"),
            Self::Rank => "rank".to_owned(),
            Self::TopK { k } => format!("top-k,k={k}"),
        }
    }

    /// The probability of every move; they add up to 1.
    pub fn probabilities(&self, guess: &[Guess]) -> Vec<f64> {
        let mut weights = match *self {
            Self::Argmax => argmax(guess),
            Self::Uniform => vec![1.0; guess.len()],
            Self::Proportional => scaled(guess),
            Self::Softmax { temperature } => scaled(guess)
                .into_iter()
                .map(|value| ((value - 1.0) / temperature).exp())
                .collect(),
            Self::EpsilonGreedy { epsilon } => return greedy(guess, epsilon),
            Self::Rank => ranks(guess),
            Self::TopK { k } => top(guess, k),
        };
        let total: f64 = weights.iter().sum();
        if total > 0.0 {
            for weight in &mut weights {
                *weight /= total;
            }
        } else {
            weights.fill(1.0 / guess.len() as f64);
        }
        weights
    }
}

fn argmax(guess: &[Guess]) -> Vec<f64> {
    let first = guess.iter().map(|own| own.place).max();
    let is_first = |own: &Guess| f64::from(u8::from(Some(own.place) == first));
    guess.iter().map(is_first).collect()
}

fn greedy(guess: &[Guess], epsilon: f64) -> Vec<f64> {
    let greedy = Sampling::Argmax.probabilities(guess);
    let any = epsilon / guess.len() as f64;
    greedy
        .into_iter()
        .map(|share| share * (1.0 - epsilon) + any)
        .collect()
}

/// Values from 0 to 1 over the state's moves, proved ones beyond the estimates; all 1 where they are equal.
///
/// Beside an infinite value every finite one counts as nothing, and beside
/// minus infinity as much as any other: the span is infinite, so they do not differ.
fn scaled(guess: &[Guess]) -> Vec<f64> {
    let low = guess
        .iter()
        .map(|own| own.on_scale)
        .fold(f64::INFINITY, f64::min);
    let high = guess
        .iter()
        .map(|own| own.on_scale)
        .fold(f64::NEG_INFINITY, f64::max);
    let scale = |value: f64| {
        if low == high || value == high {
            1.0
        } else if value == low || high == f64::INFINITY {
            0.0
        } else if low == f64::NEG_INFINITY {
            1.0
        } else {
            (value - low) / (high - low)
        }
    };
    guess.iter().map(|own| scale(own.on_scale)).collect()
}

/// How many moves stand below, plus half of those beside, plus a half: the rank from below, ties shared.
fn ranks(guess: &[Guess]) -> Vec<f64> {
    let rank = |own: &Guess| {
        let below = guess.iter().filter(|other| other.place < own.place).count();
        let level = guess
            .iter()
            .filter(|other| other.place == own.place)
            .count();
        below as f64 + f64::midpoint(level as f64, 1.0)
    };
    guess.iter().map(rank).collect()
}

fn top(guess: &[Guess], k: usize) -> Vec<f64> {
    let share = |own: &Guess| {
        let above = guess.iter().filter(|other| other.place > own.place).count();
        let level = guess
            .iter()
            .filter(|other| other.place == own.place)
            .count();
        (k as f64 - above as f64).clamp(0.0, level as f64) / level as f64
    };
    guess.iter().map(share).collect()
}
