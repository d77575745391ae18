//! A race between moves: playouts go where they decide.
//!
//! Only the move that leads and the one that may still pass it are sampled
//! (Kalyanakrishnan and others' LUCB, 2012, in batches that double). A move that falls
//! behind costs no more; the race ends when no other move can be better by more than the tolerance.

use plyscope_game::{Game, Points};

use super::sampler::{Arm, Asked, Sampler};

/// The probability that a race names a move that is worse than the best by more than the tolerance.
const RISK: f64 = 0.05;

/// What is known of a move so far: its mean, and how far up and down it may really lie.
#[derive(Clone, Copy)]
struct Standing {
    mean: f64,
    up: f64,
    down: f64,
}

impl Standing {
    fn of<G: Game>(arm: &Arm<G>, range: (Points, Points), z: f64) -> Self {
        let [low, high] = arm.now.interval(range, z);
        let mean = arm.now.mean();
        Self {
            mean,
            up: high - mean,
            down: mean - low,
        }
    }

    /// A move that ends the game.
    fn known(mean: f64) -> Self {
        Self {
            mean,
            up: 0.0,
            down: 0.0,
        }
    }

    /// By how much this move may be better than another (Newcombe's interval of a difference, 1998).
    fn edge_over(&self, other: &Self) -> f64 {
        self.mean - other.mean + self.up.hypot(other.down)
    }
}

impl Sampler {
    /// Samples until the race is decided; `finished` is the best end among the
    /// other moves. False if the caller's limits came first.
    pub(super) fn race<G: Game>(
        &self,
        ask: &Asked<'_, G>,
        arms: &mut [Arm<G>],
        finished: Option<f64>,
        playouts: Option<u64>,
    ) -> bool {
        let mut left = playouts.unwrap_or(u64::MAX);
        let range = ask.game.facts().points;
        let z = self.caution(arms.len());
        let mut next: Vec<usize> = (0..arms.len()).collect();
        while !next.is_empty() {
            for index in next {
                let has = arms[index].now.playouts;
                // Doubling keeps the looks few, and with them the caution that they cost.
                let wanted = has.max(self.params.first);
                let more = wanted.min(self.params.most - has).min(left);
                if more == 0 || !arms[index].draw(ask, more) {
                    return false;
                }
                left -= more;
            }
            let standing = |arm: &Arm<G>| Standing::of(arm, range, z);
            let standings: Vec<Standing> = arms.iter().map(standing).collect();
            next = self.contenders(arms, &standings, finished.map(Standing::known));
        }
        true
    }

    /// The leader and the likeliest rival that may still be sampled; none when the race is over.
    fn contenders<G: Game>(
        &self,
        arms: &[Arm<G>],
        standings: &[Standing],
        finished: Option<Standing>,
    ) -> Vec<usize> {
        let by_mean = |&a: &usize, &b: &usize| standings[a].mean.total_cmp(&standings[b].mean);
        let leader = (0..arms.len()).max_by(by_mean);
        let leader =
            leader.filter(|&arm| finished.is_none_or(|end| standings[arm].mean > end.mean));
        let Some(ahead) = leader.map(|arm| standings[arm]).or(finished) else {
            return Vec::new();
        };
        let edge = |arm: usize| standings[arm].edge_over(&ahead);
        let is_rival = |&arm: &usize| Some(arm) != leader && edge(arm) > self.params.tolerance;
        let rivals: Vec<usize> = (0..arms.len()).filter(is_rival).collect();
        let end_may_win = finished.is_some_and(|end| end.edge_over(&ahead) > self.params.tolerance);
        if rivals.is_empty() && !end_may_win {
            return Vec::new();
        }
        let has_room = |arm: &usize| arms[*arm].now.playouts < self.params.most;
        let by_edge = |&a: &usize, &b: &usize| edge(a).total_cmp(&edge(b));
        let rival = rivals.into_iter().filter(has_room).max_by(by_edge);
        leader.filter(has_room).into_iter().chain(rival).collect()
    }

    /// Standard errors to either side, so that all comparisons of a race hold at once but for [`RISK`].
    fn caution(&self, arms: usize) -> f64 {
        let looks = 1.0 + (self.params.most as f64 / self.params.first as f64).log2();
        beyond(RISK / (arms.max(1) as f64 * looks))
    }
}

/// How many standard deviations a normal number lies above its mean with this small probability.
///
/// Hastings' approximation (Abramowitz and Stegun 26.2.23), off by less than 0.0005.
fn beyond(probability: f64) -> f64 {
    let t = (-2.0 * probability.ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below
}

#[cfg(test)]
mod tests {
    use super::beyond;

    #[test]
    fn quantiles_are_those_of_the_table() {
        for (probability, z) in [
            (0.025, 1.9600),
            (0.005, 2.5758),
            (0.0005, 3.2905),
            (1e-5, 4.2649),
        ] {
            assert!((beyond(probability) - z).abs() < 5e-4, "{probability}");
        }
    }
}
