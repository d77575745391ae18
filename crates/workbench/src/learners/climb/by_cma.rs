//! CMA-ES: generations of candidates.

use plyscope_game::Error;
use plyscope_learn::cma::{Cma, CmaParams};
use plyscope_parallel::{Threads, try_map};

use super::{Climb, Way};

impl Climb<'_> {
    pub(super) fn by_cma(&self, way: &mut Way<'_>, threads: &Threads) -> Result<Vec<f64>, Error> {
        let mut cma = Cma::new(
            &self.from,
            &CmaParams {
                population: Some(self.population),
                step: self.step_size,
                seed: self.order.seed,
            },
        )?;
        let mut best: Option<(f64, Vec<f64>)> = None;
        while !self.is_over(way) {
            let asked: Vec<Vec<f64>> = cma.ask().iter().map(|own| self.weights_of(own)).collect();
            let costs = self.costs(&asked, way, threads)?;
            cma.tell(&costs);
            let mean = self.weights_of(cma.mean());
            let value = match &self.judged {
                None => None,
                Some(judged) => {
                    // The best of all, and the middle: metrics are not noisy.
                    let cost = judged.cost(&mean, &self.hall.weights(&mean))?;
                    let own = costs.iter().copied().zip(&asked).chain([(cost, &mean)]);
                    for (cost, own) in own {
                        if best.as_ref().is_none_or(|best| cost < best.0) {
                            best = Some((cost, own.clone()));
                        }
                    }
                    best.as_ref().map(|best| best.0)
                }
            };
            let shown = best.as_ref().map_or(&mean, |best| &best.1).clone();
            let spread = self.weights_of(&cma.deviations());
            self.ended(way, value, shown, Some(spread))?;
        }
        Ok(best.map_or_else(|| self.weights_of(cma.mean()), |best| best.1))
    }

    /// What each candidate costs: less is better.
    pub(super) fn costs(
        &self,
        asked: &[Vec<f64>],
        way: &mut Way<'_>,
        threads: &Threads,
    ) -> Result<Vec<f64>, Error> {
        if let Some(judged) = &self.judged {
            self.check_stop(way)?;
            let cost = |at: usize| judged.cost(&asked[at], &self.hall.weights(&asked[at]));
            let costs = threads.run(|| try_map(asked.len(), cost));
            way.done += judged.states() * asked.len() as u64;
            return costs;
        }
        let results = self.meet(asked, 2, way)?;
        let mut points = vec![0.0; asked.len()];
        for own in &results {
            let drawn = own.draws as f64 / 2.0;
            points[own.one] -= own.wins as f64 + drawn;
            points[own.other] -= own.losses as f64 + drawn;
        }
        Ok(points)
    }
}
