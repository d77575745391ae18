//! What things cost: every learner is timed on its own work, until it has taken long enough to say.

use std::collections::BTreeMap;
use std::time::Duration;

use plyscope_game::Error;
use serde::{Deserialize, Serialize};

use super::Learner;
use super::trial::Bench;
use crate::ClimbMethod;

/// A measurement goes on until it has taken such a part of the middle budget: what is paid once per run
/// then counts as little as in a trial.
const PART: u32 = 4;
/// Portions grow so often at the most; a clock that stands still ends it, too.
const PORTIONS: u32 = 12;
/// The seed of what is only timed.
const SEED: u64 = 1;

/// What things cost, in milliseconds of CPU time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    /// A labelled position, its share of the file included.
    pub label: f64,
    /// What a learner counts, by its name: a game, a position with its label and its part of the fit, or
    /// a state of a value of the metric.
    pub learners: BTreeMap<String, f64>,
}

impl Rates {
    /// What a learner counts costs so much.
    pub(super) fn of(&self, learner: Learner) -> Result<f64, Error> {
        let found = self.learners.get(learner.name()).copied();
        found.filter(|own| *own > 0.0).ok_or_else(|| {
            let what = format!("what {} costs was not measured", learner.name());
            Error::misuse(what, "begin again in another folder")
        })
    }
}

impl Bench<'_> {
    /// What things cost for these learners.
    pub(super) fn measure(&self, learners: &[Learner]) -> Result<Rates, Error> {
        let states = |own| self.labelled(own, SEED).map(|_| own);
        let label = self.cost(64, &states)?;
        let half = 500.0 * self.order.sizes[0].as_secs_f64();
        let bench = self.labelled(self.states_for(half, label), SEED)?;
        // Generations enough that the first look at the states is a small part of it.
        let looks = 200 * bench.states.len() as u64;
        let start = self.start_for_genes(self.states_for(half, label), SEED)?;
        let judged =
            |method| self.cost(looks, &|own| Ok(self.climbed(method, &bench, own, SEED)?.1));
        let mut rates = BTreeMap::new();
        for &learner in learners {
            let name = learner.name();
            (self.order.progress)(0, 0, &format!("what {name} costs"));
            let rate = match learner {
                Learner::Genetic => self.cost(64, &|own| {
                    let bred = self.bred(own, &start, SEED)?;
                    Ok(bred.map_or(0, |own| own.games))
                }),
                Learner::Ridge => self.cost(64, &|own| Ok(self.ridge(own, SEED)?.positions)),
                Learner::Logistic => self.cost(64, &|own| Ok(self.logistic(own, SEED)?.positions)),
                Learner::CmaGames => self.cost(64, &|own| {
                    let found = self.cma_games(own, SEED)?;
                    Ok(found.map_or(0, |own| own.games))
                }),
                Learner::SpsaGames => self.cost(64, &|own| Ok(self.spsa_games(own, SEED)?.games)),
                Learner::CmaJudge => judged(ClimbMethod::Cma),
                Learner::SpsaJudge => judged(ClimbMethod::Spsa),
                Learner::Td => self.cost(64, &|own| Ok(self.td(own, SEED)?.games)),
                Learner::Patterns => self.cost(64, &|own| Ok(self.patterns(own, SEED)?.games)),
            };
            rates.insert(name.to_string(), rate?);
        }
        Ok(Rates {
            label,
            learners: rates,
        })
    }

    /// Milliseconds per thing that `work` does when it is asked for so many, from `first` on.
    fn cost(&self, first: u64, work: &dyn Fn(u64) -> Result<u64, Error>) -> Result<f64, Error> {
        let clock = self.order.cpu_time;
        let enough = self.order.sizes[1] / PART;
        let (mut asked, mut rate) = (first, 1.0);
        for _ in 0..PORTIONS {
            let begun = clock();
            let done = work(asked)?;
            let spent = clock().saturating_sub(begun);
            if done > 0 {
                // Below a tenth of a microsecond it is the clock that is measured.
                rate = (1000.0 * spent.as_secs_f64() / done as f64).max(1e-4);
            }
            if spent >= enough && done > 0 {
                break;
            }
            asked = (asked as f64 * growth(spent, enough)) as u64;
        }
        Ok(rate)
    }
}

/// How much larger the next portion is: enough by what the last one took, with some to spare.
fn growth(spent: Duration, enough: Duration) -> f64 {
    let spent = spent.as_secs_f64().max(1e-6);
    (1.2 * enough.as_secs_f64() / spent).clamp(2.0, 8.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portions_grow_to_what_is_enough_and_not_far_beyond() {
        let second = Duration::from_secs(1);
        assert!((growth(Duration::from_millis(400), second) - 3.0).abs() < 1e-9);
        assert!((growth(Duration::ZERO, second) - 8.0).abs() < 1e-9);
        assert!((growth(second, second) - 2.0).abs() < 1e-9);
    }
}
