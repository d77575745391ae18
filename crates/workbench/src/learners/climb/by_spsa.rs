//! SPSA: two candidates per step, on both sides of what was found so far.

use plyscope_game::Error;
use plyscope_learn::genetic::PairResult;
use plyscope_learn::spsa::{Spsa, SpsaParams};
use plyscope_parallel::Threads;

use super::{Climb, TRIALS, Way};
use crate::learners::Judged;

/// Steps after which SPSA's gains fall when only the clock tells the end.
const UNKNOWN_STEPS: u64 = 100;

impl Climb<'_> {
    pub(super) fn by_spsa(&self, way: &mut Way<'_>, threads: &Threads) -> Result<Vec<f64>, Error> {
        let mut spsa = Spsa::new(
            &self.from,
            &SpsaParams {
                steps: self.steps.unwrap_or(UNKNOWN_STEPS),
                reach: self.step_size,
                step: self.step_size,
                // A player judges by the same order of states whatever the size of its weights.
                radius: self.judged.is_none().then_some(1.0),
                seed: self.order.seed,
                ..SpsaParams::default()
            },
        )?;
        let scale = match &self.judged {
            Some(judged) => self.difference(judged, &spsa, way, threads)?,
            None => 1.0,
        };
        while !self.is_over(way) {
            let sides = spsa.ask().map(|own| self.weights_of(&own));
            let better = if self.judged.is_some() {
                let costs = self.costs(&sides, way, threads)?;
                ((costs[1] - costs[0]) / scale).clamp(-1.0, 1.0)
            } else {
                let results = self.meet(&sides, self.order.games, way)?;
                let sum = |of: fn(&PairResult) -> u64| results.iter().map(of).sum::<u64>() as f64;
                (sum(|own| own.wins) - sum(|own| own.losses)) / self.order.games as f64
            };
            spsa.tell(better);
            let answer = self.weights_of(&spsa.answer());
            let value = match &self.judged {
                Some(judged) if self.is_shown(way.number) => {
                    Some(judged.cost(&answer, &self.hall.weights(&answer))?)
                }
                _ => None,
            };
            let reach = self.weights_of(&vec![spsa.reach(); answer.len()]);
            self.ended(way, value, answer, Some(reach))?;
        }
        Ok(self.weights_of(&spsa.answer()))
    }

    /// Four times the mean size of a metric's differences at the start: what counts as much better.
    fn difference(
        &self,
        judged: &Judged<'_>,
        spsa: &Spsa,
        way: &mut Way<'_>,
        threads: &Threads,
    ) -> Result<f64, Error> {
        let mut sum = 0.0;
        for trial in 0..TRIALS {
            let own = Spsa::new(
                spsa.weights(),
                &SpsaParams {
                    reach: self.step_size,
                    seed: plyscope_game::mix_all(&[self.order.seed, trial + 1]),
                    ..SpsaParams::default()
                },
            )?;
            let sides = own.ask().map(|own| self.weights_of(&own));
            let costs = self.costs(&sides, way, threads)?;
            sum += (costs[0] - costs[1]).abs();
        }
        let mean = sum / TRIALS as f64;
        if mean > 0.0 && mean.is_finite() {
            return Ok(4.0 * mean);
        }
        let what = format!(
            "`{}` is the same whatever the weights are",
            judged.metric_name()
        );
        Err(Error::misuse(
            what,
            "choose another metric, other states or a larger --step",
        ))
    }
}
