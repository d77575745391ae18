//! Two programs measured in turns, so that both meet the same noise.

use std::time::{Duration, Instant};

/// Something to measure against something else.
pub struct Duel {
    /// What is measured, in words.
    pub what: &'static str,
    /// What it is measured against, in words.
    pub baseline_is: &'static str,
    /// What is counted; empty for bare counts.
    pub unit: &'static str,
    /// The least ratio that we promise ourselves.
    pub target: Option<f64>,
    /// What is measured.
    pub ours: DuelSide,
    /// What it is measured against.
    pub baseline: DuelSide,
}

/// One side of a duel.
pub enum DuelSide {
    /// Does some work and says how much it was; more per second is better.
    Speed(Box<dyn Fn() -> u64>),
    /// Says how much was needed for a given result; less is better, and it is always the same.
    Count(Box<dyn Fn() -> u64>),
}

/// Medians over the rounds.
pub struct Measured {
    /// Of what is measured.
    pub ours: f64,
    /// Of what it is measured against.
    pub baseline: f64,
    /// Of the ratio of the two, more being better.
    pub ratio: f64,
    /// The least ratio of a round.
    pub lowest: f64,
    /// The greatest ratio of a round.
    pub highest: f64,
}

/// A contestant repeats its work until so much time is gone.
const LEAST: Duration = Duration::from_millis(150);

impl Duel {
    /// Measures both sides in turns.
    pub fn run(&self, rounds: usize) -> Measured {
        let mut ours = Vec::new();
        let mut baseline = Vec::new();
        for _ in 0..rounds {
            ours.push(self.ours.measure());
            baseline.push(self.baseline.measure());
        }
        let ratio = |(ours, baseline): (&f64, &f64)| match self.ours {
            DuelSide::Speed(_) => ours / baseline,
            DuelSide::Count(_) => baseline / ours,
        };
        let mut ratios: Vec<f64> = ours.iter().zip(&baseline).map(ratio).collect();
        Measured {
            ours: median(&mut ours),
            baseline: median(&mut baseline),
            ratio: median(&mut ratios),
            lowest: ratios[0],
            highest: ratios[ratios.len() - 1],
        }
    }
}

impl DuelSide {
    fn measure(&self) -> f64 {
        match self {
            Self::Speed(work) => speed(work),
            Self::Count(count) => count() as f64,
        }
    }
}

/// Units of work a second.
fn speed(work: &dyn Fn() -> u64) -> f64 {
    let begun = Instant::now();
    let mut done = 0;
    while begun.elapsed() < LEAST {
        done += work();
    }
    done as f64 / begun.elapsed().as_secs_f64()
}

/// Sorts, and takes the middle.
fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
