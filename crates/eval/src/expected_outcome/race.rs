//! A race between moves: playouts go where they decide.
//!
//! Only the move that leads and the one that may still pass it are sampled
//! (Kalyanakrishnan and others' LUCB, 2012, in growing batches). A move that falls
//! behind costs no more; the race ends when nobody can be better by more than the tolerance.

use plyscope_game::Game;

use super::sampler::{Arm, Asked, Sampler};

/// The probability that a race names a move that is worse than the best by more than the tolerance.
const RISK: f64 = 0.05;

/// Each batch is this part of what the state has already.
const GROWTH: u64 = 2;

/// What is known of a move so far.
#[derive(Clone, Copy)]
struct Bounds {
    low: f64,
    mean: f64,
    high: f64,
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
        let z = self.caution(arms.len());
        for arm in &mut *arms {
            let more = self.params.first.min(left);
            if more == 0 || !arm.draw(ask, more) {
                return false;
            }
            left -= more;
        }
        let range = ask.game.facts().points;
        loop {
            let bounds: Vec<Bounds> = arms
                .iter()
                .map(|arm| {
                    let [low, high] = arm.now.interval(range, z);
                    let mean = arm.now.mean();
                    Bounds { low, mean, high }
                })
                .collect();
            let next = self.contenders(arms, &bounds, finished);
            if next.is_empty() {
                return true;
            }
            for index in next {
                let has = arms[index].now.playouts;
                let wanted = (has / GROWTH).max(self.params.first);
                let more = wanted.min(self.params.most - has).min(left);
                if more == 0 || !arms[index].draw(ask, more) {
                    return false;
                }
                left -= more;
            }
        }
    }

    /// The leader and the likeliest rival that may still be sampled; nobody when the race is over.
    fn contenders<G: Game>(
        &self,
        arms: &[Arm<G>],
        bounds: &[Bounds],
        finished: Option<f64>,
    ) -> Vec<usize> {
        let by_mean = |&a: &usize, &b: &usize| bounds[a].mean.total_cmp(&bounds[b].mean);
        let by_high = |&a: &usize, &b: &usize| bounds[a].high.total_cmp(&bounds[b].high);
        let leader = (0..arms.len()).max_by(by_mean);
        let leader = leader.filter(|&arm| finished.is_none_or(|end| bounds[arm].mean > end));
        let (low, end) = match (leader, finished) {
            (Some(arm), end) => (bounds[arm].low, end),
            (None, Some(end)) => (end, None),
            (None, None) => return Vec::new(),
        };
        let may_win = |high: f64| high > low + self.params.tolerance;
        let rivals =
            (0..arms.len()).filter(|&arm| Some(arm) != leader && may_win(bounds[arm].high));
        let rivals: Vec<usize> = rivals.collect();
        if rivals.is_empty() && !end.is_some_and(may_win) {
            return Vec::new();
        }
        let has_room = |arm: &usize| arms[*arm].now.playouts < self.params.most;
        let rival = rivals.into_iter().filter(has_room).max_by(by_high);
        leader.filter(has_room).into_iter().chain(rival).collect()
    }

    /// Standard errors to either side, so that all bounds of a race hold at once but for [`RISK`].
    fn caution(&self, arms: usize) -> f64 {
        let grown = (self.params.most as f64 / self.params.first as f64).ln();
        let looks = 2.0 + grown / (1.0 + 1.0 / GROWTH as f64).ln();
        // The tail of the normal distribution beyond z is below exp(−z² / 2) / 2.
        (2.0 * (arms as f64 * looks / RISK).ln()).sqrt()
    }
}
