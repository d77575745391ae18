//! Does the heuristic find a best move? HEF's best-only metrics.

use crate::{Better, Case, Metric, Trust};

/// Whether one of the `k` moves that the heuristic likes most is best.
///
/// Moves tied at the `k`-th place share it: the score is the probability that
/// a best one is among those kept when the tie is broken at random.
#[derive(Clone, Copy, Debug)]
pub struct KBest {
    /// How many of the heuristic's favourites count; at least 1.
    pub k: usize,
}

impl Metric for KBest {
    fn name(&self) -> String {
        format!("k-best:k={}", self.k)
    }

    fn about(&self) -> String {
        match self.k {
            1 => "how often the move it likes most is a best one".to_owned(),
            k => format!("how often a best move is among the {k} it likes most"),
        }
    }

    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn better(&self) -> Better {
        Better::Higher
    }

    fn trust(&self) -> Trust {
        Trust::Yes
    }

    #[inline(always)]
    fn score(&self, case: &Case<'_>) -> Option<f64> {
        if self.k >= case.moves() {
            return Some(1.0);
        }
        let mut places: Vec<u32> = case.guesses().map(|guess| guess.place).collect();
        places.sort_unstable_by(|a, b| b.cmp(a));
        let last = places[self.k - 1];
        let (mut above, mut tied, mut tied_best) = (0, 0, 0);
        for (guess, &best) in case.guesses().zip(case.best) {
            if guess.place > last {
                if best {
                    return Some(1.0);
                }
                above += 1;
            } else if guess.place == last {
                tied += 1;
                tied_best += usize::from(best);
            }
        }
        Some(drawn(tied, tied_best, self.k - above))
    }

    #[inline(always)]
    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        let moves = case.moves();
        Some(drawn(moves, case.best_count(), self.k.min(moves)))
    }
}

/// The share of best moves among all that the heuristic puts first.
#[derive(Clone, Copy, Debug)]
pub struct StrictBest;

impl Metric for StrictBest {
    fn name(&self) -> String {
        "strict-best".to_owned()
    }

    fn about(&self) -> String {
        "the share of best moves among those it puts first".to_owned()
    }

    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn better(&self) -> Better {
        Better::Higher
    }

    fn trust(&self) -> Trust {
        Trust::Yes
    }

    #[inline(always)]
    fn score(&self, case: &Case<'_>) -> Option<f64> {
        case.share_of_best()
    }

    #[inline(always)]
    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        Some(case.best_share())
    }
}

/// The probability that `draws` of `all` moves, taken without putting back, hold one of the `good`.
fn drawn(all: usize, good: usize, draws: usize) -> f64 {
    let mut none = 1.0;
    for taken in 0..draws {
        let left = (all - taken) as f64;
        none *= ((all - taken) as f64 - good as f64).max(0.0) / left;
    }
    1.0 - none
}
